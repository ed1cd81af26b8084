"""Tests of `ra links`."""

from __future__ import annotations

import pytest

from tests.cli.command import Sandbox

FILES: dict[str, str | bytes] = {
    ".ra.toml": '[tree.docs]\npath = "docs"\n[tree.notes]\npath = "notes"\n',
    "docs/guide.md": (
        "# Guide\n\nSee [the pot](pot.md#warm-it) and\n[[Tea Time]], ![](pot.png)\n"
        "and <https://x.y/z>.\n\n[no](gone.md) [[pot#Cold]] [out](../../x.md)\n"
    ),
    "docs/pot.md": "# Pot\n\n## Warm it\n\nFirst. [Back](guide.md)\n",
    "notes/tea.md": "---\ntitle: Tea Time\n---\nSee [[Pot]] and [[pott]].\n",
    "notes/lonely.md": "# Lonely\n\nNothing.\n",
}
GUIDE = """\
docs:guide.md  Guide

outgoing (2)
  line 3  pot.md#warm-it  docs:pot.md#warm-it
  line 4  [[Tea Time]]  notes:tea.md  by its title

incoming (1)
  docs:pot.md:5  guide.md

broken (3)
  line 7  gone.md  no document is at 'gone.md'
  line 7  [[pot#Cold]]  docs:pot.md has no section 'Cold'
  line 7  ../../x.md  it leads out of the tree

elsewhere (2)
  line 4  pot.png  a file, not a document
  line 5  https://x.y/z
"""


@pytest.fixture
def project(box: Sandbox) -> Sandbox:
    """Two trees whose documents link to each other."""
    box.write(FILES)
    return box


@pytest.mark.parametrize("name", ["docs:guide.md", "docs/guide.md", "docs:guide.md#guide"])
def test_the_links_of_a_document_in_groups(project: Sandbox, name: str) -> None:
    """SPEC 5.3: outgoing, incoming and broken; the document as `ra get` takes it."""
    assert project.ra("links", name) == (0, GUIDE, "")


def test_incoming_links_tell_the_section(project: Sandbox) -> None:
    """SPEC 5.1: a fragment leads to a section."""
    lines = project.ra("links", "docs:pot.md").out.splitlines()
    assert lines[5:] == [
        "incoming (3)",
        "  docs:guide.md:3  pot.md#warm-it  #warm-it",
        "  docs:guide.md:7  [[pot#Cold]]",
        "  notes:tea.md:4  [[Pot]]",
    ]


def test_broken_links_with_their_places_and_reasons(project: Sandbox) -> None:
    """SPEC 5.3: `--broken`, one a line; `--tree` says whose links."""
    assert project.ra("links", "--broken").out.splitlines() == [
        "docs:guide.md:7  gone.md  no document is at 'gone.md'",
        "docs:guide.md:7  [[pot#Cold]]  docs:pot.md has no section 'Cold'",
        "docs:guide.md:7  ../../x.md  it leads out of the tree",
        "notes:tea.md:4  [[pott]]  no document is named 'pott'",
    ]
    only = project.ra("links", "--broken", "--tree", "notes")
    assert only.out == "notes:tea.md:4  [[pott]]  no document is named 'pott'\n"


def test_a_hint_at_a_name_that_differs_in_signs_alone(project: Sandbox) -> None:
    """STYLE 7: an error says what to do."""
    project.write({"notes/tea.md": "[[tea-time]] [x](./Tea_Time.md) [y](../pot.md)\n"})
    project.write({"notes/sub/Tea time.md": "x\n"})
    hints = [line.partition("; ")[2] for line in project.ra("links", "--broken").out.splitlines()]
    assert hints[3:] == [
        *["did you mean notes:sub/Tea time.md?"] * 2,
        "did you mean docs:pot.md?",
    ]


def test_orphans(project: Sandbox) -> None:
    """SPEC 5.3: documents to which no other document links."""
    assert project.ra("links", "--orphans").out == "notes:lonely.md  Lonely\n"
    assert project.ra("links", "--orphans", "--tree", "docs") == (1, "", "")
    (record,) = project.ra("links", "--orphans", "--json").json
    assert record["id"] == "notes:lonely.md"


def test_how_many_links_lead_where(project: Sandbox) -> None:
    """Without a document the counts of all links."""
    assert project.ra("links").out.splitlines() == [
        "10 links",
        "       4  lead to a document",
        "       1  lead elsewhere",
        "       1  lead to a file that is not a document",
        "       1  lead to a section that does not exist",
        "       3  lead to a document that does not exist",
    ]


