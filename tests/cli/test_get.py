"""Tests of `ra get`."""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import quote

import pytest

from tests.cli.command import Sandbox

GUIDE = """\
---
title: Guide
tags: [a]
---
Intro.

# Install

First.

## Linux

Use the package.

## Windows

Use the other one.

# Use

Run it.
"""
TWO_TREES = '[tree.docs]\npath = "docs"\n[tree.notes]\npath = "notes"\n'


@pytest.fixture
def project(box: Sandbox) -> Sandbox:
    """Two trees; both have a file of the same name."""
    box.write(
        {
            ".ra.toml": TWO_TREES,
            "docs/guide.md": GUIDE,
            "docs/both.md": "# In docs\n\none\n",
            "notes/both.md": "# In notes\n\ntwo\n",
        }
    )
    return box


def test_a_document_is_printed_once_and_in_order(project: Sandbox) -> None:
    """Issue 3: a document is printed once, in order, after its breadcrumb (SPEC 3.4)."""
    assert project.ra("get", "docs:guide.md") == (0, f"> Guide\n\n{GUIDE}", "")


def test_a_section_is_printed_with_its_heading(project: Sandbox) -> None:
    """Issue 3: a section with its heading; the breadcrumb stands first."""
    assert project.ra("get", "docs:guide.md#linux") == (
        0,
        "> Guide › Install › Linux\n\n## Linux\n\nUse the package.\n",
        "",
    )


def test_a_section_has_all_that_stands_below_it(project: Sandbox) -> None:
    """SPEC 3: a section is a heading with what it covers."""
    printed = project.ra("get", "docs:guide.md#install").out
    start, end = GUIDE.index("# Install"), GUIDE.index("# Use")
    assert printed == f"> Guide › Install\n\n{GUIDE[start:end].rstrip()}\n"


@pytest.mark.parametrize("name", ["docs/guide.md", "./docs/guide.md", "guide.md", "docs:guide.md"])
def test_a_document_has_several_names(project: Sandbox, name: str) -> None:
    """An id, a path in the only tree that has it, or the path of the file."""
    assert project.ra("get", name).out == f"> Guide\n\n{GUIDE}"
    assert project.ra("get", f"{name}#use").out == "> Guide › Use\n\n# Use\n\nRun it.\n"


def test_a_name_that_two_trees_have_is_not_guessed(project: Sandbox) -> None:
    """A wrong document that looks right is worse than none."""
    done = project.ra("get", "both.md")
    assert (done.code, done.out) == (1, "")
    assert "docs:both.md" in done.err
    assert "notes:both.md" in done.err
    assert project.ra("get", "notes:both.md").out == "> In notes\n\n# In notes\n\ntwo\n"


def test_full_document_prints_all_around_a_section(project: Sandbox) -> None:
    """Issue 3: `--full-document`."""
    whole = project.ra("get", "docs:guide.md").out
    assert project.ra("get", "docs:guide.md#linux", "--full-document").out == whole
    assert project.ra("get", "docs:guide.md", "--full-document").out == whole


@pytest.mark.parametrize("name", ["docs:guide.md", "docs:guide.md#use"])
def test_lines_are_those_of_the_document(project: Sandbox, name: str) -> None:
    """Issue 3: `--lines A-B` counts from 1 in the file, whatever section was named."""
    assert project.ra("get", name, "--lines", "5-7").out == "> Guide\n\nIntro.\n\n# Install\n"
    assert project.ra("get", name, "--lines=7").out == "> Guide\n\n# Install\n"
    record = project.ra("get", name, "--lines", "17-", "--json").json
    assert (record["line_start"], record["line_end"]) == (17, len(GUIDE.splitlines()))
    assert record["text"] == "".join(GUIDE.splitlines(keepends=True)[16:])


def test_lines_end_only_where_an_editor_ends_them(box: Sandbox) -> None:
    """Form feeds and Unicode separators are no line ends, `\\r\\n` is one."""
    box.write({"a.txt": "one\x0c\u2028\x85 one\r\ntwo\nthree"})
    assert box.ra("get", "a.txt", "--lines", "2-2", "--json").json["text"] == "two\n"
    assert box.ra("get", "a.txt", "--json").json["line_end"] == 3


