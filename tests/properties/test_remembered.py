"""Tests that a remembered walk and a full walk list the same, whatever changes in between."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import time_ns

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ra.config.schema import DEFAULT_CHUNKING, INCLUDE, Tree
from ra.sources import discover, remembered

NAMES = ("a.md", "b.txt", "c.py", "d.md", ".hidden.md")
FOLDERS = ("", "x", "x/y", "z", "z/skip")
Step = tuple[str, str, str]


def _tree(root: Path, **more: object) -> Tree:
    plain = Tree(
        "t", root, True, INCLUDE, ("z/skip/",), "default", "english", True, 40, DEFAULT_CHUNKING, ()
    )
    return plain._replace(**more)  # type: ignore[arg-type]


def _tick(beside: Path) -> None:
    """Wait until the clock of the file system has moved on, so that times tell changes apart."""
    probe = beside / "tick"
    probe.write_bytes(b"")
    first = probe.stat().st_ctime_ns
    while probe.stat().st_ctime_ns == first:
        probe.write_bytes(b"")


def _write(place: Path, text: str) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    if not place.is_dir():
        place.unlink(missing_ok=True) if place.is_symlink() else None
        place.write_text(text, encoding="utf-8")


def _edit(root: Path, place: Path, other: Path) -> None:
    if place.is_file():
        place.write_text(place.read_text(encoding="utf-8") + "more ", encoding="utf-8")


def _rename(root: Path, place: Path, other: Path) -> None:
    if os.path.lexists(place) and other.parent.is_dir() and not other.is_dir():
        place.rename(other)


def _remove(root: Path, place: Path, other: Path) -> None:
    if place.is_symlink() or place.is_file():
        place.unlink()


def _remove_folder(root: Path, place: Path, other: Path) -> None:
    if place.parent != root:
        shutil.rmtree(place.parent, ignore_errors=True)


def _link(root: Path, place: Path, other: Path) -> None:
    if place.parent.is_dir() and not os.path.lexists(place):
        place.symlink_to(other)


def _link_folder(root: Path, place: Path, other: Path) -> None:
    link = place.with_suffix("")
    if link.parent.is_dir() and not os.path.lexists(link):
        link.symlink_to(other.parent)


def _ignore(root: Path, place: Path, other: Path) -> None:
    _write(place.parent / ".gitignore", f"{other.name}\n")


def _unignore(root: Path, place: Path, other: Path) -> None:
    (place.parent / ".raignore").unlink(missing_ok=True)


def _ignore_above(root: Path, place: Path, other: Path) -> None:
    (root.parent / ".git").mkdir(exist_ok=True)
    _write(root.parent / ".gitignore", f"{place.name}\n")


def _repository(root: Path, place: Path, other: Path) -> None:
    if place.parent != root and place.parent.is_dir():
        _write(place.parent / ".git/info/exclude", f"{other.name}\n")


def _close(root: Path, place: Path, other: Path) -> None:
    if place.is_file():
        place.chmod(0o600 if place.stat().st_mode & 0o077 else 0o644)


STEPS: dict[str, Callable[[Path, Path, Path], None]] = {
    "create": lambda root, place, other: _write(place, "short"),
    "grow": lambda root, place, other: _write(place, "x" * 60),
    "edit": _edit,
    "rename": _rename,
    "remove": _remove,
    "remove folder": _remove_folder,
    "link": _link,
    "link folder": _link_folder,
    "ignore": _ignore,
    "unignore": _unignore,
    "ignore above": _ignore_above,
    "repository": _repository,
    "chmod": _close,
}
PATHS = st.builds(
    lambda folder, name: f"{folder}/{name}".strip("/"),
    st.sampled_from(FOLDERS),
    st.sampled_from(NAMES),
)


@given(st.lists(st.tuples(st.sampled_from(sorted(STEPS)), PATHS, PATHS), max_size=25))
def test_a_remembered_walk_lists_what_a_full_walk_lists(steps: list[Step]) -> None:
    """Issue 17: the check is made cheaper without missing a change."""
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(remembered, "_FEW", 0)
        patch.setattr(remembered, "_RACY_NS", 0)
        top = Path(folder).resolve()
        root, place = top / "above" / "tree", top / "cache" / "listings" / "index" / "t"
        for name in ("a.md", "x/a.md", "x/y/d.md", "z/b.txt"):
            _write(root / name, "text")
        tree = _tree(root)
        _tick(top)
        remembered.listed(tree, place, time_ns())
        for kind, one, two in steps:
            _tick(top)
            STEPS[kind](root, root / one, root / two)
            _tick(top)
            if not root.is_dir():
                return
            assert remembered.listed(tree, place, time_ns()) == discover(tree), kind


def test_what_is_remembered_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Issue 17: without a change no folder is listed; after one, all are."""
    monkeypatch.setattr(remembered, "_FEW", 0)
    monkeypatch.setattr(remembered, "_RACY_NS", 0)
    root, place = tmp_path / "tree", tmp_path / "cache" / "listings" / "index" / "t"
    _write(root / "x" / "a.md", "text")
    walks: list[Tree] = []

    def counted(tree: Tree, *more: object) -> object:
        walks.append(tree)
        return discover(tree, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(remembered, "discover", counted)
    for number, change in enumerate(("", "", "edit", "", "create", "")):
        _tick(tmp_path)
        if change == "edit":
            _write(root / "x" / "a.md", "other text")
        if change == "create":
            _write(root / "x" / "b.md", "text")
        _tick(tmp_path)
        found = remembered.listed(_tree(root), place, time_ns())
        assert found == discover(_tree(root)), number
    assert len(walks) == 2


@pytest.mark.parametrize(
    "changed", [{"include": ("*.txt",)}, {"exclude": ()}, {"max_file_bytes": 3}]
)
def test_other_settings_walk_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changed: dict[str, object]
) -> None:
    """Issue 17: a listing depends on the settings of the tree."""
    monkeypatch.setattr(remembered, "_FEW", 0)
    monkeypatch.setattr(remembered, "_RACY_NS", 0)
    root, place = tmp_path / "tree", tmp_path / "cache" / "listings" / "index" / "t"
    for name in ("a.md", "b.txt", "z/skip/a.md"):
        _write(root / name, "text")
    _tick(tmp_path)
    remembered.listed(_tree(root), place, time_ns())
    assert place.exists()
    other = _tree(root, **changed)
    assert remembered.listed(other, place, time_ns()) == discover(other)


