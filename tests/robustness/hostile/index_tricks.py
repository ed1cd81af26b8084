"""Tricks of indexes: committed with the repository, behind links, forged, planted in the cache."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.robustness.hostile.sandbox import GOOD, POISON, SOURCE, Sandbox
from tests.robustness.hostile.trick import Trick

_POISONED = GOOD.replace("nothing at all", f"the {POISON}")
_FORGE = """
import sys
from ra.ingest import read_file
from ra.model import digest
read_file.content_hash = lambda _: digest(sys.argv[1].encode(), 16)
from ra.cli.main import main
sys.exit(main(["update"]))
"""
_PLACE = '[index]\nplace = ".ra"\n[tree.clone]\npath = "."\n'
_PLAIN = '[tree.clone]\npath = "."\n'
_NAMES = ["postings", "gen-0123456789ab", "damaged-1", "current", "identity", "writer.lock",
          "catalog.sqlite", "indexes", "ra", "trust", ".ra", "-rf", "x" * 255,
          "\udcff\udcfe", "a?mode=memory&#%2e"]  # fmt: skip


def forged_index(folder: Path, text: str) -> None:
    """An index, made by this very program, that holds `text` for the bytes of the document.

    Size, time and hash in it are those of the honest document, so that an update finds nothing to
    do; all checksums are right.
    """
    with TemporaryDirectory() as place:
        attacker = Sandbox(Path(place))
        attacker.write({".ra.toml": _PLAIN, "good.md": text})
        subprocess.run(
            [sys.executable, "-P", "-c", _FORGE, GOOD],
            cwd=attacker.clone,
            env={**attacker.environment(), "PYTHONPATH": str(SOURCE)},
            check=True,
            capture_output=True,
        )
        own = attacker.clone / ".ra"
        shutil.copytree(own if own.is_dir() else attacker.index, folder, symlinks=True)


def earlier_form(folder: Path) -> None:
    """Turn an index into the form that earlier versions had: catalog and postings at its top."""
    for generation in folder.glob("gen-*"):
        for path in generation.iterdir():
            path.rename(folder / path.name)
        generation.rmdir()
    for name in ("identity", "current"):
        (folder / name).unlink(missing_ok=True)


def emptied(catalog: Path) -> None:
    """Delete every row of a catalog, so that all postings are strays."""
    with closing(sqlite3.connect(catalog)) as db:
        names = [
            name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type='table'")
        ]
        for name in names:
            if not name.startswith("sqlite_") and name != "meta":
                db.execute(f'DELETE FROM "{name}"')
        db.commit()
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def postings_link(target: str) -> Callable[[Sandbox], None]:
    """F1: an emptied catalog of the earlier form, and `postings` that leads out."""

    def build(box: Sandbox) -> None:
        index = box.clone / ".ra"
        forged_index(index, GOOD)
        earlier_form(index)
        emptied(index / "catalog.sqlite")
        shutil.rmtree(index / "postings")
        (index / "postings").symlink_to(target)
        box.write({".ra.toml": _PLAIN})

    return build


def folder_link(target: str) -> Callable[[Sandbox], None]:
    """F3: `.ra` itself leads out."""

    def build(box: Sandbox) -> None:
        box.link(".ra", target)
        box.write({".ra.toml": _PLAIN})

    return build


def folder_link_asked_for(box: Sandbox) -> None:
    """The same, named as the place of the index."""
    box.link(".ra", "..")
    box.write({".ra.toml": _PLACE})


def poisoned(*, asked: bool, early: bool = False) -> Callable[[Sandbox], None]:
    """F3: an index that is valid in itself and holds a text that no document has."""

    def build(box: Sandbox) -> None:
        forged_index(box.clone / ".ra", _POISONED)
        if early:
            earlier_form(box.clone / ".ra")
        box.write({".ra.toml": _PLACE if asked else _PLAIN})

    return build


def copied_identity(box: Sandbox) -> None:
    """A poisoned index with the identity of an index that the user has."""
    poisoned(asked=True)(box)
    identity = _index_of_the_user(box) / "identity"
    box.put(box.clone / ".ra" / "identity", identity.read_bytes() if identity.exists() else b"")


def guessed_identity(box: Sandbox) -> None:
    """A poisoned index with an identity that names other files of the state folder."""
    poisoned(asked=True)(box)
    box.put(box.clone / ".ra" / "identity", b"../trust/" + b"0" * 23)


def _index_of_the_user(box: Sandbox) -> Path:
    """An index that the user has of other documents."""
    mine = box.put(box.home / "mine" / "doc.md", "# Mine\n").parent
    assert box.ra("-C", str(mine), "update").code == 0
    return next((box.cache / "ra" / "indexes").iterdir(), box.cache)


def trusted(build: Callable[[Sandbox], None]) -> Callable[[Sandbox], None]:
    """The same repository, whose settings the user trusts."""

    def built(box: Sandbox) -> None:
        build(box)
        box.ra("trust")

    return built


def replaced(box: Sandbox) -> None:
    """The user trusts the place, an index is built there, and the repository replaces it."""
    box.write({".ra.toml": _PLACE})
    box.ra("trust")
    box.ra("update")
    shutil.rmtree(box.clone / ".ra")
    forged_index(box.clone / ".ra", _POISONED)


def trusted_then_linked(box: Sandbox) -> None:
    """The user trusts the place, and then it becomes a link."""
    box.write({".ra.toml": _PLACE})
    box.ra("trust")
    box.link(".ra", box.top / "other")


def cached_index_link(box: Sandbox) -> None:
    """In the cache: the folder of the index is a link to an index elsewhere."""
    box.ra("update")
    index = box.index
    shutil.move(index, box.top / "other" / "moved")
    index.symlink_to(box.top / "other" / "moved")


def cached_folder_of_others(box: Sandbox) -> None:
    """In the cache: where the index belongs is a folder with files of something else."""
    box.ra("update")
    index = box.index
    shutil.rmtree(index)
    index.mkdir(mode=0o700)
    for name in ("catalog.sqlite", "postings", "notes.md"):
        (index / name).write_bytes(b"mine")
        (index / name).chmod(0o600)


def link_inside(name: str) -> Callable[[Sandbox], None]:
    """In the cache: one part of the index is a link to the same thing elsewhere."""

    def build(box: Sandbox) -> None:
        box.ra("update")
        index = box.index
        generation = next(index.glob("gen-*"))
        place = index / name.replace("GEN", generation.name)
        if name.endswith("segment"):
            place = next(place.parent.glob("*.term"))
        away = box.top / "other" / "away"
        if place.is_dir():
            shutil.copytree(place, away)
            shutil.rmtree(place)
        else:
            away.write_bytes(place.read_bytes() if place.exists() else b"")
            place.unlink(missing_ok=True)
        place.symlink_to(away)

    return build


def record_link(box: Sandbox) -> None:
    """In the state folder: the record of the index is a link."""
    box.ra("update")
    (record,) = (box.state / "ra" / "indexes").iterdir()
    away = box.top / "other" / "record"
    away.write_bytes(record.read_bytes())
    record.unlink()
    record.symlink_to(away)


def planted_records(box: Sandbox) -> None:
    """In the state folder: names that ra would never write, links, pipes, places that are gone."""
    records = box.state / "ra" / "indexes"
    records.mkdir(mode=0o700)
    target = os.fsencode(box.top / "nowhere")
    for name in ("0" * 32, "f" * 32, "x", "0" * 31 + "\n"):
        (records / name).write_bytes(target + b"\0" + os.fsencode(box.clone))
        (records / name).chmod(0o600)
    (records / ("a" * 32)).symlink_to(box.home / ".bashrc")
    os.mkfifo(records / ("b" * 32), 0o600)


def another_owner(box: Sandbox) -> None:
    """In the cache: the index belongs to another user."""
    box.ra("update")
    for path in (box.index, *box.index.rglob("*")):
        os.chown(path, 65534, 65534)


def other_documents(box: Sandbox) -> None:
    """In the cache: the index at this place was made for the documents of another folder."""
    box.ra("update")
    index = box.index
    (record,) = (box.state / "ra" / "indexes").iterdir()
    record.write_bytes(os.fsencode(index) + b"\0" + os.fsencode(box.top / "work" / "beside"))


_PARTS = ["identity", "current", "writer.lock", "GEN", "GEN/catalog.sqlite", "GEN/postings",
          "GEN/catalog.sqlite-wal", "GEN/catalog.sqlite-shm", "GEN/catalog.sqlite-journal",
          "GEN/postings/1", "GEN/postings/1/meta.json", "GEN/postings/1/.managed.json",
          "GEN/postings/1/.tantivy-writer.lock", "GEN/postings/1/.tantivy-meta.lock",
          "GEN/postings/1/segment"]  # fmt: skip

TRICKS = {
    "F1: postings that lead to a neighbor": Trick(postings_link("../../../other")),
    "F1: postings that lead to all neighbors": Trick(postings_link("../..")),
    "F3: .ra that leads to the folder above": Trick(folder_link("..")),
    "F3: .ra that leads to the home folder": Trick(folder_link("../../home")),
    "F3: .ra that leads nowhere": Trick(folder_link("../new")),
    "F3: .ra that leads above, as the place": Trick(folder_link_asked_for, says="'index.place'"),
    **{
        f"F3: a repository named {name[:20]!a}": Trick(folder_link(".."), name=name)
        for name in _NAMES
    },
    "F3: a poisoned index": Trick(poisoned(asked=False)),
    "F3: a poisoned index of the earlier form": Trick(poisoned(asked=False, early=True)),
    "F3: a poisoned index that is asked for": Trick(poisoned(asked=True), says="'index.place'"),
    "a poisoned index with an identity of the user": Trick(copied_identity),
    "a poisoned index with a guessed identity": Trick(guessed_identity),
    "trusted: a poisoned index": Trick(trusted(poisoned(asked=True)), says="left alone"),
    "trusted: with an identity of the user": Trick(trusted(copied_identity), says="left alone"),
    "trusted: with a guessed identity": Trick(trusted(guessed_identity), says="left alone"),
    "trusted: an index that is replaced": Trick(replaced, says="left alone"),
    "trusted: a place that becomes a link": Trick(trusted_then_linked, says="ra trust"),
    "cache: the index is a link": Trick(cached_index_link),
    "cache: something else is there": Trick(cached_folder_of_others),
    "cache: an index for other documents": Trick(other_documents),
    "cache: an index of another user": Trick(another_owner, needs_root=True),
    **{f"cache: a link as {part}": Trick(link_inside(part)) for part in _PARTS},
    "state: a link as record": Trick(record_link),
    "state: planted records": Trick(planted_records),
}
