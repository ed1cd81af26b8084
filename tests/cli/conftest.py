"""Fixtures of the command line tests: an empty sandbox."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import Sandbox
from tests.cli.tea import POT, TEA
from tests.cli.trusting import TWO


@pytest.fixture
def box(tmp_path: Path) -> Sandbox:
    """A project folder named `project` and a home folder."""
    sandbox = Sandbox(tmp_path / "project", tmp_path / "home")
    sandbox.folder.mkdir()
    sandbox.home.mkdir()
    return sandbox


@pytest.fixture
def project(box: Sandbox) -> Sandbox:
    """Two documents about tea in one tree; many modules have a project of their own."""
    box.write({".ra.toml": 'root = true\n[tree.notes]\npath = "."\n', "tea.md": TEA, "pot.md": POT})
    return box


@pytest.fixture
def built(project: Sandbox) -> Sandbox:
    """The same project with an index."""
    assert project.ra("update").code == 0
    return project


@pytest.fixture
def hostile(box: Sandbox) -> Sandbox:
    """A project with one document inside, and settings that ask for another outside."""
    box.write({".ra.toml": TWO, "docs/a.md": "# In\n\nfind me\n"})
    box.write({"../plans/b.md": "# Out\n\nfind me\n"})
    return box
