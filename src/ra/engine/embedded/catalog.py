"""The authoritative store of an index: one SQLite file with files, documents, texts, chunks, links
and the outbox.

Every read compares a row with its checksum. Checksums over many rows, in the row of their document
or tree, reveal missing rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from zlib import crc32

from ra.engine.embedded import rows
from ra.engine.embedded.database import MOST_VALUES, filled, statement
from ra.engine.embedded.documents import COLUMNS, Documents
from ra.engine.embedded.rows import Address, BodyRow, ChunkRow, DocumentRow, PlaceRow, Row
from ra.engine.embedded.schema import LIVE, PENDING
from ra.errors import IndexDamaged
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from ra.engine.embedded.versions import Linkage, Version

_CHUNK_COLUMNS = ", ".join(ChunkRow._fields)
_AT = (
    "SELECT %s FROM (VALUES {}) v CROSS JOIN chunks c "
    "ON c.document = v.column1 AND c.position = v.column2"
)
_BODIES_AT, _PLACES_AT = [_AT % ", ".join(each._fields) for each in (BodyRow, PlaceRow)]
_OWE = "INSERT OR REPLACE INTO outbox VALUES(?, ?, ?)"


class Catalog(Documents):
    """Reads and changes the tables of a catalog."""

    def drop_tree(self, tree: int) -> None:
        """Delete a tree and all its rows."""
        self.drop_keys_of_tree(tree)
        keys = "SELECT key FROM documents WHERE tree = ?"
        for table in ("texts", "chunks", "links"):
            self.db.execute(f"DELETE FROM {table} WHERE document IN ({keys})", (tree,))
        for table in ("documents", "files", "outbox"):
            self.db.execute(f"DELETE FROM {table} WHERE tree = ?", (tree,))
        self.db.execute("UPDATE vectors SET tree = 0 WHERE tree = ?", (tree,))
        self.db.execute("DELETE FROM trees WHERE id = ?", (tree,))

    # Documents

    def put_documents(self, versions: Sequence[Version]) -> None:
        """Write whole versions of documents as pending, with entries in the outbox."""
        marks = ",".join("?" * len(DocumentRow._fields))
        self.db.executemany(
            f"INSERT INTO documents({COLUMNS}) VALUES({marks})",
            [version.row for version in versions],
        )
        self.db.executemany(
            "INSERT INTO texts VALUES(?, ?)", [(each.row.key, each.text) for each in versions]
        )
        marks = ",".join("?" * len(ChunkRow._fields))
        self.db.executemany(
            f"INSERT INTO chunks VALUES({marks})", [row for each in versions for row in each.chunks]
        )
        self._put_links([(each.row.key, each.links) for each in versions])
        self.db.executemany(_OWE, [_debt(each.row.tree, each.row.key) for each in versions])

    def _put_links(self, linked: Sequence[tuple[int, Linkage]]) -> None:
        from ra.engine.embedded.links import listed  # only who writes asks for it

        self.db.executemany(
            "INSERT INTO links VALUES(?, ?, ?, ?, ?, ?)",
            [(key, *each, *each.sums(key)) for key, each in linked],
        )
        self.put_keys("names", [(name, key) for key, each in linked for name in listed(each.names)])
        self.put_keys(
            "mentions", [(name, key) for key, each in linked for name in listed(each.mentions)]
        )

    def places(self, addresses: Sequence[Address]) -> list[PlaceRow]:
        """The places of chunks, of visible and other versions."""
        found = self._at(_PLACES_AT, addresses)
        for row in found:
            if rows.place_sum(row) != row[11]:
                raise self._damaged_chunk(row)
        return list(map(PlaceRow._make, found))

    def bodies(self, addresses: Sequence[Address]) -> list[BodyRow]:
        """What the chunks at these addresses have besides their places."""
        found = self._at(_BODIES_AT, addresses)
        if len(found) != len(addresses):
            raise IndexDamaged(f"{self.path}: chunks are missing")
        for row in found:
            if rows.body_sum(row) != row[8]:
                raise self._damaged_chunk(row)
        return list(map(BodyRow._make, found))

    def _checked_chunks(self, found: Iterable[Row]) -> list[ChunkRow]:
        """Check rows of chunks against their checksums."""
        chunks: list[ChunkRow] = []
        for row in found:
            body, place = rows.body_values(row), rows.place_values(row)
            if rows.body_sum(body) != row[18] or rows.place_sum(place) != row[17]:
                raise self._damaged_chunk(row)
            chunks.append(ChunkRow._make(row))
        return chunks

    def _damaged_chunk(self, row: Row) -> IndexDamaged:
        return IndexDamaged(
            f"{self.path}: chunk {row[1]} of document {row[0]} does not match its checksum"
        )

    def _at(self, query: str, addresses: Sequence[Address]) -> list[Row]:
        found: list[Row] = []
        for start in range(0, len(addresses), MOST_VALUES // 2):
            some = filled(addresses[start : start + MOST_VALUES // 2], (None, None))
            values = list(chain.from_iterable(some))
            found += self.db.execute(statement(query, "(?,?)", len(some)), values)
        return found

    def texts(self, keys: Sequence[int]) -> dict[int, bytes]:
        """The compressed texts of versions."""
        query = "SELECT document, data FROM texts WHERE document IN ({})"
        found: dict[int, bytes] = dict(self.with_any(query, keys))
        for key in keys:
            if not isinstance(found.get(key), bytes):
                raise IndexDamaged(f"{self.path}: the text of document {key} cannot be found")
        return found

    def links(self, keys: Sequence[int]) -> dict[int, bytes]:
        """The packed links of versions, checked against their checksums."""
        query = "SELECT document, data, data_sum FROM links WHERE document IN ({})"
        found: dict[int, bytes] = {}
        for *row, total in self.with_any(query, keys):
            if rows.row_sum(tuple(row)) != total:
                raise self._damaged_links(row[0])
            found[row[0]] = row[1]
        for key in keys:
            if key not in found:
                raise self._damaged_links(key)
        return found

    def linkage(self, key: int) -> Linkage:
        """The stored links of a version, checked against their checksums."""
        from ra.engine.embedded.versions import Linkage  # only writing and checking need it

        query = "SELECT names, mentions, data, keys_sum, data_sum FROM links WHERE document = ?"
        row = self.db.execute(query, (key,)).fetchone()
        if row is None or (found := Linkage(*row[:3])).sums(key) != row[3:]:
            raise self._damaged_links(key)
        return found

    def _damaged_links(self, key: int) -> IndexDamaged:
        return IndexDamaged(f"{self.path}: the links of document {key} are not what was written")

    def chunks(self, document: DocumentRow) -> list[ChunkRow]:
        """All chunks of a version, in order."""
        query = f"SELECT {_CHUNK_COLUMNS} FROM chunks WHERE document = ? ORDER BY position"
        found = self._checked_chunks(self.db.execute(query, (document.key,)))
        if rows.chunks_sum(found) != document.chunks_sum:
            raise IndexDamaged(f"{self.path}: chunks of {document.path} are missing")
        return found

    def discard(self, key: int) -> None:
        """Delete a version that was never visible."""
        self._drop_keys([key])
        for table in ("texts", "chunks", "links", "outbox"):
            self.db.execute(f"DELETE FROM {table} WHERE document = ?", (key,))
        self.db.execute("DELETE FROM documents WHERE key = ?", (key,))

    # Dictionaries

    def dictionary(self, number: int) -> tuple[bytes, int]:
        """A compression dictionary and its checksum."""
        row = self.db.execute(
            "SELECT data, sum FROM dictionaries WHERE id = ?", (number,)
        ).fetchone()
        if row is None or not isinstance(row[0], bytes):
            raise IndexDamaged(f"{self.path}: dictionary {number} is missing")
        return row[0], int(row[1])

    def newest_dictionary(self) -> int:
        """The number of the newest dictionary, 0 if there is none."""
        row = self.db.execute("SELECT max(id) FROM dictionaries").fetchone()
        return int(row[0] or 0)

    def add_dictionary(self, data: bytes) -> int:
        """Store a dictionary; returns its number."""
        number = self.newest_dictionary() + 1
        self.db.execute("INSERT INTO dictionaries VALUES(?, ?, ?)", (number, data, crc32(data)))
        return number

    # The outbox

    def owe(self, tree: int, key: int) -> None:
        """Add a version to the outbox: its postings are not yet written or not yet removed."""
        self.db.execute(_OWE, _debt(tree, key))

    def is_owing(self) -> bool:
        """Whether the outbox has any entry."""
        return bool(self._outbox(1))

    def has_debts(self) -> bool:
        """Whether the outbox has any entry, or postings are unsealed."""
        return any(tree.seal is None for tree in self.trees()) or self.is_owing()

    def debtors(self) -> set[int]:
        """The trees with outbox entries or unsealed postings."""
        unsealed = {tree.id for tree in self.trees() if tree.seal is None}
        return unsealed.union(tree for _, tree in self._outbox())

    def _outbox(self, most: int = -1) -> list[tuple[int, int]]:
        """Documents and trees of the outbox. Only versions listed here may be removed."""
        found = self.db.execute("SELECT document, tree, sum FROM outbox LIMIT ?", (most,))
        listed = []
        for *row, total in found:
            if rows.row_sum(tuple(row)) != total:
                raise IndexDamaged(f"{self.path}: the outbox does not match its checksum")
            listed.append((row[0], row[1]))
        return listed

    def has_pending(self, tree: int) -> bool:
        """Whether a version is pending; none may be when the outbox is empty."""
        query = f"SELECT 1 FROM documents WHERE tree = ? AND status = {PENDING} LIMIT 1"
        return self.db.execute(query, (tree,)).fetchone() is not None

    def owed(self, tree: int) -> list[DocumentRow]:
        """The versions in the outbox: pending ones to add, others to remove."""
        keys = [key for key, owner in self._outbox() if owner == tree]
        found = self.checked(
            self.with_any(f"SELECT {COLUMNS} FROM documents WHERE key IN ({{}})", keys)
        )
        if len(found) != len(keys):
            raise IndexDamaged(f"{self.path}: the outbox has unknown documents")
        return sorted(found, key=lambda row: row.key)

    def settle(self, tree: int, opstamp: int) -> None:
        """Complete a commit of the postings: pending versions become visible, replaced ones go."""
        owed = self.owed(tree)
        replaced = [row.key for row in owed if row.status == LIVE]
        self._grow_by(tree, owed)
        self._drop_keys(replaced)
        if replaced and self.tree(tree).embedded:
            self.release_vectors(tree, replaced)
        for table, column in (
            ("texts", "document"), ("chunks", "document"), ("links", "document"),
            ("outbox", "document"), ("documents", "key"),
        ):  # fmt: skip
            self.db.executemany(
                f"DELETE FROM {table} WHERE {column} = ?", [(key,) for key in replaced]
            )
        self.db.executemany(
            f"UPDATE documents SET status = {LIVE} WHERE key = ?",
            [(row.key,) for row in owed if row.status == PENDING],
        )
        self.db.execute("DELETE FROM outbox WHERE tree = ?", (tree,))
        self.set_opstamp(tree, opstamp)

    def release_vectors(self, tree: int, documents: Sequence[int]) -> None:
        """Take the vectors of these versions from a tree: nothing finds them any more."""
        from ra.engine.embedded.vector_rows import release  # most indexes have no vectors

        released = release(self.db, documents)
        count = sum(done for done, _ in released)
        total = sum(mark for _, mark in released)
        self.grow_vectors(tree, -count, -total)

    def _grow_by(self, tree: int, versions: Iterable[DocumentRow]) -> None:
        """Update the counts of a tree: add versions that become visible, subtract replaced ones."""
        signed = [(1 if row.status == PENDING else -1, row) for row in versions]
        self.grow(
            tree,
            documents=sum(sign for sign, _ in signed),
            chunks=sum(sign * row.chunks for sign, row in signed),
            size=sum(sign * row.size for sign, row in signed),
            documents_sum=sum(sign * rows.document_mark(row) for sign, row in signed),
        )

    def _drop_keys(self, documents: Sequence[int]) -> None:
        """Delete versions from the tables that are ordered by key."""
        from ra.engine.embedded.links import listed  # needed by writers only

        for key in documents:
            linkage = self.linkage(key)
            self.drop_keys("names", [(name, key) for name in listed(linkage.names)])
            self.drop_keys("mentions", [(name, key) for name in listed(linkage.mentions)])


def _debt(tree: int, key: int) -> Row:
    """The row of a version in the outbox."""
    return key, tree, rows.row_sum((key, tree))
