"""Opens engines: the one place that knows which kinds there are."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ra.engine.embedded.engine import EmbeddedEngine
from ra.engine.place import IndexPlace
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from ra.engine.protocol import Engine
    from ra.engine.user_indexes import Forgotten, KnownIndex


def open_engine(place: IndexPlace, say: Callable[[str], None] | None = None) -> Engine:
    """The engine for an index at this place; it opens or creates nothing before its first use."""
    return EmbeddedEngine(place, say)


def known_indexes(state: Path) -> list[KnownIndex]:
    """Every index of this user, by the folder whose documents it holds."""
    from ra.engine.embedded import maintenance  # rarely needed

    return maintenance.known_indexes(state)


def index_at(folder: Path, state: Path) -> KnownIndex | None:
    """The index of this user in a folder, also one that was moved there; None if there is none."""
    from ra.engine.embedded import maintenance  # rarely needed

    return maintenance.index_at(folder, state)


def forget(index: KnownIndex, state: Path, say: Callable[[str], None]) -> Forgotten:
    """Remove an index when no process writes it; `say` gets a message while it waits."""
    from ra.engine.embedded import maintenance  # rarely needed

    return maintenance.forget(index, state, say)
