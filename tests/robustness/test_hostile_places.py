"""Tests of hostile surroundings: which attacks are prevented and which are not."""

from __future__ import annotations

import io
import json
import os
import shutil
import sys
import tarfile
from pathlib import Path

import pytest

import ra
from tests.robustness.hostile.sandbox import GOOD, SECRET, Sandbox, attacked, record

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="links, pipes, owners, fork")
SEARCH = ["search", "--json", "lantern"]


@pytest.fixture
def box(tmp_path: Path) -> Sandbox:
    """A user's folders and a repository with one honest document."""
    return Sandbox(tmp_path)


def found(box: Sandbox, *words: str) -> list[str]:
    """The files that a search finds."""
    done = box.ra(*(words or SEARCH))
    return [result["path"] for result in record(done)["results"]] if done.code == 0 else []


# Writing settings


@pytest.mark.parametrize("target", ["../../home/new.toml", "../../home/.bashrc", "good.md", "x/y"])
def test_init_writes_through_no_link(box: Sandbox, target: str) -> None:
    """SPEC 1.9: neither where nothing is yet, nor over what is there."""
    box.link(".ra.toml", target)
    harm = attacked(box, [["init"], ["init", "--force"]])
    assert harm.found == []
    assert [done.code for done in harm.outcomes] == [2, 2]


def test_init_replaces_no_folder(box: Sandbox) -> None:
    """SPEC 1.9: `--force` is about a settings file."""
    (box.clone / ".ra.toml").mkdir()
    harm = attacked(box, [["init"], ["init", "--force"]])
    assert harm.found == []
    assert [done.code for done in harm.outcomes] == [2, 2]


# Sets of questions


def _set(box: Sandbox, docs: bool = True) -> Path:
    """A set of one question in the repository, complete but for its documents if so wanted."""
    box.write({
        "set/queries.jsonl": json.dumps({"id": "1", "text": "lantern"}) + "\n",
        "set/qrels.jsonl": json.dumps({"query_id": "1", "target": "good.md", "grade": 1}) + "\n",
        "set/meta.json": "{}",
    })  # fmt: skip
    if docs:
        box.write({"set/docs/good.md": GOOD})
    return box.clone / "set"


def test_an_honest_set_is_measured(box: Sandbox) -> None:
    """Else the tests below would prove nothing."""
    _set(box)
    harm = attacked(box, [["eval", "set"]])
    assert harm.found == []
    assert harm.outcomes[0].code == 0, harm.outcomes[0].err


@pytest.mark.parametrize(
    "name", ["docs", "queries.jsonl", "qrels.jsonl", "meta.json", "spans.jsonl"]
)
def test_a_set_reads_nothing_outside_itself(box: Sandbox, name: str) -> None:
    """SPEC 1.7, 1.9: its parts may be links that stay inside it, and no others."""
    place = _set(box) / name
    if name == "docs":
        shutil.rmtree(place)
    place.unlink(missing_ok=True)
    place.symlink_to(box.top / "other" if name == "docs" else box.home / ".ssh" / "id_rsa.md")
    harm = attacked(box, [["eval", "set"]])
    assert harm.found == []
    assert harm.outcomes[0].code == 2
    assert "leaves the set" in harm.outcomes[0].err


def test_documents_and_targets_of_a_set_stay_inside_it(box: Sandbox) -> None:
    """SPEC 1.7: links among its documents, and targets and passages that name other files."""
    place = _set(box)
    (place / "docs" / "key.md").symlink_to(box.home / ".ssh" / "id_rsa.md")
    (place / "docs" / "all").symlink_to(box.top)
    targets = ["../../../beside.md", str(box.top / "top.md"), "all/top.md", "key.md", "good.md"]
    rows = [{"query_id": "1", "target": target, "grade": 1} for target in targets]
    spans = [{"query_id": "1", "path": t, "start_byte": 0, "end_byte": 9} for t in targets]
    box.write({"set/qrels.jsonl": "\n".join(map(json.dumps, rows))})
    box.write({"set/spans.jsonl": "\n".join(map(json.dumps, spans))})
    assert attacked(box, [["eval", "set", "--json"]]).found == []


