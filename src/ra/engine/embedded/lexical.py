"""Which chunks have these words? One Tantivy index for each tree, derived from the catalog."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from itertools import repeat
from pathlib import Path

import tantivy

from ra.engine.embedded import footers
from ra.engine.embedded.rows import Address
from ra.engine.query import (
    Among,
    Bool,
    Boost,
    Dated,
    Field,
    Filter,
    Phrase,
    Prefix,
    Query,
    Term,
    Under,
)
from ra.errors import IndexDamaged, IndexUnwritable
from ra.text import analyzer
from ra.typed import NamedTuple

ANALYZER = "ra"
# Raise it when the fields or what is put into them change: every tree is built again.
POSTINGS_VERSION = 2
POSITIONS = 2**24  # that a document may have: an address is its key times this, and a position
_HEAP = 64_000_000
_META = "meta.json"
_MANY, _MOST_STARTS = 500, 500  # words that start alike are kept for the next query
_UNWRITABLE = "space left|[Rr]ead-only|[Pp]ermission|denied|quota"


KeysOf = Callable[[Filter], list[int]]
"""The versions of the documents that a filter means."""

Found = tuple[Address, float]
"""A chunk that matches, and its BM25 score."""


class _Kept(NamedTuple):
    """What was looked up of fields since the postings changed: words that start so, counts."""

    starts: dict[tuple[Field, str], list[str]]
    counts: dict[Field, dict[str, int]]


@cache
def schema() -> tantivy.Schema:
    """Postings only: nothing is stored, the catalog has it all."""
    builder = tantivy.SchemaBuilder()
    builder.add_integer_field("document", indexed=True)
    builder.add_integer_field("address", fast=True)
    builder.add_integer_field("mtime", fast=True, indexed=True)
    for field in ("title", "hierarchy", "path", "tags", "aliases", "body"):
        builder.add_text_field(field, tokenizer_name=ANALYZER)
    # Breadcrumb and body in one, for ranking; phrases are looked up in the fields above.
    builder.add_text_field("text", tokenizer_name=ANALYZER, index_option="freq")
    return builder.build()


class Postings:
    """The postings of one tree. Reading is for many threads, writing for one."""

    def __init__(self, folder: Path, language: str) -> None:
        self.folder = folder
        self.language = language
        self._meta = folder / _META
        self._guard = _Guard(folder)
        self._lock = threading.Lock()
        self._seen: tuple[int, int] | None = None
        self._kept = _Kept({}, {})
        self._has_deletes = False
        self._writer: tantivy.IndexWriter | None = None
        self._index: tantivy.Index | None = None

    def exist(self) -> bool:
        """Whether anything was written yet. Only a writer makes them: two at once would clash."""
        return self._meta.exists()

    def _opened(self) -> tantivy.Index:
        if self._index is None:
            index = tantivy.Index(schema(), path=str(self.folder), reuse=True)
            index.register_tokenizer(ANALYZER, analyzer(self.language))
            index.config_reader("manual", 0)
            self._index = index
        return self._index

    def searcher(self) -> tantivy.Searcher:
        """A view of all that is committed now."""
        return self._view()[0]

    def _view(self) -> tuple[tantivy.Searcher, _Kept]:
        """All that is committed now, and what was looked up in it."""
        with self._lock, self._guard:
            if self._index is None and not self.exist():
                return tantivy.Index(schema()).searcher(), _Kept({}, {})
            index = self._opened()
            status = self._meta.stat()
            seen = (status.st_mtime_ns, status.st_ino)
            if seen != self._seen:
                index.reload()
                self._has_deletes = b"num_deleted_docs" in self._meta.read_bytes()
                self._seen = seen
                self._kept = _Kept({}, {})
            return index.searcher(), self._kept

    def search(
        self, searcher: tantivy.Searcher, query: Query, limit: int, keys_of: KeysOf
    ) -> list[Found]:
        """The best chunks for a query."""
        most = min(limit, searcher.num_docs)
        if most <= 0:
            return []
        wanted = _translated(query, keys_of)
        if wanted is None:
            return []
        with self._guard:
            hits = searcher.search(wanted, most, count=False).hits
            places = searcher.fast_field_values("address", [place for _, place in hits])
        addresses = [divmod(int(at or 0), POSITIONS) for at in places]
        return list(zip(addresses, [score for score, _ in hits], strict=True))

    def counts(self, fields: Sequence[Field], words: Sequence[str]) -> dict[Field, dict[str, int]]:
        """How many chunks have each word."""
        searcher, kept = self._view()
        count = searcher.doc_freq
        with self._guard:
            found = {
                field: dict(zip(words, map(count, repeat(field), words), strict=True))
                for field in fields
            }
            if self._has_deletes:  # Tantivy's own figure counts removed chunks for a while
                for field, counts in found.items():
                    exact = kept.counts.setdefault(field, {})
                    for word in [word for word, many in counts.items() if many]:
                        if word not in exact:
                            term = tantivy.Query.term_query(schema(), field, word)
                            answer = searcher.search(term, 1, count=True)
                            exact[word] = int(getattr(answer, "count", 0))
                        counts[word] = exact[word]
        return found

    def words(self, field: Field, start: str) -> list[str]:
        """The words of a field that start so, also those of chunks that were removed."""
        searcher, (starts, _) = self._view()
        if (field, start) not in starts:
            with self._guard:
                found = [word for word, _ in searcher.terms_with_prefix(field, start)]
            if len(found) > _MANY or len(starts) >= _MOST_STARTS:
                return found
            starts[field, start] = found
        return starts[field, start]

    # Writing

    def add(self, postings: Iterable[tantivy.Document]) -> None:
        """Add chunks, as `ra.engine.embedded.posting` makes them."""
        with self._guard:
            writer = self._writing()
            for posting in postings:
                writer.add_document(posting)

    def remove(self, document: int) -> None:
        """Remove all chunks of one version of a document."""
        with self._guard:
            self._writing().delete_documents_by_term("document", document)

    def commit(self) -> None:
        """Make all that was added and removed visible and lasting."""
        if self._writer is not None:
            with self._guard:
                self._writer.commit()

    def finish(self) -> str:
        """Wait until segments are merged, let go of the writer; returns the seal."""
        writer, self._writer = self._writer, None
        if writer is not None:
            with self._guard:
                writer.wait_merging_threads()
        return self.seal()

    def abandon(self) -> None:
        """Forget what was not committed."""
        writer, self._writer = self._writer, None
        if writer is not None:
            with suppress(IndexDamaged, IndexUnwritable), self._guard:
                writer.rollback()  # it may have died of the very error that led here
                writer.wait_merging_threads()

    def seal(self) -> str:
        """A sum over the list of segments, which has no sum of its own; nothing without one."""
        if not self.exist():
            return ""
        with self._guard:
            return footers.seal(self._meta.read_bytes())

    def _writing(self) -> tantivy.IndexWriter:
        if self._writer is None:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._writer = self._opened().writer(_HEAP, 1)
        return self._writer

    def check(self) -> list[str]:
        """What the sums in the files of the committed segments say is damaged."""
        return footers.damaged(self.folder)


def _translated(query: Query, keys_of: KeysOf) -> tantivy.Query | None:
    """The query in Tantivy's terms; None can match nothing."""
    fields = schema()
    match query:
        case Term(field, word):
            return tantivy.Query.term_query(fields, field, word)
        case Phrase(field, words, is_open):
            return _phrase(field, words, is_open)
        case Prefix(field, start, others):
            return _beginning(field, start, others)
        case Boost(inner, factor):
            return _boosted(inner, factor, keys_of)
        case Bool():
            return _bool(query, keys_of)
        case Among() | Under() | Dated():
            documents = tantivy.Query.term_set_query(fields, "document", keys_of(query))
            return tantivy.Query.const_score_query(documents, 0.0)
        case _:
            return tantivy.Query.all_query()


