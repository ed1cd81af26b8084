"""Lists a tree again by what an earlier walk found, without listing its folders (0024).

A name that is added, removed or renamed changes the times of its folder, and an edit those of the
file. So if no known folder, ignore file or link has changed, the names are those of the last walk,
and each file is looked at again. Anything else means a full walk.
"""

from __future__ import annotations

# ruff: noqa: PTH116
# Plain strings: a Path for each entry would double the cost.
import marshal
import os
import sys
from pathlib import Path
from zlib import crc32

from ra.config.private import is_private_folder, private_folder, read_private, write_private
from ra.config.schema import Tree
from ra.errors import ConfigError
from ra.model import ParserName, digest
from ra.sources.discover import FoundFile, Listing, Refused, Visited, discover, take_file
from ra.sources.ignore import Intake, TooManyPatterns, start
from ra.sources.paths import printable
from ra.typed import Any, NamedTuple

_VERSION = 2
_MOST_BYTES = 256 * 1024 * 1024
_FEW = 400  # folders and files; a walk over so few costs no more than reading what is remembered
_RACY_NS = 2_000_000_000  # the coarsest clock of a file system in use
_MARK = 2**63 - 1
_HAS_CTIME = sys.platform != "win32"  # without it nothing is remembered
_new = tuple.__new__


class _Memory(NamedTuple):
    """What a walk met: folders and files by their paths in the tree, each with its stamp.

    `rules` are ignore files, `links` have their targets. `files` are those that only their size or
    kind can exclude, with parser and stamp, and as they were listed, None if that is to be decided
    again.
    """

    above: object
    folders: list[str]
    folder_stamps: list[int]
    rules: list[tuple[str, list[int]]]
    links: list[tuple[str, str, list[int]]]
    files: list[str]
    file_stamps: list[int]
    found: list[tuple[str, int, int, ParserName, int] | None]
    parsers: list[ParserName]
    refused: list[tuple[str, str, str, str]]


def listed(tree: Tree, place: Path | None, now: int) -> Listing:
    """The listing of a tree, from memory where that is exact; a walk is remembered in `place`.

    `now` is the time before the listing, in ns.
    """
    if place is None:
        return discover(tree)
    known = _recall(tree, place)
    if known is not None and (found := _again(tree, known)) is not None:
        return found
    visited = Visited()
    listing = discover(tree, visited)
    if len(visited.folders) + len(visited.names) > _FEW:
        _remember(tree, place, visited, listing, now)
    return listing


def _again(tree: Tree, known: _Memory) -> Listing | None:
    """The listing, if no folder, rule or link has changed; the files are looked at now."""
    root = os.fspath(tree.root)
    real = os.path.realpath(root)
    if tree.real_root is not None and real != os.fspath(tree.real_root):
        return None  # the walk reports it
    try:
        if not _same_folders(root, known):
            return None
        if _above(tree, real) != known.above or not _same_links(known):
            return None
        if any(_lstamp(path) != stamp for path, stamp in known.rules):
            return None
        return _listing(tree, root, known)
    except OSError:
        return None


def _same_folders(root: str, known: _Memory) -> bool:
    look, base = os.stat, _base(root)
    stamps = iter(known.folder_stamps)
    for path in known.folders:
        status = look(base + path)
        # One number, as two changes at once that cancel out each other do not happen.
        if status.st_ctime_ns ^ status.st_ino << 20 ^ status.st_dev << 70 != next(stamps):
            return False
    return _HAS_CTIME


def _listing(tree: Tree, root: str, known: _Memory) -> Listing:
    """The files of known names, taken or refused as a walk would."""
    look, base = os.stat, _base(root)
    files: list[FoundFile] = []
    refused = [Refused(*each) for each in known.refused]  # type: ignore[arg-type]
    for path, stamp, found, parser in zip(
        known.files, known.file_stamps, known.found, known.parsers, strict=True
    ):
        status = look(base + path)
        if found and status.st_ctime_ns ^ status.st_ino << 20 ^ status.st_dev << 70 == stamp:
            files.append(_new(FoundFile, found))
        else:
            take_file(files, refused, (path, parser, tree.max_file_bytes), status)
    if len(refused) > len(known.refused):
        refused.sort(key=lambda each: each.path)
    return Listing(tuple(files), tuple(refused))


