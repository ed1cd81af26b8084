"""Applies ignore files and `exclude`, and names the rule that excludes a file.

The order of precedence, later wins: `.git/info/exclude`, `.gitignore` from the repository's root
down, `.raignore` likewise, `exclude`. Git's own settings (`core.excludesFile`) are not read: the
list of documents must not depend on the machine.

Ignore files can come with the documents. So none is read through a link, and none outside the tree
that another user made or that only a file of the documents names.
"""

from __future__ import annotations

# ruff: noqa: PTH116, PTH118, PTH120, PTH123
# Plain strings: a Path for each entry would double the cost of a walk.
import os
import pathlib
import re
import stat
from collections.abc import Callable, Iterable, Sequence

from ra.sources.paths import inside, problem
from ra.sources.patterns import PatternRules, ignore_rules, setting_rules
from ra.typed import NamedTuple

GIT_FILE, RA_FILE, GIT_FOLDER = ".gitignore", ".raignore", ".git"
_MAX_BYTES = 16 * 1024 * 1024
_MAX_LINE = 4096
_WILD = re.compile(rb"[*?\[\\]")
_OPEN = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
_OPEN |= getattr(os, "O_BINARY", 0)  # Windows

# Limits for hostile files; the largest honest ones have some thousand lines. A line takes 3 us to
# parse, one with wildcards 60 us and 12 us for each character of it, and then 0.1 us for each name
# that is compared with it.
MAX_LINES, MAX_WILDCARDS, MAX_WILD_BYTES = 100_000, 5_000, 250_000  # of one ignore file
MAX_NESTED = 100  # ignore files that apply in one folder: each is checked for every name in it
MAX_ALL_LINES, MAX_ALL_WILDCARDS, MAX_ALL_WILD_BYTES = 1_000_000, 100_000, 2_500_000  # in one walk

Report = Callable[[str, str], None]
"""Receives the path and the problem of an ignore file that cannot be read."""


class TooManyPatterns(Exception):
    """An ignore file exceeds a limit: its rules are unknown, so its folder is skipped."""


class Intake:
    """Reads the ignore files of one walk; raises `TooManyPatterns` for one over a limit."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.owners: frozenset[int] | None = None
        """The owners whose files apply; None inside a tree, where all apply."""
        self.is_above = False
        self.contents: list[tuple[str, bytes]] = []
        """The ignore files above the tree that were read, with their bytes."""
        self._lines = 0
        self._wildcards = 0
        self._bytes = 0

    def rules(self, label: str, data: bytes) -> PatternRules:
        """The rules of an ignore file with this content, whose size is checked first."""
        if self.is_above:
            self.contents.append((label, data))
        lines = data.split(b"\n")
        wild = [line for line in lines if _WILD.search(line) and not line.startswith(b"#")]
        size = sum(map(len, wild))
        self._lines += len(lines)
        self._wildcards += len(wild)
        self._bytes += size
        _bound(label, len(lines), MAX_LINES, "lines")
        _bound(label, len(wild), MAX_WILDCARDS, "patterns with wildcards")
        _bound(label, size, MAX_WILD_BYTES, "bytes of patterns with wildcards")
        everything = "all ignore files"
        _bound(everything, self._lines, MAX_ALL_LINES, "lines")
        _bound(everything, self._wildcards, MAX_ALL_WILDCARDS, "patterns with wildcards")
        _bound(everything, self._bytes, MAX_ALL_WILD_BYTES, "bytes of patterns with wildcards")
        return PatternRules(ignore_rules(data), bytewise=True)


def _bound(what: str, count: int, most: int, unit: str) -> None:
    if count > most:
        raise TooManyPatterns(f"{what}: more than {most:,} {unit}; the folder is left out")


class RuleScope(NamedTuple):
    """Rules and their base folder: they match `lead` plus a path of the tree from character `cut`
    on.
    """

    rules: PatternRules
    label: str
    lead: str
    cut: int


class Chain(NamedTuple):
    """All rules that apply in one folder; `order` has the deciding one first."""

    git: tuple[RuleScope, ...]
    ra: tuple[RuleScope, ...]
    exclude: tuple[RuleScope, ...]
    order: tuple[RuleScope, ...]


class Exclusion(NamedTuple):
    """The reason why a file is excluded."""

    reason: str
    code: str


def verdict(
    order: Sequence[RuleScope], folder: str, name: str, is_folder: bool
) -> Exclusion | None:
    """The rule that excludes `folder` + `name`, or None. The last matching rule decides."""
    for scope in order:
        rule = scope.rules.last(scope.lead + folder[scope.cut :], name, is_folder)
        if rule is None:
            continue
        if rule.negated:
            return None
        if not scope.label:
            return Exclusion(f"exclude: {rule.text}", "EXCLUDED")
        text = rule.text.encode("latin-1").decode("utf-8", "backslashreplace")
        return Exclusion(f"{scope.label}:{rule.order}: {text}", "IGNORED")
    return None


def start(root: str, exclude: Iterable[str], respect_gitignore: bool, intake: Intake) -> Chain:
    """The rules that apply at a tree's real root, from the folders above it and `exclude`."""
    rules = setting_rules(exclude)
    last = (RuleScope(PatternRules(rules), "", "", 0),) if rules else ()
    intake.owners, intake.is_above = _believed(root), True
    git, ra = _above(root, respect_gitignore, intake)
    intake.owners, intake.is_above = None, False
    names = _names_from_repository(root)
    if any(_ignored_above(git + ra, names, depth) for depth in range(len(names))):
        git, ra = (), ()  # the user named this folder: rules that exclude it do not apply
    return _chain(git, ra, last)


