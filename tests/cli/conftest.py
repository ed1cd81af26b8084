"""What does every test of the command line start from? A sandbox with nothing in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import Sandbox


@pytest.fixture
def box(tmp_path: Path) -> Sandbox:
    """A project folder named `project` and a home folder."""
    sandbox = Sandbox(tmp_path / "project", tmp_path / "home")
    sandbox.folder.mkdir()
    sandbox.home.mkdir()
    return sandbox
