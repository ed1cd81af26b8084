"""Settings that reach out of their folder, for the tests of trust."""

from __future__ import annotations

import os

import pytest

from tests.cli.command import Outcome

NOBODY, USER = 65534, 65533
is_posix = pytest.mark.skipif(os.name != "posix", reason="owners, pipes and links are of POSIX")
needs_root = pytest.mark.skipif(
    os.name != "posix" or os.geteuid() != 0, reason="only root can give a file to another user"
)
SECRET = "BEGIN PRIVATE KEY"
TWO = '[tree.docs]\npath = "docs"\n[tree.plans]\npath = "../plans"\n'


def found(done: Outcome) -> list[str]:
    """The ids that `ra ls docs` lists."""
    return [line.split()[0] for line in done.out.splitlines()]


COMMANDS = ["search find", "ls docs", "get docs:a.md", "update", "status", "doctor", "links",
            "chunks", "inspect doc docs/a.md", "config"]  # fmt: skip
