"""`ra search` with text as people type and paste it (SPEC 7)."""

from __future__ import annotations

import pytest

from tests.cli.command import Sandbox
from tests.cli.tea import ids


def test_a_mistyped_field_is_named(project: Sandbox) -> None:
    """SPEC 7: a name one edit away from a field is searched as text, and a note says so."""
    done = project.ra("search", "titel:green", "--json")
    note = "'titel:' is searched as text; did you mean 'title:'?"
    assert note in done.err
    assert note in done.json["notes"]
    for text in ("title:green", "http://green", "titel: green", "std::green"):
        assert "did you mean" not in project.ra("search", text).err


@pytest.mark.parametrize("text", ['green "tea', "green (tea", "green OR", "titel:green tea)"])
def test_words_takes_any_text(project: Sandbox, text: str) -> None:
    """SPEC 7: `--words` takes the text as plain words; without it, such a text is an error."""
    assert project.ra("search", text).code == 2
    done = project.ra("search", "--words", text, "--json")
    assert done.code == 0
    assert done.err == ""
    assert ids(done.json)


def test_a_query_of_signs_is_an_error(project: Sandbox) -> None:
    """SPEC 7: nothing can be searched, and the message names a tool that can."""
    done = project.ra("search", "=>")
    assert (done.code, done.out) == (2, "")
    assert "`rg -F`" in done.err
