"""The trees of a catalog: visible ones, and those being built beside them."""

from __future__ import annotations

from ra.engine.embedded import rows
from ra.engine.embedded.database import Database
from ra.engine.embedded.rows import TreeRow
from ra.engine.embedded.schema import BUILDING, WHOLE
from ra.engine.embedded.segment_checksums import Seal
from ra.engine.manifest import TreeSpec
from ra.errors import IndexDamaged

_COLUMNS = ", ".join(TreeRow._fields)
_MARKS = ",".join("?" * (len(TreeRow._fields) + 1))
_NOTHING = (0, 0, 0, 0, 0, 0, 0)


def seal_of(tree: TreeRow) -> Seal | None:
    """The seal of a tree's postings; None while they are being written."""
    return None if tree.seal is None else Seal(tree.seal, tree.stamp)


def spec_of(tree: TreeRow) -> TreeSpec:
    """The declaration of a tree."""
    forms = tree.chunks_form, rows.postings_form(tree), tree.vectors_form
    return TreeSpec(tree.name, tree.tenant, tree.language, *forms)


class TreeRows(Database):
    """Rows of the table `trees`, each with a checksum that every read compares."""

    def trees(self) -> list[TreeRow]:
        """Every tree, by id; read again after any write."""
        trees = self.known.trees
        if not trees:
            trees += self._read_trees()
        return trees

    def _read_trees(self) -> list[TreeRow]:
        trees = []
        for *row, total in self.db.execute(f"SELECT {_COLUMNS}, sum FROM trees ORDER BY id"):
            if rows.row_sum(tuple(row)) != total:
                raise IndexDamaged(f"{self.path}: the row of a tree does not match its checksum")
            trees.append(TreeRow(*row))
        return trees

    def tree(self, number: int) -> TreeRow:
        """The tree with this id, in its current state."""
        return self._of(number, self._read_trees())

    def tree_row(self, number: int) -> TreeRow:
        """The tree with this id in the current snapshot."""
        return self._of(number, self.trees())

    def _of(self, number: int, trees: list[TreeRow]) -> TreeRow:
        for row in trees:
            if row.id == number:
                return row
        raise IndexDamaged(f"{self.path}: there is no tree {number}")

    def add_tree(self, spec: TreeSpec, expected: int) -> TreeRow:
        """Add an empty tree in the state of being built."""
        state = BUILDING
        added = self.db.execute(
            f"INSERT INTO trees({_COLUMNS}, sum) VALUES({_MARKS})",
            (None, *spec, state, expected, 0, None, 0, *_NOTHING, 0),
        )
        row = TreeRow(added.lastrowid or 0, *spec, state, expected, 0, None, 0, *_NOTHING)
        self._put_tree(row)
        return row

    def set_seal(self, tree: int, seal: Seal | None) -> None:
        """Store the seal of a tree's postings; None while they are being written."""
        value, stamp = seal or (None, 0)
        self._put_tree(self.tree(tree)._replace(seal=value, stamp=stamp))

    def set_opstamp(self, tree: int, opstamp: int) -> None:
        """Store the opstamp of the postings commit with the visible versions."""
        self._put_tree(self.tree(tree)._replace(opstamp=opstamp))

    def set_bodies(self, tree: int) -> None:
        """Note that the postings of a tree have bodies, too."""
        self._put_tree(rows.with_bodies(self.tree(tree)))

    def set_expected(self, tree: int, expected: int) -> None:
        """Store how many files a tree will have."""
        self._put_tree(self.tree(tree)._replace(expected=expected))

    def set_vectors_form(self, tree: int, form: str) -> None:
        """Store the fingerprint of a tree's vectors; those of another one are released."""
        self.db.execute("UPDATE vectors SET tree = 0 WHERE tree = ?", (tree,))
        row = self.tree(tree)
        self.note_embedded(row)
        self._put_tree(row._replace(vectors_form=form, embedded=0, vectors_sum=0))

    def note_embedded(self, tree: TreeRow) -> None:
        """Remember that a tree has vectors, while all of it or of them is made again."""
        if tree.embedded:
            row = (tree.tenant, rows.tree_mark(tree), b"")
            self.db.execute(
                "INSERT OR REPLACE INTO spares VALUES(?, ?, ?, ?)", (*row, rows.row_sum(row))
            )

    def was_embedded(self, tree: TreeRow) -> bool:
        """Whether a tree has vectors, or had some before all of it changed."""
        if tree.embedded:
            return True
        query = "SELECT EXISTS(SELECT 1 FROM spares WHERE tenant = ? AND key = ?)"
        return bool(self.db.execute(query, (tree.tenant, rows.tree_mark(tree))).fetchone()[0])

    def set_whole(self, tree: int) -> None:
        """Make a built tree visible."""
        self._put_tree(self.tree(tree)._replace(state=WHOLE, expected=0))

    def grow(
        self,
        tree: int,
        *,
        documents: int = 0,
        chunks: int = 0,
        size: int = 0,
        documents_sum: int = 0,
        files_sum: int = 0,
    ) -> None:
        """Add to the counts and checksums of a tree."""
        if not any((documents, chunks, size, documents_sum, files_sum)):
            return
        row = self.tree(tree)
        grown = row._replace(
            documents=row.documents + documents,
            chunks=row.chunks + chunks,
            bytes=row.bytes + size,
            documents_sum=row.documents_sum + documents_sum,
            files_sum=row.files_sum + files_sum,
        )
        self._put_tree(grown)

    def grow_vectors(self, tree: int, embedded: int, vectors_sum: int) -> None:
        """Add to the count and the checksum of a tree's vectors."""
        if embedded or vectors_sum:
            row = self.tree(tree)
            if row.embedded + embedded <= 0:  # its last vectors go, the next update makes new ones
                self.note_embedded(row)
            self._put_tree(
                row._replace(
                    embedded=row.embedded + embedded, vectors_sum=row.vectors_sum + vectors_sum
                )
            )

    def _put_tree(self, row: TreeRow) -> None:
        self.db.execute(
            f"INSERT OR REPLACE INTO trees({_COLUMNS}, sum) VALUES({_MARKS})",
            (*row, rows.row_sum(tuple(row))),
        )