def test_every_link_as_json(project: Sandbox) -> None:
    """S1 §9: source document, target document, original URL and link type of each link."""
    found = project.ra("links", "--json").json
    assert [(one["original_url"], one["link_type"], one["target_document"]) for one in found] == [
        ("pot.md#warm-it", "DOCUMENT_LINK", "docs:pot.md"),
        ("Tea Time", "WIKILINK", "notes:tea.md"),
        ("pot.png", "DOCUMENT_LINK", None),
        ("https://x.y/z", "EXTERNAL_URL", None),
        ("gone.md", "DOCUMENT_LINK", None),
        ("pot", "WIKILINK", "docs:pot.md"),
        ("../../x.md", "DOCUMENT_LINK", None),
        ("guide.md", "DOCUMENT_LINK", "docs:guide.md"),
        ("Pot", "WIKILINK", "docs:pot.md"),
        ("pott", "WIKILINK", None),
    ]
    assert found[0] == {
        "source_document": "docs:guide.md",
        "source_chunk": "docs:guide.md#guide",
        "line": 3,
        "original_url": "pot.md#warm-it",
        "fragment": "warm-it",
        "link_type": "DOCUMENT_LINK",
        "syntax": "inline",
        "embed": False,
        "state": "document",
        "target_document": "docs:pot.md",
        "target_chunk": "docs:pot.md#warm-it",
        "cross_link": True,
        "how": "path",
        "note": "",
    }
    whole = project.ra("links", "docs:guide.md", "--json").json
    assert whole["document"] == "docs:guide.md"
    assert [*whole["outgoing"], *whole["broken"]] == [
        *found[:4], *found[4:7]
    ]  # fmt: skip
    assert whole["incoming"] == [found[7]]
    assert project.ra("links", "--broken", "--json").json == [*found[4:7], found[9]]


def test_nothing_is_exit_code_1(box: Sandbox) -> None:
    """SPEC 11: nothing found is 1, also for a document that there is not."""
    box.write({"a.md": "alone\n"})
    assert box.ra("links") == (1, "0 links\n", "")
    assert box.ra("links", "--broken") == (1, "", "")
    assert box.ra("links", "--broken", "--json") == (1, "[]\n", "")
    assert box.ra("links", "a.md") == (1, "project:a.md  a\n", "")
    missing = box.ra("links", "b.md")
    assert (missing.code, missing.out) == (1, "")
    assert "no document or section is named 'b.md'" in missing.err


@pytest.mark.parametrize(
    "words", [["a.md", "--broken"], ["--broken", "--orphans"], ["a.md", "--tree", "project"]]
)
def test_words_that_exclude_each_other(box: Sandbox, words: list[str]) -> None:
    """SPEC 11: a mistake is exit code 2, and says what can be given."""
    box.write({"a.md": "[x](b.md)\n"})
    wrong = box.ra("links", *words)
    assert (wrong.code, wrong.out) == (2, "")
    assert "exclude each other" in wrong.err


def test_an_unknown_tree_is_said_before_any_work(project: Sandbox) -> None:
    """STYLE 7: with the nearest name."""
    wrong = project.ra("links", "--tree", "doc")
    assert (wrong.code, wrong.out) == (2, "")
    assert "did you mean 'docs'?" in wrong.err


def test_links_of_now(project: Sandbox) -> None:
    """SPEC 5.1: resolved again when documents come, go or change; `--no-update` does not look."""
    assert project.ra("update").code == 0
    project.write({"docs/gone.md": "# Here again\n"})
    assert "gone.md" in project.ra("links", "--broken", "--no-update").out
    assert "gone.md" not in project.ra("links", "--broken").out
    (project.folder / "docs" / "gone.md").unlink()
    assert "gone.md" in project.ra("links", "--broken").out


def test_another_tenant_has_links_of_its_own(project: Sandbox) -> None:
    """SPEC 12: another tenant's documents change no link."""
    settings = str(FILES[".ra.toml"]) + 'tenant = "team"\n'
    project.write({".ra.toml": settings})
    ours = project.ra("links", "docs:guide.md", "--json").json
    assert [one["original_url"] for one in ours["broken"]] == [
        "Tea Time", "gone.md", "pot", "../../x.md"
    ]  # fmt: skip
    assert [one["original_url"] for one in project.ra(
        "links", "--broken", "--tenant", "team", "--json").json] == ["Pot", "pott"]  # fmt: skip


def test_control_characters_of_documents_are_not_printed(box: Sandbox) -> None:
    """Decision 0007: a document cannot send escape sequences to a terminal."""
    box.write({"a.md": "[[\x1b[31mred]] [x](<b\x1b]0;t\x07.md>)\n"})
    for words in (["links", "a.md"], ["links", "--broken"]):
        assert "\x1b" not in box.ra(*words).out


def test_check_exits_with_1_if_links_are_broken(box: Sandbox) -> None:
    """Issue 15: `ra links --check` for CI; it names what is broken."""
    box.write({"a.md": "[good](b.md) [bad](c.md)\n", "b.md": "# B\n\n[good](a.md)\n"})
    done = box.ra("links", "--check")
    assert done.code == 1
    assert "a.md:1  c.md  no document is at 'c.md'" in done.out
    assert done.out.endswith("1 broken link of 3\n")
    assert [link["original_url"] for link in box.ra("links", "--check", "--json").json] == ["c.md"]
    assert box.ra("links", "b.md", "--check") == (0, "no broken links of 1\n", "")
    assert box.ra("links", "a.md", "--check").code == 1
    assert box.ra("links", "nothing.md", "--check").code == 2
    box.write({"c.md": "# C\n"})
    assert box.ra("links", "--check").code == 0
    assert box.ra("links", "--check", "--broken").code == 2
