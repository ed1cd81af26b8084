"""Finds chunks that are similar to one chunk or to a file (SPEC 9.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ra.config.context_rules import with_search
from ra.config.schema import Search, Tree
from ra.context.compose import composed, scored
from ra.context.count import CountedWord, WordCounts, WordLimits
from ra.context.given import given, ids_of, place
from ra.context.pieces import HEADINGS, GivenFile, WeightedText, pieces_of
from ra.errors import NotFound, UsageError
from ra.library.context import all_stop_words, frequencies, languages_of
from ra.library.get import Got, get
from ra.library.run_search import How, check_budget, report, special_fields
from ra.search.origin import Origin
from ra.typed import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from ra.engine.protocol import Reader
    from ra.library.access import Access, TreeNames
    from ra.search.results import Report

_MEANING = 4000  # characters; models read no more than some hundred words
_SAMPLE = 200_000  # bytes of a text whose words are compared


class LikeWords(NamedTuple):
    """Which words of a text are compared, and how much they count.

    A document frequency is a number of chunks; 0 as the largest means no limit.
    """

    min_doc_freq: int = 2
    max_doc_freq: int = 0
    min_term_freq: int = 1
    max_terms: int = 50
    min_word_len: int = 3
    max_word_len: int = 40
    boost: float = 1.0


class LikeRequest(NamedTuple):
    """What is wanted: trees, settings of the search, and which words count."""

    trees: TreeNames
    params: Search
    changes: Mapping[str, Any]
    words: LikeWords
    aggregates: bool
    max_tokens: int


class _Subject(NamedTuple):
    """The text that others are compared with, and the documents that are left out."""

    name: str
    pieces: Sequence[WeightedText]
    without: Sequence[str]


def likethis(access: Access, wanted: str, request: LikeRequest) -> Report:
    """The chunks that share most with a chunk or a file, without its own document."""
    if not wanted:
        raise UsageError("no section is named; name an id such as tree:path#slug, or a file")
    check_budget(request.max_tokens)
    _check(request.words)
    params = with_search(request.params, {"fuzzy_distance": 0, "brief_limit": 0, **request.changes})
    trees = access.select(request.trees)
    how = How(trees, params, request.aggregates, request.max_tokens)

    def work(engine: Reader) -> Report:
        subject = _subject(engine, access, wanted)
        return _search(engine, subject, how, request.words)

    return access.read(access.scope(), work, special_fields((), params))


def _search(engine: Reader, subject: _Subject, how: How, words: LikeWords) -> Report:
    trees = how.trees
    names = tuple(tree.name for tree in trees)
    used = languages_of(engine, trees)
    counts = WordCounts(used[0])
    counts.add(subject.pieces, frozenset())
    stop = all_stop_words(used)
    limits = WordLimits(words.min_word_len, words.max_word_len, words.min_term_freq)
    counted = list(counts.counted(stop, limits))
    terms = _scored(engine, counted, trees, words)
    if how.params.mode != "keyword":
        how = how._replace(like_answer="\n".join(piece.text for piece in subject.pieces)[:_MEANING])
    found = report(engine, composed(terms, subject.without), how)
    origin = Origin("likethis", (subject.name,), tuple(terms), trees=names)
    return found._replace(origin=origin, partial=False)


def _scored(
    engine: Reader, counted: Sequence[CountedWord], trees: Sequence[Tree], words: LikeWords
) -> Sequence[Any]:
    known = frequencies(engine, counted, trees)
    most = words.max_doc_freq or known.total
    within = {
        term: count for term, count in known.counts.items() if words.min_doc_freq <= count <= most
    }
    return scored(counted, known._replace(counts=within), words.max_terms, words.boost)


def _subject(engine: Reader, access: Access, wanted: str) -> _Subject:
    """The chunk of this name, else the file."""
    try:
        found = get(engine, access.settings, wanted, access.scope())
    except NotFound:
        file = place(access.settings.cwd, wanted)
        if not file.is_file():
            raise
        trees = access.select()
        read = given(file, access.settings, _SAMPLE)
        return _Subject(read.path, _of_text(read), ids_of([file], trees))
    return _Subject(found.id, _of_chunk(found), (found.document.id,))


def _of_text(file: GivenFile) -> list[WeightedText]:
    """The text of a file: its path says where it is, not what it is like."""
    return list(pieces_of(file._replace(path="")))


def _of_chunk(got: Got) -> list[WeightedText]:
    names = [WeightedText("breadcrumb", HEADINGS[2], title) for title in got.breadcrumb]
    text = got.text.encode()[:_SAMPLE].decode("utf-8", "ignore")
    return [*names, WeightedText("text", 1.0, text)]


def _check(words: LikeWords) -> None:
    for name, value in words._asdict().items():
        low = 0 if name == "max_doc_freq" else 1
        if name == "boost":
            if not value > 0:
                raise UsageError(f"boost must be greater than 0, not {value:g}")
        elif value < low:
            raise UsageError(f"{name} must be at least {low}, not {value}")
    if words.max_doc_freq and words.min_doc_freq > words.max_doc_freq:
        low, most = words.min_doc_freq, words.max_doc_freq
        raise UsageError(f"min_doc_freq {low} is greater than max_doc_freq {most}: no word fits")
    if words.min_word_len > words.max_word_len:
        low, most = words.min_word_len, words.max_word_len
        raise UsageError(f"min_word_len {low} is greater than max_word_len {most}: no word fits")
