"""Lists the files of a tree: the documents, and the others with a reason.

The walk is sorted, so the same files give the same listing on every system. It opens no documents:
`ra.sources.read` finds out whether a file is text.
"""

from __future__ import annotations

# ruff: noqa: PTH112, PTH114, PTH118
# Plain strings: a Path for each entry would double the cost of a walk.
import os
import stat
import sys
from operator import attrgetter, itemgetter

from ra.config.schema import Tree
from ra.errors import TreeMissing
from ra.model import ParserName
from ra.sources import ignore, select
from ra.sources.paths import PRIVATE, is_link, printable, problem, too_large
from ra.sources.patterns import Rule
from ra.typed import Literal, NamedTuple

State = Literal["ignored", "skipped", "failed"]
_NAME = attrgetter("name")
_new = tuple.__new__  # half the cost of calling a named tuple, for every file of every command
# Signed 64-bit nanoseconds: the years 1677 to 2262. File systems and archives go beyond.
_FIRST, _LAST = -(2**63), 2**63 - 1
_HAS_CTIME = sys.platform != "win32"  # what Windows calls ctime is the time of creation
_IGNORE_FILES = frozenset((ignore.GIT_FILE, ignore.RA_FILE, ignore.GIT_FOLDER))


class FoundFile(NamedTuple):
    """A document of the tree: its path, size, mtime (ns) and parser.

    `mark` is one number made of inode and ctime, 0 where the system has no ctime. It changes when a
    file is replaced or written to: unlike mtime, no program can set a ctime.
    """

    path: str
    size: int
    mtime: int
    parser: ParserName
    mark: int = 0


class Refused(NamedTuple):
    """A file, or a folder if `path` ends with a slash, that is excluded, and why."""

    path: str
    state: State
    reason: str
    code: str


class Listing(NamedTuple):
    """The result of a walk; both lists are sorted by path."""

    files: tuple[FoundFile, ...]
    refused: tuple[Refused, ...]


class Visited:
    """What a walk met that decides its listing, for `remembered`.

    `folders` were listed, `rules` are ignore files in them, `links` were followed or refused.
    `names` are the path and parser of files that only their size or kind can exclude.
    `is_unclear`: a repository in the tree keeps its rules elsewhere.
    """

    __slots__ = ("folders", "is_unclear", "links", "names", "rules")

    def __init__(self) -> None:
        self.folders: list[str] = []
        self.rules: list[str] = []
        self.links: list[str] = []
        self.names: list[tuple[str, ParserName]] = []
        self.is_unclear = False

    def enter(self, folder: str) -> None:
        """Note a folder, before it is listed."""
        self.folders.append(folder)


class _Walk:
    """The constants of a walk, and its results.

    A class with slots instead of a named tuple: its fields are read several times for every entry,
    and slots are much faster.
    """

    __slots__ = (
        "chosen", "entered", "files", "include", "intake", "limit", "real_root", "refused", "tree",
        "visited",
    )  # fmt: skip

    def __init__(self, tree: Tree, real_root: str, visited: Visited | None) -> None:
        self.tree = tree
        self.visited = visited
        self.limit = tree.max_file_bytes
        self.real_root = real_root
        self.chosen = select.selection(tree.include, tree.parsers)
        self.include = self.chosen.include
        self.files: list[FoundFile] = []
        self.refused: list[Refused] = []
        self.entered: set[str] = set()
        self.intake = ignore.Intake(self.bad_rules)

    def refuse(self, path: str, state: State, reason: str, code: str) -> None:
        self.refused.append(Refused(printable(path), state, reason, code))

    def bad_rules(self, path: str, reason: str) -> None:
        self.refuse(path, "failed", reason, "UNREADABLE")

    def leave_out(self, folder: str, error: ignore.TooManyPatterns) -> None:
        self.refuse(folder or "./", "failed", str(error), "TOO_MANY_PATTERNS")


class _Folder(NamedTuple):
    """A folder to list: its path in the tree ("" or with a slash at the end), on disk and resolved.

    `links` are the real folders that contain the links on the way here.
    """

    path: str
    full: str
    real: str
    links: tuple[str, ...]
    chain: ignore.Chain
    include: Rule | None
    parser: Rule | None


