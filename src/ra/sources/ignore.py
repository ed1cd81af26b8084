"""Which files do ignore files and `exclude` leave out, and by which rule?

The chain, later wins: `.git/info/exclude`, `.gitignore` from the repository's root down,
`.raignore` likewise, `exclude`. Git's own settings (`core.excludesFile`) are not read: what is
a document must not depend on whose machine it is.
"""

from __future__ import annotations

# ruff: noqa: PTH113, PTH118, PTH120, PTH123
# Plain strings: a Path for each entry would double the cost of a walk.
import os
import stat
from collections.abc import Callable, Iterable, Sequence

from ra.sources.paths import problem
from ra.sources.patterns import Rules, ignore_rules, setting_rules
from ra.typed import NamedTuple

GIT_FILE, RA_FILE, GIT_FOLDER = ".gitignore", ".raignore", ".git"
_MAX_BYTES = 16 * 1024 * 1024
_OPEN = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
_OPEN |= getattr(os, "O_BINARY", 0)  # Windows

Report = Callable[[str, str], None]
"""Takes the path and the trouble of an ignore file that cannot be read."""


class Scope(NamedTuple):
    """Rules and where they hold: they see `lead`, then a path of the tree from sign `cut` on."""

    rules: Rules
    label: str
    lead: str
    cut: int


class Chain(NamedTuple):
    """All scopes that hold in one folder; `order` has the one that decides first."""

    git: tuple[Scope, ...]
    ra: tuple[Scope, ...]
    exclude: tuple[Scope, ...]
    order: tuple[Scope, ...]


class Verdict(NamedTuple):
    """Why something is left out."""

    reason: str
    code: str


def verdict(order: Sequence[Scope], folder: str, name: str, is_folder: bool) -> Verdict | None:
    """The rule that leaves out `folder` + `name`, or None. The last rule that matches decides."""
    for scope in order:
        rule = scope.rules.last(scope.lead + folder[scope.cut :], name, is_folder)
        if rule is None:
            continue
        if rule.negated:
            return None
        if not scope.label:
            return Verdict(f"exclude: {rule.text}", "EXCLUDED")
        text = rule.text.encode("latin-1").decode("utf-8", "backslashreplace")
        return Verdict(f"{scope.label}:{rule.order}: {text}", "IGNORED")
    return None


def start(root: str, exclude: Iterable[str], respect_gitignore: bool, report: Report) -> Chain:
    """The chain that holds at a tree's real root, from the folders above it and `exclude`."""
    rules = setting_rules(exclude)
    last = (Scope(Rules(rules), "", "", 0),) if rules else ()
    git, ra = _above(root, respect_gitignore, report)
    names = _names_from_repository(root)
    if any(_ignored_above(git + ra, names, depth) for depth in range(len(names))):
        git, ra = (), ()  # the user named this folder: rules that leave it out say nothing here
    return _chain(git, ra, last)


def enter(
    chain: Chain, folder: str, full: str, names: Iterable[str], respect: bool, report: Report
) -> Chain:
    """The chain inside a folder with these ignore files; with `.git` a repository starts anew."""
    git, ra = chain.git, chain.ra
    found = set(names)
    if respect and GIT_FOLDER in found and folder:
        git = _info(full, folder, "", len(folder), report)
    if respect and GIT_FILE in found:
        git += _scope(full, GIT_FILE, folder, "", report)
    if RA_FILE in found:
        ra += _scope(full, RA_FILE, folder, "", report)
    return _chain(git, ra, chain.exclude)


def _chain(git: tuple[Scope, ...], ra: tuple[Scope, ...], exclude: tuple[Scope, ...]) -> Chain:
    return Chain(git, ra, exclude, (git + ra + exclude)[::-1])


def _names_from_repository(root: str) -> list[str]:
    """The folder names from the repository that holds `root` down to it; [] without one."""
    names: list[str] = []
    folder = root
    while not os.path.lexists(os.path.join(folder, GIT_FOLDER)):
        folder, name = os.path.split(folder)
        if not name:
            return []
        names.append(name)
    return names[::-1]


def _above(
    root: str, respect_gitignore: bool, report: Report
) -> tuple[tuple[Scope, ...], tuple[Scope, ...]]:
    names = _names_from_repository(root)
    folder = root
    for _ in names:
        folder = os.path.dirname(folder)
    git: tuple[Scope, ...] = ()
    ra: tuple[Scope, ...] = ()
    if respect_gitignore and os.path.lexists(os.path.join(folder, GIT_FOLDER)):
        git = _info(folder, "../" * len(names), _lead(names), 0, report)
    for depth, name in enumerate(names):
        up, lead = "../" * (len(names) - depth), _lead(names[depth:])
        if respect_gitignore:
            git += _scope(folder, GIT_FILE, up, lead, report)
        ra += _scope(folder, RA_FILE, up, lead, report)
        folder = os.path.join(folder, name)
    return git, ra


def _lead(names: Sequence[str]) -> str:
    return "".join(name + "/" for name in names)


def _ignored_above(scopes: tuple[Scope, ...], names: Sequence[str], depth: int) -> bool:
    """Whether the folder at this depth on the way from the repository to the root is left out."""
    for scope in reversed(scopes):
        above = len(names) - scope.lead.count("/")
        if above > depth:
            continue  # the ignore file lies deeper than the folder
        rule = scope.rules.last(_lead(names[above:depth]), names[depth], True)
        if rule is not None:
            return not rule.negated
    return False


def _scope(full: str, name: str, folder: str, lead: str, report: Report) -> tuple[Scope, ...]:
    """The scope of one ignore file, if there is one; `folder` is its folder seen from the tree."""
    label = folder + name
    rules = _read(os.path.join(full, name), label, report)
    return (Scope(rules, label, lead, 0 if lead else len(folder)),) if rules else ()


def _info(full: str, folder: str, lead: str, cut: int, report: Report) -> tuple[Scope, ...]:
    """The scope of a repository's private exclude file."""
    path = os.path.join(_git_folder(os.path.join(full, GIT_FOLDER)), "info", "exclude")
    label = f"{folder}{GIT_FOLDER}/info/exclude"
    rules = _read(path, label, report)
    return (Scope(rules, label, lead, cut),) if rules else ()


def _git_folder(path: str) -> str:
    """Where a repository keeps its common files: a work tree's `.git` is a file that says so."""
    if not os.path.isfile(path):
        return path
    own = os.path.join(os.path.dirname(path), _line(path).removeprefix("gitdir:").strip())
    common = os.path.join(own, "commondir")
    return os.path.join(own, _line(common)) if os.path.isfile(common) else own


def _line(path: str) -> str:
    """The one line of a small file of git's; "" if it cannot be read."""
    try:
        with open(path, "rb") as file:
            return os.fsdecode(file.read(4096).replace(b"\0", b"")).strip()
    except OSError:
        return ""


def _read(path: str, label: str, report: Report) -> Rules | None:
    """The rules in a file. Like git, links are not followed; what cannot be read is reported."""
    try:
        mode = os.lstat(path).st_mode
        if not stat.S_ISREG(mode):
            report(label, "not a regular file; its rules are not used")
            return None
        with open(os.open(path, _OPEN), "rb") as file:
            data = file.read(_MAX_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        report(label, f"{problem(error)}; its rules are not used")
        return None
    if len(data) > _MAX_BYTES:
        report(label, "over 16 MiB; its rules are not used")
        return None
    return ignore_rules(data)
