"""Tests of `ra forget`: it removes the named indexes and reports them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

import ra
from tests.cli.command import Sandbox
from tests.cli.indexes import another, is_posix, listed, records, snapshot
from tests.robustness.damage import first, make_garbage

DAY = 86_400
BESIDE = '[index]\nplace = ".ra"\n[tree.notes]\npath = "."\n'


def test_the_index_of_the_current_folder(built: Sandbox) -> None:
    """SPEC 1.3: the index goes with its record; documents stay; the next search builds it again."""
    before, index = snapshot(built.folder), built.built
    done = built.ra("forget")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(f"removed the index of {built.folder} · ")
    assert done.out.endswith(f" KiB · {index}\n")
    assert (list(built.indexes.iterdir()), records(built)) == ([], [])
    assert snapshot(built.folder) == before
    found = built.ra("search", "warm")
    assert (found.code, found.err) == (0, "")
    assert "notes:pot.md" in found.out


def test_nothing_to_forget_is_said(box: Sandbox) -> None:
    """Exit code 1 and one line; nothing is made."""
    for folder in (box.folder, box.home):
        done = box.ra("-C", str(folder), "forget")
        assert (done.code, done.out) == (1, "")
        assert done.err == f"ra: {folder}: this folder has no index\n"
    assert box.ra("forget", "--all").err == "ra: there are no indexes\n"
    assert box.ra("forget", "--unused", "1d").code == 1
    assert list(box.home.iterdir()) == []


@pytest.mark.parametrize("name", ["relative", "absolute", "slash", "dots", "index", "link", "gone"])
def test_a_folder_is_named_in_any_way(built: Sandbox, name: str) -> None:
    """Own choice: its path as one types it, the index folder itself, a folder that is gone."""
    other = another(built, "other")
    [index] = [path for path in built.indexes.iterdir() if path.name.startswith("other")]
    link = built.folder.parent / "link"
    if name == "link":
        link.symlink_to(other, target_is_directory=True)
    if name == "gone":
        shutil.rmtree(other)
    typed = {
        "absolute": str(other),
        "slash": f"{other}/",
        "dots": "../project/../other/.",
        "index": str(index),
        "link": str(link),
    }.get(name, "../other")
    done = built.ra("forget", typed)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(f"removed the index of {other} · ")
    assert [one["folder"] for one in listed(built)] == [str(built.folder)]
    assert other.exists() == (name != "gone")


@is_posix
def test_a_strange_folder_is_named_as_it_is_printed(box: Sandbox) -> None:
    """SPEC 1.9, bounds: a name with control characters can be copied back."""
    folder = another(box, "a\nb\x1b[2J")
    shutil.rmtree(folder)
    shown = box.ra("status", "--indexes").out.splitlines()[0].split("  ")[0]
    assert shown.isprintable()
    done = box.ra("forget", shown)
    assert done.code == 0
    assert len(done.out.splitlines()) == 1
    assert records(box) == []


def test_a_folder_below_is_not_taken_for_its_project(built: Sandbox) -> None:
    """Own choice: who names a folder means that one; the line says which index is used there."""
    built.write({"sub/c.md": "# C\n"})
    done = built.ra("forget", "sub")
    assert (done.code, done.out) == (1, "")
    assert done.err.endswith(f"commands there use the index of {built.folder}\n")
    assert len(records(built)) == 1
    assert built.ra("-C", "sub", "forget").out.startswith(f"removed the index of {built.folder} ")


def test_several_folders(built: Sandbox) -> None:
    """Each is removed; one without an index is said, stops nobody, and the exit code is 2."""
    another(built, "other")
    done = built.ra("forget", ".", "../nowhere", "../other", "../other")
    assert done.code == 2
    assert done.err == f"ra: {built.folder.parent / 'nowhere'}: this folder has no index\n"
    first_line, second, total = done.out.splitlines()
    assert str(built.folder) in first_line
    assert "other" in second
    assert total.startswith("2 indexes · ")
    assert records(built) == []


@pytest.mark.parametrize("words", [("forget",), ("forget", "."), ("-C", "sub", "forget")])
def test_settings_with_a_mistake_are_no_obstacle(built: Sandbox, words: tuple[str, ...]) -> None:
    """Own choice: the folder of the settings file tells which index is meant."""
    built.write({".ra.toml": "tree = 1\n", "sub/c.md": "# C\n"})
    done = built.ra(*words)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(f"removed the index of {built.folder} ")
    assert records(built) == []


def test_what_was_not_used_for_so_long(built: Sandbox) -> None:
    """SPEC 1.3: `--unused 30d`; days, weeks, months and years as in the query language."""
    for name, days in (("young", 29), ("old", 31), ("older", 400)):
        folder = another(built, name)
        for record in records(built):
            if record.read_bytes().endswith(os.fsencode(folder)):
                os.utime(record, (time.time() - days * DAY,) * 2)
    names = {"1y": ["older"], "13m": ["older"], "5w": ["older"], "30d": ["old", "older"]}
    for age, expected in names.items():
        done = built.ra("forget", "--unused", age, "--dry-run", "--json")
        assert [Path(one["folder"]).name for one in done.json["indexes"]] == expected
    assert built.ra("forget", "--unused", "30d").code == 0
    assert [Path(str(one["folder"])).name for one in listed(built)] == ["project", "young"]


def test_use_is_noted_also_by_a_process_that_runs_for_long(built: Sandbox) -> None:
    """SPEC 1.3: what `--unused` means; a server that opened the index a month ago uses it."""
    script = (
        "import ra, sys\nkb = ra.open('.')\n"
        "for _ in sys.stdin: print(len(kb.search('warm').results), flush=True)\n"
    )
    [record] = records(built)
    with subprocess.Popen(
        [sys.executable, "-c", script],
        cwd=built.folder,
        env=built.env(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        bufsize=0,
    ) as process:
        assert process.stdin and process.stdout
        for _ in range(2):
            os.utime(record, (time.time() - 40 * DAY,) * 2)
            process.stdin.write(b"\n")
            assert process.stdout.readline() == b"1\n"
            assert built.ra("forget", "--unused", "30d").code == 1
        process.stdin.close()


def test_all_and_only_to_see(built: Sandbox) -> None:
    """`--dry-run` removes nothing; `--all` every index of this user."""
    another(built, "other")
    before = snapshot(built.home)
    done = built.ra("forget", "--all", "--dry-run")
    assert (done.code, done.err) == (0, "")
    assert [line.split()[:2] for line in done.out.splitlines()[:2]] == [["would", "remove"]] * 2
    assert snapshot(built.home) == before
    assert built.ra("forget", "--all").out.count("\nremoved the index of") == 1
    assert listed(built) == []


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--unused", "30"], "'30' is not an age"),
        (["--unused", "0d"], "'0d' is not an age"),
        (["--unused", "-3d"], "unknown flag '-3'"),
        (["--unused=-3d"], "'-3d' is not an age"),
        (["--unused", "1h"], "30d, 4w, 3m, 1y"),
        (["--unused", "2024-05-31"], "is not an age"),
        (["--unused", ""], "'' is not an age"),
        (["--unused", "٣d"], "is not an age"),
        (["--unused"], "expected a value"),
        ([""], "FOLDER is empty"),
        (["."] * 2 + ["--unused", "1d"], "exclude each other"),
        (["--all", "--unused", "1d"], "exclude each other"),
        (["--all", "."], "exclude each other"),
        (["--al"], "did you mean '--all'"),
    ],
)
def test_bad_input_is_refused(built: Sandbox, words: list[str], message: str) -> None:
    """STYLE 7: exit code 2, what is wrong and what to type; nothing is removed."""
    done = built.ra("forget", *words)
    assert (done.code, done.out) == (2, "")
    assert message in done.err
    assert len(listed(built)) == 1


@pytest.mark.parametrize("name", ["x" * 300, "x/" * 3000, "\\", "a.md/b", "~nobody", "*"])
def test_a_folder_that_cannot_be_is_no_index(built: Sandbox, name: str) -> None:
    """Whatever is typed: one line, exit code 1."""
    built.write({"a.md": "# A\n"})
    done = built.ra("forget", name)
    assert (done.code, done.out) == (1, "")
    assert done.err.endswith("this folder has no index\n")


def test_json_tells_the_same(built: Sandbox) -> None:
    """The same facts for programs, also that there was nothing."""
    index, [known] = built.built, listed(built)
    done = built.ra("forget", "--json")
    record = done.json
    [one] = record["indexes"]
    assert (record["dry_run"], record["notes"]) == (False, [])
    assert record["bytes"] == one["freed"] == known["bytes"]
    assert (one["index"], one["folder"]) == (str(index), str(built.folder))
    assert (one["left"], one["error"]) == ([], None)
    again = built.ra("forget", "--json")
    assert again.code == 1
    assert (again.json["indexes"], again.json["bytes"]) == ([], 0)
    assert again.json["notes"] == [f"{built.folder}: this folder has no index"]


def test_the_library_lists_and_forgets(box: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same in Python: `ra.indexes`, `ra.forget`; an index of another home is not listed."""
    box.write({"a.md": "# A\n"})
    with ra.open(box.folder) as elsewhere:
        elsewhere.index.update()
    box.enter(monkeypatch)
    with ra.open(box.folder) as kb:
        kb.index.update()
        [known] = ra.indexes(box.folder)
        assert ra.indexes() == [known]
        assert (known.owner, known.problem) == (box.folder, "")
        [done] = ra.forget([known])
        assert (done.freed, done.left, done.problem) == (known.size, (), "")
        assert not known.folder.exists()
        assert ra.indexes() == []
        assert len(kb.search("A").results) == 1


