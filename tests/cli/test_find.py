"""Tests of `ra find` on a terminal of its own."""

from __future__ import annotations

import os
import pty
import sys

import pytest

from tests.cli.command import COMMAND, Sandbox


@pytest.fixture
def notes(box: Sandbox) -> Sandbox:
    """Two notes; the one with more owls is the better one."""
    box.write({"a.md": "# Owl\n\nan owl hoots at night\n", "b.md": "# B\n\nperhaps an owl\n"})
    box.ra("update")
    return box


def typed(box: Sandbox, steps: dict[str, str]) -> str:
    """What `ra find` writes to a terminal on which keys are typed once a text is there."""
    program, *first = COMMAND
    child, terminal = pty.fork()
    if not child:
        os.chdir(box.folder)
        os.execve(program, [sys.executable, *first, "find"], box.env(TERM="xterm", NO_COLOR="1"))
    written, left = b"", list(steps.items())
    while True:
        try:
            some = os.read(terminal, 65536)
        except OSError:  # the other side is closed
            break
        if not some:
            break
        written += some
        if left and left[0][0].encode() in written:
            os.write(terminal, left.pop(0)[1].encode())
    os.close(terminal)
    os.waitpid(child, 0)
    return written.decode()


def test_enter_prints_the_id_of_the_chosen_result(notes: Sandbox) -> None:
    """Type, see results and a preview, Enter."""
    out = typed(notes, {"type to search": "hoots", "1 result": "\r"})
    assert "1 result" in out
    assert "an owl hoots at night" in out
    assert out.rpartition("\x1b[?1049l")[2].strip() == "project:a.md#owl"


def test_a_long_breadcrumb_keeps_its_last_heading(box: Sandbox) -> None:
    """Sections of one page differ in their last heading."""
    part = "\n\n### Kept heading {}\n\nan owl hoots {}"
    text = f"# {'Page ' * 9}\n\n## {'Part ' * 9}" + "".join(part.format(n, n) for n in "ABC")
    box.write({"a.md": text})
    box.ra("update")
    out = typed(box, {"type to search": "hoots A", "Kept heading A": "\x1b"})
    assert "… › Kept heading A" in out


def test_keys_that_come_together_are_read_one_by_one(notes: Sandbox) -> None:
    """Held arrows, and keys without a meaning here, such as Left, do not end it."""
    keys = "owl\x1b[D\x1b[1;5C\x1b[B\x1b[B\x1bOA\r"
    out = typed(notes, {"type to search": keys})
    assert out.rpartition("\x1b[?1049l")[2].strip() == "project:a.md#owl"


def test_escape_prints_nothing(notes: Sandbox) -> None:
    """The screen is given back as it was."""
    assert typed(notes, {"type to search": "\x1b"}).rpartition("\x1b[?1049l")[2].strip() == ""


def test_without_a_terminal_ids_are_printed(notes: Sandbox) -> None:
    """For scripts; exit code 1 if there are none."""
    done = notes.ra("find", "hoots")
    assert (done.code, done.out) == (0, "project:a.md#owl\n")
    assert notes.ra("find", "zzzzz").code == 1
