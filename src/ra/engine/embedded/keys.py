"""Looks up documents by link keys: names they have, names their links use.

A look-up must be able to prove that a key is absent. The tables `names` and `mentions` are
therefore divided into ranges of keys, each with a checksum in `key_sums` that a look-up compares
first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ra.engine.embedded import rows
from ra.engine.embedded.file_rows import FileRows
from ra.engine.embedded.rows import HALF, PRIME
from ra.errors import IndexDamaged
from ra.typed import Literal

Table = Literal["names", "mentions"]
TABLES: tuple[Table, ...] = ("names", "mentions")
_BITS = 23
_PARTS = 2**32 >> _BITS
_PART = f"((key + {HALF}) >> {_BITS})"
_FACTOR = 2**30
_MARK = f"(1 + (key + {HALF}) * (document % {_FACTOR}) % {PRIME})"

Pair = tuple[int, int]
"""The hash of a key, and a document version that has it."""


class KeyRows(FileRows):
    """Rows of the tables `names`, `mentions` and `key_sums`."""

    def make(self) -> None:
        """Create the file, its tables, and the checksums of all ranges, empty."""
        super().make()
        with self.transaction():
            self._write_sums([(part, 0, 0) for part in range(_PARTS)])

    def documents_with(self, table: Table, number: int) -> list[int]:
        """The versions that have this key, visible or not."""
        part = _part(number)
        confirmed = self.known.confirmed
        if (table, part) not in confirmed:
            self._confirm(table, part)
            confirmed.add((table, part))
        found = self.db.execute(f"SELECT document FROM {table} WHERE key = ?", (number,))
        return [key for (key,) in found]

    def _confirm(self, table: Table, part: int) -> None:
        start = (part << _BITS) - HALF
        query = f"SELECT coalesce(sum({_MARK}), 0) FROM {table} WHERE key >= ? AND key < ?"
        (actual,) = self.db.execute(query, (start, start + (1 << _BITS))).fetchone()
        if actual != self._sums([part])[part][TABLES.index(table)]:
            raise IndexDamaged(f"{self.path}: the table of {table} does not match its checksum")

    def put_keys(self, table: Table, pairs: Iterable[Pair]) -> None:
        """Add keys of documents."""
        new = sorted(pairs)
        self.db.executemany(f"INSERT INTO {table} VALUES(?, ?)", new)
        self._grow_sums(table, [(_part(key), _mark(key, document)) for key, document in new])

    def drop_keys(self, table: Table, pairs: Sequence[Pair]) -> None:
        """Remove keys of documents."""
        self.db.executemany(f"DELETE FROM {table} WHERE key = ? AND document = ?", pairs)
        self._grow_sums(table, [(_part(key), -_mark(key, document)) for key, document in pairs])

    def drop_keys_of_tree(self, tree: int) -> None:
        """Remove the keys of all documents of a tree."""
        condition = "document IN (SELECT key FROM documents WHERE tree = ?)"
        for table in TABLES:
            query = f"SELECT {_PART}, -sum({_MARK}) FROM {table} WHERE {condition} GROUP BY 1"
            self._grow_sums(table, self.db.execute(query, (tree,)).fetchall())
            self.db.execute(f"DELETE FROM {table} WHERE {condition}", (tree,))

    def _grow_sums(self, table: Table, growth: Sequence[tuple[int, int]]) -> None:
        column = TABLES.index(table)
        sums = self._sums({part for part, _ in growth})
        for part, mark in growth:
            sums[part][column] += mark
        self._write_sums([(part, *values) for part, values in sums.items()])

    def _sums(self, parts: Iterable[int]) -> dict[int, list[int]]:
        """The checksums of these key ranges, for each table."""
        wanted = sorted(parts)
        query = "SELECT part, names, mentions, sum FROM key_sums WHERE part IN ({})"
        found = self.with_any(query, wanted)
        if len(found) != len(wanted) or any(rows.row_sum(row[:3]) != row[3] for row in found):
            raise IndexDamaged(f"{self.path}: the checksums of keys are not what was written")
        return {part: sums for part, *sums, _ in found}

    def _write_sums(self, sums: Iterable[tuple[int, ...]]) -> None:
        written = [(*row, rows.row_sum(row)) for row in sums]
        self.db.executemany("INSERT OR REPLACE INTO key_sums VALUES(?, ?, ?, ?)", written)

    def keys_are_sound(self, table: Table) -> bool:
        """Whether a table has exactly the keys of the documents, and its checksums agree."""
        lists = self.db.execute(f"SELECT document, {table} FROM links").fetchall()
        expected = {(key, document) for document, data in lists for key in _listed(data)}
        actual = self.db.execute(f"SELECT key, document FROM {table}").fetchall()
        if len(actual) != len(expected) or set(actual) != expected:
            return False
        sums = {
            part: values[TABLES.index(table)] for part, values in self._sums(range(_PARTS)).items()
        }
        for key, document in actual:
            sums[_part(key)] -= _mark(key, document)
        return not any(sums.values())


def _listed(data: object) -> tuple[int, ...]:
    from ra.engine.embedded.links import listed  # only who checks the index asks for it

    return listed(data) if isinstance(data, bytes) else ()


def _part(key: int) -> int:
    return (key + HALF) >> _BITS


def _mark(key: int, document: int) -> int:
    """The contribution of a row to the checksum of its range; `_MARK` computes the same in SQL."""
    return 1 + (key + HALF) * (document % _FACTOR) % PRIME