# Beside the documents


def test_an_index_beside_the_documents(box: Sandbox) -> None:
    """SPEC 1.3: `[index] place` is known to the state folder like any other."""
    box.write({".ra.toml": BESIDE, "a.md": "# A\n"})
    box.ra("trust")
    box.ra("update")
    assert box.ra("forget").out.startswith(f"removed the index of {box.folder} · ")
    assert sorted(path.name for path in box.folder.iterdir()) == [".ra.toml", "a.md"]


def test_all_indexes_of_a_folder_go_together(box: Sandbox) -> None:
    """Own choice: without trust the index is in the cache; the one beside the documents too."""
    box.write({".ra.toml": BESIDE, "a.md": "# A\n"})
    box.ra("trust")
    box.ra("update")
    box.ra("trust", "--revoke")
    box.ra("update")
    assert len(listed(box)) == 2
    places = {str(box.folder / ".ra"), str(box.built)}
    lines = box.ra("forget", ".").out.splitlines()
    assert {line.split(" · ")[-1] for line in lines[:-1]} == places
    assert not (box.folder / ".ra").exists()
    assert (list(box.indexes.iterdir()), records(box)) == ([], [])


@pytest.mark.parametrize("how", ["here", "by its folder", "after it was read"])
def test_an_index_that_was_moved_with_its_folder(box: Sandbox, how: str) -> None:
    """SPEC 6.3: an index can move with its folder; it is found where it is now."""
    box.write({".ra.toml": BESIDE, "a.md": "# A\n"})
    box.ra("trust")
    box.ra("update")
    moved = box.folder.parent / "moved"
    box.folder.rename(moved)
    box.folder.mkdir()
    if how != "by its folder":
        assert box.ra("trust", str(moved)).code == 0
    if how == "after it was read":
        assert box.ra("-C", str(moved), "search", "A").code == 0
        [known] = listed(box)
        assert (known["index"], known["folder"]) == (str(moved / ".ra"), str(moved))
    words = ["forget", str(moved / ".ra")] if how == "by its folder" else ["forget"]
    done = box.ra("-C", str(moved), *words)
    assert (done.code, done.err) == (0, "")
    assert sorted(path.name for path in moved.iterdir()) == [".ra.toml", "a.md"]
    assert records(box) == []