ENTRIES = {
    "a path that climbs": ("../../../owned.md", tarfile.REGTYPE, ""),
    "a full path": ("/tmp/ra-owned.md", tarfile.REGTYPE, ""),
    "a link out": ("set/docs/key.md", tarfile.SYMTYPE, "../../../../home/.ssh/id_rsa.md"),
    "a full link": ("set/docs/key.md", tarfile.SYMTYPE, "/etc/passwd"),
    "a hard link out": ("set/docs/key.md", tarfile.LNKTYPE, "../../top.md"),
    "a pipe": ("set/docs/pipe.md", tarfile.FIFOTYPE, ""),
    "a device": ("set/docs/zero.md", tarfile.CHRTYPE, ""),
}


@pytest.mark.parametrize("name", ENTRIES)
def test_an_archive_of_a_set_is_unpacked_into_its_own_folder(box: Sandbox, name: str) -> None:
    """SPEC 1.9: entries that leave it, and those that are no files, are refused."""
    place = _set(box)
    path, kind, target = ENTRIES[name]
    with tarfile.open(box.clone / "set.tar", "w") as tar:
        tar.add(place, "set")
        entry = tarfile.TarInfo(path)
        entry.type, entry.linkname, entry.size = kind, target, 3 if kind == tarfile.REGTYPE else 0
        tar.addfile(entry, io.BytesIO(b"# x") if entry.size else None)
    shutil.rmtree(place)
    harm = attacked(box, [["eval", "set.tar"]])
    assert harm.found == []
    assert not Path("/tmp/ra-owned.md").exists()
    if name != "a full path":  # which becomes a path inside, as the user of tar expects
        assert harm.outcomes[0].code == 2


# Folders of the user


def test_a_cache_folder_may_be_a_link_of_the_user(box: Sandbox) -> None:
    """Own choice: above the folder of an index all is the user's, who may move it to a disk."""
    (box.cache / "ra").rmdir()
    (box.top / "disk").mkdir()
    (box.cache / "ra").symlink_to(box.top / "disk")
    assert found(box) == ["good.md"]
    assert [path.name for path in (box.top / "disk").iterdir()] == ["indexes"]
    assert box.ra("update", "--full").code == 0
    assert found(box) == ["good.md"]


def test_nobody_is_told_to_remove_what_a_link_leads_to(box: Sandbox) -> None:
    """SPEC 1.9: an index of an earlier version is said once; a link to a folder is none."""
    box.put(box.top / "other" / "catalog.sqlite", "mine")
    box.link(".ra", box.top / "other")
    done = box.ra(*SEARCH)
    assert (done.code, done.err) == (0, "")
    (box.clone / ".ra").unlink()
    box.write({".ra/catalog.sqlite": ""})
    shutil.rmtree(box.index)
    assert "an index made by an earlier version" in box.ra(*SEARCH).err


def test_an_index_for_other_documents_is_not_used(box: Sandbox) -> None:
    """SPEC 1.9: only if `ra` made it for this place; its name has but a short digest of that."""
    assert found(box) == ["good.md"]
    first = box.index
    (kept,) = (box.state / "ra" / "indexes").iterdir()
    kept.write_bytes(os.fsencode(first) + b"\0" + os.fsencode(box.top / "work" / "beside"))
    before = {path: path.lstat().st_ctime_ns for path in first.rglob("*")}
    assert found(box) == ["good.md"]
    assert record(box.ra("status", "--json"))["index"] == f"{first}-2"
    assert before == {path: path.lstat().st_ctime_ns for path in first.rglob("*")}


