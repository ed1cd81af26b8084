"""Plans an update: walks a tree and compares it with the manifest by mtime, size and mark."""

from __future__ import annotations

# ruff: noqa: PTH118, PTH120
# Plain strings: this runs before every search.
import os
from collections.abc import Callable, Mapping, Sequence, Set
from pathlib import Path

from ra.config.schema import Tree
from ra.engine.manifest import FileRecord, FileState
from ra.engine.query import Scope
from ra.errors import TreeMissing
from ra.sources import FoundFile, Listing, Refused, discover
from ra.sources.remembered import listed
from ra.typed import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ra.engine.protocol import Reader
    from ra.sources.git_dates import Dates

# Failures that the same bytes would give again; others may pass without a new mtime.
LASTING = frozenset({"", "CHUNKING_FAILED", "BINARY", "TOO_COMPLEX"})

Progress = Callable[[str, int, int], None]


class TreeReport(NamedTuple):
    """The changes of an update to one tree, and a `note` about what it could not use."""

    name: str
    added: int = 0
    modified: int = 0
    removed: int = 0
    touched: int = 0
    failed: int = 0
    unchanged: int = 0
    rebuilt: bool = False
    problem: str | None = None
    note: str = ""


class UpdateReport(NamedTuple):
    """The changes of an update; `recovered` counts the versions replayed for a killed process."""

    trees: tuple[TreeReport, ...]
    recovered: int
    notes: tuple[str, ...]


class UpdateJob(NamedTuple):
    """Options of an update, and the receivers of its messages.

    `memory` is the folder where walks and dates are remembered, to read only what has changed.
    """

    full: bool
    verify: bool
    now: Callable[[], int]
    waiting: Callable[[str], None] | None
    progress: Progress | None
    memory: Path | None = None


class Look(NamedTuple):
    """A tree with its listing, or the reason why it has none.

    `dates` are those of its repository, read only if something is to be done.
    """

    tree: Tree
    listing: Listing | None
    problem: str | None
    dates: Dates | None = None


class Plan(NamedTuple):
    """The work for one tree.

    `look` are files to read, because they are new or may have changed. `stale` are known files that
    cannot be read now: their last good version stays. `gone` leaves the index. `known` is the
    manifest used for the comparison.
    """

    look: tuple[FoundFile, ...]
    stale: tuple[FileRecord, ...]
    gone: tuple[str, ...]
    unchanged: int
    known: Mapping[str, FileRecord]

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to do."""
        return not (self.look or self.stale or self.gone)


def look(tree: Tree, job: UpdateJob | None = None) -> Look:
    """List a tree; a missing folder is a problem of that tree alone (SPEC 1.6)."""
    memory = None if job is None or job.full or job.verify else job.memory
    try:
        if tree.source == "git":
            from ra.sources.git_commits import list_commits  # few trees are histories

            return Look(tree, list_commits(tree, memory and memory / f"{tree.name}@commits"), None)
        if job is None or memory is None:
            return Look(tree, discover(tree), None)
        return Look(tree, listed(tree, memory / tree.name, job.now()), None)
    except TreeMissing as error:
        return Look(tree, None, str(error))


def has_dates(tree: Tree, job: UpdateJob) -> bool:
    """Whether git may date the files of a tree, or did so in the last update."""
    if tree.source == "git":
        return False
    if tree.dates == "git" and _has_git(tree.root):
        return True
    return job.memory is not None and os.path.lexists(job.memory / f"{tree.name}@git")


def is_dated(tree: Tree, job: UpdateJob) -> bool:
    """Whether the index has the dates that the repository of a tree tells now."""
    if not has_dates(tree, job):
        return True
    from ra.sources.git_state import is_current  # only where there is a repository

    return is_current(tree, job.memory)


def _has_git(root: Path) -> bool:
    folder = os.path.realpath(root)
    while not os.path.lexists(os.path.join(folder, ".git")):
        folder, below = os.path.dirname(folder), folder
        if folder == below:
            return False
    return True


def plan(engine: Reader, seen: Look, *, verify: bool, unfinished: bool = True) -> Plan:
    """Plan the work for a tree; empty if its folder is missing.

    With `unfinished`, for the form of it that is being built, if there is one.
    """
    scope = Scope(seen.tree.tenant, (seen.tree.name,))
    known = engine.manifest(scope, unfinished=unfinished)
    manifest = {record.path: record for record in known.values()}
    if seen.listing is None:
        return Plan((), (), (), 0, manifest)
    again = seen.dates.changed if seen.dates else frozenset()
    return diff(seen.listing, manifest, look_at_all=verify, again=again)


def diff(
    listing: Listing,
    manifest: Mapping[str, FileRecord],
    *,
    look_at_all: bool,
    again: Set[str] = frozenset(),
) -> Plan:
    """Compare the listing with the manifest; the files `again` are read in any case."""
    look = []
    listed = set()
    for found in listing.files:
        path = found.path
        listed.add(path)
        known = manifest.get(path)
        if (
            look_at_all
            or known is None
            or known.racy
            or known.code not in LASTING
            or path in again
            or differs(found, known)
        ):
            look.append(found)
    missing = [record for path, record in manifest.items() if path not in listed]
    stale, gone = _missing(missing, listing.refused) if missing else ([], [])
    changed = [record for record in stale if record != manifest[record.path]]
    unchanged = len(listing.files) - len(look)
    return Plan(tuple(look), tuple(changed), tuple(gone), unchanged, manifest)


def differs(found: FoundFile, known: FileRecord) -> bool:
    """Whether the listing and the manifest disagree on a file."""
    return found != (known.path, known.size, known.mtime, known.parser, known.mark)


def _missing(
    missing: Sequence[FileRecord], refused: Sequence[Refused]
) -> tuple[list[FileRecord], list[str]]:
    """Known files that were not listed: unreadable ones stay, the others are gone."""
    reasons = {each.path: each for each in refused if each.state != "ignored"}
    folders = tuple(path for path in reasons if path.endswith("/"))
    stale, gone = [], []
    for record in missing:
        why = reasons.get(record.path) or _above(record.path, folders, reasons)
        if why is None:
            gone.append(record.path)
        elif record.version:
            stale.append(record._replace(state="stale", reason=why.reason, code=why.code))
        else:
            stale.append(record._replace(state=_state(why), reason=why.reason, code=why.code))
    return stale, gone


def _state(refused: Refused) -> FileState:
    return "failed" if refused.state == "failed" else "skipped"


def _above(path: str, folders: Sequence[str], reasons: Mapping[str, Refused]) -> Refused | None:
    for folder in folders:
        if folder == "./" or path.startswith(folder):
            return reasons[folder]
    return None