def test_a_new_index_where_another_was_moved_away(box: Sandbox) -> None:
    """Own choice: each is counted once; the one elsewhere is not reached by its old place."""
    box.write({".ra.toml": BESIDE, "a.md": "# A\n"})
    box.ra("trust")
    box.ra("update")
    moved = box.folder.parent / "moved"
    box.folder.rename(moved)
    box.write({".ra.toml": BESIDE, "a.md": "# A\n"})
    box.ra("update")
    assert sorted(str(one["problem"]) for one in listed(box)) == ["None", "is gone"]
    assert sorted(bool(one["bytes"]) for one in listed(box)) == [False, True]
    before = snapshot(moved)
    done = box.ra("forget")
    assert (done.code, done.err) == (0, "")
    assert (records(box), snapshot(moved)) == ([], before)
    assert not (box.folder / ".ra").exists()


def test_a_copy_of_an_index_is_left_alone(box: Sandbox) -> None:
    """SPEC 1.9: an index is ours only where it was made, or moved to."""
    box.write({".ra.toml": BESIDE, "a.md": "# A\n"})
    box.ra("trust")
    box.ra("update")
    copy = box.folder.parent / "copy"
    shutil.copytree(box.folder, copy)
    before = snapshot(copy)
    for words in (
        ["forget", str(copy)],
        ["forget", str(copy / ".ra")],
        ["-C", str(copy), "forget"],
    ):
        assert box.ra(*words).code == 1
    assert snapshot(copy) == before
    assert len(listed(box)) == 1


