"""The open files of one generation (catalog, postings, dictionaries), for reading and writing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from threading import Lock
from zlib import crc32

from ra.engine.embedded import layout
from ra.engine.embedded.catalog import Catalog
from ra.engine.embedded.compression import NO_DICTIONARY, Codec, ZstdError, train
from ra.engine.embedded.lexical import Postings, is_readable
from ra.engine.embedded.rows import DocumentRow, TreeRow
from ra.engine.embedded.trees import seal_of
from ra.errors import IndexDamaged
from ra.typed import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ra.engine.embedded.links import Linked
    from ra.model import Link

# Bytes of cached texts and links, and of one of them.
_MOST_TEXT, _MOST_LINKS, _SHORT = 6_000_000, 2_000_000, 100_000


class PackedLinks:
    """The links of one version of a document, unpacked when they are first looked at.

    No search shows links, and to unpack them costs 5 % of one.
    """

    __slots__ = ("_data", "_links", "_place")

    def __init__(self, data: bytes, place: str) -> None:
        self._data = data
        self._place = place
        self._links: Linked | None = None

    def unpacked(self) -> Linked:
        """All of them, by the positions of their chunks."""
        if self._links is None:
            from ra.engine.embedded.links import unpacked  # see above

            self._links = unpacked(self._data, self._place)
        return self._links

    def of(self, position: int) -> Sequence[Link]:
        """Those of one chunk."""
        return ChunkLinks(self, position) if self._data else ()


class ChunkLinks(Sequence["Link"]):
    """The links of one chunk; it is used, compares and is pickled as the tuple of them."""

    __slots__ = ("_packed", "_position")

    def __init__(self, packed: PackedLinks, position: int) -> None:
        self._packed = packed
        self._position = position

    def _all(self) -> tuple[Link, ...]:
        return tuple(self._packed.unpacked().get(self._position, ()))

    def __len__(self) -> int:
        return len(self._all())

    def __iter__(self) -> Iterator[Link]:
        return iter(self._all())

    def __getitem__(self, at: Any) -> Any:
        return self._all()[at]

    def __eq__(self, other: object) -> bool:
        return self._all() == (other._all() if isinstance(other, ChunkLinks) else other)

    def __hash__(self) -> int:
        return hash(self._all())

    def __repr__(self) -> str:
        return repr(self._all())

    def __reduce__(self) -> tuple[type, tuple[list[Link]]]:
        return tuple, (list(self._all()),)


class _Recent:
    """Values of versions by key, which never change; the oldest ones make room for others."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = Lock()
        self._sizes: dict[int, int] = {}
        self._total = 0
        self.values: dict[int, Any] = {}

    def keep(self, key: int, value: object, size: int) -> None:
        """Cache a value of so many bytes, unless it is long."""
        if size > _SHORT:
            return
        with self._lock:
            self._total += size - self._sizes.get(key, 0)
            self._sizes[key], self.values[key] = size, value
            while self._total > self._most:
                oldest = next(iter(self._sizes))
                self._total -= self._sizes.pop(oldest)
                del self.values[oldest]


class Store:
    """The files of one generation, opened on first use."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.catalog = Catalog(folder)
        self._postings: dict[int, Postings] = {}
        self._codecs = {NO_DICTIONARY: Codec(NO_DICTIONARY, None)}
        self._newest = NO_DICTIONARY
        self._texts = _Recent(_MOST_TEXT)
        self._links = _Recent(_MOST_LINKS)
        self.matrices: dict[tuple[int, str], object] = {}  # of vectors, by tree and model
        self.vectors_asked: dict[tuple[int, str], int] = {}  # rows that were read one by one
        self._lock = Lock()

    def close(self) -> None:
        """Close all files; no thread may be reading."""
        self._postings.clear()
        self.matrices.clear()
        self.catalog.close()

    def postings(self, tree: TreeRow) -> Postings:
        """The postings of a tree."""
        with self._lock:
            if tree.id not in self._postings:
                folder = self.folder / layout.POSTINGS / str(tree.id)
                self._postings[tree.id] = Postings(folder, tree.language)
            return self._postings[tree.id]

    def locks(self) -> list[Path]:
        """The files that Tantivy locks."""
        return [path for one in self._postings.values() for path in one.locks()]

    def glance(self) -> None:
        """Raise `IndexDamaged` for damage that is cheap to detect: missing or swapped postings."""
        trees = self.catalog.trees()
        if self.catalog.strays():
            raise IndexDamaged(f"{self.catalog.path}: has files of unknown trees")
        for tree in trees:
            try:
                self._must_be_sealed(tree)
            except IndexDamaged:
                if tree in self.catalog.trees():  # otherwise another process wrote meanwhile
                    raise

    def _must_be_sealed(self, tree: TreeRow) -> None:
        sealed, postings = seal_of(tree), self.postings(tree)
        if not (sealed and sealed.value and is_readable(tree)):
            return
        if not postings.has_seal(sealed):
            place = postings.folder
            raise IndexDamaged(f"{place}: the segment files do not match their checksum")

    def remove_strays(self) -> None:
        """Remove the postings of trees that no longer exist."""
        with self.catalog.translated:
            known = {str(tree.id) for tree in self.catalog.trees()}
        with self._lock:
            self._postings = {
                number: one for number, one in self._postings.items() if str(number) in known
            }
        for folder in layout.postings_folders(self.folder):
            if folder.name not in known:
                layout.remove_postings(folder)

    def codec(self, number: int) -> Codec:
        """The codec of a stored dictionary; its checksum is compared once."""
        if number not in self._codecs:
            data, total = self.catalog.dictionary(number)
            if crc32(data) != total:
                raise IndexDamaged(
                    f"{self.catalog.path}: dictionary {number} does not match its checksum"
                )
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
        """The texts of versions by key; recent short ones are cached, since they never change."""
        kept = self._texts.values.get
        found = {one.key: text for one in documents if (text := kept(one.key)) is not None}
        missing = [one for one in documents if one.key not in found]
        stored = self.catalog.texts([one.key for one in missing]) if missing else {}
        for one in missing:
            found[one.key] = text = self.expanded(one, stored[one.key])
            self._texts.keep(one.key, text, len(text))
        return found

    def links(self, documents: Sequence[DocumentRow]) -> dict[int, PackedLinks]:
        """The links of versions by key; those that are read are compared with their checksums."""
        kept = self._links.values.get
        found = {one.key: links for one in documents if (links := kept(one.key)) is not None}
        if missing := [one.key for one in documents if one.key not in found]:
            place = f"{self.catalog.path}: links of document"
            for key, data in self.catalog.links(missing).items():
                found[key] = links = PackedLinks(data, f"{place} {key}")
                self._links.keep(key, links, len(data))
        return found

    def expanded(self, document: DocumentRow, data: bytes) -> bytes:
        """Decompress the text of a version; both forms are checked against their checksums."""
        place = f"{self.catalog.path}: text of document {document.key}"
        if crc32(data) != document.text_sum:
            raise IndexDamaged(f"{place} does not match its checksum")
        try:
            return self.codec(document.dictionary).expand(data, document.size)
        except (ValueError, ZstdError) as error:
            raise IndexDamaged(f"{place}: {error}") from error