def test_even_a_forged_record_removes_only_what_is_named_like_an_index(box: Sandbox) -> None:
    """SPEC 1.9: files that `ra` can name. Who writes the state folder counts as the user."""
    other, records = box.top / "other", box.state / "ra" / "indexes"
    box.put(other / "identity", "0" * 32)
    records.mkdir(mode=0o700)
    (records / ("0" * 32)).write_bytes(os.fsencode(other) + b"\0" + os.fsencode(box.clone))
    before = {path for path in other.rglob("*") if path.is_file()}
    assert box.ra("forget", "--all").code in (0, 2)
    assert before - {path for path in other.rglob("*") if path.is_file()} == {other / "identity"}


def test_a_hard_link_is_a_file_of_the_repository(box: Sandbox) -> None:
    """What cannot be prevented: a second name of a file does not tell that it is one.

    Neither git nor an archive that is unpacked without rights can make one to a file outside.
    """
    os.link(box.home / ".ssh" / "id_rsa.md", box.clone / "key.md")
    assert found(box, "search", "--json", SECRET) == ["key.md"]


# Between a look and its use

SWAPS = {
    "a folder, after the one above it was listed": ("", "sub", "other/important"),
    "a document, before it is opened": ("good.md", "good.md", "home/.ssh/id_rsa.md"),
    "the folder of a document": ("sub/a.md", "sub", "other/important"),
    "the folder of a tree": ("docs", "docs", "other/important"),
    "the settings": (".ra.toml", ".ra.toml", "home/.ssh/id_rsa.md"),
    "rules": (".gitignore", ".gitignore", "home/.ssh/id_rsa.md"),
}


@pytest.mark.parametrize("command", [["update"], ["chunks"], ["search", SECRET]])
@pytest.mark.parametrize("name", SWAPS)
def test_a_link_that_appears_meanwhile_shows_no_secret(
    box: Sandbox, name: str, command: list[str]
) -> None:
    """SPEC 1.7, 1.9: what was opened is looked at again, so that no byte of it is taken.

    What is not prevented: names of files in a folder that is exchanged during the walk are seen.
    """
    moment, place, target = SWAPS[name]
    settings = '[tree.all]\npath = "."\nexclude = ["docs"]\n[tree.docs]\npath = "docs"\n'
    box.write({".ra.toml": settings, ".gitignore": "x\n", "sub/a.md": GOOD, "docs/a.md": GOOD})
    box.write({"sub/note.md": GOOD, "docs/note.md": GOOD})  # names that there are outside, too
    places = (box.clone / moment, box.clone / place, box.top / target)
    box.env["HOSTILE_SWAP"] = "\n".join(map(str, places))
    before = {path: path.read_bytes() for path in box.outside() if path.is_file()}
    done = box.ra(*command)
    assert (box.clone / place).is_symlink(), "the moment never came"
    assert done.code in (0, 1, 2)
    assert SECRET not in done.out
    assert "unexpected" not in done.err
    assert before == {path: path.read_bytes() for path in box.outside() if path.is_file()}
    del box.env["HOSTILE_SWAP"]
    assert found(box, "search", "--json", SECRET) == []


def test_a_tree_that_becomes_a_link_is_not_followed(
    box: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SPEC 1.9: also by a process that has read the settings before, such as a server."""
    for name, value in box.environment().items():
        monkeypatch.setenv(name, value)
    box.write({".ra.toml": '[tree.docs]\npath = "docs"\n', "docs/a.md": GOOD})
    notes: list[str] = []
    with ra.open(box.clone, update="missing", say=notes.append) as kb:
        kb.index.update()
        assert [one.path for one in kb.index.documents()] == ["a.md"]
        shutil.rmtree(box.clone / "docs")
        box.link("docs", box.top / "other")
        report = kb.index.update()
        assert "is now a link" in (report.trees[0].problem or "")
        assert not kb.search(SECRET).results
        assert not any(SECRET in kb.index.text(one.id) for one in kb.index.documents())