# Damage


def test_damaged_folders_are_counted_apart_and_forgotten(built: Sandbox) -> None:
    """Issue 12: listed and counted apart by status, doctor and the list; gone with `forget`."""
    clean = built.ra("status", "--json").json
    assert (clean["damaged"], clean["damaged_bytes"]) == ([], 0)
    assert not re.search(r"^damaged|aside|KiB damaged", built.ra("status").out, re.MULTILINE)
    assert "KiB damaged" not in built.ra("status", "--indexes").out
    make_garbage(first(next(built.built.glob("gen-*")), "catalog.sqlite"))
    assert "moved to" in built.ra("update").err
    size = sum(path.stat().st_size for path in built.built.glob("damaged-1/**/*") if path.is_file())
    for words in (["status"], ["doctor"]):
        done = built.ra(*words)
        assert done.code == 0
        [line] = [line for line in done.out.splitlines() if "damaged-1: " in line]
        assert "`ra forget`" in line
        record = built.ra(*words, "--json").json
        assert (record["damaged"], record["damaged_bytes"]) == (["damaged-1"], size)
    assert built.ra("doctor").out.endswith("healthy\n")
    [known] = listed(built)
    assert (known["damaged"], known["damaged_bytes"]) == (["damaged-1"], size)
    whole = sum(path.stat().st_size for path in built.built.rglob("*") if path.is_file())
    assert known["bytes"] == built.ra("status", "--json").json["index_bytes"] == whole - size
    assert " damaged · used today" in built.ra("status", "--indexes").out
    assert built.ra("forget", "--json").json["bytes"] == whole
    assert list(built.indexes.iterdir()) == []


def test_the_next_sound_build_removes_what_was_damaged(built: Sandbox) -> None:
    """Issue 12: at most one is kept, and none after the next sound build of the same index."""
    for number in (1, 2):
        make_garbage(first(next(built.built.glob("gen-*")), "catalog.sqlite"))
        assert f"damaged-{number}" in built.ra("search", "warm").err
        assert built.ra("status", "--json").json["damaged"] == [f"damaged-{number}"]
    assert built.ra("update", "--full").code == 0
    assert built.ra("status", "--json").json["damaged"] == []
