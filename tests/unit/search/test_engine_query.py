"""Tests of the engine query of one tree (SPEC 7, 8.2)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ra import config
from ra.config.schema import Search
from ra.engine import query as engine
from ra.query import parse
from ra.search.analyzed import analyze
from ra.search.engine_query import Context, Recipe, engine_query, recipe
from ra.search.expand import Expansion

PLACE = engine.Among(frozenset({"docs:a.md"}))
PLAIN = Context(Recipe({"body": 1.0}, 1.0, 0.0), frozenset(), {}, True, lambda *_: PLACE, {})


def compiled(text: str, context: Context = PLAIN) -> engine.Query:
    """What the engine is asked."""
    query = parse(text)
    assert query is not None
    return engine_query(analyze(query, "english"), context)


def leaves(query: engine.Query, never: bool = False) -> Iterator[tuple[engine.Query, bool]]:
    """Every word, phrase, prefix and filter, and whether it is excluded."""
    match query:
        case engine.BoolQuery(must, should, excluded):
            for part in (*must, *should):
                yield from leaves(part, never)
            for part in excluded:
                yield from leaves(part, not never)
        case engine.BoostQuery(inner, _):
            yield from leaves(inner, never)
        case _:
            yield query, never


def asked(text: str, context: Context = PLAIN) -> list[tuple[engine.Query, bool]]:
    """The leaves of what the engine is asked."""
    return list(leaves(compiled(text, context)))


def settings(folder: Path) -> Search:
    """The settings there are by default."""
    return config.load(folder, home=folder, cache=folder, state=folder, tree_name=str).search


def test_recipes(tmp_path: Path) -> None:
    """SPEC 8.2: the fields of each ranking and what they count; aliases count as tags."""
    params = settings(tmp_path)
    fields = {"hierarchy": 10, "path": 8, "tags": 5, "aliases": 5, "body": 1, "properties": 0.2}
    assert recipe(params._replace(ranking="fields")).fields == fields
    classic = recipe(params._replace(ranking="classic"))
    names = {"title": 3, "tags": 2.5, "aliases": 2.5, "path": 4}
    assert classic.fields == {**names, "body": 1, "properties": 0.2}
    assert (classic.stop, classic.pair) == (1.0, 0.0)
    ours = recipe(params)
    assert set(ours.fields) == {"text", "title", "tags", "aliases", "path", "properties"}
    assert ours.fields["text"] == 1.0
    assert 0 < ours.stop < 1
    assert ours.pair > 0


def test_a_field_without_weight_is_not_searched(tmp_path: Path) -> None:
    """SPEC 8.2: `[search.boosts]`."""
    params = settings(tmp_path)._replace(ranking="fields")
    params = params._replace(boosts=params.boosts._replace(tags=0.0))
    assert set(recipe(params).fields) == {"hierarchy", "path", "body", "properties"}


def test_words_bind_or_do_not() -> None:
    """SPEC 8.1: bare words bind in AND; where they do not, the rest does."""
    bound = compiled("red blue")
    assert isinstance(bound, engine.BoolQuery)
    assert len(bound.must) == 2
    loose = compiled('red blue "big bus"', PLAIN._replace(binds=False))
    assert isinstance(loose, engine.BoolQuery)
    assert (len(loose.must), len(loose.should)) == (1, 2)


def test_filters_alone_are_no_match() -> None:
    """SPEC 8.1: where words do not bind, one of them must be there all the same."""
    loose = compiled("red blue doc:a.md", PLAIN._replace(binds=False))
    assert isinstance(loose, engine.BoolQuery)
    assert len(loose.must) == 2
    assert loose.should == ()


@pytest.mark.parametrize("text", ["doc:a.md", "doc:a.md -red", "path:a/ OR red", "-red"])
def test_everything_that_is_found_has_a_score(text: str) -> None:
    """SPEC 8.6: the elbow cuts what has none, and filters add none."""
    assert any(isinstance(leaf, engine.Everything) for leaf, _ in asked(text))
    assert not any(isinstance(leaf, engine.Everything) for leaf, _ in asked("red doc:a.md"))


def test_what_is_excluded_is_never_fuzzy() -> None:
    """SPEC 7: `-red` excludes red, not reed."""
    context = PLAIN._replace(expansions={"red": (Expansion("reed", 0.2),)})
    found = asked("red -red", context)
    assert (engine.TermQuery("body", "reed"), False) in found
    assert (engine.TermQuery("body", "red"), True) in found
    assert (engine.TermQuery("body", "reed"), True) not in found


def test_an_expansion_counts_less_in_its_field() -> None:
    """SPEC 8.1: the penalty, with the factor of the field."""
    form = Expansion("reed", 0.2, {"title": 0.01})
    fields = Recipe({"body": 1.0, "title": 2.0}, 1.0, 0.0)
    found = compiled("red", PLAIN._replace(recipe=fields, expansions={"red": (form,)}))
    assert isinstance(found, engine.BoolQuery)
    assert engine.BoostQuery(engine.TermQuery("body", "reed"), 0.2) in found.should
    assert engine.BoostQuery(engine.TermQuery("title", "reed"), 0.02) in found.should


def test_phrases_are_exact_and_stemmed() -> None:
    """SPEC 7: never fuzzy, also with one word; a term of several tokens is one."""
    context = PLAIN._replace(expansions={"red": (Expansion("reed", 0.2),)})
    assert asked('"Red buses"', context) == [(engine.PhraseQuery("body", ("red", "buse")), False)]
    assert asked('"red"', context) == [(engine.PhraseQuery("body", ("red",)), False)]
    assert asked("std::io") == [(engine.PhraseQuery("body", ("std", "io")), False)]


def test_prefixes() -> None:
    """SPEC 7: what begins so as written; a whole word stands for its other forms too."""
    assert asked("Conn*") == [(engine.PrefixQuery("body", "conn"), False)]
    assert asked("handling*") == [(engine.PrefixQuery("body", "handling", ("handl",)), False)]
    assert asked("organizat*") == [(engine.PrefixQuery("body", "organizat", ("organiz",)), False)]
    assert asked("red-bu*") == [(engine.PhraseQuery("body", ("red", "bu"), True), False)]
    both = [leaf for leaf, _ in asked("red-handling*")]
    assert both == [
        engine.PhraseQuery("body", ("red", "handling"), is_open=True),
        engine.PhraseQuery("body", ("red", "handl")),
    ]


def test_fields() -> None:
    """SPEC 7: a field, its group, and a path that is a place or words."""
    assert asked("title:red") == [(engine.TermQuery("title", "red"), False)]
    assert asked("tag:red") == [(engine.TermQuery("tags", "red"), False)]
    assert asked("path:red") == [(engine.TermQuery("path", "red"), False)]
    assert PLACE in [leaf for leaf, _ in asked("path:red/")]
    both = [leaf for leaf, _ in asked("red path:(a/b OR blue)")]
    assert both == [engine.TermQuery("body", "red"), PLACE, engine.TermQuery("path", "blue")]


def test_one_character_of_a_script_without_spaces() -> None:
    """SPEC 6.1: found as the start of a pair; two of Thai as that of three."""
    assert asked("日") == asked('"日"') == [(engine.PrefixQuery("body", "日"), False)]
    assert asked("กข") == [(engine.PrefixQuery("body", "กข"), False)]
    assert asked("กขค") == [(engine.TermQuery("body", "กขค"), False)]


def test_what_ends_in_less_than_a_gram_may_go_on() -> None:
    """SPEC 6.1, 7: 5월 is found in 5월에, whose last gram is longer."""
    open_phrase = [(engine.PhraseQuery("body", ("5", "월"), True), False)]
    assert asked("5월") == asked('"5 월"') == open_phrase


def test_stop_words_and_pairs() -> None:
    """SPEC 8.2: stop words are weighed down but kept; two words side by side get a bonus.

    Two that are no stop words get some of it again in the headings.
    """
    context = PLAIN._replace(recipe=Recipe({"text": 1.0}, 0.25, 0.5), stop=frozenset({"the", "of"}))
    found = compiled("the red of the", context)
    assert isinstance(found, engine.BoolQuery)
    pairs = [part.query.words for part in found.should if isinstance(part, engine.BoostQuery)
             and isinstance(part.query, engine.PhraseQuery)]  # fmt: skip
    assert pairs == [("the", "red"), ("red", "of")]
    telling = compiled("red lamp", context)
    assert isinstance(telling, engine.BoolQuery)
    assert telling.should == (
        engine.BoostQuery(engine.PhraseQuery("text", ("red", "lamp")), 0.5),
        engine.BoostQuery(engine.PhraseQuery("hierarchy", ("red", "lamp")), 0.25),
    )
    (core,) = found.must
    assert isinstance(core, engine.BoolQuery)
    assert (
        engine.BoolQuery(should=(engine.BoostQuery(engine.TermQuery("text", "the"), 0.25),))
        in core.must
    )
