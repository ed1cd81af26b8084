"""What do reading and writing share? The catalog, the postings of each tree, the dictionaries."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from pathlib import Path
from threading import Lock

from ra.engine.embedded import footers, schema
from ra.engine.embedded.catalog import Catalog
from ra.engine.embedded.lexical import Postings
from ra.engine.embedded.links import UNREADABLE, Linked, unpacked
from ra.engine.embedded.lock import only_writer
from ra.engine.embedded.rows import DocumentRow, TreeRow
from ra.engine.embedded.texts import NO_DICTIONARY, Codec, ZstdError, train
from ra.errors import IndexDamaged, IndexUnwritable

POSTINGS_FOLDER = "postings"
Positions = Mapping[int, Set[int]]
"""Chunks by the keys of their documents' versions."""

_MOST_TEXTS, _SHORT_TEXT = 64, 100_000  # 6.4 MB at most


class Store:
    """The files of one index, opened when they are first needed."""

    def __init__(self, folder: Path, waiting: Callable[[str], None] | None) -> None:
        self.folder = folder
        _make(folder)
        self.catalog = Catalog(folder)
        if self.catalog.form() != schema.FORMAT:
            with only_writer(folder, waiting) as alone:
                if not alone:
                    raise IndexDamaged(f"{self.catalog.path}: it is being made")
                self._begin()
        self._postings: dict[int, Postings] = {}
        self._codecs = {NO_DICTIONARY: Codec(NO_DICTIONARY, None)}
        self._newest = NO_DICTIONARY
        self._texts: dict[int, bytes] = {}
        self._lock = Lock()

    def _begin(self) -> None:
        """Make the catalog. Postings without one are the rest of an index, not a new one."""
        form = self.catalog.form()
        if form == schema.FORMAT:
            return  # another process was faster
        postings = self.folder / POSTINGS_FOLDER
        if postings.exists():
            if not form:
                raise IndexDamaged(f"{self.catalog.path}: it is empty or missing")
            import shutil

            shutil.rmtree(postings)
        self.catalog.make()

    def close(self) -> None:
        """Let go of all files."""
        self._postings.clear()
        self.catalog.close()

    def postings(self, tree: TreeRow) -> Postings:
        """The postings of a tree."""
        with self._lock:
            if tree.id not in self._postings:
                postings = Postings(self.postings_folder(tree), tree.language)
                if not postings.exist() and self.catalog.totals(tree.id)[0]:
                    raise IndexDamaged(f"{postings.folder}: the postings are missing")
                self._postings[tree.id] = postings
            return self._postings[tree.id]

    def postings_folder(self, tree: TreeRow) -> Path:
        """Where the postings of a tree are."""
        return self.folder / POSTINGS_FOLDER / str(tree.id)

    def remove_strays(self) -> None:
        """Remove the postings of trees that are no more."""
        known = {str(tree.id) for tree in self.catalog.trees()}
        with self._lock:
            self._postings = {
                number: one for number, one in self._postings.items() if str(number) in known
            }
        for folder in (self.folder / POSTINGS_FOLDER).glob("*"):
            if folder.name not in known:
                import shutil  # only a tree that goes pays for it

                shutil.rmtree(folder, ignore_errors=True)

    def codec(self, number: int) -> Codec:
        """The codec of a stored dictionary."""
        if number not in self._codecs:
            data = self.catalog.dictionary(number)
            self._codecs[number] = Codec(number, data)
        return self._codecs[number]

    def newest_codec(self) -> Codec:
        """The codec for new texts."""
        if self._newest == NO_DICTIONARY:
            self._newest = self.catalog.newest_dictionary()
        return self.codec(self._newest)

    def learn(self, texts: list[bytes]) -> None:
        """Train the dictionary, if there is none yet and the texts suffice."""
        if self.newest_codec().number == NO_DICTIONARY and (data := train(texts)) is not None:
            with self.catalog.transaction():
                self._newest = self.catalog.add_dictionary(data)

    def texts(self, documents: Sequence[DocumentRow]) -> dict[int, bytes]:
        """The texts of versions by key; the last short ones are kept: they never change."""
        kept = self._texts.copy()
        missing = [one for one in documents if one.key not in kept]
        stored = self.catalog.texts([one.key for one in missing])
        for one in missing:
            kept[one.key] = text = self._expanded(one, stored[one.key])
            if len(text) <= _SHORT_TEXT:
                self._keep(one.key, text)
        return {one.key: kept[one.key] for one in documents}

    def _keep(self, key: int, text: bytes) -> None:
        with self._lock:
            self._texts[key] = text
            if len(self._texts) > _MOST_TEXTS:
                del self._texts[next(iter(self._texts))]

    def links(
        self, documents: Sequence[DocumentRow], among: Positions | None = None
    ) -> dict[int, Linked]:
        """The links of versions by key, or of these chunks."""
        stored = self.catalog.links([one.key for one in documents])
        found: dict[int, Linked] = {}
        for one in documents:
            try:
                positions = None if among is None else among[one.key]
                found[one.key] = unpacked(stored[one.key], positions)
            except UNREADABLE as error:
                place = f"{self.catalog.path}: links of document {one.key}"
                raise IndexDamaged(f"{place}: {error}") from error
        return found

    def _expanded(self, document: DocumentRow, data: bytes) -> bytes:
        try:
            return self.codec(document.dictionary).expand(data, document.size)
        except (ValueError, ZstdError) as error:
            place = f"{self.catalog.path}: text of document {document.key}"
            raise IndexDamaged(f"{place}: {error}") from error


def glance(store: Store) -> None:
    """Raise `IndexDamaged` for what shows at once: postings that are gone or were exchanged."""
    trees = store.catalog.trees()
    if not trees and store.catalog.strays():
        raise IndexDamaged(f"{store.catalog.path}: has files of trees that it does not have")
    for tree in trees:
        if not tree.seal:
            continue
        folder = store.postings_folder(tree)
        fault = footers.fault_at_a_glance(folder, tree.seal)
        if fault and tree in store.catalog.trees():  # else another process wrote meanwhile
            raise IndexDamaged(f"{folder}: {fault}")


def _make(folder: Path) -> None:
    """The folder of the index, which keeps itself out of version control."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        ignore = folder / ".gitignore"
        if not ignore.exists() or not ignore.stat().st_size:  # a full disk leaves an empty one
            ignore.write_text("*\n", encoding="utf-8")
    except OSError as error:
        raise IndexUnwritable(
            f"{folder}: the index cannot be made: {(error.strerror or '').lower()}; "
            "make room or give permission, then run the command again"
        ) from error