def _beginning(field: Field, start: str, others: Sequence[str]) -> tantivy.Query:
    pattern = "|".join([f"{re.escape(start)}.*", *map(re.escape, others)])
    return tantivy.Query.regex_query(schema(), field, pattern)


def _phrase(field: Field, words: Sequence[str], is_open: bool) -> tantivy.Query | None:
    if not words:
        return None
    if len(words) == 1:  # Tantivy panics for a phrase of one word
        if is_open:
            return _beginning(field, words[0], ())
        return tantivy.Query.term_query(schema(), field, words[0])
    ask = tantivy.Query.phrase_query
    if is_open:
        words = [*map(re.escape, words[:-1]), f"{re.escape(words[-1])}.*"]
        ask = tantivy.Query.regex_phrase_query
    placed: list[str | tuple[int, str]] = [each for each in enumerate(words) if each[1]]
    # `text` has no positions: its phrases are those of its two parts.
    parts: tuple[Field, ...] = ("hierarchy", "body") if field == "text" else (field,)
    phrases = [(tantivy.Occur.Should, ask(schema(), part, placed)) for part in parts]
    return phrases[0][1] if len(phrases) == 1 else tantivy.Query.boolean_query(phrases)


def _bool(query: Bool, keys_of: KeysOf) -> tantivy.Query | None:
    must = _possible([_translated(part, keys_of) for part in query.must])
    if len(must) < len(query.must):
        return None
    flat = _flat(query.should, 1.0)
    any_of = _possible([_boosted(part, factor, keys_of) for part, factor in flat])
    never = _possible([_translated(part, keys_of) for part in query.never])
    clauses = [
        *zip(repeat(tantivy.Occur.Must), must),
        *zip(repeat(tantivy.Occur.Should), any_of),
        *zip(repeat(tantivy.Occur.MustNot), never),
    ]
    if not (must or any_of):
        if query.should or not query.never:
            return None
        clauses.append((tantivy.Occur.Must, tantivy.Query.all_query()))
    return tantivy.Query.boolean_query(clauses)


