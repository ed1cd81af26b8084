"""What is true? One SQLite file with manifest, documents, texts, chunks, links and the outbox."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import chain, takewhile

from ra.engine.embedded import rows
from ra.engine.embedded.database import MOST_VALUES, Database
from ra.engine.embedded.links import listed
from ra.engine.embedded.rows import Address, ChunkRow, DocumentRow, PlaceRow, Row, TreeRow
from ra.engine.embedded.schema import LIVE
from ra.engine.manifest import FileRecord, Settled, TreeSpec
from ra.errors import IndexDamaged
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from ra.engine.embedded.versions import Linkage, Version

_DOCUMENT_COLUMNS = ", ".join(DocumentRow._fields)
_FILE_COLUMNS = ", ".join(FileRecord._fields[1:])
_new = tuple.__new__  # half the cost of calling a named tuple, for the manifest of every command
_CHUNK_COLUMNS = ", ".join(ChunkRow._fields)
_PLACE_COLUMNS = ", ".join(PlaceRow._fields)
_ANY_DAY = 10**9


class Catalog(Database):
    """What stands in the tables, and how it is changed."""

    def trees(self) -> list[TreeRow]:
        """Every tree, by id; read again when anything was written since."""
        trees = self.known.trees
        if not trees:
            trees += self._read_trees()
        return trees

    def _read_trees(self) -> list[TreeRow]:
        trees = []
        for *row, total in self.db.execute("SELECT * FROM trees ORDER BY id"):
            if rows.checksum(*row) != total:
                raise IndexDamaged(f"{self.path}: the row of a tree is not what was written")
            trees.append(TreeRow(*row))
        return trees

    def add_tree(self, spec: TreeSpec) -> None:
        """Take up a tree, empty."""
        added = self.db.execute(
            "INSERT INTO trees(name, tenant, language, fingerprint, sum) VALUES(?, ?, ?, ?, 0)",
            spec,
        )
        self.set_seal(added.lastrowid or 0, None)

    def drop_tree(self, tree: int) -> None:
        """Forget a tree and all it holds."""
        keys = "SELECT key FROM documents WHERE tree = ?"
        for table in ("texts", "chunks", "links", "names", "mentions"):
            self.db.execute(f"DELETE FROM {table} WHERE document IN ({keys})", (tree,))
        for table in ("documents", "files", "outbox"):
            self.db.execute(f"DELETE FROM {table} WHERE tree = ?", (tree,))
        self.db.execute("DELETE FROM trees WHERE id = ?", (tree,))

    def set_seal(self, tree: int, seal: str | None) -> None:
        """Remember the sum over a tree's postings; None while they are being written."""
        row = self.db.execute(
            "SELECT id, name, tenant, language, fingerprint FROM trees WHERE id = ?", (tree,)
        ).fetchone()
        total = rows.checksum(*row, seal)
        self.db.execute("UPDATE trees SET seal = ?, sum = ? WHERE id = ?", (seal, total, tree))

    # Files

    def files(self, tree: TreeRow, paths: Sequence[str] = ()) -> list[FileRecord]:
        """The manifest of a tree, or what it says of these paths."""
        query = f"SELECT ?, {_FILE_COLUMNS} FROM files WHERE tree = ?"
        values = (tree.name, tree.id)
        if not paths:
            found = self.db.execute(query, values).fetchall()
        else:
            one = f"{query} AND path = ?"
            found = [row for path in paths for row in self.db.execute(one, (*values, path))]
        return [_new(FileRecord, row) for row in found]

    def settled(self, tree: int, lasting: Collection[str]) -> list[Settled]:
        """The files of a tree by path, with all that a walk can tell of them."""
        marks = ",".join("?" * len(lasting))
        mtime = f"CASE WHEN racy OR code NOT IN ({marks}) THEN NULL ELSE mtime END"
        query = f"SELECT path, size, {mtime}, parser FROM files WHERE tree = ? ORDER BY path"
        return self.db.execute(query, (*lasting, tree)).fetchall()

    def strays(self) -> list[str]:
        """Files of trees that there are not: no transaction leaves any."""
        found = self.db.execute("SELECT path FROM files WHERE tree NOT IN (SELECT id FROM trees)")
        return [str(path) for (path,) in found]

    def put_files(self, tree: int, records: Sequence[FileRecord]) -> None:
        """Write manifest rows."""
        marks = ",".join("?" * 12)
        self.db.executemany(
            f"INSERT OR REPLACE INTO files VALUES({marks})",
            [rows.file_row(tree, record) for record in records],
        )

    def version(self, tree: int, path: str) -> int:
        """The last version of a file's document, 0 if there never was one."""
        row = self.db.execute(
            "SELECT version FROM files WHERE tree = ? AND path = ?", (tree, path)
        ).fetchone()
        return int(row[0]) if row else 0

    def drop_file(self, tree: int, path: str) -> None:
        """Forget a file."""
        self.db.execute("DELETE FROM files WHERE tree = ? AND path = ?", (tree, path))

    # Documents

    def next_key(self) -> int:
        """A key that no document has or had."""
        row = self.db.execute("SELECT seq FROM sqlite_sequence WHERE name = 'documents'").fetchone()
        return (row[0] if row else 0) + 1

    def put_documents(self, versions: Sequence[Version]) -> None:
        """Write versions of documents, whole, as pending and owed to the postings."""
        marks = ",".join("?" * (len(DocumentRow._fields) + 1))
        self.db.executemany(
            f"INSERT INTO documents({_DOCUMENT_COLUMNS}, sum) VALUES({marks})",
            [(*version.row, version.sum()) for version in versions],
        )
        self.db.executemany(
            "INSERT INTO texts VALUES(?, ?)", [(each.row.key, each.text) for each in versions]
        )
        marks = ",".join("?" * len(ChunkRow._fields))
        self.db.executemany(
            f"INSERT INTO chunks VALUES({marks})", [row for each in versions for row in each.chunks]
        )
        self._put_links([(each.row.key, each.links) for each in versions])
        self.db.executemany(
            "INSERT INTO outbox VALUES(?, ?)", [(each.row.key, each.row.tree) for each in versions]
        )

    def _put_links(self, linked: Sequence[tuple[int, Linkage]]) -> None:
        self.db.executemany(
            "INSERT INTO links VALUES(?, ?, ?, ?)", [(key, *each) for key, each in linked]
        )
        names = [(name, key) for key, each in linked for name in listed(each.names)]
        self.db.executemany("INSERT INTO names VALUES(?, ?)", sorted(names))
        mentions = [(name, key) for key, each in linked for name in listed(each.mentions)]
        self.db.executemany("INSERT INTO mentions VALUES(?, ?)", sorted(mentions))

    def is_empty(self, tree: int) -> bool:
        """Whether nothing is known of a tree."""
        query = (
            "SELECT EXISTS(SELECT 1 FROM files WHERE tree = ?1) "
            "OR EXISTS(SELECT 1 FROM documents WHERE tree = ?1)"
        )
        return not self.db.execute(query, (tree,)).fetchone()[0]

    def live(self, tree: int, path: str) -> DocumentRow | None:
        """The version of a document that is seen."""
        row = self.db.execute(
            f"SELECT {_DOCUMENT_COLUMNS} FROM documents WHERE tree = ? AND path = ? AND status = 1",
            (tree, path),
        ).fetchone()
        return DocumentRow(*row) if row else None

    def live_among(self, tree: int, paths: Sequence[str]) -> list[DocumentRow]:
        """The documents of these paths that are seen."""
        known = self.known
        seen = known.seen
        new = [path for path in paths if (tree, path) not in seen]
        if new:
            query = f"SELECT {_DOCUMENT_COLUMNS} FROM documents WHERE path IN ({{}}) AND status = 1"
            known.keep(self.with_any(f"{query} AND tree = {tree:d}", new))
        return [seen[tree, path] for path in paths if (tree, path) in seen]

    def live_with(self, tree: int, keys: Collection[int]) -> dict[int, DocumentRow]:
        """Those of these versions that are seen."""
        found = self.documents(keys).items()
        return {key: row for key, row in found if row.status == LIVE and row.tree == tree}

    def documents(self, keys: Collection[int]) -> dict[int, DocumentRow]:
        """Those of these versions that there are, seen or not."""
        known = self.known
        there = known.documents
        new = [key for key in keys if key not in there]
        if new:
            query = f"SELECT {_DOCUMENT_COLUMNS} FROM documents WHERE key IN ({{}})"
            known.keep(self.with_any(query, new))
        return {key: there[key] for key in keys if key in there}

    def keys_under(self, tree: int, start: str) -> list[int]:
        """The versions that are seen of documents whose path starts so."""
        found = self.db.execute(
            "SELECT key, path FROM documents WHERE tree = ? AND path >= ? AND status = 1 "
            "ORDER BY path",
            (tree, start),
        )
        return [key for key, _ in takewhile(lambda row: row[1].startswith(start), found)]

    def keys_dated(self, tree: int, first: int | None, last: int | None) -> list[int]:
        """The versions that are seen of documents of these days, the last one not included."""
        found = self.db.execute(
            "SELECT key FROM documents WHERE tree = ? AND day >= ? AND day < ? AND status = 1",
            (tree, -_ANY_DAY if first is None else first, _ANY_DAY if last is None else last),
        )
        return [key for (key,) in found]

    def all_live(self, tree: int) -> list[DocumentRow]:
        """Every document of a tree that is seen, by path."""
        found = self.db.execute(
            f"SELECT {_DOCUMENT_COLUMNS} FROM documents "
            "WHERE tree = ? AND status = 1 ORDER BY path",
            (tree,),
        )
        return [DocumentRow(*row) for row in found]

    def places(self, addresses: Sequence[Address]) -> list[PlaceRow]:
        """Where chunks stand, of versions that are seen or not."""
        found = self._at(f"SELECT {_PLACE_COLUMNS} FROM {{}}", addresses)
        return [_new(PlaceRow, row) for row in found]

    def chunks_at(self, addresses: Sequence[Address]) -> list[ChunkRow]:
        """The chunks that stand there."""
        found = self._at(f"SELECT {_CHUNK_COLUMNS} FROM {{}}", addresses)
        return [_new(ChunkRow, row) for row in found]

    def _at(self, query: str, addresses: Sequence[Address]) -> list[Row]:
        found: list[Row] = []
        for start in range(0, len(addresses), MOST_VALUES // 2):
            some = addresses[start : start + MOST_VALUES // 2]
            marks = ",".join(["(?,?)"] * len(some))
            there = (
                f"(VALUES {marks}) v CROSS JOIN chunks c "
                "ON c.document = v.column1 AND c.position = v.column2"
            )
            found += self.db.execute(query.format(there), list(chain.from_iterable(some)))
        return found

    def slugs(self, key: int) -> list[Row]:
        """Of each chunk of a version its position, slug and part."""
        query = "SELECT position, slug, part FROM chunks WHERE document = ?"
        return self.db.execute(query, (key,)).fetchall()

    def texts(self, keys: Sequence[int]) -> dict[int, bytes]:
        """The compressed texts of versions."""
        query = "SELECT document, data FROM texts WHERE document IN ({})"
        return self._data(query, keys, "text")

    def links(self, keys: Sequence[int]) -> dict[int, bytes]:
        """The packed links of versions."""
        query = "SELECT document, data FROM links WHERE document IN ({})"
        return self._data(query, keys, "links")

    def _data(self, query: str, keys: Sequence[int], what: str) -> dict[int, bytes]:
        found: dict[int, bytes] = dict(self.with_any(query, keys))
        for key in keys:
            if not isinstance(found.get(key), bytes):
                raise IndexDamaged(f"{self.path}: the {what} of document {key} cannot be found")
        return found

    def chunks(self, key: int) -> list[ChunkRow]:
        """All chunks of a version, in order."""
        found = self.db.execute(
            f"SELECT {_CHUNK_COLUMNS} FROM chunks WHERE document = ? ORDER BY position", (key,)
        )
        return [ChunkRow(*row) for row in found]

    def linkage(self, key: int) -> tuple[bytes, bytes, bytes]:
        """The links of a version, as they are kept: what a `Linkage` is made of."""
        row: tuple[bytes, bytes, bytes] | None = self.db.execute(
            "SELECT names, mentions, data FROM links WHERE document = ?", (key,)
        ).fetchone()
        if row is None or not all(isinstance(value, bytes) for value in row):
            raise IndexDamaged(f"{self.path}: the links of document {key} are missing")
        return row

    def with_key(self, table: str, tree: int, number: int) -> list[DocumentRow]:
        """The documents of a tree that have this number in `names` or `mentions`."""
        columns = ", ".join(f"d.{field}" for field in DocumentRow._fields)
        found = self.db.execute(
            f"SELECT {columns} FROM {table} k JOIN documents d ON d.key = k.document "
            "WHERE k.key = ? AND d.tree = ? AND d.status = 1",
            (number, tree),
        )
        return [DocumentRow(*row) for row in found]

    def with_sums(self, tree: int) -> Iterator[tuple[DocumentRow, int]]:
        """Every version of a tree with the sum that was written beside it."""
        found = self.db.execute(
            f"SELECT {_DOCUMENT_COLUMNS}, sum FROM documents WHERE tree = ? ORDER BY key", (tree,)
        ).fetchall()
        for *row, total in found:
            yield DocumentRow(*row), total

    def totals(self, tree: int) -> tuple[int, int, int]:
        """How many documents and chunks are seen, and the bytes of their texts."""
        row = self.db.execute(
            "SELECT count(*), total(chunks), total(size) FROM documents "
            "WHERE tree = ? AND status = 1",
            (tree,),
        ).fetchone()
        return int(row[0]), int(row[1]), int(row[2])

    def touch(self, key: int, mtime: int) -> None:
        """Give a version the time at which its file was written again with the same content."""
        query = f"SELECT {_DOCUMENT_COLUMNS}, sum FROM documents WHERE key = ?"
        *values, total = self.db.execute(query, (key,)).fetchone()
        old = DocumentRow(*values)
        new = old._replace(mtime=mtime, day=rows.day(old, mtime))
        total ^= old.time_sum() ^ new.time_sum()
        change = "UPDATE documents SET mtime = ?, day = ?, sum = ? WHERE key = ?"
        self.db.execute(change, (new.mtime, new.day, total, key))

    def discard(self, key: int) -> None:
        """Remove a version that was never seen."""
        self._drop_keys([key])
        for table in ("texts", "chunks", "links", "outbox"):
            self.db.execute(f"DELETE FROM {table} WHERE document = ?", (key,))
        self.db.execute("DELETE FROM documents WHERE key = ?", (key,))

    # Dictionaries

    def dictionary(self, number: int) -> bytes:
        """A dictionary that texts were compressed with."""
        row = self.db.execute("SELECT data FROM dictionaries WHERE id = ?", (number,)).fetchone()
        if row is None:
            raise IndexDamaged(f"{self.path}: dictionary {number} is missing")
        return bytes(row[0])

    def newest_dictionary(self) -> int:
        """The number of the newest dictionary, 0 if there is none."""
        row = self.db.execute("SELECT max(id) FROM dictionaries").fetchone()
        return int(row[0] or 0)

    def add_dictionary(self, data: bytes) -> int:
        """Store a dictionary; returns its number."""
        number = self.newest_dictionary() + 1
        total = rows.checksum(data)
        self.db.execute("INSERT INTO dictionaries VALUES(?, ?, ?)", (number, data, total))
        return number

    # The outbox

    def owe(self, tree: int, key: int) -> None:
        """Note that the postings of a version are not written or not yet removed."""
        self.db.execute("INSERT OR REPLACE INTO outbox VALUES(?, ?)", (key, tree))

    def is_owing(self) -> bool:
        """Whether any version waits to be seen or to go."""
        return bool(self.db.execute("SELECT EXISTS(SELECT 1 FROM outbox)").fetchone()[0])

    def debtors(self) -> list[int]:
        """The trees with postings that are owed or were not sealed."""
        found = self.db.execute(
            "SELECT id FROM trees WHERE seal IS NULL UNION SELECT tree FROM outbox ORDER BY 1"
        )
        return [int(row[0]) for row in found]

    def owed(self, tree: int) -> list[DocumentRow]:
        """The versions whose postings are owed: pending ones to add, dead ones to remove."""
        columns = ", ".join(f"d.{field}" for field in DocumentRow._fields)
        found = self.db.execute(
            f"SELECT {columns} FROM outbox o JOIN documents d ON d.key = o.document "
            "WHERE o.tree = ? ORDER BY d.key",
            (tree,),
        )
        return [DocumentRow(*row) for row in found]

    def settle(self, tree: int) -> None:
        """All that was owed is written: pending versions are seen, replaced ones go."""
        self.purge(tree)
        self.db.execute(
            "UPDATE documents SET status = 2 WHERE status = 1 AND tree = ?1 AND key IN "
            "(SELECT document FROM outbox WHERE tree = ?1)",
            (tree,),
        )
        self.db.execute(
            "UPDATE documents SET status = 1 WHERE status = 0 AND tree = ?1 AND key IN "
            "(SELECT document FROM outbox WHERE tree = ?1)",
            (tree,),
        )
        self.db.execute("DELETE FROM outbox WHERE tree = ?", (tree,))

    def purge(self, tree: int) -> None:
        """Remove versions that were replaced before: no reader can still want them."""
        keys = "SELECT key FROM documents WHERE tree = ? AND status = 2"
        self._drop_keys([row[0] for row in self.db.execute(keys, (tree,)).fetchall()])
        for table in ("texts", "chunks", "links"):
            self.db.execute(f"DELETE FROM {table} WHERE document IN ({keys})", (tree,))
        self.db.execute("DELETE FROM documents WHERE tree = ? AND status = 2", (tree,))

    def _drop_keys(self, documents: Sequence[int]) -> None:
        """Take versions out of the tables that are ordered by key; each knows where it stands."""
        for key in documents:
            names, mentions, _ = self.linkage(key)
            for table, numbers in (("names", names), ("mentions", mentions)):
                self.db.executemany(
                    f"DELETE FROM {table} WHERE key = ? AND document = ?",
                    [(name, key) for name in listed(numbers)],
                )
