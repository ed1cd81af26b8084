"""The result of a search: a report with its results and the verdict."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ra.model import Chunk, Span, each_in_file
from ra.query.ast import Query, to_json
from ra.search.highlight import Range, SnippetPart, clip, excerpt, html, in_parts, merge
from ra.search.verdict import Verdict
from ra.typed import TYPE_CHECKING, Any, NamedTuple, overload

if TYPE_CHECKING:
    from typing import SupportsIndex

    from ra.search.citations import CitedText
    from ra.search.origin import Origin
    from ra.search.topics import Topics
    from ra.search.trace import Trace


class Lines(NamedTuple):
    """Lines of the file, counted from 1.

    The chunk reaches from `start`, the line of its heading if it has one, to `end`. `opens` is
    the line to open where nothing in the body matches: that of the heading or of the first text.
    `match` is the line of the first match in the body. `body` has the line of each stretch of
    the body that is contiguous in the file, with the byte of the body where it begins.
    """

    start: int
    end: int
    opens: int
    match: int | None
    body: tuple[tuple[int, int], ...]

    @property
    def line(self) -> int:
        """The line to open: that of the first match, else of the heading or the text."""
        return self.opens if self.match is None else self.match

    def numbers(self, body: bytes, ascending: Iterable[int]) -> Iterator[int]:
        """The line of each of these bytes of the body."""
        stretches = iter((*self.body[1:], None))
        (done, number), following = self.body[0], next(stretches)
        for at in ascending:
            while following is not None and following[0] <= at:
                (done, number), following = following, next(stretches)
            number += body.count(b"\n", done, at)
            done = at
            yield number


class Match(NamedTuple):
    """A chunk as it is shown: highlighted ranges of its body, a snippet, its lines.

    `missing` are words of the query that neither it nor its names contain. `aliases` are other
    names of its document, read only where the query has terms of such names. `passage` is the
    character of the body where the passage begins that is closest in meaning, if that was sought.
    `language` is the analysis of its document, where the documents of its tree differ in it.
    `pieces` are those of its snippet, if that is not the usual one.
    """

    chunk: Chunk
    score: float
    ranges: tuple[Range, ...]
    pieces: tuple[SnippetPart, ...] | None
    lines: Lines
    missing: tuple[str, ...]
    aliases: tuple[str, ...] = ()
    passage: int | None = None
    language: str = ""

    def __repr__(self) -> str:
        return f"<Match {self.chunk.id} {self.score:.3f}>"

    @property
    def snippet(self) -> tuple[SnippetPart, ...]:
        """About 150 characters around the matches, cut when asked for: few outputs show them."""
        usual = self.pieces is None
        return excerpt(self.chunk.body, self.ranges, self.passage) if usual else self.pieces or ()

    def clipped(self, ranges: tuple[Range, ...], snippet: tuple[SnippetPart, ...]) -> Match:
        """The same match with the ranges that remain in a body that was cut."""
        lines = self.lines if ranges else self.lines._replace(match=None)
        return self._replace(ranges=ranges, pieces=snippet, lines=lines)


class ShownPassage(NamedTuple):
    """A range of a long text that is shown: bytes of the text, and lines of the file."""

    start: int
    end: int
    first_line: int
    last_line: int


class Result(NamedTuple):
    """A chunk that matched, or a section that represents its constituents.

    `body` is the text to show: for a section with constituents, all the text below it. `cut`: a
    token budget left some of it out. `own` is the match of such a section itself, if it has one; it
    is not a constituent (SPEC 8.7). `borrows`: the chunk has no text of its own and shows that of
    the first chunk below it. `also_in` are the ids of other chunks with the same text. `passages`
    are the ranges of a long text that `body` consists of, `spans` those of the file, of a section
    with constituents. `brief`: its whole text was not worth its tokens.
    """

    match: Match
    body: str
    constituents: tuple[Match, ...]
    cut: bool
    own: Match | None = None
    borrows: bool = False
    also_in: tuple[str, ...] = ()
    passages: tuple[ShownPassage, ...] = ()
    spans: tuple[Span, ...] = ()
    brief: bool = False

    def __repr__(self) -> str:
        return f"<Result {self.id} {self.score:.3f}>"

    @property
    def id(self) -> str:
        """The id of its chunk, `tree:path#slug`, which `Library.get` takes."""
        return self.match.chunk.id

    @property
    def doc_id(self) -> str:
        """The id of its document."""
        return self.match.chunk.doc_id

    @property
    def tree(self) -> str:
        """The name of its tree."""
        return self.match.chunk.tree

    @property
    def path(self) -> str:
        """The path of its file in the tree."""
        return self.match.chunk.path

    @property
    def title(self) -> str:
        """The heading, or the title of the document."""
        return self.match.chunk.title

    @property
    def breadcrumb(self) -> tuple[str, ...]:
        """The headings above it, the title of the document first, its own last."""
        return self.match.chunk.breadcrumb

    @property
    def tags(self) -> tuple[str, ...]:
        """The tags of its document."""
        return self.match.chunk.tags

    @property
    def score(self) -> float:
        """How well it matches; comparable within one report."""
        return self.match.score

    @property
    def text(self) -> str:
        """The text to read: prefix and body without blank lines around them."""
        return (self.prefix + self.body).strip("\r\n")

    @property
    def snippet(self) -> str:
        """About 150 characters around the matches as HTML; empty with constituents."""
        return "" if self.constituents else html(self.match.snippet)

    @property
    def line(self) -> int:
        """The line to open, counted from 1: of the first match, else of the heading."""
        return self.match.lines.line

    @property
    def line_start(self) -> int:
        """The first line, that of the heading if it has one."""
        return self.match.lines.start

    @property
    def line_end(self) -> int:
        """The last line."""
        return self.match.lines.end

    @property
    def missing(self) -> tuple[str, ...]:
        """Words of the query that neither the text nor the names contain."""
        return self.match.missing

    @property
    def prefix(self) -> str:
        """What its strategy puts before the body, such as the headings of a part."""
        return self.match.chunk.prefix

    @property
    def match_ranges(self) -> tuple[Range, ...]:
        """The matches as bytes of the body; none of a section with constituents (SPEC 8.9)."""
        if not self.passages:
            return () if self.constituents else self.match.ranges
        parts = [each[:2] for each in self.passages]
        return clip(in_parts(self.match.ranges, parts), len(self.body.encode()))

    def ranges_of(self, part: Match) -> tuple[Range, ...]:
        """The matches of one of its parts as bytes of the body of this result."""
        starts = each_in_file(part.chunk, [start for start, _ in part.ranges])
        found = zip(starts, part.ranges, strict=True)
        placed = merge([(at, at + end - start) for at, (start, end) in found])
        size = len(self.body.encode("utf-8", "surrogatepass"))
        return clip(in_parts(placed, self.spans or self.match.chunk.spans), size)

    def to_dict(self) -> dict[str, object]:
        """The result as `ra search --json` has it."""
        lines = self.match.lines
        record: dict[str, object] = {
            "id": self.id,
            "doc_id": self.doc_id,
            "tree": self.tree,
            "path": self.path,
            "title": self.title,
            "breadcrumb": list(self.breadcrumb),
            "tags": list(self.tags),
            "score": self.score,
            "line": lines.line,
            "line_start": lines.start,
            "line_end": lines.end,
            "prefix": self.prefix,
            "body": self.body,
            "match_ranges": [list(each) for each in self.match_ranges],
            "snippet": self.snippet,
            "missing": list(self.missing),
            "aggregated": self.aggregated,
            "constituents": self.constituent_records(),
            "cut": self.cut,
            "brief": self.brief,
            "passages": [list(each[2:]) for each in self.passages],
            "also_in": list(self.also_in),
        }
        if self.constituents:
            del record["match_ranges"], record["snippet"]
        return record

    def constituent_records(self) -> list[dict[str, object]]:
        """Its constituents as JSON has them; their text is in the body of the result."""
        return [
            {
                "id": part.chunk.id,
                "title": part.chunk.title,
                "score": part.score,
                "line": part.lines.line,
                "line_start": part.lines.start,
                "line_end": part.lines.end,
                "match_ranges": [list(each) for each in self.ranges_of(part)],
                "missing": list(part.missing),
            }
            for part in self.constituents
        ]

    @property
    def shows_others(self) -> bool:
        """Whether its text contains more than the match."""
        return self.aggregated or self.borrows

    @property
    def aggregated(self) -> bool:
        """Whether it represents other chunks."""
        return bool(self.constituents)

    @property
    def matches(self) -> tuple[Match, ...]:
        """All matches in it: its own match and its constituents, or itself."""
        own = (self.own,) if self.own else ()
        return (*own, *self.constituents) or (self.match,)


class Report:
    """The results of a query, best first. `partial`: no chunk has all words, these have some.

    `notes` name trees that could not be searched whole because they are being built. With several
    queries, `topics` has the report of each, the results are interleaved by rank, `verdict` is the
    best one, and `trace` has the stages of the first query. `origin` says how the query was made
    of files or of a section; None for a query that was typed.
    """

    __slots__ = (
        "notes", "origin", "partial", "query", "results", "seconds", "topics", "trace", "trees",
        "verdict",
    )  # fmt: skip

    def __init__(  # noqa: PLR0913 - a record; as a tuple it could not iterate over its results
        self,
        query: Query | None,
        results: tuple[Result, ...],
        verdict: Verdict,
        partial: bool,
        trees: tuple[str, ...],
        trace: Trace,
        seconds: Mapping[str, float],
        notes: tuple[str, ...] = (),
        topics: Topics | None = None,
        origin: Origin | None = None,
    ) -> None:
        self.query = query
        self.results = results
        self.verdict = verdict
        self.partial = partial
        self.trees = trees
        self.trace = trace
        self.seconds = seconds
        self.notes = notes
        self.topics = topics
        self.origin = origin

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Report):
            return NotImplemented
        return self.fields() == other.fields()

    __hash__ = None  # type: ignore[assignment]

    def fields(self) -> dict[str, Any]:
        """Every field by name."""
        return {name: getattr(self, name) for name in self.__slots__}

    def _replace(self, **changes: Any) -> Report:
        return Report(**{**self.fields(), **changes})

    def __repr__(self) -> str:
        count = len(self.results)
        return f"<Report {count} {'result' if count == 1 else 'results'}, {self.verdict.strength}>"

    def __len__(self) -> int:
        return len(self.results)

    def __iter__(self) -> Iterator[Result]:
        return iter(self.results)

    def __contains__(self, result: object) -> bool:
        return result in self.results

    @overload
    def __getitem__(self, at: SupportsIndex) -> Result: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Result, ...]: ...
    def __getitem__(self, at: SupportsIndex | slice) -> Result | tuple[Result, ...]:
        return self.results[at]

    @property
    def searches(self) -> tuple[Report, ...]:
        """The report of each query; itself where there is one query."""
        return (self,) if self.topics is None else tuple(each.report for each in self.topics.each)

    @property
    def limited(self) -> int:
        """How many results are within the limit, before tokens are limited."""
        return self.trace.limited if self.topics is None else self.topics.limited

    def corrections(self) -> dict[str, tuple[str, ...]]:
        """The typed words that no searched tree contains, with the words searched instead."""
        found: dict[str, tuple[str, ...]] = {}
        for each in self.searches:
            found |= each.trace.corrections()
        return found

    def to_dict(self) -> dict[str, object]:
        """The report as `ra search --json` has it."""
        return {
            "query": to_json(self.query),
            "verdict": self.verdict._asdict(),
            "partial": self.partial,
            "trees": list(self.trees),
            "corrections": {typed: list(to) for typed, to in self.corrections().items()},
            "notes": list(self.notes),
            "results": [self._record(result) for result in self.results],
            **({"topics": [each.to_dict() for each in self.topics.each]} if self.topics else {}),
        }

    def context(self, max_tokens: int = 2000) -> CitedText:
        """The results as one text for a language model, each passage with a number to cite.

        The text has at most `max_tokens` tokens, 0 for no limit; the last passage may be cut.
        `str()` of the value is the text, and its `citations` say where each passage is from.
        """
        from ra.search.citations import cited_text  # loads the token counter

        return cited_text(self.results, max_tokens)

    def _record(self, result: Result) -> dict[str, object]:
        """A result; one whose text contains what the query excludes says so."""
        from ra.search.coverage import shown_though_excluded  # few callers need records

        excluded = shown_though_excluded(result, self)
        more = {"shown_though_excluded": list(excluded)} if excluded else {}
        return {**result.to_dict(), **more}
