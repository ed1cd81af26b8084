"""Tests of the output for a person: the list, the pager, the editor, places for editors."""

from __future__ import annotations

import os
import pty
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ra.present.text import width
from tests.cli.command import COMMAND, Sandbox

LONG = "files/en-us/web/javascript/reference/global_objects/array/reduceright/index.md"
NOTE = """\
---
title: Array.prototype.reduceRight() and its many neighbours in the standard library
tags: [green]
---
{{JSRef}}

# Syntax of green

```js-nolint
green(callback)
```

The <b>green</b> method of {{jsxref("Array")}} runs a callback on each element of the array.
"""


@pytest.fixture
def folder(box: Sandbox) -> Sandbox:
    """A long path, a wide script, and a section with many matching subsections."""
    parts = "".join(f"## Part {n} of a long heading\n\nteapot {n}\n\n" for n in range(12))
    box.write({LONG: NOTE, "wide.md": "# 绿茶\n\n" + "绿茶 green 的水温是八十度。" * 30 + "\n"})
    box.write({"parts.md": f"# Parts\n\n{parts}"})
    return box


@pytest.mark.parametrize("columns", [40, 80, 120, 200])
@pytest.mark.parametrize("query", ["green", "teapot", "绿茶"])
def test_a_list_fits_the_width(folder: Sandbox, columns: int, query: str) -> None:
    """SPEC 11: no line is wider than the screen, no path is there twice, excerpts are prose."""
    out = folder.ra("search", query, "-o", "list", COLUMNS=str(columns)).out
    lines = [line for line in out.splitlines() if not line.startswith(("weak", "partial"))]
    assert lines
    assert max(map(width, lines)) <= columns
    assert "project:" not in out
    for markup in ("---", "title:", "```", "<b>", "{{"):
        assert markup not in out


def test_a_list_shortens_the_place_and_names_three_sections(folder: Sandbox) -> None:
    """B5: one line of place with the file's name whole; three constituents, then a number."""
    out = folder.ra("search", "green", "-o", "list", COLUMNS="44").out
    assert "\n   files/…/array/reduceright/index.md:" in out
    out = folder.ra("search", "teapot", "-o", "list", COLUMNS="80").out
    assert "parts.md:1 · 12 matching sections\n" in out
    assert out.count("Part ") == 3
    assert "+9 more\n" in out


def test_ids_are_there_with_v(folder: Sandbox) -> None:
    """B5: the id only with `-v`."""
    out = folder.ra("search", "teapot", "-o", "list", "-v").out
    assert "   project:parts.md#parts  score " in out


@pytest.mark.parametrize(("rows", "apart"), [("60", True), ("10", False)])
def test_a_list_is_compact_where_the_screen_is_small(
    folder: Sandbox, rows: str, apart: bool
) -> None:
    """Results are apart if they all fit like this; else each has one line of excerpt."""
    out = folder.ra("search", "green", "-o", "list", LINES=rows).out
    assert ("\n\n" in out) == apart


def test_places_for_editors(folder: Sandbox) -> None:
    """A9: `file:line:column:text`, where the column counts bytes."""
    lines = folder.ra("search", "method", "-o", "vimgrep").out.splitlines()
    file, number, column, text = lines[0].split(":", 3)
    assert file == LONG
    source = (folder.folder / LONG).read_text().splitlines()[int(number) - 1]
    assert source == text
    assert source[int(column) - 1 :].startswith("method")


@pytest.fixture
def editor(tmp_path: Path) -> Iterator[Path]:
    """A program that writes its arguments down."""
    script = tmp_path / "vi m"
    script.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" > "{tmp_path}/opened"\n')
    script.chmod(0o755)
    yield script


def test_a_result_is_opened_at_its_line(folder: Sandbox, editor: Path) -> None:
    """`--open N` starts the editor of the user's environment."""
    first = folder.ra("search", "method", "-o", "vimgrep").out.split(":")
    for words in (["--open"], ["--open", "1"], ["--open=1"]):
        done = folder.ra("search", "method", *words, EDITOR=f"'{editor}' -w")
        assert (done.code, done.out, done.err) == (0, "", "")
        opened = (editor.parent / "opened").read_text().splitlines()
        assert opened == ["-w", f"+{first[1]}", str(folder.folder / LONG)]
    done = folder.ra("search", "method", "--open", "99", EDITOR=f"'{editor}'")
    assert done.code == 2
    assert "--open 99: there " in done.err


@pytest.mark.parametrize("typed", ["", "/nowhere/editor", "'"])
def test_without_an_editor_the_reason_is_said(folder: Sandbox, typed: str) -> None:
    """The message names the variable."""
    done = folder.ra("search", "method", "--open", EDITOR=typed)
    assert (done.code, done.out) == (2, "")
    assert "EDITOR" in done.err


