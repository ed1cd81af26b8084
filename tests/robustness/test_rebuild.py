"""The old state of a tree answers until the new one is whole; what cannot be read says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.robustness.companion import Companion
from tests.robustness.marks import sampled, torture
from tests.robustness.notes import COMMAND, commanded, sections, version_of, write
from tests.robustness.pauses import as_version, killed, paused
from tests.robustness.world import SETTINGS, World, path_of, word_of

FILES = 150
ASKED = (0, 59, 60, 77, 120, 149)  # documents of all batches
# Where a rebuild can be interrupted, in its order; the second of three batches is committed.
MOMENTS = [
    ("inside the declaration", 1),
    ("around the declaration", 2),
    ("inside a batch", 1),
    ("after a batch", 2),
    ("before the flip", 1),
    ("inside the flip", 1),
    ("before the seal", 1),
    ("inside the publication", 1),
    ("around the declaration", 3),
]


@pytest.fixture
def world(tmp_path: Path) -> World:
    """Documents that were never indexed."""
    world = World(tmp_path)
    for number in range(FILES):
        write(world, number, 1)
    return world


@pytest.fixture
def indexed(world: World) -> World:
    """The same with an index."""
    world.good("update")
    return world


def ids(*numbers: int) -> list[str]:
    """The ids of documents."""
    return sorted(f"docs:{path_of(number)}" for number in numbers)


def is_as_before(world: World) -> None:
    """Whether what reads the index as it is finds each document, and says nothing."""
    done = world.ra(*COMMAND, "--no-update", word_of(77))
    assert (version_of(77, commanded(done)), done.err, done.json["notes"]) == (1, "", [])
    with Companion(world, "update=never") as kb:
        reply = kb.reply("together", *ASKED)
        assert reply == {"value": [sections(each, 1) for each in ASKED], "said": []}
        assert kb.ask("documents") == ids(*range(FILES))


@pytest.mark.parametrize(("point", "number"), sampled(MOMENTS, ("before the flip", 1)))
def test_the_old_state_answers_while_and_after_a_rebuild_is_interrupted(
    indexed: World, point: str, number: int
) -> None:
    """F11: `ra update --full` stands still, then another is killed; nobody sees less meanwhile."""
    with Companion(indexed) as kb, paused(indexed, point, number, "update", "--full") as done:
        is_as_before(indexed)
        assert kb.ask("documents") == ids(*range(FILES))
        assert kb.ask("search", 77) == sections(77, 1)
    assert done[0].code == 0
    killed(indexed, point, number, "update", "--full")
    is_as_before(indexed)
    indexed.good("update")
    is_as_before(indexed)
    assert indexed.good("doctor").out.endswith("healthy\n")
    assert len(list(indexed.generation.glob("postings/*"))) == 1, "the old form is left"


@pytest.mark.parametrize(("point", "number"), [("after a batch", 3), ("before the flip", 1)])
def test_the_old_chunks_answer_until_those_of_new_settings_are_whole(
    indexed: World, point: str, number: int
) -> None:
    """F11 and SPEC 6.4: a changed strategy, killed half way; then all chunks are the new ones."""
    indexed.write(".ra.toml", SETTINGS + '[chunking]\nstrategy = "none"\n')
    with Companion(indexed) as kb:
        assert kb.ask("search", 3) == sections(3, 1)
        killed(indexed, point, number, "update")
        is_as_before(indexed)
        assert kb.ask("search", 3) == sections(3, 1)
        assert kb.ask("update") == [[0, 0, 0, None]]
        assert list(kb.ask("search", 3)) == ids(3)


def test_the_old_terms_answer_until_those_of_another_language_are_whole(indexed: World) -> None:
    """F11: a query is analyzed as the tree was indexed, not as the settings say since then."""
    indexed.write("jog.md", "# Jog\n\nHe is running\n")
    indexed.good("update")
    query = ("search", "--json", "--fuzzy", "0", "--no-update", "running")
    indexed.write(".ra.toml", SETTINGS + '[search]\nstemmer = "german"\n')
    assert [each["id"] for each in indexed.ra(*query).json["results"]] == ["docs:jog.md#jog"]
    with paused(indexed, "after a batch", 3, "update"):
        assert [each["id"] for each in indexed.ra(*query).json["results"]] == ["docs:jog.md#jog"]
    assert [each["id"] for each in indexed.ra(*query).json["results"]] == ["docs:jog.md#jog"]


@pytest.mark.parametrize("version", sampled(["+postings", "+catalog"]))
def test_an_index_of_another_form_is_never_taken_for_an_empty_one(
    indexed: World, version: str
) -> None:
    """F11: a later ra builds what it cannot read; until then each answer says how far it is."""
    before = as_version(indexed, version, *COMMAND, "--no-update", word_of(3))
    assert (before.code, before.out) == (2, "")
    assert "ra update" in before.err
    with paused(indexed, "after a batch", 3, "update", version=version) as done:
        _says_how_far_it_is(indexed, version)
    assert done[0].code == 0
    killed(indexed, "after a batch", 3, "update", "--full", version=version)
    last = as_version(indexed, version, *COMMAND, word_of(3))
    assert (version_of(3, commanded(last)), last.json["notes"]) == (1, [])
    assert as_version(indexed, version, "doctor").out.endswith("healthy\n")


def test_an_older_process_sees_the_old_form_until_the_new_one_is_whole(indexed: World) -> None:
    """F11: a server still runs when ra is upgraded beside it; it does not build its form again."""
    with Companion(indexed) as kb:
        with paused(indexed, "after a batch", 3, "update", version="+postings"):
            assert kb.ask("search", 77) == sections(77, 1)
            assert kb.ask("documents") == ids(*range(FILES))
            assert kb.reply("update")["error"].startswith("IndexNewer")
        assert kb.reply("search", 77)["error"].startswith("IndexNewer")
        assert kb.reply("update")["error"].startswith("IndexNewer")
    done = as_version(indexed, "+postings", *COMMAND, "--no-update", word_of(77))
    assert version_of(77, commanded(done)) == 1


def test_a_first_build_that_has_not_begun_is_a_missing_index(world: World) -> None:
    """F11: an index without its trees is not taken for an empty one."""
    with paused(world, "inside the declaration", 1, "update") as done:
        missing = world.ra(*COMMAND, "--no-update", word_of(3))
        assert (missing.code, missing.out) == (2, "")
        assert "not in the index yet" in missing.err
    assert done[0].code == 0
    is_as_before(world)


@torture
def test_a_first_build_that_is_under_way_says_so(world: World) -> None:
    """F11: the first two batches can be searched, and every answer says that there is more."""
    with paused(world, "after a batch", 3, "update"):
        _says_how_far_it_is(world, "")
        with Companion(world, "update=never") as kb:
            reply = kb.reply("notes", word_of(3))
            assert [_note(120)] == reply["value"] == reply["said"]
            assert len(kb.ask("documents")) == 120


def _says_how_far_it_is(world: World, version: str) -> None:
    """Two of three batches are committed: whole documents, and a note about the others."""
    for words in (COMMAND, ("search", "-o", "list"), ("search",)):
        done = as_version(world, version, *words, "--no-update", "version1")
        assert done.err == f"ra: {_note(120)}\n"
        if words is COMMAND:
            assert done.json["notes"] == [_note(120)]
            assert done.json["results"]
    listed = as_version(world, version, "ls", "docs", "--no-update", "--json")
    assert (len(listed.json), listed.err) == (120, f"ra: {_note(120)}\n")
    found = [_found(world, version, number) for number in ASKED]
    assert all(each in (0, 1) for each in found)
    assert sum(found) >= 2


def _found(world: World, version: str, number: int) -> int:
    """The version of a document that is found, whole; 0 if nothing is."""
    done = as_version(world, version, *COMMAND, "--no-update", word_of(number))
    found = commanded(done)
    return version_of(number, found) if found else 0


def _note(done: int) -> str:
    return f"tree 'docs' is being built: {done} of {FILES} documents so far"
