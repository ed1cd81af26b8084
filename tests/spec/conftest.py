"""Fixtures of the specification tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.spec.pages import PAGES
from tests.unit.config.world import World as SettingsWorld
from tests.unit.config.world import world as settings_world
from tests.worlds import World, world

pytest.register_assert_rewrite("tests.spec.projects")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home folder without settings."""
    place = tmp_path / "home"
    for name in ("HOME", "USERPROFILE", "XDG_CACHE_HOME", "XDG_STATE_HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(place))
    place.mkdir()
    return place


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """One tree of a few pages."""
    with world(tmp_path_factory.mktemp("here"), {"docs": PAGES}) as made:
        yield made


@pytest.fixture(name="world")
def _project(tmp_path: Path) -> SettingsWorld:
    """A user with a project folder, without settings."""
    made = settings_world(tmp_path)
    made.project.mkdir(parents=True)
    return made
