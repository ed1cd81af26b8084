"""Searches postings: one Tantivy index for each tree, derived from the catalog."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

import tantivy

from ra.engine.embedded.guard import Guard, is_unwritable
from ra.engine.embedded.layout import foreign_file, private
from ra.engine.embedded.ownership import make_folder
from ra.engine.embedded.rows import Address, TreeRow
from ra.engine.embedded.segment_checksums import (
    META,
    Files,
    Seal,
    Segments,
    committed,
    damaged,
    files_of,
    seal,
    smallest,
    verify,
)
from ra.engine.embedded.tantivy_query import (
    ANALYZER,
    VOCABULARY,
    WHOLE_WORDS,
    KeysOf,
    best_hits,
    schema,
    translated,
)
from ra.engine.query import Field, Query
from ra.errors import IndexDamaged, IndexUnwritable
from ra.text.languages import is_auto, stemmer_of
from ra.text.names import LANGUAGE
from ra.text.tokenizer import stemmer, whole_words
from ra.typed import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ra.engine.embedded.near_words import KeptWords

# Raise this when the fields or their contents change: every tree is then rebuilt.
POSTINGS_VERSION = 7
POSITIONS = 2**24  # per document: an address is its key times this, plus a position
HEAP = 64_000_000
_MANY, _MOST_STARTS = 500, 500  # cached lists of terms with a common prefix
_MOST_COUNTS = 20_000  # cached, of a field
_MOST_USES = 50  # of one open index: reloads and writers
_LOCKS = (".tantivy-writer.lock", ".tantivy-meta.lock")

NO_SEAL = Seal("", 0)
Found = tuple[Address, float]
"""A chunk that matches, and its BM25 score."""


class TermCache:
    """Cached look-ups in one commit: terms by prefix, counts, whole words near others."""

    def __init__(self) -> None:
        self.starts: dict[tuple[str, str], list[str]] = {}
        self.counts: dict[str, dict[str, int]] = {}
        self.whole_words: KeptWords | None = None


class Pinned(NamedTuple):
    """One open commit of the postings; later writes do not change it."""

    searcher: tantivy.Searcher
    opstamp: int
    seal: Seal
    files: Files
    deleted: int
    kept: TermCache
    is_verified: bool
    has_bodies: bool = False


class Postings:
    """The postings of one tree: many threads read, one writes."""

    def __init__(self, folder: Path, language: str) -> None:
        self.folder = folder
        self.language = language
        self._reads = Guard(folder)
        self._writes = Guard(folder, writes=True)
        self._lock = threading.Lock()
        self._pinned: Pinned | None = None
        self._seen: tuple[bytes, Files, Seal] | None = None
        self._verified: set[str] = set()
        self._writer: tantivy.IndexWriter | None = None
        self._index: tantivy.Index | None = None
        self._uses = 0
        self.in_memory: Pinned | None = None  # with bodies, where these have none

    def locks(self) -> list[Path]:
        """The files that Tantivy locks."""
        return [self.folder / name for name in _LOCKS]

    def exist(self) -> bool:
        """Whether they exist. Only a writer creates them: two at once would clash."""
        return (self.folder / META).exists()

    def pinned(self, opstamp: int, sealed: Seal | None = None) -> Pinned:
        """The commit with this opstamp and seal, or a newer one if there is no other."""
        with self._lock, self._reads:
            pinned = self._pinned
            is_known = pinned is not None and (sealed is None or sealed.value == pinned.seal.value)
            if pinned is None or not is_known or pinned.opstamp < opstamp:
                pinned = self._loaded()
            try:
                if not pinned.files.are_unchanged():
                    pinned = self._examined(pinned)
            except FileNotFoundError:
                pinned = self._loaded()  # merged into another segment: the same chunks
            if sealed is not None and not pinned.is_verified and sealed.value == pinned.seal.value:
                self._verify(pinned.files, sealed)
                pinned = pinned._replace(is_verified=True)
            self._pinned = pinned
            return pinned

    def _examined(self, pinned: Pinned) -> Pinned:
        """The same commit, verified after its files were touched; they never change by themselves.

        Reading past the end of a mapped file would end the process with a signal.
        """
        segments = committed(self.folder)
        files = files_of(segments)
        if seal(segments, files).value != pinned.seal.value:
            raise IndexDamaged(f"{self.folder}: a segment file has changed")
        verify(files.paths)
        return pinned._replace(files=files, is_verified=True)

    def _loaded(self) -> Pinned:
        """The latest commit."""
        if self._index is None and not self.exist():
            return nothing()
        while True:
            segments = committed(self.folder)
            try:
                files, sealed = self._files(segments)
                index = self._reloaded(segments)
            except IndexDamaged:
                if committed(self.folder).meta == segments.meta:
                    raise
                continue  # merged meanwhile: read the new list
            if committed(self.folder).meta == segments.meta:
                break
        made = index.searcher(), segments.opstamp, sealed, files, segments.deleted, TermCache()
        return Pinned(*made, is_verified=False)

    def has_seal(self, expected: Seal) -> bool:
        """Whether the files have this seal; the files are cached for the first load.

        `IndexDamaged` if one is missing, or if its bytes changed.
        """
        with self._lock:
            segments = committed(self.folder)
            files, found = self._files(segments)
            if found.value != expected.value:
                return False
            self._seen = (segments.meta, files, found)
            self._verify(files, expected)
            return True

    def _verify(self, files: Files, expected: Seal) -> None:
        """Verify the smallest files, or all of them if one was written after the seal."""
        is_written = files.stamp() != expected.stamp
        wanted = files.paths if is_written else smallest(files)
        verify([path for path in wanted if path not in self._verified])
        self._verified = {*self._verified.intersection(files.paths), *wanted}

    def _files(self, segments: Segments) -> tuple[Files, Seal]:
        """The files of a commit and their seal."""
        seen, self._seen = self._seen, None
        if seen is not None and seen[0] == segments.meta:
            return seen[1:]
        files = files_of(segments)
        return files, seal(segments, files)

    def _reloaded(self, segments: Segments) -> tantivy.Index:
        with self._reads:
            try:
                index = self._opened()
                index.reload()
            except (ValueError, OSError) as error:
                if not is_unwritable(error):
                    raise
                index = self._opened_elsewhere(segments)
            return index

    def _opened(self) -> tantivy.Index:
        """The index; opened anew now and then, because Tantivy remembers every file it has mapped.

        Each change adds a dozen, about 2 KB of memory.
        """
        if self._index is None or self._uses >= _MOST_USES:
            self._index, self._uses = configured(str(self.folder), self.language), 0
        self._uses += 1
        return self._index

    def _opened_elsewhere(self, segments: Segments) -> tantivy.Index:
        """Open the segments from a private folder of links: Tantivy locks files even to read.

        The segments are mapped when this returns; no file is opened by name afterwards.
        """
        import shutil  # only for a folder that cannot be written
        import tempfile

        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as place:
            for name in (META, ".managed.json"):
                if (self.folder / name).exists():
                    shutil.copyfile(self.folder / name, Path(place) / name)
            for name in segments.names:
                Path(place, name).symlink_to(self.folder.absolute() / name)
            index = configured(place, self.language)
            index.reload()
        shutil.rmtree(place, ignore_errors=True)  # Tantivy's thread may have made a lock meanwhile
        return index

    def search(self, pinned: Pinned, query: Query, limit: int, keys_of: KeysOf) -> list[Found]:
        """The best chunks for a query, at most `limit` and those that tie with the last of them.

        `BodiesNeeded` if the query asks for bodies and this commit has none.
        """
        searcher = pinned.searcher
        most = min(limit, searcher.num_docs)
        if most <= 0:
            return []
        wanted = translated(query, keys_of, bodies=pinned.has_bodies)
        if wanted is None:
            return []
        with self._reads:
            scores, found = best_hits(wanted, searcher, most)
            places = searcher.fast_field_values("address", found)
        addresses = [divmod(int(at or 0), POSITIONS) for at in places]
        return list(zip(addresses, scores, strict=True))

    def counts(
        self, pinned: Pinned, fields: Sequence[Field], words: Sequence[str]
    ) -> dict[Field, dict[str, int]]:
        """The number of chunks that contain each word."""
        with self._reads:
            return {field: _counts(pinned, field, words) for field in fields}

    def near(
        self, pinned: Pinned, words: Sequence[str], distance: int
    ) -> dict[str, dict[str, int]]:
        """The whole words within `distance` edits of each word, with their document counts."""
        from ra.engine.embedded import near_words  # few words are mistyped

        kept, chunks = pinned.kept, pinned.searcher.num_docs
        known = kept.whole_words = kept.whole_words or near_words.KeptWords(chunks)
        starting, counts = partial(self._starting, pinned, VOCABULARY), partial(_counts, pinned)
        index = near_words.WholeWords(known, starting, partial(counts, VOCABULARY))
        with self._reads:
            return near_words.near_words(words, distance, stemmer_of(self.language), index)

    def languages(self, pinned: Pinned) -> tuple[str, ...]:
        """The analyses of the documents, first the one of the tree's stemmer."""
        own = stemmer_of(self.language)
        keys = self._starting(pinned, "name", LANGUAGE) if is_auto(self.language) else []
        counts = self.counts(pinned, ("name",), keys)["name"] if keys else {}
        return (own, *(key.removeprefix(LANGUAGE) for key in sorted(keys) if counts[key]))

    def _starting(self, pinned: Pinned, field: str, start: str) -> list[str]:
        """The terms of a field with this prefix, also those of deleted chunks."""
        starts = pinned.kept.starts
        if (field, start) not in starts:
            with self._reads:
                found = [word for word, _ in pinned.searcher.terms_with_prefix(field, start)]
            if len(found) > _MANY or len(starts) >= _MOST_STARTS:
                return found
            starts[field, start] = found
        return starts[field, start]

    # Writing

    def add(self, postings: Iterable[tantivy.Document]) -> None:
        """Add chunks, as `ra.engine.embedded.tantivy_document` prepares them."""
        prepared = list(postings)
        with self._writes:
            writer = self._writing()
            for posting in prepared:
                writer.add_document(posting)

    def remove(self, document: int) -> None:
        """Remove all chunks of one version of a document."""
        with self._writes:
            self._writing().delete_documents_by_term("document", document)

    def have(self, document: int, chunks: int) -> bool:
        """Whether the last commit has all these chunks of one version of a document."""
        if not self.exist():
            return False
        with self._reads:
            posted = tantivy.Query.term_query(schema(), "document", document)
            found = self.pinned(0).searcher.search(posted, 1, count=True)
        return getattr(found, "count", 0) == chunks > 0

    def commit(self) -> int:
        """Make all additions and removals visible and durable; return the opstamp."""
        with self._writes:
            if self._writer is not None:
                self._writer.commit()
            return committed(self.folder).opstamp if self.exist() else 0

    def finish(self) -> Seal:
        """Wait for merges and release the writer; return the seal."""
        writer, self._writer = self._writer, None
        with self._writes:
            if writer is not None:
                writer.wait_merging_threads()
            private(self.folder)
            return self.seal()

    def abandon(self) -> None:
        """Discard uncommitted changes."""
        writer, self._writer = self._writer, None
        if writer is not None:
            with suppress(IndexDamaged, IndexUnwritable), self._writes:
                writer.rollback()  # the error may have ended the writer
                writer.wait_merging_threads()

    def seal(self) -> Seal:
        """The seal of the committed files; `NO_SEAL` without any."""
        if not self.exist():
            return NO_SEAL
        segments = committed(self.folder)
        return seal(segments, files_of(segments))

    def _writing(self) -> tantivy.IndexWriter:
        if self._writer is None:
            make_folder(self.folder)
            if (odd := foreign_file(self.folder)) is not None:  # Tantivy would follow a link
                raise IndexDamaged(f"{odd}: is not a regular file")
            self._writer = self._opened().writer(HEAP, 1)
        return self._writer

    def check(self) -> list[str]:
        """The damage that the checksums of the committed segments reveal."""
        return damaged(self.folder)


