"""Tests that `ra forget` keeps every file that `ra` did not make, whatever its name."""

from __future__ import annotations

import shutil

import pytest

from ra.engine.embedded.schema import FORMAT
from tests.cli.command import Sandbox
from tests.cli.indexes import is_posix, listed, records, snapshot
from tests.robustness.damage import pragma


def test_foreign_files_are_left_and_named(built: Sandbox) -> None:
    """SPEC 1.9: nothing is deleted that `ra` did not make, at any level."""
    index = built.built
    generation = next(index.glob("gen-*"))
    places = [
        index / "notes.txt",
        index / "gen-mine" / "a",
        generation / "catalog.sqlite.bak",
        generation / "postings" / "mine",
        generation / "postings" / "1" / "thesis.docx",
        generation / "postings" / "1" / "meta.json.old",
    ]
    for place in places:
        place.parent.mkdir(exist_ok=True)
        place.write_text("mine", encoding="utf-8")
    done = built.ra("forget", "--json")
    assert done.code == 0
    [one] = done.json["indexes"]
    named = {str(places[1].parent) if "gen-mine" in str(place) else str(place) for place in places}
    assert {left["path"] for left in one["left"]} == named
    assert {left["reason"] for left in one["left"]} == {"was not made by ra"}
    assert len(done.err.splitlines()) == len(named)
    assert all(
        line.endswith("was not made by ra; it is left alone") for line in done.err.splitlines()
    )
    assert sorted(path for path in index.rglob("*") if path.is_file()) == sorted(places)
    assert one["freed"] == one["bytes"] - 4 * len(places)
    again = built.ra("search", "warm")  # what is left is in nobody's way
    assert "notes:pot.md" in again.out
    assert all(place.read_text(encoding="utf-8") == "mine" for place in places)


LINKS = ("current", "identity", ".gitignore", "damaged-7", "gen-0123456789ab", "gen-*",
         "gen-*/catalog.sqlite", "gen-*/catalog.sqlite-wal", "gen-*/postings",
         "gen-*/postings/1", "gen-*/postings/7", "gen-*/postings/1/meta.json")  # fmt: skip


@is_posix
@pytest.mark.parametrize("pattern", LINKS)
@pytest.mark.parametrize("kind", ["folder", "file"])
def test_links_below_an_index_are_never_followed(built: Sandbox, pattern: str, kind: str) -> None:
    """SPEC 1.9: never through a link. What it leads to has names that `ra` would delete."""
    outside = built.home / "outside"
    for name in ("current", "catalog.sqlite", "postings/1/meta.json", "1/meta.json", "meta.json"):
        (outside / name).parent.mkdir(parents=True, exist_ok=True)
        (outside / name).write_text("mine", encoding="utf-8")
    index = built.built
    generation = next(index.glob("gen-*"))
    place = index / pattern.replace("gen-*", generation.name)
    if place.is_dir():
        shutil.rmtree(place)
    place.unlink(missing_ok=True)
    place.symlink_to(outside if kind == "folder" else outside / "meta.json")
    before = snapshot(outside)
    done = built.ra("forget", str(built.folder))
    assert (done.code, snapshot(outside)) == (0, before)
    assert records(built) == []
    if pattern == "identity":  # without it the folder is not ours at all
        assert f"{index}: was not made by ra; it is left alone" in done.err
    else:
        assert done.err == f"ra: {place}: is a link; it is left alone\n"
        assert [path for path in index.rglob("*") if not path.is_dir() or path.is_symlink()] == [
            place
        ]


@is_posix
def test_a_lock_that_is_a_link_stops_it_before_anything_is_removed(built: Sandbox) -> None:
    """SPEC 1.9: without the lock nobody may write; the line says what to do."""
    lock = built.built / "writer.lock"
    lock.unlink()
    lock.symlink_to(built.home / "elsewhere")
    before = snapshot(built.home)
    done = built.ra("forget")
    assert (done.code, done.out) == (2, "")
    assert done.err == f"ra: {lock}: is not a file that ra made; remove it\n"
    assert snapshot(built.home) == before
    lock.unlink()
    assert built.ra("forget").code == 0


