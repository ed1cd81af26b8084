"""Fixtures of the settings tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.config.world import World, world


@pytest.fixture(name="world")
def _world(tmp_path: Path) -> World:
    return world(tmp_path)
