"""Tests that every damaged file of an index is detected: right results or a message."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ra.library import Library
from tests.robustness.complete import QUICK, Asker, Unrepaired, asker
from tests.robustness.damage import CATALOG, truncate
from tests.robustness.index_files import PARTS, Case, Stand, make_stand, wrong_answers
from tests.robustness.marks import sampled
from tests.robustness.world import copy_index

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="open files cannot be replaced")
FILES = 21


@pytest.fixture(scope="module")
def made() -> Iterator[Stand]:
    """A project with an index of several segments."""
    with tempfile.TemporaryDirectory() as place:
        yield make_stand(Path(place), FILES)


@pytest.fixture
def stand(made: Stand) -> Iterator[Stand]:
    """The same with a sound index; no file that is not of the index is changed."""
    made.reset()
    before = made.world.sources()
    yield made
    assert made.world.sources() == before


@pytest.mark.parametrize("every", sampled([7, 1]))
def test_no_wrong_file_changes_an_answer(stand: Stand, every: int) -> None:
    """Issue 12: each file cut, deleted, exchanged, replaced by a link, a folder, a pipe."""
    assert wrong_answers(stand, Unrepaired, every=every) == []
    assert all(each.read_bytes() == _original(stand, each) for each in stand.outside.iterdir())


def _original(stand: Stand, copy: Path) -> bytes:
    """The bytes of a file to whose copy outside a link led."""
    return next(stand.healthy.rglob(copy.name)).read_bytes()


@pytest.mark.parametrize("every", sampled([29, 11]))
def test_a_wrong_file_is_repaired(stand: Stand, every: int) -> None:
    """SPEC 6.6: the library builds the index again and answers, or says what is in its way."""
    assert wrong_answers(stand, Library, every=every) == []


@pytest.mark.parametrize("every", sampled([17, 3]))
def test_no_file_that_goes_wrong_under_an_open_library_ends_it(stand: Stand, every: int) -> None:
    """F13, issue 12: the library has searched before; it says what happened and goes on."""
    assert wrong_answers(stand, Unrepaired, holds=True, every=every) == []


@pytest.fixture
def process(stand: Stand) -> Iterator[Asker]:
    """A process with a library that has everything open and cached, and repairs its index."""
    with asker(stand.world) as found:
        found.tell("hold", *QUICK)
        yield found


@pytest.mark.parametrize("suffix", sampled(PARTS))
@pytest.mark.parametrize("share", sampled([0.5, 0.0]))
def test_a_segment_file_that_is_cut_under_an_open_library_is_said(
    stand: Stand, process: Asker, suffix: str, share: float
) -> None:
    """F13: a message and a new index, not SIGBUS, whichever part of the segment it is."""
    for file in stand.world.generation.glob(f"postings/*/*{suffix}"):
        truncate(file, share)
    told = process.tell("ask", *QUICK)
    assert all(stand.is_right(name, each) for name, each in told.items()), told
    assert "the index is damaged" in told["any words"].said
    assert not any(each.said for name, each in told.items() if name != "any words")


def _removed(stand: Stand) -> None:
    shutil.rmtree(stand.world.index)


def _generation_removed(stand: Stand) -> None:
    shutil.rmtree(stand.world.generation)


def _restored(stand: Stand) -> None:
    copy_index(stand.earlier, stand.world.index)


def _catalog_restored(stand: Stand) -> None:
    (earlier,) = stand.earlier.glob(f"gen-*/{CATALOG}")
    new = stand.world.generation / "new"
    shutil.copy2(earlier, new)
    new.replace(stand.world.generation / CATALOG)


@pytest.mark.parametrize(
    "happens",
    sampled([_removed, _generation_removed, _restored, _catalog_restored], _removed, _restored),
)
def test_an_index_that_is_replaced_under_an_open_library_is_noticed(
    stand: Stand, process: Asker, happens: Callable[[Stand], None]
) -> None:
    """F10, SPEC 6.6: removed, or put back from a backup: never empty, never a mix of both."""
    happens(stand)
    for _ in range(2):
        told = process.tell("ask", *QUICK)
        assert all(stand.is_right(name, each) for name, each in told.items()), told


@pytest.mark.parametrize("suffix", sampled(PARTS))
def test_doctor_sees_swapped_segment_files(stand: Stand, suffix: str) -> None:
    """F15: each file has a right checksum of its own, but is not the one that was written."""
    files = sorted(stand.world.generation.glob(f"postings/*/*{suffix}"), key=_size)
    assert files[0].read_bytes() != files[-1].read_bytes()
    Case(files[-1].relative_to(stand.world.index), "swapped", "").happen(stand)
    seen = stand.world.ra("doctor")
    assert (seen.code, "do not match their checksum" in seen.out) == (2, True), seen
    found = stand.world.ra("search", "tall", "-o", "list")
    assert (found.code, "the index is damaged" in found.err) == (0, True), found
    assert stand.world.good("doctor").out.endswith("healthy\n")


def _size(path: Path) -> int:
    return path.stat().st_size
