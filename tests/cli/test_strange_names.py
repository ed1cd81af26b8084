"""Tests of names with control characters: ids can be copied back, and none reaches a terminal."""

from __future__ import annotations

import json
import sys

import pytest

from tests.cli.command import Outcome, Sandbox

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no such names there")

NAMES = {
    "a\nb.md": r"a\nb.md",
    "a\x1b[31mb.md": r"a\x1b[31mb.md",
    "gpj\u202eexe.md": r"gpj\u202eexe.md",
    "\u061ca\u200f\u200e\u2066b.md": r"\u061ca\u200f\u200e\u2066b.md",
    "tab\there.md": r"tab\there.md",
    "both\\n\n.md": r"both\\n\n.md",
    "back\\nslash.md": r"back\nslash.md",
    "two  spaces.md": "two  spaces.md",
    "c1\x9b31m.md": r"c1\x9b31m.md",
    "👩\u200d💻.md": "👩\u200d💻.md",
}
BIDI = {*"\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"}
CONTROL = {*map(chr, range(32)), *map(chr, range(127, 160)), "\u2028", "\u2029"} - {"\n"}
TEXT = "# Title\n\nlantern [link](gone.md)\n\n## Part\n\nmore lantern\n"


def _safe(outcome: Outcome) -> Outcome:
    assert not (BIDI | CONTROL) & set(outcome.out + outcome.err)
    return outcome


@pytest.mark.parametrize("name", NAMES)
def test_what_is_printed_can_be_typed(box: Sandbox, name: str) -> None:
    """Each place that a command prints as an id or path is found under just that text."""
    box.write({name: TEXT})
    shown = NAMES[name]
    doc_id = f"project:{shown}"
    assert _safe(box.ra("ls", "docs")).out == f"{doc_id}  Title\n"
    section = f"{doc_id}#part"
    assert _safe(box.ra("ls", "chunks")).out.splitlines()[-1].startswith(f"{section}  ")
    assert _safe(box.ra("search", "more", "-o", "list")).out.count(shown) >= 1
    for wanted in (doc_id, shown, section):
        got = box.ra("get", wanted, "--json")
        assert got.code == 0, got.err
        assert got.json["path"] == name
    assert _safe(box.ra("links", doc_id)).out.startswith(f"{doc_id}  ")
    assert json.loads(box.ra("chunks", shown, "--json").out.splitlines()[0])["path"] == name
    assert f"\n{doc_id}\n" in _safe(box.ra("inspect", "doc", shown)).out
    assert f"  {shown}  " in _safe(box.ra("status", "--files")).out
    if "  " not in name:  # a phrase is words: it does not know how many spaces are between
        assert box.ra("search", f'lantern doc:"{doc_id}"', "--json").code == 0


def test_the_exact_name_comes_first(box: Sandbox) -> None:
    """A backslash in a name is a backslash, also where it looks like an escape."""
    box.write({"a\\nb.md": "# Backslash\n", "a\nb.md": "# Newline\n"})
    assert box.ra("get", r"project:a\nb.md", "--json").json["title"] == "Backslash"


def test_messages_name_the_file_on_one_line(box: Sandbox) -> None:
    """A warning about a file with a newline in its name is one line."""
    box.write({"a\nb.md": b"\xff"})
    outcome = _safe(box.ra("chunks"))
    assert outcome.err.startswith(r"ra: a\nb.md: ")
    assert outcome.err.count("\n") == 1
    box.write({"a\nc.md": TEXT})
    assert r"did you mean 'project:a\nc.md'" in _safe(box.ra("get", r"project:a\nd.md")).err


def test_marks_of_direction_are_escaped_in_json(box: Sandbox) -> None:
    """Text and names keep them as JSON escapes; none stands raw in the output."""
    marks = "".join(sorted(BIDI))
    box.write({f"x{marks}.md": f"# T{marks}\n\nlantern {marks} here\n"})
    for words in (("search", "lantern"), ("ls", "docs"), ("ls", "chunks"), ("status", "--files")):
        outcome = _safe(box.ra(*words, "--json"))
        assert "\\u202e" in outcome.out
        assert marks in json.dumps(outcome.json, ensure_ascii=False)


def test_bodies_keep_the_marks_that_honest_text_needs(box: Sandbox) -> None:
    """U+061C, U+200E and U+200F are part of Arabic and Hebrew writing; overrides are not."""
    box.write({"a.md": "# T\u200fitle\n\nlantern \u200fשלום\u200e \u202eevil\n"})
    shown = box.ra("get", "a.md").out + box.ra("search", "lantern", "-o", "full").out
    assert "\u200fשלום\u200e" in shown
    assert "\u202e" not in shown
    assert box.ra("ls", "docs").out == "project:a.md  Title\n"