@pytest.mark.parametrize("word", ["0-3", "5-2", "a-b", "-3", "--", "1-2-3", "²-³", ""])
def test_lines_that_make_no_sense_are_an_error(project: Sandbox, word: str) -> None:
    """STYLE 7: exit code 2, and how it is written."""
    done = project.ra("get", "docs:guide.md", f"--lines={word}")
    assert (done.code, done.out) == (2, "")
    assert "4-6" in done.err


def test_lines_after_the_end_are_not_there(project: Sandbox) -> None:
    """SPEC 11: 1 is nothing found; the message says how many lines there are."""
    done = project.ra("get", "docs:both.md", "--lines", "4-9")
    assert (done.code, done.out) == (1, "")
    assert "3 lines" in done.err


def test_json_holds_the_exact_text_and_its_place(project: Sandbox) -> None:
    """The text of the file, cut by lines, can be found again in the file."""
    record = project.ra("get", "docs:guide.md#linux", "--json").json
    lines = GUIDE.splitlines(keepends=True)
    assert record["text"] == "".join(lines[record["line_start"] - 1 : record["line_end"]])
    assert record["id"] == "docs:guide.md#linux"
    assert record["doc_id"] == "docs:guide.md"
    assert (record["tree"], record["path"]) == ("docs", "guide.md")
    assert record["breadcrumb"] == ["Guide", "Install", "Linux"]
    assert record["tags"] == ["a"]
    assert record["stale"] is False


def test_the_index_is_brought_up_to_date_first(project: Sandbox) -> None:
    """Issue 3: what is printed is what the file says now, unless told not to look."""
    project.ra("update")
    project.write({"docs/both.md": "# New\n\nother\n"})
    assert project.ra("get", "docs:both.md", "--no-update").out == "> In docs\n\n# In docs\n\none\n"
    assert project.ra("get", "docs:both.md").out == "> New\n\n# New\n\nother\n"


def test_a_file_that_went_bad_is_shown_as_it_was(project: Sandbox) -> None:
    """SPEC 1.8: the last good version stays and is reported as stale."""
    project.ra("update")
    project.write({"docs/both.md": b"caf\xe9\n"})
    done = project.ra("get", "docs:both.md")
    assert (done.code, done.out) == (0, "> In docs\n\n# In docs\n\none\n")
    assert done.err.startswith("ra: docs:both.md: ")
    assert project.ra("get", "docs:both.md", "--json").json["stale"] is True


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("docs:guide.md#linx", "docs:guide.md#linux"),
        ("docs:guid.md", "docs:guide.md"),
        ("doc:guide.md", "docs:guide.md"),
        ("guid.md", "guide.md"),
    ],
)
def test_what_is_not_there_is_answered_with_the_nearest(
    project: Sandbox, name: str, hint: str
) -> None:
    """SPEC 11: exit code 1, nothing found; the nearest id is named."""
    done = project.ra("get", name)
    assert (done.code, done.out) == (1, "")
    assert name in done.err
    assert f"did you mean '{hint}'?" in done.err or f"{hint}'?" in done.err


def test_a_tenant_cannot_get_what_is_of_another(project: Sandbox) -> None:
    """SPEC 12: not the text, and no suggestion that would tell of it."""
    project.write({".ra.toml": TWO_TREES + 'tenant = "team"\n', "notes/secret-plan.md": "# Plan\n"})
    done = project.ra("get", "notes:secret-plan.md")
    assert (done.code, done.out) == (1, "")
    assert "did you mean" not in done.err
    assert "secret-plan" not in project.ra("get", "docs:secret-pla.md").err.replace(
        "docs:secret-pla.md", ""
    )
    own = project.ra("get", "notes:secret-plan.md", "--tenant", "team")
    assert own.out == "> Plan\n\n# Plan\n"


SECRET = "the outer secret"


def outside(project: Sandbox) -> list[str]:
    """Names that lead out of the trees by every road."""
    secret = project.folder.parent / "secret.md"
    secret.write_text(f"# {SECRET}\n", encoding="utf-8")
    (project.folder / "beside.md").write_text(f"# {SECRET}\n", encoding="utf-8")
    (project.folder / "docs/link.md").symlink_to(secret)
    (project.folder / "docs/folder").symlink_to(project.folder.parent, target_is_directory=True)
    places = ["../beside.md", "../../secret.md", "link.md", "folder/secret.md", str(secret)]
    places += [quote("../", safe="") + "beside.md", "%2e%2e/beside.md", "..%2fbeside.md"]
    places += ["..\\beside.md", "a/../../beside.md", "./../beside.md", "//" + str(secret)]
    places += ["%252e%252e/beside.md", "．．/beside.md", "../beside.md\0", "docs/../../secret.md"]
    own = ["../secret.md", str(secret), f"file://{secret}", "~/../secret.md", "beside.md"]
    return [*(f"docs:{place}" for place in places), *own]


