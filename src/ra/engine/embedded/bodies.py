"""Gives postings the field `body`: most have none, because `text` has every word of a body.

The query field `body:` and the rankings `fields` and `classic` need it. The first such search of a
tree posts all chunks again, with bodies, and later updates keep them. Where that is not possible,
in a folder that cannot be written or inside a snapshot, a process makes them in memory.
"""

from __future__ import annotations

from contextlib import suppress

from ra.engine.embedded.lexical import is_readable
from ra.engine.embedded.rows import TreeRow, has_bodies
from ra.engine.embedded.session import NOTHING_BUILT, Session
from ra.engine.embedded.snapshots import visible
from ra.engine.query import Scope
from ra.errors import IndexUnwritable

_MANY = 20_000  # chunks that take seconds


def post(session: Session, scope: Scope) -> None:
    """Post the bodies of these trees, if no process writes and writing is possible."""
    with suppress(*NOTHING_BUILT):
        with session.view(scope) as view:
            lacks = any(map(_lacks, view.within(scope)))
        if lacks:
            with suppress(IndexUnwritable), session.writing(None) as is_alone:
                if is_alone:
                    _post(session, scope)


def _post(session: Session, scope: Scope) -> None:
    catalog = session.writer.catalog
    with catalog.translated:
        trees = visible(catalog.trees(), scope)
    for tree in filter(_lacks, trees):
        if tree.chunks >= _MANY:
            session.say(f"tree '{tree.name}': indexing bodies apart from headings, once")
        session.writer.post_bodies(tree)


def _lacks(tree: TreeRow) -> bool:
    return is_readable(tree) and not has_bodies(tree)