def configured(folder: str | None, language: str) -> tantivy.Index:
    """The index in a folder, or one in memory."""
    index = tantivy.Index(schema()) if folder is None else tantivy.Index(schema(), folder, True)
    own = stemmer_of(language)
    index.register_tokenizer(ANALYZER, stemmer(own))
    index.register_tokenizer(WHOLE_WORDS, whole_words(own))
    index.config_reader("manual", 0)
    return index


def is_readable(tree: TreeRow) -> bool:
    """Whether this version of ra can search the postings of a tree."""
    return tree.postings_form.startswith(f"{POSTINGS_VERSION}:")


def is_newer(tree: TreeRow) -> bool:
    """Whether a later version of ra wrote the postings of a tree."""
    version = tree.postings_form.partition(":")[0]
    return version.isdecimal() and int(version) > POSTINGS_VERSION


def _counts(pinned: Pinned, field: str, words: Sequence[str]) -> dict[str, int]:
    """The number of chunks with each word in a field; a commit never changes."""
    known = pinned.kept.counts.setdefault(field, {})
    found: dict[str, int] = {}
    for word in words:
        count = known.get(word)
        if count is None:
            count = _count(pinned, field, word)
            if count or field != VOCABULARY:  # of which most that are asked for do not exist
                known[word] = count
        found[word] = count
    if len(known) > _MOST_COUNTS:
        pinned.kept.counts[field] = {}
    return found


def _count(pinned: Pinned, field: str, word: str) -> int:
    count = pinned.searcher.doc_freq(field, word)
    if not (count and pinned.deleted):  # it includes deleted chunks until a merge
        return count
    term = tantivy.Query.term_query(schema(), field, word)
    return int(getattr(pinned.searcher.search(term, 1, count=True), "count", 0))


def nothing() -> Pinned:
    """Empty postings."""
    searcher = tantivy.Index(schema()).searcher()
    return Pinned(searcher, 0, NO_SEAL, Files((), [], []), 0, TermCache(), is_verified=True)