@is_posix
@pytest.mark.parametrize("kind", ["link", "file", "folder"])
def test_what_stands_in_the_place_of_an_index_is_left(built: Sandbox, kind: str) -> None:
    """SPEC 1.9: only the record goes; a moved index behind a link is not reached."""
    index = built.built
    behind = built.home / "behind"
    index.rename(behind)
    if kind == "link":
        index.symlink_to(behind, target_is_directory=True)
    elif kind == "file":
        index.write_text("mine", encoding="utf-8")
    else:
        index.mkdir()
        (index / "current").write_text("mine", encoding="utf-8")
    before = snapshot(built.home / "cache"), snapshot(behind)
    reason = {"link": "is a link", "file": "is not a folder", "folder": "was not made by ra"}[kind]
    assert [one["problem"] for one in listed(built)] == [reason]
    done = built.ra("forget")
    assert done.code == 0
    assert done.out == f"dropped the record of {built.folder}: its index {reason}\n"
    assert done.err == f"ra: {index}: {reason}; it is left alone\n"
    assert (snapshot(built.home / "cache"), snapshot(behind)) == before
    assert records(built) == []


def test_a_record_without_an_index(built: Sandbox) -> None:
    """Who removes the folder by hand: it is listed as gone, and forgotten by its folder."""
    shutil.rmtree(built.built)
    [known] = listed(built)
    assert (known["problem"], known["bytes"]) == ("is gone", 0)
    assert "the index is gone" in built.ra("status", "--indexes").out
    done = built.ra("forget")
    assert (done.code, done.err) == (0, "")
    assert done.out == f"dropped the record of {built.folder}: its index is gone\n"
    assert (records(built), list(built.indexes.iterdir())) == ([], [])


def test_an_index_that_is_built_again_is_listed_once(built: Sandbox) -> None:
    """Own choice: the record of one that was removed by hand goes when a new one is made."""
    shutil.rmtree(built.built)
    assert built.ra("update").code == 0
    [known] = listed(built)
    assert known["problem"] is None
    assert len(records(built)) == 1


def test_an_index_of_a_newer_ra_can_be_forgotten(built: Sandbox) -> None:
    """SPEC 6.6: the message of `IndexNewer` names `ra forget`; the index is not opened for it."""
    pragma(next(built.built.glob("gen-*")), f"PRAGMA user_version = {FORMAT + 1}")
    assert "`ra forget`" in built.ra("ls", "docs").err
    assert built.ra("forget").code == 0
    assert built.ra("ls", "docs").code == 0


@pytest.mark.parametrize("lost", ["record", "identity"])
def test_an_index_that_is_not_known_any_more(built: Sandbox, lost: str) -> None:
    """SPEC 1.9: it is left alone; every command says so and agrees where the index is."""
    old = built.built
    for path in records(built) if lost == "record" else [old / "identity"]:
        path.unlink()
    new = old.with_name(f"{old.name}-2")
    assert str(new) in built.ra("status").out
    assert str(new) in built.ra("doctor").out
    found = built.ra("search", "warm")
    assert found.code == 0
    assert "remove it by hand" in found.err
    who = "this user's ra" if lost == "record" else "ra"
    assert f"{old}: is not known to {who} (its {lost} is missing)" in found.err
    if lost == "identity":  # its record goes, and says so
        done = built.ra("forget", str(old))
        assert done.err.endswith("is not known to ra (its identity is missing); it is left alone\n")
    unknown = f"ra: {old}: is not known to ra"
    assert built.ra("status", "--indexes").err == f"{unknown}; remove it by hand\n"
    done = built.ra("forget", str(old))
    assert (done.code, done.out) == (1, "")
    assert done.err == f"{unknown} (its record is missing); remove it by hand\n"
    assert (old / "current").exists()


def test_something_foreign_at_the_place_of_an_index(box: Sandbox) -> None:
    """docs/guides/indexing.md: it is left alone; the line says where the index is, and why."""
    box.write({".ra.toml": '[index]\nplace = ".ra"\n', "a.md": "# A\n", ".ra/mine.txt": "mine"})
    box.ra("trust")
    done = box.ra("update")
    assert done.code == 0
    assert f"{box.folder / '.ra'}: was not made by ra; it is left alone" in done.err
    assert "the index is in the cache instead; move that folder away to use this place" in done.err
    assert len(list(box.indexes.iterdir())) == 1