def _possible(parts: Iterable[tantivy.Query | None]) -> list[tantivy.Query]:
    return [part for part in parts if part is not None]


def _boosted(query: Query, factor: float, keys_of: KeysOf) -> tantivy.Query | None:
    is_term = isinstance(query, Term)  # as most are
    term = tantivy.Query.term_query
    found = term(schema(), *query) if is_term else _translated(query, keys_of)
    if found is None or factor == 1.0:
        return found
    return tantivy.Query.boost_query(found, factor)


def _flat(parts: Iterable[Query], factor: float) -> Iterator[tuple[Query, float]]:
    """Any of any is any of all: in such a list Tantivy can pass over hits that are too low."""
    for part in parts:
        weight = factor
        while isinstance(part, Boost):
            weight *= part.factor
            part = part.query
        if isinstance(part, Bool) and not (part.must or part.never):
            yield from _flat(part.should, weight)
        else:
            yield part, weight


class _Guard:
    """Tantivy's errors in our words; damaged files make it panic."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __enter__(self) -> None: ...

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        if error is None:
            return
        if isinstance(error, (ValueError, OSError)) and re.search(_UNWRITABLE, str(error)):
            raise IndexUnwritable(
                f"{self._folder}: the index cannot be written: {_first_line(error)}; "
                "make room or give permission, then run the command again"
            ) from error
        # A panic of Rust is no Exception.
        if isinstance(error, (ValueError, OSError)) or type(error).__name__ == "PanicException":
            raise IndexDamaged(f"{self._folder}: {_first_line(error)}") from error


def _first_line(error: BaseException) -> str:
    return str(error).partition("\n")[0]
