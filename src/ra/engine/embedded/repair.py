"""Checks an index for damage, and moves a damaged generation aside."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from ra.engine.embedded import generation as generations
from ra.engine.embedded import layout
from ra.engine.embedded.check import problems
from ra.engine.embedded.lock import only_writer
from ra.engine.embedded.session import Session
from ra.engine.embedded.snapshots import begun
from ra.engine.query import Scope
from ra.engine.records import Problem
from ra.errors import IndexDamaged, IndexMissing, IndexUnwritable, RaError


def check(session: Session) -> list[Problem]:
    """Read the whole index and return what is damaged, while no process writes if possible."""
    folder = session.folder()
    if folder is None or session.is_writing:
        return _checked(session)
    try:
        with only_writer(folder, session.say):
            return _checked(session)
    except IndexUnwritable:  # what cannot be written can still be read
        return _checked(session)


def _checked(session: Session) -> list[Problem]:
    try:
        with session.leased() as generation, generation.catalog.translated:
            return problems(generation.store)
    except IndexMissing:
        raise
    except IndexDamaged as error:
        return [Problem("index", str(error))]


def set_aside(session: Session, error: IndexDamaged, *, is_sure: bool) -> bool:
    """Move a damaged generation aside; False if the present one is sound or there never was one."""
    folder, used = session.folder(), session.used
    session.drop(used)
    if folder is None:
        return False
    try:
        with only_writer(folder, session.say):
            message = _aside(session, folder, error, used, is_sure=is_sure)
    except (OSError, IndexUnwritable) as reason:
        why = (getattr(reason, "strerror", None) or str(reason)).lower()
        raise IndexDamaged(
            f"{error}; the index cannot be moved aside: {why}; free disk space, fix "
            "the permissions or remove what is in the way, then run the command again"
        ) from error
    if message:
        session.say(message)
    return bool(message)


def _aside(
    session: Session,
    folder: Path,
    error: IndexDamaged,
    used: generations.Signature | None,
    *,
    is_sure: bool,
) -> str:
    """Move it aside; return the message, or "" if there is nothing to rebuild."""
    now = generations.signature(folder)
    if now is None:  # moved aside before, and not rebuilt
        return f"{error}; building it now" if layout.damaged(folder) else ""
    if now != used:
        return ""  # another process replaced the generation that this thread found damaged
    if not (is_sure and session.vouched == now) and _is_sound(folder):
        session.vouched = now
        return ""
    aside = _moved(folder)
    moved = f"moved to {aside}, " if aside else ""
    return f"the index is damaged ({error}); {moved}rebuilding it"


def _moved(folder: Path) -> Path | None:
    """Move the current generation away; None if `current` names none that can be moved."""
    try:
        used = generations.current(folder)
    except IndexDamaged:
        used = None
    (folder / layout.CURRENT).unlink(missing_ok=True)
    return used and used.rename(layout.next_damaged(folder))


def _is_sound(folder: Path) -> bool:
    """Whether every checksum matches and the index can be opened; the caller holds the lock."""
    try:
        found = generations.Generation(generations.current(folder), None)
    except IndexDamaged:
        return False
    try:
        found.check()
        with found.catalog.translated:
            trees = found.catalog.trees()
            for tenant in dict.fromkeys(tree.tenant for tree in trees):
                names = tuple(tree.name for tree in trees if tree.tenant == tenant)
                begun(found, Scope(tenant, names), postings=True)
                found.catalog.end()
            return not problems(found.store)
    except IndexMissing:  # made by an earlier version: not damaged
        return True
    except IndexDamaged:
        return False
    finally:
        with suppress(RaError):
            found.retire()
