"""Tests of streams that are full or closed."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import IO

import pytest

from tests.cli.command import COMMAND, SECONDS, Sandbox

FULL = Path("/dev/full")
pytestmark = pytest.mark.skipif(not FULL.exists(), reason="needs /dev/full")

PRINTING = (
    "search green",
    "search green --json",
    "chunks",
    "chunks --json --debug",
    "completion bash",
    "config",
    "doctor",
    "get tea.md",
    "help",
    "inspect doc tea.md",
    "links",
    "ls chunks --json",
    "status",
    "update",
    "update --help",
    "--version",
)


@pytest.mark.parametrize("line", PRINTING)
def test_a_full_disk_is_said(project: Sandbox, line: str) -> None:
    """STYLE 7: what is wrong, why, what to do; a full disk is never success."""
    with FULL.open("wb") as full:
        done = _done(project, line, stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 2
    assert done.stderr.decode() == (
        "ra: the output cannot be written: No space left on device; "
        "free disk space or redirect it elsewhere\n"
    )


def test_more_than_a_buffer_holds_ends_the_same_way(box: Sandbox) -> None:
    """The write that fails may be in the middle of the work."""
    box.write({"a.md": "# Heading\n\nsome words\n\n" * 5_000})
    with FULL.open("wb") as full:
        done = _done(box, "chunks --json", stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 2
    assert done.stderr.decode().startswith("ra: the output cannot be written: ")
    assert done.stderr.count(b"\n") == 1


@pytest.mark.parametrize(("line", "code"), [("statsu", 2), ("search zymurgy", 1)])
def test_a_message_that_cannot_be_written_changes_no_exit_code(
    project: Sandbox, line: str, code: int
) -> None:
    """Where stderr takes nothing, the exit code still tells."""
    with FULL.open("wb") as full:
        done = _done(project, line, stdout=subprocess.PIPE, stderr=full)
    assert (done.returncode, done.stdout) == (code, b"")


@pytest.mark.parametrize("line", ["find green", "ask -i green", "context -", "search green"])
def test_a_closed_input_is_an_empty_one(project: Sandbox, line: str) -> None:
    """`<&-` is no error of a command that need not read anything."""
    done = subprocess.run(
        ["sh", "-c", '"$@" <&-', "sh", *COMMAND, *line.split()],
        cwd=project.folder,
        env=project.env(),
        capture_output=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode in (0, 1), done.stderr
    assert b"unexpected" not in done.stderr


def _done(
    box: Sandbox, line: str, *, stdout: IO[bytes] | int, stderr: IO[bytes] | int
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*COMMAND, *line.split()],
        cwd=box.folder,
        env=box.env(),
        stdout=stdout,
        stderr=stderr,
        timeout=SECONDS,
        check=False,
    )