def enter(
    chain: Chain, folder: str, full: str, names: Iterable[str], respect: bool, intake: Intake
) -> Chain:
    """The rules inside a folder with these ignore files; a `.git` starts a new repository."""
    git, ra = chain.git, chain.ra
    found = set(names)
    if respect and GIT_FOLDER in found and folder:
        git = _info(full, folder, "", len(folder), intake)
    if respect and GIT_FILE in found:
        git += _scope(full, GIT_FILE, folder, "", intake)
    if RA_FILE in found:
        ra += _scope(full, RA_FILE, folder, "", intake)
    return _chain(git, ra, chain.exclude)


def _chain(
    git: tuple[RuleScope, ...], ra: tuple[RuleScope, ...], exclude: tuple[RuleScope, ...]
) -> Chain:
    _bound("this folder and those above it", len(git) + len(ra), MAX_NESTED, "ignore files")
    return Chain(git, ra, exclude, (git + ra + exclude)[::-1])


def _names_from_repository(root: str) -> list[str]:
    """The folder names from the repository that contains `root` down to it; [] without one."""
    names: list[str] = []
    folder = root
    while not os.path.lexists(os.path.join(folder, GIT_FOLDER)):
        folder, name = os.path.split(folder)
        if not name:
            return []
        names.append(name)
    return names[::-1]


def _believed(root: str) -> frozenset[int] | None:
    """The users whose ignore files above a tree apply: this user, root and the tree's owner.

    Anyone can put files into a folder that many users share.
    """
    if not hasattr(os, "geteuid"):
        return None  # Windows
    try:
        return frozenset((os.geteuid(), 0, os.stat(root).st_uid))
    except OSError:  # the folder is gone; the next step reports it
        return frozenset((os.geteuid(), 0))


def _above(
    root: str, respect_gitignore: bool, intake: Intake
) -> tuple[tuple[RuleScope, ...], tuple[RuleScope, ...]]:
    names = _names_from_repository(root)
    folder = root
    for _ in names:
        folder = os.path.dirname(folder)
    git: tuple[RuleScope, ...] = ()
    ra: tuple[RuleScope, ...] = ()
    if respect_gitignore and os.path.lexists(os.path.join(folder, GIT_FOLDER)):
        git = _info(folder, "../" * len(names), _lead(names), 0, intake)
    for depth, name in enumerate(names):
        up, lead = "../" * (len(names) - depth), _lead(names[depth:])
        if respect_gitignore:
            git += _scope(folder, GIT_FILE, up, lead, intake)
        ra += _scope(folder, RA_FILE, up, lead, intake)
        folder = os.path.join(folder, name)
    return git, ra


def _lead(names: Sequence[str]) -> str:
    return "".join(name + "/" for name in names)


