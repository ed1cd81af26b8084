"""Writes results as a text for a language model, with a number for each passage to cite."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ra.errors import UsageError
from ra.search.budget import Fitted, fit
from ra.text import counter
from ra.typed import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ra.search.results import Result

_GAP = "\n\n"


class Citation(NamedTuple):
    """A passage of a `CitedText`: its number and where it is from. `cut`: the end is left out."""

    number: int
    id: str
    title: str
    breadcrumb: tuple[str, ...]
    path: str
    line_start: int
    line_end: int
    text: str
    cut: bool

    def __repr__(self) -> str:
        return f"<Citation [{self.number}] {self.id}>"

    def to_dict(self) -> dict[str, object]:
        """The citation with its fields as JSON types."""
        return {**self._asdict(), "breadcrumb": list(self.breadcrumb)}


class CitedText(NamedTuple):
    """Passages in one text, each with a number, breadcrumb and id; `str()` is the text.

    `tokens` counts the whole text. `left_out` results did not fit.
    """

    text: str
    citations: tuple[Citation, ...]
    tokens: int
    left_out: int

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<CitedText {len(self.citations)} citations, {self.tokens} tokens>"

    def to_dict(self) -> dict[str, object]:
        """The text and its citations as JSON types."""
        citations = [each.to_dict() for each in self.citations]
        return {**self._asdict(), "citations": citations}


def cited_text(results: Sequence[Result], max_tokens: int) -> CitedText:
    """The best results that fit into `max_tokens`; 0 means no limit, and the last may be cut.

    A result without text, such as a note with nothing but properties, has nothing to cite.
    """
    if max_tokens < 0:
        raise UsageError(f"max_tokens must be at least 0 (no limit), not {max_tokens}")
    results = [one for one in results if one.text.strip()]
    blocks = [(f"{_label(at, one)}\n", one.text.strip()) for at, one in enumerate(results, 1)]
    budget = max_tokens
    while True:
        fitted = _fitted(blocks, budget) if max_tokens else _whole(blocks)
        kept = [each for each in fitted if each.state != "dropped"]
        text = _GAP.join(f"{blocks[at][0]}{each.body}" for at, each in enumerate(kept))
        tokens = counter.count(text)
        if not max_tokens or tokens <= max_tokens:
            break
        budget -= tokens - max_tokens  # white space between passages has tokens too
    citations = tuple(_citations(results, kept))
    return CitedText(text, citations, tokens, len(results) - len(citations))


def _label(number: int, result: Result) -> str:
    return f"[{number}] {' › '.join(result.breadcrumb)} ({result.id})"


def _fitted(blocks: Sequence[tuple[str, str]], budget: int) -> Sequence[Fitted]:
    return fit(blocks, max(0, budget), counter.count).results


def _whole(blocks: Sequence[tuple[str, str]]) -> list[Fitted]:
    return [Fitted("whole", body, 0) for _, body in blocks]


def _citations(results: Sequence[Result], kept: Sequence[Fitted]) -> Iterator[Citation]:
    for number, (result, fitted) in enumerate(zip(results, kept, strict=False), start=1):
        yield Citation(
            number,
            result.id,
            result.title,
            result.breadcrumb,
            result.path,
            result.line_start,
            result.line_end,
            fitted.body,
            cut=fitted.state == "cut" or result.cut,
        )