@pytest.mark.parametrize("damage", [b"", b"x", b"\0" * 500])
def test_damaged_memory_is_ignored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: bytes
) -> None:
    """SPEC 6.6: it costs a walk, never a wrong listing."""
    monkeypatch.setattr(remembered, "_FEW", 0)
    monkeypatch.setattr(remembered, "_RACY_NS", 0)
    root, place = tmp_path / "tree", tmp_path / "cache" / "listings" / "index" / "t"
    _write(root / "a.md", "text")
    _tick(tmp_path)
    remembered.listed(_tree(root), place, time_ns())
    whole = place.read_bytes()
    place.write_bytes(whole[: len(whole) // 2] + damage)
    assert remembered.listed(_tree(root), place, time_ns()) == discover(_tree(root))


def test_a_recent_change_is_not_trusted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Issue 17: within the tick of the clock an equal time proves nothing."""
    monkeypatch.setattr(remembered, "_FEW", 0)
    root, place = tmp_path / "tree", tmp_path / "cache" / "listings" / "index" / "t"
    _write(root / "a.md", "text")
    remembered.listed(_tree(root), place, time_ns())
    assert not place.exists()
    remembered.listed(_tree(root), place, time_ns() + 3 * 10**9)
    assert place.exists()


def test_an_edit_during_the_walk_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SPEC 6.3: an edit in place, after a file was listed, changes no folder."""
    monkeypatch.setattr(remembered, "_FEW", 0)
    monkeypatch.setattr(remembered, "_RACY_NS", 0)
    root, place = tmp_path / "tree", tmp_path / "cache" / "listings" / "index" / "t"
    _write(root / "a.md", "text")
    _write(root / "b.md", "text")

    def edited(tree: Tree, *more: object) -> object:
        listing = discover(tree, *more)  # type: ignore[arg-type]
        _tick(tmp_path)
        _write(root / "a.md", "some other text")
        return listing

    monkeypatch.setattr(remembered, "discover", edited)
    _tick(tmp_path)
    remembered.listed(_tree(root), place, time_ns())
    assert place.exists()
    assert remembered.listed(_tree(root), place, time_ns()) == discover(_tree(root))