def discover(tree: Tree, visited: Visited | None = None) -> Listing:
    """List a tree. A missing folder raises; all other problems are in the listing.

    `visited` receives what the listing depends on.
    """
    root = os.fspath(tree.root)
    if not os.path.isdir(root):
        what = "is not a folder" if os.path.lexists(root) else "is missing"
        raise TreeMissing(
            f"tree '{tree.name}': the folder {printable(root)} {what}; "
            f"correct tree.{tree.name}.path or create it"
        )
    real = os.path.realpath(root)
    if tree.real_root is not None and real != os.fspath(tree.real_root):
        raise TreeMissing(
            f"tree '{tree.name}': the folder {printable(root)} is now a link to "
            f"{printable(real)}; run the command again to check its settings"
        )
    walk = _Walk(tree, real, visited)
    todo: list[_Folder] = []
    try:
        chain = ignore.start(real, tree.exclude, tree.respect_gitignore, walk.intake)
        todo.append(_Folder("", root, real, (), chain, None, None))
    except ignore.TooManyPatterns as error:
        walk.leave_out("", error)
    while todo:
        todo.extend(reversed(_list(walk, todo.pop())))
    by_path = itemgetter(0)
    return Listing(tuple(sorted(walk.files, key=by_path)), tuple(sorted(walk.refused, key=by_path)))


def in_range(mtime: int) -> int:
    """A time in ns that every index can store: one out of range becomes the nearest in range."""
    return min(max(mtime, _FIRST), _LAST)


def _list(walk: _Walk, folder: _Folder) -> list[_Folder]:
    """List one folder; return the folders below it that remain to be listed."""
    if walk.visited is not None:
        walk.visited.enter(folder.path)
    try:
        with os.scandir(folder.full) as scan:
            entries = sorted(scan, key=_NAME)
    except (FileNotFoundError, NotADirectoryError):
        return []  # removed since it was listed
    except OSError as error:
        reason = f"the folder cannot be listed: {problem(error)}"
        walk.refuse(folder.path or "./", "failed", reason, "UNREADABLE")
        return []
    if not _IGNORE_FILES.isdisjoint(map(_NAME, entries)):
        try:
            return _take_all(walk, _with_rules(walk, folder, entries), entries)
        except ignore.TooManyPatterns as error:
            walk.leave_out(folder.path, error)
            return []
    return _take_all(walk, folder, entries)


def _take_all(walk: _Walk, folder: _Folder, entries: list[os.DirEntry[str]]) -> list[_Folder]:
    below: list[_Folder] = []
    for entry in entries:
        try:
            if (found := _take(walk, folder, entry)) is not None:
                below.append(found)
        except FileNotFoundError:
            continue  # removed since it was listed
        except OSError as error:
            _fail(walk, folder, entry.name, error)
    return below


def _fail(walk: _Walk, folder: _Folder, name: str, error: OSError) -> None:
    if select.takes(walk.include, folder.path, name, folder.include):
        walk.refuse(folder.path + name, "failed", problem(error), "UNREADABLE")


def _with_rules(walk: _Walk, folder: _Folder, entries: list[os.DirEntry[str]]) -> _Folder:
    names = _IGNORE_FILES.intersection(map(_NAME, entries))
    if walk.visited is not None:
        _note_rules(walk.visited, folder, names)
    respect = walk.tree.respect_gitignore
    chain = ignore.enter(folder.chain, folder.path, folder.full, names, respect, walk.intake)
    return folder._replace(chain=chain)


def _note_rules(visited: Visited, folder: _Folder, names: frozenset[str]) -> None:
    """Note the ignore files of a folder; a `.git` in the tree has one of its own."""
    paths = [_joined(folder.full, name) for name in sorted(names)]
    visited.rules += paths
    if ignore.GIT_FOLDER in names and folder.path:
        git = _joined(folder.full, ignore.GIT_FOLDER)
        visited.rules += [os.path.join(git, "info"), os.path.join(git, "info", "exclude")]
        visited.is_unclear = visited.is_unclear or not os.path.isdir(git) or os.path.islink(git)


def _is_hidden(walk: _Walk, folder: _Folder, entry: os.DirEntry[str]) -> bool:
    """Whether a dot name is hidden, as in a shell: unless `include` spells its dot."""
    name = entry.name
    if name in PRIVATE:
        return True
    is_folder = entry.is_dir(follow_symlinks=False)
    if walk.chosen.shown.last("", name, is_folder) is not None:
        return False
    if is_folder or select.takes(walk.include, folder.path, name, folder.include):
        path = folder.path + name + ("/" if is_folder else "")
        pattern = printable(name) + ("/**/*.md" if is_folder else "")
        reason = f"hidden; to include it, add '{pattern}' to include"
        walk.refuse(path, "ignored", reason, "HIDDEN")
    return True


