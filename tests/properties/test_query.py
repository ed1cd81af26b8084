"""Tests that every text, however strange, parses to a valid tree or raises `QueryError`."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from ra.errors import QueryError
from ra.present.query import draw
from ra.present.style import Style
from ra.query import each_of, parse, to_json
from ra.query.ast import And, Boost, Field, Not, Or, Query, one_of
from ra.query.fields import FIELDS
from tests.properties.queries import noise, trees, written


def parts(query: Query) -> tuple[Query, ...]:
    """What stands directly under a part."""
    if isinstance(query, And | Or):
        return query.parts
    return (query.expr,) if isinstance(query, Not | Field | Boost) else ()


def well_formed(query: Query, *, in_field: bool = False) -> bool:
    """SPEC 7: and/or flat and of two or more; known fields, none inside another."""
    if isinstance(query, And | Or):
        inside = [type(part) for part in query.parts]
        if len(inside) < 2 or type(query) in inside:
            return False
    known = {*FIELDS, "prop"}
    if isinstance(query, Field) and (in_field or query.name.partition(".")[0] not in known):
        return False
    inner = in_field or isinstance(query, Field)
    return all(well_formed(part, in_field=inner) for part in parts(query))


def check(text: str) -> None:
    """A tree that is well formed and can be shown, or a refusal that shows where."""
    try:
        query = parse(text)
    except QueryError as error:
        assert 0 <= error.offset <= len(text)
        message, *_, caret = str(error).split("\n")
        assert message.startswith(error.problem)
        assert caret.strip() == "^"
        return
    if query is not None:
        assert well_formed(query)
        assert list(draw(query, Style()))
    assert json.loads(json.dumps(to_json(query))) == to_json(query)


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    """Step 3: no input makes it crash; nothing but `QueryError` is raised."""
    check(text)


@given(noise)
def test_any_row_of_signs_is_read_or_refused(text: str) -> None:
    """Step 3: query fuzzing with the signs of the language."""
    check(text)


@given(trees)
def test_what_is_written_is_read(query: Query) -> None:
    """SPEC 7: the grammar gives back the tree that a text was written from."""
    assert to_json(parse(written(query))) == to_json(query)


@given(trees)
def test_parentheses_around_all_of_it_change_nothing(query: Query) -> None:
    """SPEC 7: a group is what stands in it; white space around signs does not count."""
    text = written(query)
    assert to_json(parse(f"(({text}))")) == to_json(parse(f" \n{text}\t")) == to_json(query)


@given(st.lists(trees, min_size=1, max_size=4))
def test_several_queries_mean_any_of_them(queries: list[Query]) -> None:
    """SPEC 7: `ra search A B` means `(A) OR (B)`."""
    texts = [written(query) for query in queries]
    assert to_json(one_of(each_of(texts))) == to_json(
        parse(" OR ".join(f"({text})" for text in texts))
    )
