"""Tests of the text output of `ra search`."""

from __future__ import annotations

import os
import re
from typing import Any

import pytest

from tests.cli.command import COMMAND, Sandbox
from tests.cli.tea import TEA, found, printed


def test_whole_sections_are_printed(project: Sandbox) -> None:
    """SPEC 11: breadcrumb, path with line, id, and the text; `full` is the default in a pipe."""
    wanted = "> Book of tea › Kinds › Green\ntea.md:10  notes:tea.md#green\n\n"
    wanted += "Eighty degrees, two minutes.\n\n"
    assert project.ra("search", "degrees") == (0, wanted, "")
    assert project.ra("search", "degrees", "-o", "full").out == wanted


def test_a_list_has_excerpts(project: Sandbox) -> None:
    """SPEC 8.9: a list shows the text around the matches."""
    wanted = "1  Book of tea › Kinds › Black\n   tea.md:15\n"
    wanted += "   Boiling, four minutes. Milk is a matter of taste.\n"
    assert printed(project, "milk", "-o", "list") == wanted


def test_matches_are_lines_with_numbers(project: Sandbox) -> None:
    """Issue 4: a compact form; only lines that match, with their numbers in the file."""
    out = printed(project, "milk taste", "-o", "matches")
    assert out == "notes:tea.md#black\n15:Milk is a matter of taste.\n"


def test_line_numbers_hold_where_a_section_goes_on_after_its_children(box: Sandbox) -> None:
    """The text of a section may stand before and after that of chunks below it."""
    text = "# Top\n\nfirst owl\n\n## Child\n\nfirst\n\n## Bare owl\n\n## Last owl\n"
    box.write({"a.md": text})
    lines = text.splitlines()
    out = printed(box, "owl", "-o", "matches", "--no-aggregation")
    numbered = [line.split(":", 1) for line in out.splitlines() if line[0].isdigit()]
    assert [said for _, said in numbered] == ["first owl", "## Bare owl", "## Last owl"]
    assert all(lines[int(number) - 1] == said for number, said in numbered)


def test_a_result_found_by_its_title_leads_to_its_heading(project: Sandbox) -> None:
    """A body without a match has no matching line: the place is the heading's."""
    done = project.ra("search", "title:green", "-o", "list")
    assert "   tea.md:8\n" in done.out
    assert TEA.splitlines()[7] == "## Green"
    assert printed(project, "title:green", "-o", "matches").splitlines() == [
        "notes:tea.md#green",
        "> Book of tea › Kinds › Green",
    ]


@pytest.mark.parametrize("form", ["full", "list", "matches"])
def test_an_aggregated_result_names_its_constituents(project: Sandbox, form: str) -> None:
    """SPEC 8.7: how many sections match, and which."""
    out = printed(project, "minutes", "-o", form)
    assert "2 matching sections" in out
    if form == "matches":
        assert out.splitlines()[1:] == [
            "10:Eighty degrees, two minutes.",
            "14:Boiling, four minutes.",
        ]
    else:
        lines = (
            "matches in Green (10), Black (14)"
            if form == "list"
            else "tea.md:10  notes:tea.md#green"
        )
        assert lines in out
    assert ("Cool <b> & slow." in out) == (form == "full")


OWLS = """\
# Top

A lone owl in a line of its own.

## One

owl owl

## Two

owl owl
"""


@pytest.mark.parametrize("form", ["full", "matches"])
def test_a_section_that_matched_itself_shows_it(box: Sandbox, form: str) -> None:
    """SPEC 8.7, 8.9: its own match is no constituent, but it is shown with them."""
    box.write({"a.md": OWLS})
    out = printed(box, "owl", "-o", form)
    assert "project:a.md#top  [2 matching sections]" in out
    if form == "matches":
        numbers = [line.partition(":")[0] for line in out.splitlines()[1:]]
        assert numbers == ["3", "7", "11"]
    else:
        assert "  a.md:3  project:a.md#top\n" in out
    assert "A lone owl" in out
    colored = printed(box, "owl", "-o", form, "--color", "always")
    assert "A lone \x1b[1;33mowl\x1b[0m in a line" in colored


def test_own_matches_in_json(box: Sandbox) -> None:
    """SPEC 8.9: no ranges of its own; that it matched is said by its reasons."""
    box.write({"a.md": OWLS})
    [result] = found(box, "owl", "--explain")["results"]
    assert "match_ranges" not in result
    assert [part["id"] for part in result["constituents"]] == [
        "project:a.md#one",
        "project:a.md#two",
    ]
    assert result["why"]["terms"] == ["owl"]


@pytest.mark.parametrize("form", ["full", "list", "matches", "json"])
def test_a_sibling_with_an_excluded_word_is_said(project: Sandbox, form: str) -> None:
    """Issue 4: an aggregated parent may show a sibling with a negated term, and then says so."""
    project.write({".ra.toml": "search.max_aggregate_tokens = 0\n"})
    done = project.ra("search", "-o", form, "--", "minutes -slow")
    if form == "json":
        assert done.json["results"][0]["shown_though_excluded"] == ["slow"]
    else:
        assert "contains excluded words: slow" in done.out
    assert "excluded words" not in project.ra("search", "-o", "list", "--", "minutes -nowhere").out


