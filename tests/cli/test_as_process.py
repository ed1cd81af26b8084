"""Tests that a process and an in-process command agree, once for every command and exit code.

All other tests of commands run inside the process of the tests and rely on it.
"""

from __future__ import annotations

import pytest

from ra.cli.commands import COMMANDS
from tests.cli.command import Sandbox
from tests.cli.test_eval import SET

LINES = (
    ("agents --stdout", 0),
    ("ask How hot is green tea?", 0),
    ("chunks --json", 0),
    ("completion bash", 0),
    ("config --json", 0),
    ("context tea.md", 1),
    ("doctor", 0),
    ("embed --help", 0),
    ("find green", 0),
    ("eval nowhere", 2),
    ("forget --dry-run", 0),
    ("get tea.md", 0),
    ("help search", 0),
    ("init", 2),
    ("inspect doc tea.md", 0),
    ("likethis tea.md", 1),
    ("links", 1),
    ("ls docs", 0),
    ("search green", 0),
    ("search green -o matches --no-update", 0),
    ("search zymurgy --no-update", 1),
    ("search (", 2),
    ("mcp --help", 0),
    ("serve --socket --tokens", 2),
    ("status --files", 0),
    ("token list", 1),
    ("trust --list", 1),
    ("update", 0),
    ("watch --help", 0),
    ("--version", 0),
    ("statsu", 2),
    ("-C nowhere status", 2),
)


@pytest.mark.parametrize(("line", "code"), LINES)
def test_a_process_answers_as_the_command_in_this_one(built: Sandbox, line: str, code: int) -> None:
    """SPEC 1.1: one command; the exit code and every byte of both streams are the same."""
    done = built.process(*line.split())
    assert done.code == code, done.err
    assert done.out if code == 0 else done.out + done.err
    assert built.ra(*line.split()) == done


def test_a_measurement_runs_as_a_process(box: Sandbox) -> None:
    """SPEC 1.10: the same for `ra eval`, whose output has times in it."""
    done = box.process("eval", SET)
    assert (done.code, done.err) == (0, "")
    assert done.out.count("evalset") > 0


def test_every_command_is_run_as_a_process() -> None:
    """A new command needs a line above."""
    names = {command.name for command in COMMANDS}
    assert names - {word for line, _ in LINES for word in line.split()} == set()
