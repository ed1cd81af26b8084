"""Where a query comes from that was made of a file or a section: its terms, rules and notes."""

from __future__ import annotations

from collections.abc import Mapping

from ra.typed import Any, Literal, NamedTuple


class TermSource(NamedTuple):
    """Where a word was found, such as `file name`, `h1`, `body` or `rule`, and how often."""

    name: str
    weight: float
    frequency: int


class OriginTerm(NamedTuple):
    """A word of the query: score = frequency × weight × idf, and the boost that it has.

    `weight` is the mean weight of its sources. Several words of a rule belong together.
    """

    word: str
    sources: tuple[TermSource, ...]
    frequency: int
    weight: float
    idf: float
    score: float
    boost: float

    def to_dict(self) -> dict[str, object]:
        """The term as JSON has it."""
        return {**self._asdict(), "sources": [each._asdict() for each in self.sources]}


class AppliedRule(NamedTuple):
    """A rule of `[[context.rules]]` that matched: its file, its pattern and what it sets."""

    file: str
    match: tuple[str, ...]
    terms: tuple[str, ...]
    trees: tuple[str, ...] | None
    include: tuple[str, ...]
    search: Mapping[str, Any]


class Origin(NamedTuple):
    """What a report was made for: files, or one chunk, and how they became a query."""

    kind: Literal["context", "likethis"]
    names: tuple[str, ...]
    terms: tuple[OriginTerm, ...]
    rules: tuple[AppliedRule, ...] = ()
    trees: tuple[str, ...] = ()
    pinned: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, object]:
        """The origin as JSON has it."""
        return {
            **self._asdict(),
            "terms": [term.to_dict() for term in self.terms],
            "rules": [rule._asdict() for rule in self.rules],
        }
