"""Loads the settings of a folder: merges files and defaults, and resolves the trees."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path

from ra.config.choices import tree_language
from ra.config.context_keys import default_context
from ra.config.files import settings_files
from ra.config.key import Secret
from ra.config.overlay import NO_SECRETS, Overlay, SetValue, look, overlay_of
from ra.config.schema import (
    Boosts,
    Chunking,
    ContextSettings,
    Embed,
    IndexSettings,
    Llm,
    Parts,
    Search,
    Settings,
    Tree,
    Weights,
)
from ra.config.user_folders import placed
from ra.errors import ConfigError
from ra.model import digest
from ra.typed import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ra.config.read_file import SettingsFile

FALLBACK_NAME = "docs"
_LABEL_LETTERS = 100  # a folder's name may have the maximum length, and a suffix is added
_PLACE: Parts = ("index", "place")


def load(
    cwd: Path,
    *,
    home: Path,
    cache: Path,
    state: Path,
    tree_name: Callable[[str], str],
    secrets: Mapping[str, Secret] = NO_SECRETS,
) -> Settings:
    """The settings for work in `cwd`; it creates nothing (SPEC 1.1 to 1.5, 1.9).

    `tree_name` is the slug rule (SPEC 2.4), used where a folder's name is not a valid tree name.
    """
    cwd, home = cwd.resolve(), home.resolve()
    files, notes = settings_files(cwd, home, state)
    overlay: Overlay = overlay_of(files, secrets)
    project = next((file.path.parent for file in files if not file.is_global), None)
    names = _tree_names(overlay)
    implicit = _implicit_tree(overlay, names, dict.fromkeys((project or cwd, cwd)), home)
    owner = implicit or project or (home if names else cwd)
    name = folder_tree_name(owner.name, tree_name)
    label = name if implicit or project or not names else "global"
    overlay = _with_own_place(overlay, owner)
    if implicit:
        overlay, names = _with_folder(overlay, names, name, implicit)
    trees = tuple(_tree(overlay, each, home) for each in names)
    fallback = cache / "indexes" / _index_name(label, owner)
    return Settings(
        cwd=cwd,
        files=tuple(file.path for file in files),
        trees=trees,
        index_dir=_index_place(overlay, trees, home) or fallback,
        index_fallback=fallback,
        index_owner=owner,
        state_dir=state,
        notes=notes,
        set_by={parts: each.file.path for parts, each in overlay.items() if each.file},
        **_keys(overlay, home),
        context=_context(overlay, trees, files),
    )


def _index_name(label: str, owner: Path) -> str:
    return f"{label[:_LABEL_LETTERS]}-{digest(os.fsencode(owner), 6)}"


def _implicit_tree(
    overlay: Overlay, names: Sequence[str], folders: Iterable[Path], home: Path
) -> Path | None:
    """The folder that is a tree without a declaration (SPEC 1.3): the first that is in no declared
    tree, and neither declares nor holds a tree of a project; never a home folder, the root of a
    disk, or a folder of a project that declares trees and `root = true`.
    """
    declared = [look(overlay, ("tree", name, "path")) for name in names]
    roots = [_real(path, file, home) for path, file in declared if file]
    told = {
        place
        for root, (_, file) in zip(roots, declared, strict=True)
        if file and not file.is_global
        for place in (file.path.parent, root, *root.parents)
    }
    if told and look(overlay, ("root",)).value:
        return None
    for folder in folders:
        if any(folder.is_relative_to(root) for root in roots):
            return None
        if folder not in told:
            return None if folder in (home, Path(folder.anchor)) else folder
    return None


def _keys(overlay: Overlay, home: Path) -> dict[str, Any]:
    """The fields of `Settings` that are settings keys, without trees."""
    return {
        "root": look(overlay, ("root",)).value,
        "respect_gitignore": look(overlay, ("respect_gitignore",)).value,
        "max_file_bytes": look(overlay, ("max_file_bytes",)).value,
        "index_settings": IndexSettings(look(overlay, _PLACE).value),
        "chunking": _chunking(overlay, ()),
        "search": _search(overlay),
        "embed": _embed(overlay, home),
        "llm": _table(overlay, ("llm",), Llm),
        "parsers": _parsers(overlay),
    }


def folder_tree_name(folder: str, slug: Callable[[str], str]) -> str:
    """A tree name for a folder: its own name if valid, else its slug in ASCII."""
    if _is_tree_name(folder):
        return folder
    ascii_slug = unicodedata.normalize("NFKD", slug(folder) if folder else "")
    name = ascii_slug.encode("ascii", "ignore").decode().strip("-_")
    return name if _is_tree_name(name) else FALLBACK_NAME


def _is_tree_name(name: str) -> bool:
    """Whether `ra.config.key.TREE_NAME` matches; its pattern would be compiled in each command."""
    plain = name.replace("_", "0").replace(".", "0").replace("-", "0")
    return name.isascii() and plain.isalnum() and name[0].isalnum()


def _with_folder(
    overlay: Overlay, names: Sequence[str], name: str, folder: Path
) -> tuple[Overlay, list[str]]:
    """The overlay with an implicit tree for a folder, first; in the tenant of the others if they
    share one, so that a search reads all of them.
    """
    taken = {each.lower() for each in names}
    free = next(each for each in _numbered(name) if each.lower() not in taken)
    tenants = {look(overlay, ("tree", each, "tenant")).value for each in names}
    implicit: dict[Parts, SetValue] = {("tree", free, "path"): SetValue(str(folder), None)}
    if len(tenants) == 1:
        implicit["tree", free, "tenant"] = SetValue(tenants.pop(), None)
    return {**implicit, **overlay}, [free, *names]


def _numbered(name: str) -> Iterator[str]:
    yield name
    yield from (f"{name}-{number}" for number in count(1))


def _tree_names(overlay: Overlay) -> list[str]:
    return list(dict.fromkeys(parts[1] for parts in overlay if parts[0] == "tree"))


def _tree(overlay: Overlay, name: str, home: Path) -> Tree:
    at = ("tree", name)
    path, file = look(overlay, (*at, "path"))
    is_global = file is not None and file.is_global
    return Tree(
        name=name,
        root=_root(path, file, home) if file else Path(path),
        local=not is_global,
        include=look(overlay, (*at, "include")).value,
        exclude=look(overlay, (*at, "exclude")).value,
        tenant=look(overlay, (*at, "tenant")).value,
        language=tree_language(
            look(overlay, (*at, "language")).value, look(overlay, ("search", "stemmer")).value
        ),
        respect_gitignore=look(overlay, (*at, "respect_gitignore")).value,
        max_file_bytes=look(overlay, (*at, "max_file_bytes")).value,
        chunking=_chunking(overlay, at),
        parsers=_parsers(overlay),
        confluence_base=look(overlay, (*at, "confluence_base")).value,
        real_root=None if is_global else _real_root(path, file, home),
        embed=_embed(overlay, home),
        link_roots=_named_values(overlay, (*at, "links", "roots")),
        dates=look(overlay, (*at, "dates")).value,
        source=look(overlay, (*at, "source")).value,
    )


def _root(path: str, file: SettingsFile, home: Path) -> Path:
    root = placed(path, base=file.path.parent, home=home)
    # Only the file system can resolve `..` after a link.
    return _real(path, file, home) if ".." in root.parts else root


def _real_root(path: str, file: SettingsFile | None, home: Path) -> Path | None:
    """The present target of a project's tree: the folder that was checked must be the one read
    later.
    """
    if file is None:
        return Path(path)  # the project's folder or the working folder, already resolved
    real = _real(path, file, home)
    return real if real.drive == file.path.drive else None


def _real(path: str, file: SettingsFile, home: Path) -> Path:
    from ra.config.claims import real_path  # many folders have no settings file

    return real_path(path, file.path.parent, home)


def _with_own_place(overlay: Overlay, owner: Path) -> Overlay:
    """Drop an index place set by a file of another folder: it is for the index of that folder."""
    file = overlay[_PLACE].file if _PLACE in overlay else None
    if file is None or file.path.parent == owner:
        return overlay
    return {parts: each for parts, each in overlay.items() if parts != _PLACE}


def _index_place(overlay: Overlay, trees: Iterable[Tree], home: Path) -> Path | None:
    """The index folder in the settings; never a folder with settings or documents."""
    text, file = look(overlay, _PLACE)
    if not text or file is None:
        return None
    base = file.path.parent
    real = _real(text, file, home)
    held = {"the settings file": base}
    held |= {f"the tree '{tree.name}'": Path(os.path.realpath(tree.root)) for tree in trees}
    for what, folder in held.items():
        if folder.is_relative_to(real):
            raise _misplaced(file, f"{real} holds {what}")
    return _root(text, file, home)


def _misplaced(file: SettingsFile, why: str) -> ConfigError:
    from ra.config.locate import where  # only a mistake needs this import

    place = where(file.path, file.text, _PLACE)
    return ConfigError(f"{place}: 'index.place' cannot be used: {why}; name a folder of its own")


def _search(overlay: Overlay) -> Search:
    """The table `[search]`. A limit in a file is the number of results, like one in a command."""
    tables = {"boosts": Boosts, "weights": Weights}
    values = {
        field: _table(overlay, ("search", field), tables[field])
        if field in tables
        else look(overlay, ("search", field)).value
        for field in Search._fields
    }
    if ("search", "limit") in overlay and ("search", "brief_limit") not in overlay:
        values["brief_limit"] = 0
    return Search(**values)


def _context(
    overlay: Overlay, trees: Iterable[Tree], files: Sequence[SettingsFile]
) -> ContextSettings:
    """The table `[context]`; few settings files have one."""
    if not any(parts[0] == "context" for parts in overlay):
        return default_context(_search(overlay))
    from ra.config.context_rules import context_of

    known = {tree.name for tree in trees}.union(*(file.left_out for file in files))
    return context_of(overlay, known)


def _embed(overlay: Overlay, home: Path) -> Embed:
    """The table `[embed]`; the folder of a model is relative to the file that names it."""
    found: Embed = _table(overlay, ("embed",), Embed)
    text, file = look(overlay, ("embed", "folder"))
    return found._replace(folder=str(_root(text, file, home))) if text and file else found


def _table(overlay: Overlay, at: Parts, record: Any) -> Any:
    return record(*(look(overlay, (*at, field)).value for field in record._fields))


def _chunking(overlay: Overlay, at: Parts) -> Chunking:
    found: Chunking = _table(overlay, (*at, "chunking"), Chunking)
    return found


def _parsers(overlay: Overlay) -> tuple[tuple[str, Any], ...]:
    return _named_values(overlay, ("parsers",))


def _named_values(overlay: Overlay, at: Parts) -> tuple[tuple[str, Any], ...]:
    """The entries of a table whose names the user chooses."""
    size = len(at)
    found = [(parts, each) for parts, each in overlay.items() if parts[:size] == at]
    return tuple((parts[size], each.value) for parts, each in found if len(parts) == size + 1)
