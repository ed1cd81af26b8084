"""SPEC 1.9: records of trust, links to settings, home folders, limits."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from ra.config.apply_trust import standing
from ra.config.schema import KEYS
from ra.config.trust import forget, recall, records
from tests.spec.trusting import NOBODY, is_posix, names, needs_root
from tests.unit.config.world import World


@is_posix
def test_a_link_out_of_the_folder_counts_as_it_was_trusted(world: World) -> None:
    """SPEC 1.9: bound to the real target and to its bytes."""
    kept = world.write(world.top / "elsewhere", "max_file_bytes = 7\n")
    link = world.project / ".ra.toml"
    link.symlink_to(kept)
    assert world.load().files == ()
    world.trust(world.project)
    assert (world.load().files, world.load().max_file_bytes) == ((link,), 7)
    kept.write_text("max_file_bytes = 8\n", encoding="utf-8")
    assert world.load().files == ()
    kept.write_text("max_file_bytes = 7\n", encoding="utf-8")
    other = world.write(world.top / "another", "max_file_bytes = 7\n")
    link.unlink()
    link.symlink_to(other)
    assert world.load().files == ()
    assert str(kept) in world.load().notes[0]


@is_posix
def test_a_link_inside_the_folder_needs_no_trust(world: World) -> None:
    """SPEC 1.9: it came with the folder like any other file of it."""
    (world.project / "kept.toml").write_text("max_file_bytes = 7\n", encoding="utf-8")
    (world.project / ".ra.toml").symlink_to("kept.toml")
    assert (world.load().max_file_bytes, world.load().notes) == (7, ())


# Records


def test_records_are_private(world: World) -> None:
    """SPEC 1.9: in the user's state folder; folders 0700, files 0600, nothing left beside."""
    world.write(world.project, "[tree.a]\npath = '../a'\n")
    world.trust(world.project)
    folders = [world.state, world.state / "trust"]
    [file] = (world.state / "trust").iterdir()
    if os.name == "posix":
        assert [stat.S_IMODE(each.stat().st_mode) for each in folders] == [0o700, 0o700]
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


@is_posix
@pytest.mark.parametrize("what", ["file", "folder", "state"])
def test_a_record_behind_a_link_is_not_read(world: World, what: str) -> None:
    """SPEC 1.9: never through links."""
    world.write(world.project, "[tree.a]\npath = '../a'\n")
    world.trust(world.project)
    [file] = (world.state / "trust").iterdir()
    place = {"file": file, "folder": file.parent, "state": world.state}[what]
    place.rename(world.top / "moved")
    place.symlink_to(world.top / "moved")
    assert names(world.load()) == ["project"]


@is_posix
def test_a_record_is_not_written_through_a_link(world: World) -> None:
    """SPEC 1.9: the link is replaced, what it led to stays as it was."""
    world.write(world.project, "[tree.a]\npath = '../a'\n")
    world.trust(world.project)
    [file] = (world.state / "trust").iterdir()
    precious = world.top / "precious"
    precious.write_text("mine", encoding="utf-8")
    file.unlink()
    file.symlink_to(precious)
    world.trust(world.project)
    assert precious.read_text(encoding="utf-8") == "mine"
    assert not file.is_symlink()
    assert names(world.load()) == ["a"]


@needs_root
def test_a_record_of_another_user_is_not_read(world: World) -> None:
    """SPEC 1.9: only what this user has written."""
    world.write(world.project, "[tree.a]\npath = '../a'\n")
    world.trust(world.project)
    [file] = (world.state / "trust").iterdir()
    os.chown(file, NOBODY, NOBODY)
    assert names(world.load()) == ["project"]


BROKEN = [b"", b"{}", b"[]", b"null", b"[" * 100_000, b"\xff", b'{"file": 1, "whole": 2}']


@pytest.mark.parametrize("data", BROKEN)
def test_a_record_that_ra_did_not_write_allows_nothing(world: World, data: bytes) -> None:
    """SPEC 1.9: and it stops nobody."""
    file = world.write(world.project, "[tree.a]\npath = '../a'\n")
    world.trust(world.project)
    [kept] = (world.state / "trust").iterdir()
    kept.write_bytes(data)
    assert names(world.load()) == ["project"]
    assert (records(world.state), recall(world.state, file)) == ([], None)
    world.trust(world.project)
    assert names(world.load()) == ["a"]


def test_a_record_moved_to_another_name_allows_nothing(world: World) -> None:
    """SPEC 1.9: a record names its settings file itself."""
    for folder in (world.project, world.home / "other"):
        world.write(folder, f"[tree.a]\npath = '{world.top}'\n")
    world.trust(world.project)
    [kept] = (world.state / "trust").iterdir()
    world.trust(world.home / "other")
    [other] = {*(world.state / "trust").iterdir()} - {kept}
    kept.replace(other)
    assert names(world.load(world.home / "other")) == ["other"]


def test_records_tell_whether_they_hold(world: World) -> None:
    """SPEC 1.9: `ra trust --list`; a file that is gone or broken is said, too."""
    file = world.write(world.project, "[tree.a]\npath = '../a'\n")
    world.trust(world.project)
    [record] = records(world.state)
    assert standing(record, world.home) == ""
    file.write_text("not toml", encoding="utf-8")
    assert "is not valid TOML" in standing(record, world.home)
    file.unlink()
    assert standing(record, world.home) == "the file is gone"
    assert forget(world.state, file)
    assert not forget(world.state, file)


def test_a_file_with_thousands_of_trees_outside_is_soon_read(world: World) -> None:
    """Bounds: each is said, the first ones with their line; the text is not read once for each."""
    trees = "".join(f"[tree.t{n}]\npath = '/etc/{n}'\n" for n in range(3000))
    world.write(world.project, trees)
    notes = world.load().notes
    assert len(notes) == 3000
    assert ".ra.toml:2: " in notes[0]


def test_a_text_of_many_lines_does_not_slow_a_note_down(world: World) -> None:
    """Bounds: where a key's line is costly to find, the note goes without it."""
    lines = "'''\n" + "x\n" * 100_000 + "'''"
    world.write(world.project, f"parsers.'a' = 'text'\nindex.place = {lines}\n")
    [note] = world.load().notes
    assert "'index.place'" in note
    assert len(note) < 1000


def test_the_schema_says_what_needs_trust() -> None:
    """SPEC 1.9: a tree's path when it leads outside, a place for the index always."""
    assert {key.name: key.trust for key in KEYS if key.trust} == {
        "embed.folder": "always",
        "embed.name": "always",
        "embed.url": "always",
        "index.place": "always",
        "llm.name": "always",
        "llm.url": "always",
        "tree.*.path": "outside",
    }


# Home and the root of the file system


def test_a_home_folder_is_never_taken_implicitly(world: World) -> None:
    """SPEC 1.3: nor is `/`; a folder below home is."""
    assert world.load(world.home).trees == ()
    assert world.load(Path(world.home.anchor)).trees == ()
    assert names(world.load(world.home / "work")) == ["work"]


def test_a_home_folder_that_is_declared_is_a_tree(world: World) -> None:
    """SPEC 1.3: what the user says counts."""
    world.write(world.home, "[tree.all]\npath = '.'\n")
    assert names(world.load(world.home)) == ["all"]
