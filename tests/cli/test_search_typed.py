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


def test_a_property_written_as_a_field_is_said(project: Sandbox) -> None:
    """Own choice: `author:` is text (SPEC 7), but people mean the property of a commit."""
    done = project.ra("search", "green author:anna", "--json")
    assert "write [author:…] to ask for the property" in done.err + done.out


def test_a_query_of_signs_is_an_error(project: Sandbox) -> None:
    """SPEC 7: nothing can be searched, and the message names a tool that can."""
    done = project.ra("search", "=>")
    assert (done.code, done.out) == (2, "")
    assert "`rg -F`" in done.err


def test_some_parts_of_an_identifier_find_it(box: Sandbox) -> None:
    """S3: parts of a camelCase word, typed as a word, find it if nothing else has them."""
    box.write({"a.md": "KubeletServiceAccountTokenForCredentialProviders\n", "b.md": "owl\n"})
    done = box.ra("search", "CredentialProviders", "-o", "list")
    assert "a.md" in done.out
    assert "no CredentialProviders found; searched for the parts of the word instead" in done.out
    assert "b.md" not in done.out
    assert box.ra("search", "ProvidersCredential").code == 1
    assert box.ra("search", "owlCredentialProviders").code == 1
    box.write({"c.md": "CredentialProviders\n"})
    assert "a.md" not in box.ra("search", "CredentialProviders", "-o", "list").out


def test_a_pasted_item_of_a_list_is_a_query(box: Sandbox) -> None:
    """Findings B1: `- [ ] buy milk` begins with a dash and is no flag."""
    box.write({"a.md": "- [ ] buy milk\n", "b.md": "bread\n"})
    assert "a.md" in box.ra("search", "- [ ] buy milk").out
    assert box.ra("search", "-x").code == 2
