"""Tests that an update leaves its process unchanged."""

from __future__ import annotations

import gc
import os
from threading import Event, Thread

import pytest

from ra.ingest.build import COLLECTING_SELDOM, CollectingSeldom


def test_the_last_of_two_updates_restores_the_collector() -> None:
    """Two updates in threads, the first one ends first: the thresholds are as before."""
    before = gc.get_threshold()
    seldom = CollectingSeldom()
    inside, leave = Event(), Event()
    seen: list[tuple[int, int, int]] = []

    def second() -> None:
        with seldom:
            inside.set()
            leave.wait()
            seen.append(gc.get_threshold())

    thread = Thread(target=second)
    with seldom:
        thread.start()
        inside.wait()
        during = gc.get_threshold()
    leave.set()
    thread.join()
    assert during != before
    assert seen == [during]
    assert gc.get_threshold() == before


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_child_that_is_forked_beside_an_update_has_the_usual_collector() -> None:
    """F15: the thread that would restore the thresholds is not in the child."""
    before = gc.get_threshold()
    with COLLECTING_SELDOM:
        child = os.fork()
        if not child:
            os._exit(gc.get_threshold() != before)
        _, status = os.waitpid(child, 0)
        assert gc.get_threshold() != before
    assert status == 0
    assert gc.get_threshold() == before
