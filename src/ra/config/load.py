"""Which settings hold in a folder? Files laid over each other, defaults below, trees placed."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from ra.config.check import TREE_NAME
from ra.config.files import SettingsFile, settings_files
from ra.config.places import placed
from ra.config.schema import (
    INDEX_FOLDER,
    Boosts,
    Chunking,
    Parts,
    Search,
    Settings,
    Tree,
    Weights,
    row,
)
from ra.model import digest
from ra.typed import Any, NamedTuple

FALLBACK_NAME = "docs"


class _Value(NamedTuple):
    value: Any
    file: SettingsFile | None


_Overlay = Mapping[Parts, _Value]


def load(cwd: Path, *, home: Path, cache: Path, tree_name: Callable[[str], str]) -> Settings:
    """The settings for work in `cwd`; nothing is created (SPEC 1.1 to 1.5).

    `tree_name` is the slug rule (SPEC 2.4), used where a folder's name cannot name a tree.
    Without a declared tree, the folder of the nearest project file is the tree, else `cwd`.
    """
    cwd, home = cwd.resolve(), home.resolve()
    files = tuple(settings_files(cwd, home))
    overlay = _overlay(files)
    project = next((file.path.parent for file in files if not file.is_global), None)
    folder = project or cwd
    name = folder_tree_name(folder.name, tree_name)
    names = _tree_names(overlay)
    owner, label = (folder, name) if project or not names else (home, "global")
    if not names:
        overlay = {**overlay, ("tree", name, "path"): _Value(str(folder), None)}
    return Settings(
        cwd=cwd,
        files=tuple(file.path for file in files),
        trees=tuple(_tree(overlay, each, home) for each in names or [name]),
        index_dir=project / INDEX_FOLDER if project else _in_cache(cache, owner, label),
        root=_look(overlay, ("root",)).value,
        respect_gitignore=_look(overlay, ("respect_gitignore",)).value,
        max_file_bytes=_look(overlay, ("max_file_bytes",)).value,
        chunking=_chunking(overlay, ()),
        search=_search(overlay),
        parsers=_parsers(overlay),
        set_by={parts: each.file.path for parts, each in overlay.items() if each.file},
    )


def folder_tree_name(folder: str, slug: Callable[[str], str]) -> str:
    """A tree name for a folder: its own name if that is allowed, else its slug in ASCII."""
    if re.fullmatch(TREE_NAME, folder):
        return folder
    ascii_slug = unicodedata.normalize("NFKD", slug(folder) if folder else "")
    name = ascii_slug.encode("ascii", "ignore").decode().strip("-_")
    return name if re.fullmatch(TREE_NAME, name) else FALLBACK_NAME


def _overlay(files: Iterable[SettingsFile]) -> dict[Parts, _Value]:
    """The nearest file wins key by key; a tree is one unit, replaced whole by name."""
    values: dict[Parts, _Value] = {}
    owners: dict[str, SettingsFile] = {}
    for file in files:
        for parts, value in file.values.items():
            if parts[0] != "tree" or owners.setdefault(parts[1], file) is file:
                values.setdefault(parts, _Value(value, file))
    return values


def _look(overlay: _Overlay, parts: Parts) -> _Value:
    if parts in overlay:
        return overlay[parts]
    key = row(parts)
    if key.inherits:
        return _look(overlay, tuple(key.inherits.split(".")))
    return _Value(key.default, None)


def _tree_names(overlay: _Overlay) -> list[str]:
    return list(dict.fromkeys(parts[1] for parts in overlay if parts[0] == "tree"))


def _tree(overlay: _Overlay, name: str, home: Path) -> Tree:
    at = ("tree", name)
    path, file = _look(overlay, (*at, "path"))
    return Tree(
        name=name,
        root=_root(path, file, home) if file else Path(path),
        local=not (file and file.is_global),
        include=_look(overlay, (*at, "include")).value,
        exclude=_look(overlay, (*at, "exclude")).value,
        tenant=_look(overlay, (*at, "tenant")).value,
        language=_look(overlay, (*at, "language")).value,
        respect_gitignore=_look(overlay, (*at, "respect_gitignore")).value,
        max_file_bytes=_look(overlay, (*at, "max_file_bytes")).value,
        chunking=_chunking(overlay, at),
        parsers=_parsers(overlay),
        confluence_base=_look(overlay, (*at, "confluence_base")).value,
    )


def _root(path: str, file: SettingsFile, home: Path) -> Path:
    root = placed(path, base=file.path.parent, home=home)
    # Only the file system knows what `..` after a link means.
    return root.resolve() if ".." in root.parts else root


def _search(overlay: _Overlay) -> Search:
    tables = {"boosts": Boosts, "weights": Weights}
    values = {
        field: _table(overlay, ("search", field), tables[field])
        if field in tables
        else _look(overlay, ("search", field)).value
        for field in Search._fields
    }
    return Search(**values)


def _table(overlay: _Overlay, at: Parts, record: Any) -> Any:
    return record(*(_look(overlay, (*at, field)).value for field in record._fields))


def _chunking(overlay: _Overlay, at: Parts) -> Chunking:
    found: Chunking = _table(overlay, (*at, "chunking"), Chunking)
    return found


def _parsers(overlay: _Overlay) -> tuple[tuple[str, Any], ...]:
    return tuple((parts[1], each.value) for parts, each in overlay.items() if parts[0] == "parsers")


def _in_cache(cache: Path, owner: Path, label: str) -> Path:
    return cache / "indexes" / f"{label}-{digest(os.fsencode(owner), 6)}"
