"""A process may fork at any time: parent and child each have their own locks and files."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.robustness.forks import PROGRAMS
from tests.robustness.marks import sampled
from tests.robustness.notes import write
from tests.robustness.world import World

FILES = 20
pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")


@pytest.mark.parametrize("program", sampled(PROGRAMS, "beside_an_update", "in_a_forked_pool"))
def test_parent_and_child_are_right_after_a_fork(tmp_path: Path, program: str) -> None:
    """F15: no lock is inherited, both search and update, and see what the other has written."""
    world = World(tmp_path)
    for number in range(FILES):
        write(world, number, 1)
    world.good("update")
    done = world.ra(program, str(FILES), module="tests.robustness.forks")
    assert done.code == 0, done.err
    assert done.json == [], done.err
    assert world.ra("update").code == 0
    assert world.good("doctor").out.endswith("healthy\n")