def _take(walk: _Walk, folder: _Folder, entry: os.DirEntry[str]) -> _Folder | None:
    """Add one entry: a file to the listing, a folder to those that remain to be listed."""
    name = entry.name
    if name[0] == "." and _is_hidden(walk, folder, entry):
        return None
    if is_link(entry):
        return _take_link(walk, folder, entry)
    is_folder = entry.is_dir()  # no link remains that this could follow
    if not (is_folder or select.takes(walk.include, folder.path, name, folder.include)):
        return None
    doubtful = folder.chain.order or not name.isascii()
    if doubtful and _is_refused(walk, folder, name, is_folder):
        return None
    if is_folder:
        real = entry.path if folder.real == folder.full else _joined(folder.real, name)
        return _below(walk, folder, entry, real, folder.links)
    _take_file(walk, folder, name, entry.stat())
    return None


def _is_refused(walk: _Walk, folder: _Folder, name: str, is_folder: bool) -> bool:
    """Whether a rule or the name itself excludes an entry; if so, record why."""
    slash = "/" if is_folder else ""
    said = ignore.verdict(folder.chain.order, folder.path, name, is_folder)
    if said is not None:
        walk.refuse(folder.path + name + slash, "ignored", said.reason, said.code)
        return True
    if name.isascii():
        return False
    try:
        name.encode("utf-8")
    except UnicodeEncodeError:
        reason = "the name is not UTF-8; rename it"
        walk.refuse(folder.path + name + slash, "skipped", reason, "NAME_NOT_UTF8")
        return True
    return False


def _below(
    walk: _Walk, folder: _Folder, entry: os.DirEntry[str], real: str, via: tuple[str, ...]
) -> _Folder:
    name = entry.name
    include, parser = folder.include, folder.parser
    if walk.chosen.covers:
        include = select.cover_of(walk.include, folder.path, name, include)
        parser = select.cover_of(walk.chosen.parsers, folder.path, name, parser)
    path = folder.path + name + "/"
    return _new(_Folder, (path, entry.path, real, via, folder.chain, include, parser))


def _joined(folder: str, name: str) -> str:
    """A path on disk; only the root of a file system already ends with a separator."""
    return folder + name if folder.endswith(os.sep) else folder + os.sep + name


def _take_file(walk: _Walk, folder: _Folder, name: str, status: os.stat_result) -> None:
    path = folder.path + name
    parser = select.parser_of(walk.chosen, folder.path, name, folder.parser)
    if walk.visited is not None:
        walk.visited.names.append((path, parser))
    take_file(walk.files, walk.refused, (path, parser, walk.limit), status)


def take_file(
    files: list[FoundFile],
    refused: list[Refused],
    about: tuple[str, ParserName, int],
    status: os.stat_result,
) -> None:
    """Add a file with its path, parser and limit to the documents, or to those refused."""
    path, parser, limit = about
    if not stat.S_ISREG(status.st_mode):
        reason = "not a regular file (a pipe, socket or device)"
        refused.append(Refused(printable(path), "skipped", reason, "NOT_REGULAR"))
    elif status.st_size > limit:
        reason = too_large(status.st_size, limit)
        refused.append(Refused(printable(path), "skipped", reason, "TOO_LARGE"))
    else:
        mtime = status.st_mtime_ns
        if not _FIRST <= mtime <= _LAST:
            mtime = in_range(mtime)
        mark = (status.st_ctime_ns ^ status.st_ino << 20) & _LAST if _HAS_CTIME else 0
        files.append(_new(FoundFile, (path, status.st_size, mtime, parser, mark)))


def _take_link(walk: _Walk, folder: _Folder, entry: os.DirEntry[str]) -> _Folder | None:
    """Treat a link as its target, under its own name."""
    from ra.sources.symlinks import Dead, SymlinkTarget, follow, once  # most trees have none

    name = entry.name
    if walk.visited is not None:
        walk.visited.links.append(entry.path)
    is_folder = os.path.isdir(entry.path)
    wanted = is_folder or select.takes(walk.include, folder.path, name, folder.include)
    if not wanted or _is_refused(walk, folder, name, is_folder):
        return None
    target = follow(entry.path, walk.real_root)
    if isinstance(target, SymlinkTarget) and not target.is_folder:
        _take_file(walk, folder, name, target.stat)
        return None
    if isinstance(target, SymlinkTarget):
        target = once(target, (folder.real, *folder.links), walk.entered)
    if isinstance(target, Dead):
        path = folder.path + name + ("/" if is_folder else "")
        walk.refuse(path, "skipped", target.reason, target.code)
        return None
    walk.entered.add(target.real)
    return _below(walk, folder, entry, target.real, (*folder.links, folder.real))
