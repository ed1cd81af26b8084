"""One library is for many threads: opened, repaired, updated and closed while they search."""

from __future__ import annotations

from pathlib import Path
from threading import Event, Thread

import pytest

from ra.library import Library
from tests.robustness.crew import ALONE, PROGRAMS, ROUNDS, THREADS
from tests.robustness.marks import sampled
from tests.robustness.notes import searched, version_of, write
from tests.robustness.world import World

FILES = 30
CREW = "tests.robustness.crew"


@pytest.fixture
def world(tmp_path: Path) -> World:
    """A project with an index."""
    world = World(tmp_path)
    for number in range(FILES):
        write(world, number, 1)
    world.good("update")
    return world


@pytest.mark.parametrize("program", sampled(PROGRAMS, "updated"))
def test_threads_that_search_never_crash_and_never_see_a_wrong_answer(
    world: World, program: str
) -> None:
    """F8: eight threads search while the index is damaged, removed, updated, or closed."""
    done = world.ra(program, str(FILES), module=CREW)
    assert done.code == 0, done.err
    assert done.json["wrong"] == []
    assert done.json["asked"] >= THREADS * ROUNDS
    assert world.ra("update").code == 0
    assert world.good("doctor").out.endswith("healthy\n")


@pytest.mark.parametrize("program", sampled(ALONE, "closed_inside", "interrupted"))
def test_a_library_keeps_its_own_house(world: World, program: str) -> None:
    """F8 and findings, code §6.2: one engine, closed for good, and nobody waits for itself."""
    done = world.ra(program, str(FILES), module=CREW)
    assert done.code == 0, done.err
    assert done.json["wrong"] == []


def test_waiting_for_a_thread_of_this_process_is_said_as_such(world: World) -> None:
    """F15: not "for another ra process" with the pid of the own one."""
    inside, leave = Event(), Event()
    said: list[str] = []

    def wait(*_: object) -> None:
        inside.set()
        leave.wait()

    def tell(text: str) -> None:
        said.append(text)
        leave.set()

    write(world, 1, 2)
    with Library(world.settings, say=tell) as kb:
        for second in (kb, Library(world.settings, say=tell)):
            write(world, 1, 2 + len(said))
            thread = Thread(target=kb.index.update, kwargs={"progress": wait})
            thread.start()
            inside.wait()
            second.index.update()
            thread.join()
            inside.clear()
            leave.clear()
            second.release()
    assert [text.partition(" that is writing")[0] for text in said] == [
        "waiting for another thread of this process",
        "waiting for another part of this process",
    ]


def test_a_library_for_another_tenant_outlives_a_close(world: World) -> None:
    """Issue 12: `for_tenant` shares the engine; only the first library closes it, for a while."""
    with Library(world.settings) as kb:
        other = kb.for_tenant("default")
        assert version_of(3, searched(other, 3)) == 1
        with other:
            pass
        assert version_of(3, searched(kb, 3)) == 1
        kb.release()
        assert version_of(3, searched(other, 3)) == 1
        assert version_of(3, searched(kb, 3)) == 1
