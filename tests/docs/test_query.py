"""Tests that the reference covers the whole query language."""

from __future__ import annotations

import pytest

from ra.query import parse, to_json
from ra.query.ast import Field, Query
from ra.query.fields import ALIASES, FIELDS
from tools.pages import query
from tools.reference import ROOT

PAGE = ROOT / "docs" / "reference" / "query.md"
GUIDE = ROOT / "docs" / "guides" / "query-syntax.md"


@pytest.mark.parametrize("name", FIELDS)
def test_every_field_is_documented(name: str) -> None:
    """SPEC 7: each field with a sentence and an example that asks for it, and in the guide."""
    example = query.EXAMPLES[name]
    row = f"| `{name}:` | `{example}` | {FIELDS[name]} |"
    assert row in PAGE.read_text(encoding="utf-8"), "run `make docs`"
    asked = parse(example)
    assert isinstance(asked, Field)
    assert asked.name == name
    assert f"`{name}:" in GUIDE.read_text(encoding="utf-8")


def test_other_names_of_fields_are_documented() -> None:
    """SPEC 7: `tag:` is `tags:`; the sentence of the field says so."""
    assert all(f"`{other}:`" in FIELDS[name] for other, name in ALIASES.items())


def test_sentences_are_their_own() -> None:
    """Step 1, frame: no two fields share a sentence, and none is left over."""
    assert len(set(FIELDS.values())) == len(FIELDS)
    assert set(query.EXAMPLES) == set(FIELDS)


def test_every_form_of_the_tree_is_documented() -> None:
    """Step 3: the example of each form gives that form; there are as many as kinds of parts."""
    text = PAGE.read_text(encoding="utf-8")
    for key, (example, meaning) in query.FORMS.items():
        tree = to_json(parse(example))
        assert tree is not None
        assert next(iter(tree)) == key
        assert f"| `{key}` | `{example}` | {meaning} |" in text
    assert len(query.FORMS) == len(Query.__args__)