@pytest.mark.parametrize("form", ["full", "list", "matches", "json"])
def test_a_heading_shown_with_an_excluded_word_says_so(box: Sandbox, form: str) -> None:
    """Issue 4: a heading that says nothing itself is shown with all that is under it."""
    box.write({"a.md": "# Tea\n\n## Pot\n\nSomething black.\n", "b.md": "Black, no tea.\n"})
    done = box.ra("search", "-o", form, "--", "tea -black")
    if form == "json":
        [result] = done.json["results"]
        assert result["shown_though_excluded"] == ["black"]
    else:
        assert done.out.count("contains excluded words: black") == 1
    assert "excluded words" not in box.ra("search", "-o", form, "--", "tea -nowhere").out
    assert "excluded words" not in box.ra("search", "-o", form, "--", "black -title:tea").out


@pytest.mark.parametrize("form", ["full", "list", "matches"])
def test_partial_matches_are_said_clearly(project: Sandbox, form: str) -> None:
    """SPEC 8.1: marked as partial, with the words that were missing."""
    done = project.ra("search", "degrees purple", "-o", form)
    first, *rest = done.out.splitlines()
    assert first == "partial matches: no section contains all words; missing in all results: purple"
    assert "missing: purple" in "\n".join(rest)
    assert done.code == 0


def test_constituents_say_what_they_lack(project: Sandbox) -> None:
    """SPEC 8.1: also where a section stands for partial matches."""
    out = printed(project, "minutes purple", "-o", "full")
    assert "notes:tea.md#kinds  [2 matching sections]\n" in out
    for name in ("green", "black"):
        assert f"notes:tea.md#{name}  [missing: purple]\n" in out


def test_partial_matches_are_said_in_json(project: Sandbox) -> None:
    """SPEC 8.1: for programs too."""
    answer = found(project, "degrees purple")
    assert answer["partial"] is True
    assert answer["results"][0]["missing"] == ["purple"]
    assert found(project, "degrees minutes")["partial"] is False


def test_a_weak_match_is_said(project: Sandbox) -> None:
    """SPEC 8.10: the answer says whether the match is weak; a strong one needs no word."""
    weak = project.ra("search", "what is the capital of purple milk", "-o", "list")
    assert "weak match: the best result covers " in weak.out
    for query in ("degrees", "minutes", "slow", "hot water", "leaves OR nowhere"):
        assert "weak match:" not in project.ra("search", query).out


def test_links_only_on_a_terminal(project: Sandbox) -> None:
    """Issue 4: the place is a clickable link on a terminal, and plain text elsewhere."""
    pty = pytest.importorskip("pty")
    plain = project.ra("search", "milk", "--color", "always").out
    assert "\x1b]8;" not in plain
    assert "\x1b[1;33mMilk\x1b[0m" in plain
    text = _on_a_terminal(pty, project, "search", "milk")
    link = f"\x1b]8;;{(project.folder / 'tea.md').as_uri()}#15\x1b\\"
    assert link in text
    assert "\x1b]8;;\x1b\\" in text
    assert "Milk" in text


def _on_a_terminal(pty: Any, box: Sandbox, *words: str) -> str:
    process, terminal = pty.fork()
    if process == 0:  # the child: it becomes the command
        os.chdir(box.folder)
        os.execve(COMMAND[0], [*COMMAND, *words], box.env(TERM="xterm"))
    pieces = []
    while True:
        try:
            piece = os.read(terminal, 65536)
        except OSError:  # how Linux says that the other end is gone
            break
        if not piece:
            break
        pieces.append(piece)
    os.close(terminal)
    os.waitpid(process, 0)
    return b"".join(pieces).decode()


def test_a_document_cannot_steer_the_terminal(box: Sandbox) -> None:
    """Control characters of a document are not printed."""
    box.write({"a.md": "# A \x1b[31mred\n\nowl \x1b]0;title\x07 \x1b[2J\u202e owl\n"})
    for form in ("full", "list", "matches"):
        out = box.ra("search", "owl", "-o", form, "--explain").out
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]", out)


def test_broken_documents_of_any_kind_can_be_shown(box: Sandbox) -> None:
    """No text crashes an output: other scripts, carriage returns, no last line end."""
    box.write({"a.md": "# Ünï\r\n\r\nöwl 猫 owl\r\nowl", "b.txt": "owl"})
    for form in ("full", "list", "matches", "json"):
        assert box.ra("search", "owl", "-o", form, PYTHONIOENCODING="ascii").code == 0
    lines = printed(box, "title:ünï owl", "-o", "matches").splitlines()
    assert lines[1:3] == ["3:öwl 猫 owl", "4:owl"]