@pytest.mark.skipif(os.name != "posix", reason="symbolic links and / of POSIX")
def test_get_never_leaves_the_trees(project: Sandbox) -> None:
    """Issue 3: `..`, absolute paths, symlinks out, encoded forms: nothing is found there."""
    for name in outside(project):
        if "\0" in name:
            continue  # a process cannot be given such a word
        done = project.ra("get", name)
        assert (done.code, done.out) == (1, ""), name
        assert SECRET not in done.err, name
        assert "unexpected" not in done.err, name


def test_an_empty_name_is_not_found(project: Sandbox) -> None:
    """Every text is answered."""
    for name in ("", "#", ":", "docs:", "docs:#", "#use", "~1", "docs:guide.md#", "docs:guide.md~"):
        done = project.ra("get", name)
        assert (done.code, done.out) == (1, ""), name
        assert done.err.startswith("ra: "), name


def test_odd_names_can_be_got(box: Sandbox, tmp_path: Path) -> None:
    """SPEC 3.2: facts are never read back out of ids, so a file may have any name."""
    names = ["a b.md", "ü.md", "c#d.md", "e~1.md", "f:g.md", "%2e.md", "日本.md"]
    box.write({name: f"# T\n\nbody of {name}\n" for name in names})
    ids = [document["id"] for document in box.ra("ls", "docs", "--json").json]
    assert len(ids) == len(names)
    for doc_id in ids:
        assert box.ra("get", doc_id, "--json").json["id"] == doc_id
        assert f"body of {doc_id.removeprefix('project:')}" in box.ra("get", f"{doc_id}#t").out


def test_a_document_cannot_steer_the_terminal(box: Sandbox) -> None:
    """Escape sequences are removed for people; JSON keeps them, escaped."""
    text = "# A \x1b]0;owned\x07B\n\nx\x1b[2J\n"
    box.write({"x.md": text})
    assert box.ra("get", "x.md").out.replace("\n", "").isprintable()
    done = box.ra("get", "x.md", "--json")
    assert "\x1b" not in done.out
    assert done.json["text"] == text


def test_a_mistyped_name_is_answered_with_the_nearest_one(box: Sandbox) -> None:
    """Issue 15: names, aliases, sections and blocks of a note are suggested."""
    box.write(
        {
            "People/Jane Doe.md": "---\naliases: [Chancellor]\n---\n"
            "# Life\n\nx ^biography\n\n# Work\n",
            "Solar Boat.md": "# Hull\n\nx\n",
        }
    )
    for typed, meant in {
        "Sloar Boat": "Solar Boat",
        "chancelor": "Chancellor",
        "[[Jane Do]]": "Jane Doe",
        "Jane Doe#lief": "Jane Doe#life",
        "Jane Doe#^biografy": "Jane Doe#^biography",
    }.items():
        for command in ("get", "links"):
            done = box.ra(command, typed)
            assert done.code == 1
            assert "did you mean" in done.err and meant in done.err, (typed, done.err)


def test_a_block_without_a_name_and_a_line_are_places(box: Sandbox) -> None:
    """Issue 15: `#^block` is enough where one note has it; `path:line` is what results print."""
    box.write({"a.md": "Top\n\n# One\n\nx ^own\n\n## Two\n\ny ^twice\n", "b.md": "z ^twice\n"})
    assert box.ra("get", "#^own", "--json").json["id"] == "project:a.md#^own"
    assert box.ra("get", "[[#^own]]").out.endswith("x ^own\n")
    assert "project:b.md#^twice" in box.ra("get", "#^twice").err
    assert box.ra("get", "#^none").code == 1
    for place, found in {
        "a.md:1": "",
        "a:3": "#one",
        "a.md:5:1": "#one",
        "project:a.md:9": "#two",
    }.items():
        assert box.ra("get", place, "--json").json["id"] == f"project:a.md{found}"
    for place in ("a.md:0", "a.md:10", "c.md:1", "12:30"):
        assert box.ra("get", place).code == 1