def _ignored_above(scopes: tuple[RuleScope, ...], names: Sequence[str], depth: int) -> bool:
    """Whether the folder at this depth between the repository and the root is excluded."""
    for scope in reversed(scopes):
        above = len(names) - scope.lead.count("/")
        if above > depth:
            continue  # the ignore file is deeper than the folder
        rule = scope.rules.last(_lead(names[above:depth]), names[depth], True)
        if rule is not None:
            return not rule.negated
    return False


def _scope(full: str, name: str, folder: str, lead: str, intake: Intake) -> tuple[RuleScope, ...]:
    """The rules of one ignore file, if it exists; `folder` is its folder relative to the tree."""
    label = folder + name
    rules = _read(os.path.join(full, name), label, intake)
    return (RuleScope(rules, label, lead, 0 if lead else len(folder)),) if rules else ()


def _info(full: str, folder: str, lead: str, cut: int, intake: Intake) -> tuple[RuleScope, ...]:
    """The rules of a repository's private exclude file."""
    git = git_folder(os.path.join(full, GIT_FOLDER))
    info = os.path.join(git, "info")
    if not git or pathlib.Path(info).is_symlink():
        return ()
    label = f"{folder}{GIT_FOLDER}/info/exclude"
    rules = _read(os.path.join(info, "exclude"), label, intake)
    return (RuleScope(rules, label, lead, cut),) if rules else ()


def git_folder(path: str) -> str:
    """The folder of a repository's common files; "" if `.git` leads to a folder of another one.

    In a work tree or submodule `.git` is a file that names a folder, which may name another. Such a
    file can come with the documents, so a folder outside must itself confirm that it belongs here.
    """
    if pathlib.Path(path).is_dir() and not pathlib.Path(path).is_symlink():
        return path
    own = os.path.realpath(path if pathlib.Path(path).is_dir() else _named(path, "gitdir:"))
    if not _is_repository(own) or not (_holds_above(path, own) or _points_back(path, own)):
        return ""
    common = os.path.realpath(_named(os.path.join(own, "commondir"), "") or own)
    return common if inside(own, common) and _is_repository(common) else ""


def _holds_above(path: str, own: str) -> bool:
    """Whether a git folder is in the `.git` of a parent folder, as that of a submodule is."""
    above = pathlib.Path(os.path.realpath(os.path.dirname(path))).parents
    return any(inside(own, os.fspath(folder / GIT_FOLDER)) for folder in above)


def _points_back(path: str, own: str) -> bool:
    """Whether a git folder names this `.git` file, as that of a work tree does."""
    back = _named(os.path.join(own, "gitdir"), "")
    return bool(back) and os.path.realpath(back) == os.path.realpath(path)


def _named(path: str, label: str) -> str:
    """The folder named in a small file of git, relative to that file; "" if none."""
    try:
        line = os.fsdecode(_regular_bytes(path, _MAX_LINE) or b"").strip()
    except OSError:
        return ""
    name = line.removeprefix(label).strip()
    if not name or "\0" in name or not line.startswith(label):
        return ""
    return os.path.join(os.path.dirname(path), name)


def _is_repository(folder: str) -> bool:
    try:
        return bool(folder) and stat.S_ISREG(os.lstat(f"{folder}/HEAD").st_mode)
    except OSError:
        return False


def _read(path: str, label: str, intake: Intake) -> PatternRules | None:
    """The rules in a file. Like git, follow no links; report files that cannot be read.

    A file that is too long raises instead: without its rules, excluded files would be indexed.
    """
    try:
        if intake.owners is not None and os.lstat(path).st_uid not in intake.owners:
            intake.report(label, "belongs to another user; its rules are not used")
            return None
        data = _regular_bytes(path, _MAX_BYTES)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        intake.report(label, f"{problem(error)}; its rules are not used")
        return None
    if data is None:
        intake.report(label, "not a regular file; its rules are not used")
        return None
    if len(data) > _MAX_BYTES:
        raise TooManyPatterns(f"{label}: over 16 MiB; the folder is left out")
    return intake.rules(label, data)


def _regular_bytes(path: str, limit: int) -> bytes | None:
    """The bytes of a regular file, at most one more than the limit; None for anything else."""
    if not stat.S_ISREG(os.lstat(path).st_mode):
        return None
    with open(os.open(path, _OPEN), "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            return None
        return file.read(limit + 1)
