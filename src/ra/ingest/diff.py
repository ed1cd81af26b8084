"""Which files changed since the manifest was written? mtime and size say what to look at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ra.engine.manifest import FileRecord, FileState
from ra.sources import Found, Listing, Refused
from ra.typed import NamedTuple

# What a look at the same bytes would say again; other reasons may pass without a new mtime.
LASTING = frozenset({"", "CHUNKING_FAILED", "BINARY", "TOO_COMPLEX"})


class Plan(NamedTuple):
    """What is to be done for one tree.

    `look` are files to read, because they are new or may have changed. `stale` are known
    files that cannot be read now: their last good version stays. `gone` leaves the index.
    `known` is the manifest all this was compared with.
    """

    look: tuple[Found, ...]
    stale: tuple[FileRecord, ...]
    gone: tuple[str, ...]
    unchanged: int
    known: Mapping[str, FileRecord]

    @property
    def is_empty(self) -> bool:
        """Nothing to do."""
        return not (self.look or self.stale or self.gone)


def diff(listing: Listing, manifest: Mapping[str, FileRecord], *, look_at_all: bool) -> Plan:
    """Compare what is there with what is known."""
    look = []
    listed = set()
    for found in listing.files:
        path, size, mtime, parser = found
        listed.add(path)
        known = manifest.get(path)
        if (
            look_at_all
            or known is None
            or known.mtime != mtime
            or known.size != size
            or known.racy
            or known.parser != parser
            or known.code not in LASTING
        ):
            look.append(found)
    missing = [record for path, record in manifest.items() if path not in listed]
    stale, gone = _missing(missing, listing.refused) if missing else ([], [])
    changed = [record for record in stale if record != manifest[record.path]]
    unchanged = len(listing.files) - len(look)
    return Plan(tuple(look), tuple(changed), tuple(gone), unchanged, manifest)


def _missing(
    missing: Sequence[FileRecord], refused: Sequence[Refused]
) -> tuple[list[FileRecord], list[str]]:
    """Known files that were not listed: those that cannot be read stay, the others are gone."""
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
