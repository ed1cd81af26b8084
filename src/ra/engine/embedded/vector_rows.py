"""Rows of the tables `vectors` and `spares`: vectors as int8 with a scale each, and a checksum.

A row of `vectors` has all vectors of one version of a document. When the version goes, its row
stays for a while without a tree, so that unchanged chunks of the next version need not be
embedded again. A row of `spares` has one vector by its key.
"""

from __future__ import annotations

import sqlite3
from array import array
from collections.abc import Collection, Iterable, Iterator, Sequence
from zlib import crc32

from ra.engine.embedded.rows import PRIME, Row, row_sum
from ra.errors import IndexDamaged
from ra.typed import NamedTuple

NO_TREE = 0
KEY_BYTES = 16
_MOST_VALUES = 500
_COLUMNS = "document, tree, tenant, model, done, width, places, keys, data, sum"


class VectorRow(NamedTuple):
    """The vectors of a version; `done` counts its chunks that a search may find.

    `places` has for each vector the position of its chunk, doubled, plus 1 if it has text.
    """

    document: int
    tree: int
    tenant: str
    model: str
    done: int
    width: int
    places: bytes
    keys: bytes
    data: bytes
    sum: int

    @property
    def positions(self) -> array[int]:
        """The positions of the chunks, doubled, plus 1 for those with text."""
        numbers = array("I")
        numbers.frombytes(self.places)
        return numbers


def checksum(row: VectorRow) -> int:
    """The checksum of a row; a row may lose its tree."""
    return row_sum((row.document, *row[2:8], crc32(row.data)))


def mark(document: int, total: int) -> int:
    """What a row adds to the `vectors_sum` of its tree."""
    return document % PRIME * total % PRIME


def checked(place: object, found: Iterable[Row]) -> Iterator[VectorRow]:
    """Rows that were read, each compared with its checksum."""
    for values in found:
        row = VectorRow._make(values)
        if checksum(row) != row.sum:
            raise IndexDamaged(f"{place}: vectors of document {row.document} are not as written")
        yield row


def rows_of(db: sqlite3.Connection, documents: Sequence[int]) -> list[Row]:
    """The rows of these versions."""
    query = f"SELECT {_COLUMNS} FROM vectors WHERE document IN ({{}})"
    return _with_any(db, query, documents)


def rows_of_tree(db: sqlite3.Connection, tree: int) -> Iterator[Row]:
    """All rows of a tree, by document."""
    return db.execute(f"SELECT {_COLUMNS} FROM vectors WHERE tree = ? ORDER BY document", (tree,))


def marks_of_tree(db: sqlite3.Connection, tree: int) -> list[tuple[int, int]]:
    """Document and checksum of each row of a tree."""
    return db.execute("SELECT document, sum FROM vectors WHERE tree = ?", (tree,)).fetchall()


def done_without_model(db: sqlite3.Connection, tree: int) -> int:
    """The number of chunks of a tree that are done without a model."""
    query = "SELECT sum(done) FROM vectors WHERE tree = ? AND model = ''"
    ((count,),) = db.execute(query, (tree,))
    return count or 0


def put_rows(db: sqlite3.Connection, rows: Sequence[VectorRow]) -> None:
    """Store rows."""
    db.executemany(f"INSERT INTO vectors({_COLUMNS}) VALUES({','.join('?' * 10)})", rows)


def release(db: sqlite3.Connection, documents: Sequence[int]) -> list[tuple[int, int]]:
    """Take the rows of these versions from their tree; returns `done` and mark of each."""
    query = (
        f"SELECT document, done, sum FROM vectors WHERE tree != {NO_TREE} AND document IN ({{}})"
    )
    found = _with_any(db, query, documents)
    db.executemany(
        f"UPDATE vectors SET tree = {NO_TREE} WHERE document = ?", [(row[0],) for row in found]
    )
    return [(row[1], mark(row[0], row[2])) for row in found]


def of_other_models(db: sqlite3.Connection, tree: int, models: Collection[str]) -> list[int]:
    """The versions of a tree whose vectors are of none of these models."""
    found = db.execute("SELECT document, model FROM vectors WHERE tree = ?", (tree,))
    return [document for document, model in found if model and model not in models]


def drop_rows(db: sqlite3.Connection, documents: Sequence[int]) -> None:
    """Remove the rows of these versions."""
    db.executemany("DELETE FROM vectors WHERE document = ?", [(one,) for one in documents])


def drop_released(db: sqlite3.Connection, tenant: str) -> None:
    """Remove the rows without a tree."""
    db.execute(f"DELETE FROM vectors WHERE tree = {NO_TREE} AND tenant = ?", (tenant,))


def released(db: sqlite3.Connection, tenant: str) -> Iterator[Row]:
    """The rows without a tree."""
    query = f"SELECT {_COLUMNS} FROM vectors WHERE tree = {NO_TREE} AND tenant = ?"
    return db.execute(query, (tenant,))


def put_spares(db: sqlite3.Connection, tenant: str, spares: Iterable[tuple[bytes, bytes]]) -> None:
    """Store vectors by key."""
    db.executemany(
        "INSERT OR REPLACE INTO spares VALUES(?, ?, ?, ?)",
        [(tenant, key, data, row_sum((tenant, key, data))) for key, data in spares],
    )


def spares(
    db: sqlite3.Connection, place: object, tenant: str, keys: Collection[bytes]
) -> dict[bytes, bytes]:
    """Those of these vectors that are stored by key."""
    query = "SELECT tenant, key, data, sum FROM spares WHERE key IN ({}) AND tenant = ?"
    found: dict[bytes, bytes] = {}
    for *row, total in _with_any(db, query, list(keys), tenant):
        if row_sum(tuple(row)) != total:
            raise IndexDamaged(f"{place}: a kept vector is not as written")
        found[row[1]] = row[2]
    return found


def check_spares(db: sqlite3.Connection, place: object) -> None:
    """Compare all vectors that are stored by key with their checksums."""
    for *row, total in db.execute("SELECT tenant, key, data, sum FROM spares"):
        if row_sum(tuple(row)) != total:
            raise IndexDamaged(f"{place}: a kept vector is not as written")


def drop_unused(db: sqlite3.Connection, tenant: str) -> None:
    """Remove what belongs to no chunk."""
    drop_released(db, tenant)
    db.execute("DELETE FROM spares WHERE tenant = ?", (tenant,))


def _with_any(
    db: sqlite3.Connection, query: str, values: Sequence[object], *more: object
) -> list[Row]:
    found: list[Row] = []
    for start in range(0, len(values), _MOST_VALUES):
        some = values[start : start + _MOST_VALUES]
        marks = ",".join("?" * len(some))
        found += db.execute(query.format(marks), (*some, *more)).fetchall()
    return found