def on_a_terminal(box: Sandbox, *words: str, **env: str) -> str:
    """What a command writes to a terminal of 80 columns and 24 rows."""
    program, *first = COMMAND
    child, terminal = pty.fork()
    if not child:
        os.chdir(box.folder)
        os.execve(program, [sys.executable, *first, *words], box.env(TERM="xterm", **env))
    written = b""
    while True:
        try:
            some = os.read(terminal, 65536)
        except OSError:  # the other side is closed
            break
        if not some:
            break
        written += some
    os.close(terminal)
    os.waitpid(child, 0)
    return written.decode().replace("\r\n", "\n")


def test_a_terminal_gets_a_list_and_a_pager(folder: Sandbox) -> None:
    """SPEC 11: `list` by default, in a pager if it is longer than the screen, never else."""
    size = {"COLUMNS": "80", "LINES": "24"}
    out = on_a_terminal(folder, "search", "teapot", **size, PAGER="sed s/^/P/", NO_COLOR="1")
    assert "matching sections" in out
    assert "\nP" not in out
    words = ("search", "teapot", "-o", "full")
    out = on_a_terminal(folder, *words, **size, PAGER="sed s/^/P/", NO_COLOR="1")
    assert out.startswith("P")
    for off in ({"PAGER": ""}, {"PAGER": "cat"}, {"PAGER": "sed s/^/P/", "NO_PAGER": "1"}):
        assert not on_a_terminal(folder, *words, **size, **off).startswith("P")
    out = on_a_terminal(folder, *words, "--no-pager", **size, PAGER="sed s/^/P/")
    assert not out.startswith("P")
    assert not folder.ra(*words, PAGER="sed s/^/P/").out.startswith("P")


def test_nothing_found_says_why(box: Sandbox) -> None:
    """S9: how many documents, what was left out, which words are not there, what to try."""
    done = box.ra("search", "owl")
    assert "nothing found in 0 documents" in done.err
    assert "there are" not in done.err and "not in the index" not in done.err
    box.write({"a.rst": "owl", "x/b.rst": "owl", "c": "owl"})
    done = box.ra("search", "owl")
    assert "no file of 'project' matches **/*.md" in done.err
    assert "there are: 2 .rst, 1 without suffix" in done.err
    box.write({"bad.md": b"\xff\xfe\x00owl", "a.md": "a cat", "b.md": "a mouse"})
    done = box.ra("search", "owl cat", "--match", "all", "--fuzzy", "0")
    assert done.code == 1
    assert "nothing found in 2 documents" in done.err
    assert "1 file " in done.err
    assert "not in the index: owl\n" in done.err
    assert "try " in done.err
    assert "the current folder" not in done.err


def test_a_page_of_nothing_but_tags_is_quoted_by_a_section(box: Sandbox) -> None:
    """Issue 15: an excerpt is prose."""
    parts = "".join(f"## Owls {one}\n\nthe owls hoot {one}\n\n" for one in ("here", "there"))
    box.write({"Owls.md": f"# Owls\n\n<span>#birds/owls</span> #night\n\n{parts}"})
    shown = box.ra("search", "owls", "-o", "list").out
    assert "matching sections" in shown
    assert "#birds" not in shown and "the owls hoot" in shown


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("[statuss:draft]", "no document has the property 'statuss'; did you mean 'status'?"),
        ("[nope] owl", "no document has the property 'nope'"),
        ("[Status:done]", "values of the property 'Status': draft"),
        ("tag:birdsong", "no document has the tag 'birdsong'; did you mean 'birds'?"),
        ("owl tree:elsewhere", "no tree is named 'elsewhere'"),
    ],
)
def test_names_that_no_document_has_are_said(box: Sandbox, query: str, said: str) -> None:
    """S9: a filter that nothing can meet is named, for `ra search` and `ra ls`."""
    box.write({"a.md": "---\nstatus: draft\ntags: [birds/owls]\n---\nAn owl."})
    for command in (["search", query], ["ls", "docs", query]):
        done = box.ra(*command)
        assert (done.code, done.out) == (1, "")
        assert f"ra: {said}\n" in done.err
    kept = box.ra("search", "-tag:birdsong owlet [status] tag:owls").err
    assert "no document has" not in kept


def test_the_current_folder_is_searched_beside_the_trees_of_its_project(box: Sandbox) -> None:
    """S8: the folder one stands in counts; with `root = true` it does not, and that is said."""
    declared = '[tree.docs]\npath = "docs"\n'
    box.write({".ra.toml": declared, "docs/a.md": "cat", "src/b.md": "owl"})
    assert "src:b.md" in box.ra("-C", "src", "search", "owl", "-v").out
    assert "docs:a.md" in box.ra("-C", "src", "search", "cat", "-v").out
    assert box.ra("search", "owl").code == 1
    box.write({".ra.toml": f"root = true\n{declared}"})
    assert "the current folder is in no tree" in box.ra("-C", "src", "search", "owl").err
    assert "the current folder" not in box.ra("search", "owl").err
    assert "the current folder" not in box.ra("-C", "docs", "search", "owl").err


@pytest.mark.parametrize("words", [["-V"], ["version"], ["--version"]])
def test_the_version_by_any_name(box: Sandbox, words: list[str]) -> None:
    """A17: what people type."""
    assert box.ra(*words).out.startswith("ra ")