def _remember(tree: Tree, place: Path, visited: Visited, listing: Listing, now: int) -> None:
    """Write down a walk; not if something changed so recently that its time proves nothing."""
    if visited.is_unclear or not _HAS_CTIME:
        return
    try:
        data = _noted(tree, visited, listing, now - _RACY_NS)
        if data is not None:
            private_folder(place.parent.parent)
            private_folder(place.parent)
            write_private(place, _head(tree) + crc32(data).to_bytes(4, "big") + data)
    except (OSError, ConfigError):
        return  # changed meanwhile, a full disk, a foreign folder: the next command walks again


def _noted(tree: Tree, visited: Visited, listing: Listing, before: int) -> bytes | None:
    """What a walk met, as bytes; None if a folder or rule has changed since."""
    base = _base(os.fspath(tree.root))
    folders = [os.stat(base + path) for path in visited.folders]
    rules = [(path, _lstamp(path)) for path in visited.rules]
    links = [(path, os.path.realpath(path), _target(path)) for path in visited.links]
    times = [status.st_ctime_ns for status in folders] + [stamp[0] for _, stamp in rules if stamp]
    if any(time > before for time in times):
        return None
    names = sorted(visited.names)
    taken = {each.path: each for each in listing.files}
    stamps = [_number(os.stat(base + path)) for path, _ in names]
    own = {printable(path) for path, _ in names}
    values: Any = (
        _above(tree, os.path.realpath(tree.root)),
        visited.folders,
        [_number(status) for status in folders],
        rules,
        links,
        [path for path, _ in names],
        stamps,
        [_unchanged(taken.get(path), at) for (path, _), at in zip(names, stamps, strict=True)],
        [parser for _, parser in names],
        [tuple(each) for each in listing.refused if each.path not in own],
    )
    return marshal.dumps(values)


def _unchanged(found: FoundFile | None, stamp: int) -> tuple[object, ...] | None:
    """A file as it was listed; None if it has changed since, so that it is looked at again."""
    # A mark is the lower bits of a stamp.
    return tuple(found) if found is not None and found.mark == stamp & _MARK else None


def _base(root: str) -> str:
    return root if root.endswith(os.sep) else root + os.sep


def _number(status: os.stat_result) -> int:
    """Change time, inode and device as one number: any change of a file or folder changes it."""
    return status.st_ctime_ns ^ status.st_ino << 20 ^ status.st_dev << 70


def _recall(tree: Tree, place: Path) -> _Memory | None:
    """What is remembered of this tree with these settings; None if nothing sound is."""
    if not is_private_folder(place.parent):
        return None
    data = read_private(place, _MOST_BYTES)
    head = _head(tree)
    if data is None or not data.startswith(head):
        return None
    at = len(head) + 4
    if crc32(memoryview(data)[at:]).to_bytes(4, "big") != data[len(head) : at]:
        return None
    values: Any = marshal.loads(memoryview(data)[at:])
    return _Memory(*values)


def _head(tree: Tree) -> bytes:
    """The format and the settings that decide a listing."""
    own = tree._replace(embed=None, chunking=None, language="")  # type: ignore[arg-type]
    text = f"ra listing {_VERSION} {sys.implementation.cache_tag} {own!r}"
    return digest(text.encode("utf-8", "surrogatepass"), 16).encode()


def _above(tree: Tree, real: str) -> object:
    """The ignore files above a tree, by content: few, and not in a folder that is known."""
    problems: list[str] = []
    intake = Intake(lambda path, reason: problems.extend((path, reason)))
    try:
        start(real, tree.exclude, tree.respect_gitignore, intake)
    except TooManyPatterns as error:
        problems.append(str(error))
    return [[label, mark] for label, mark in intake.contents], problems


def _same_links(known: _Memory) -> bool:
    return all(
        os.path.realpath(path) == real and _target(path) == stamp
        for path, real, stamp in known.links
    )


def _lstamp(path: str) -> list[int]:
    try:
        status = os.lstat(path)
    except FileNotFoundError:
        return []
    return [status.st_ctime_ns, status.st_ino, status.st_dev, status.st_size]


def _target(path: str) -> list[int]:
    """The kind and place of a link's target: what is in it is looked at elsewhere."""
    try:
        status = os.stat(path)
    except OSError:
        return []
    return [status.st_ino, status.st_dev, status.st_mode]
