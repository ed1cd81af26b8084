"""Reads versions of documents from the catalog; finds visible ones by path, day or key.

Every read compares a row with its checksum. The count and checksum in the row of a tree prove that
a look-up by an index found all rows, and that the table has them all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from ra.engine.embedded import rows
from ra.engine.embedded.keys import KeyRows, Table
from ra.engine.embedded.rows import DocumentRow, Row
from ra.engine.embedded.schema import LIVE
from ra.errors import IndexDamaged

COLUMNS = ", ".join(DocumentRow._fields)
_WITH_KEYS = f"SELECT {COLUMNS} FROM documents WHERE key IN ({{}})"
_ANY_DAY = 10**9
_MOST_CONFIRMED = 1000
_MOST_KEYS = 2**38  # an address is a key and 24 bits


class Documents(KeyRows):
    """Rows of the table `documents`."""

    def next_key(self) -> int:
        """A key that no document has or had."""
        row = self.db.execute("SELECT seq FROM sqlite_sequence WHERE name = 'documents'").fetchone()
        (last,) = row or (0,)
        if not isinstance(last, int) or not 0 <= last < _MOST_KEYS:
            raise IndexDamaged(f"{self.path}: the last key of a document is {last!r}")
        return last + 1

    def is_empty(self, tree: int) -> bool:
        """Whether a tree has no rows."""
        query = (
            "SELECT EXISTS(SELECT 1 FROM files WHERE tree = ?1) "
            "OR EXISTS(SELECT 1 FROM documents WHERE tree = ?1)"
        )
        return not self.db.execute(query, (tree,)).fetchone()[0]

    def live(self, tree: int, path: str) -> DocumentRow | None:
        """The visible version of a document."""
        found = self.db.execute(
            f"SELECT {COLUMNS} FROM documents WHERE tree = ? AND path = ? AND status = 1",
            (tree, path),
        )
        return next(iter(self._seen(found)), None)

    def live_among(self, tree: int, paths: Sequence[str]) -> list[DocumentRow]:
        """The visible documents with these paths."""
        known = self.known
        seen = known.seen
        new = [path for path in paths if (tree, path) not in seen]
        if new:
            query = f"SELECT {COLUMNS} FROM documents WHERE path IN ({{}}) AND status = 1"
            known.keep(self._seen(self.with_any(f"{query} AND tree = {tree:d}", new)))
        return [seen[tree, path] for path in paths if (tree, path) in seen]

    def live_with(self, tree: int, keys: Collection[int]) -> dict[int, DocumentRow]:
        """The visible ones of these versions."""
        found = self.documents(keys).items()
        return {key: row for key, row in found if row.status == LIVE and row.tree == tree}

    def live_keys(self, tree: int, keys: set[int]) -> set[int]:
        """The same, without their rows: a search asks this of hundreds of chunks."""
        visible = self.known.live.setdefault(tree, set())
        if not keys <= visible:
            self.documents(keys - visible)
        return keys & visible

    def all_live(self, tree: int) -> list[DocumentRow]:
        """All visible documents of a tree, by path."""
        found = self.db.execute(
            f"SELECT {COLUMNS} FROM documents WHERE tree = ? AND status = 1 ORDER BY path", (tree,)
        )
        documents, row = self._seen(found), self.tree_row(tree)
        total = (len(documents), sum(map(rows.document_mark, documents)))
        if total != (row.documents, row.documents_sum) and not self.is_flipped:
            raise IndexDamaged(f"{self.path}: documents of tree '{row.name}' are missing")
        return documents

    def documents(self, keys: Collection[int]) -> dict[int, DocumentRow]:
        """The existing ones of these versions, visible or not."""
        known = self.known
        there = known.documents
        new = [key for key in keys if key not in there]
        if new:
            known.keep(self.checked(self.with_any(_WITH_KEYS, new)))
        return {key: there[key] for key in keys if key in there}

    def versions(self, tree: int) -> list[DocumentRow]:
        """All versions of a tree, visible or not; without comparing checksums."""
        query = f"SELECT {COLUMNS} FROM documents NOT INDEXED WHERE tree = ? ORDER BY key"
        return [DocumentRow(*row) for row in self.db.execute(query, (tree,))]

    def with_key(self, table: Table, tree: int, number: int) -> list[DocumentRow]:
        """The documents of a tree that have this number in `names` or `mentions`."""
        keys = self.documents_with(table, number)
        found = self.documents(keys)
        if len(found) != len(keys):
            raise IndexDamaged(f"{self.path}: the table of {table} has unknown documents")
        return [row for row in found.values() if row.status == LIVE and row.tree == tree]

    def keys_under(self, tree: int, start: str) -> list[int]:
        """The visible versions of documents whose path starts with this, in any case."""
        query = "SELECT key, path FROM documents WHERE tree = ? AND status = 1 ORDER BY path"
        found = self.db.execute(query, (tree,)).fetchall()
        self._confirm_keys(tree, "1", (), [key for key, _ in found])
        folded = start.casefold()
        return [key for key, path in found if path.casefold().startswith(folded)]

    def keys_dated(self, tree: int, first: int | None, last: int | None) -> list[int]:
        """The visible versions of documents dated within these days, the last one excluded."""
        days = (-_ANY_DAY if first is None else first, _ANY_DAY if last is None else last)
        condition = "day >= ? AND day < ?"
        found = self.db.execute(
            f"SELECT key FROM documents WHERE tree = ? AND {condition} AND status = 1",
            (tree, *days),
        )
        keys = [key for (key,) in found]
        self._confirm_keys(tree, condition, days, keys)
        return keys

    def confirm_absent(self, tree: int, paths: Collection[str]) -> None:
        """Raise `IndexDamaged` if a document with one of these paths is visible after all."""
        if paths:
            import json  # rarely needed

            names = json.dumps(sorted(paths))
            self._confirm_keys(tree, "path IN (SELECT value FROM json_each(?))", (names,), [])

    def _confirm_keys(self, tree: int, condition: str, values: Row, keys: Sequence[int]) -> None:
        """Compare an index look-up with the table, and the table with its tree's row."""
        confirmed = self.known.confirmed
        if self.is_flipped or (tree, condition, values) in confirmed:
            return
        query = (
            f"SELECT count(*), coalesce(sum({rows.DOCUMENT_MARK}), 0), "
            f"count(*) FILTER (WHERE {condition}), "
            f"coalesce(sum(key) FILTER (WHERE {condition}), 0) "
            "FROM documents NOT INDEXED WHERE tree = ? AND status = 1"
        )
        actual = self.db.execute(query, (*values, *values, tree)).fetchone()
        row = self.tree_row(tree)
        if actual != (row.documents, row.documents_sum, len(keys), sum(keys)):
            raise IndexDamaged(f"{self.path}: documents of tree '{row.name}' cannot be found")
        if len(confirmed) >= _MOST_CONFIRMED:
            confirmed.clear()
        confirmed.add((tree, condition, values))

    def _seen(self, found: Iterable[Row]) -> list[DocumentRow]:
        """Check rows of documents that an index lists as visible against their checksums."""
        documents = self.checked(found)
        if any(document.status != LIVE for document in documents):
            raise IndexDamaged(f"{self.path}: the row of a document does not match its checksum")
        return documents

    def totals(self, tree: int) -> tuple[int, int, int]:
        """The number of visible documents and chunks, and the bytes of their texts."""
        if self.is_flipped:
            query = "SELECT count(*), total(chunks), total(size) FROM documents "
            row = self.db.execute(f"{query} WHERE tree = ? AND status = 1", (tree,)).fetchone()
            return int(row[0]), int(row[1]), int(row[2])
        kept = self.tree_row(tree)
        return kept.documents, kept.chunks, kept.bytes

    def touch(self, tree: int, times: Mapping[int, int]) -> None:
        """Set the mtimes of versions whose files were written again with the same content."""
        growth = 0
        for old in self.documents(times).values():
            mtime = times[old.key]
            new = old._replace(mtime=mtime, day=rows.day(old, mtime))
            new = new._replace(sum=rows.document_sum(new))
            change = "UPDATE documents SET mtime = ?, day = ?, sum = ? WHERE key = ?"
            self.db.execute(change, (new.mtime, new.day, new.sum, new.key))
            if old.status == LIVE:
                growth += rows.document_mark(new) - rows.document_mark(old)
        self.grow(tree, documents_sum=growth)
