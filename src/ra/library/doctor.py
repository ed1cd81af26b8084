"""Checks the whole index of a library."""

from __future__ import annotations

from ra.config.schema import Settings
from ra.engine.protocol import Reader
from ra.engine.query import Scope
from ra.engine.records import Usage
from ra.library.records import Checkup
from ra.library.sound_index import Index


def checkup(settings: Settings, index: Index) -> Checkup:
    """Check the whole index and return what is damaged."""
    about = index.engine.about()
    if not about.exists:
        return Checkup(about.folder, False, (), 0, 0, 0, 0, about.damaged, about.damaged_size)
    problems = index.problems()
    usage = [] if problems else _everyones_usage(settings, index.engine)
    return Checkup(
        about.folder,
        True,
        problems,
        len(usage),
        sum(tree.documents for tree in usage),
        sum(tree.chunks for tree in usage),
        about.size,
        about.damaged,
        about.damaged_size,
    )


def _everyones_usage(settings: Settings, engine: Reader) -> list[Usage]:
    trees = settings.trees
    scopes = [
        Scope(tenant, tuple(tree.name for tree in trees if tree.tenant == tenant))
        for tenant in dict.fromkeys(tree.tenant for tree in trees)
    ]
    return [usage for scope in scopes for usage in engine.usage(scope).values()]
