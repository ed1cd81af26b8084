"""The manifest in the catalog: one row for each file, and a checksum of all in the tree's row."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from ra.engine.embedded import rows
from ra.engine.embedded.rows import Row, TreeRow
from ra.engine.embedded.trees import TreeRows
from ra.engine.manifest import FileRecord, Settled
from ra.errors import IndexDamaged

_COLUMNS = ", ".join(FileRecord._fields[1:])
_FILES = "files"
_ONE = 2**32
"""Added to the checksum of each row, so that the checksum of a tree also counts its rows."""


class FileRows(TreeRows):
    """Rows of the table `files`, each with a checksum."""

    def files(self, tree: TreeRow, paths: Sequence[str] = ()) -> list[FileRecord]:
        """The manifest of a tree, or its entries for these paths."""
        query = f"SELECT {_COLUMNS}, sum FROM files WHERE tree = ?"
        if not paths:
            records, total = self._checked_files(tree, self.db.execute(query, (tree.id,)))
            if total != tree.files_sum:
                raise IndexDamaged(f"{self.path}: files of tree '{tree.name}' are missing")
            return records
        one = f"{query} AND path = ?"
        found = [row for path in paths for row in self.db.execute(one, (tree.id, path))]
        confirmed = self.known.confirmed
        if len(found) < len(paths) and (_FILES, tree.id) not in confirmed:
            self.files(tree)  # compares the rows with their checksum: none may be missing
            confirmed.add((_FILES, tree.id))
        return self._checked_files(tree, found)[0]

    def _checked_files(self, tree: TreeRow, found: Iterable[Row]) -> tuple[list[FileRecord], int]:
        """Check rows of files against their checksums; return them with their combined checksum."""
        start, name = (tree.id,), (tree.name,)
        total = 0
        records: list[FileRecord] = []
        for row in found:
            values = row[:-1]
            if rows.row_sum(start + values) != row[-1]:
                raise IndexDamaged(f"{self.path}: the row of a file does not match its checksum")
            total += row[-1] + _ONE
            records.append(FileRecord._make(name + values))
        return records, total

    def settled(self, tree: int, lasting: Collection[str]) -> list[Settled]:
        """The files of a tree by path, with all that a directory walk can compare.

        It skips the checksums: rows that agree with the files are right, and `files` reads the
        others again.
        """
        marks = ",".join("?" * len(lasting))
        mtime = f"CASE WHEN racy OR code NOT IN ({marks}) THEN NULL ELSE mtime END"
        query = f"SELECT path, size, {mtime}, parser, mark FROM files WHERE tree = ? ORDER BY path"
        return self.db.execute(query, (*lasting, tree)).fetchall()

    def strays(self) -> list[int]:
        """Tree numbers that occur in `files` and not in the catalog; no transaction leaves any."""
        known = {tree.id for tree in self.trees()}
        found: list[int] = []
        number = -1
        while True:
            query = "SELECT tree FROM files WHERE tree > ? ORDER BY tree LIMIT 1"
            row = self.db.execute(query, (number,)).fetchone()
            if row is None:
                return found
            if not isinstance(row[0], int):
                raise IndexDamaged(f"{self.path}: the row of a file does not match its checksum")
            (number,) = row
            if number not in known:
                found.append(number)

    def put_files(self, tree: int, records: Iterable[FileRecord]) -> None:
        """Write manifest rows."""
        written = {record.path: rows.file_row(tree, record) for record in records}
        marks = ",".join("?" * 13)
        before = self._marks(tree, list(written))
        self.db.executemany(f"INSERT OR REPLACE INTO files VALUES({marks})", written.values())
        after = sum(row[-1] + _ONE for row in written.values())
        self.grow(tree, files_sum=after - before)

    def version(self, tree: int, path: str) -> int:
        """The last version of a file's document, 0 if there never was one."""
        row = self.db.execute(
            "SELECT version FROM files WHERE tree = ? AND path = ?", (tree, path)
        ).fetchone()
        return int(row[0]) if row else 0

    def drop_file(self, tree: int, path: str) -> None:
        """Delete the entry of a file."""
        self.grow(tree, files_sum=-self._marks(tree, [path]))
        self.db.execute("DELETE FROM files WHERE tree = ? AND path = ?", (tree, path))

    def _marks(self, tree: int, paths: Sequence[str]) -> int:
        """The contribution of these rows to the checksum of their tree."""
        query = f"SELECT sum FROM files WHERE tree = {tree:d} AND path IN ({{}})"
        return sum(row[0] + _ONE for row in self.with_any(query, paths))
