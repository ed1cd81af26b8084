"""Numbers the results of a search as evidence, within a token budget (SPEC 10)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ra.answer.records import EvidencePiece, QuotedSection
from ra.search.budget import cut
from ra.search.results import Match, Result
from ra.text.sentences import sentence_spans
from ra.typed import NamedTuple

_SENTENCES_BEFORE = 2
# Words that refer to the text before them when a section opens with one.
_REFERRING = frozenset(
    {
        *("this", "that", "these", "those", "it", "they", "he", "she", "such", "however"),
        *("therefore", "thus", "also", "both", "dies", "diese", "dieser", "dieses", "er", "sie"),
        *("jedoch", "daher", "deshalb", "cela", "ceci", "ils", "elles", "cependant", "donc"),
        *("esto", "eso", "estos", "estas", "ello", "ciò", "questo", "questi", "essi", "isto"),
        *("isso", "eles", "este", "esta"),
    }
)


class EvidenceList(NamedTuple):
    """The pieces that fit into the budget, and the tokens that they take."""

    pieces: tuple[EvidencePiece, ...]
    tokens: int


def begins_mid_thought(text: str) -> bool:
    """Whether a text continues the one before it: its first word is lower case or refers back."""
    word = text.lstrip("*_`\"'([ \n\t").partition(" ")[0].strip(",.;:*_`")
    return word[:1].islower() or word.lower() in _REFERRING


def text_before(text: str) -> str:
    """The last sentences of the text before a section."""
    spans = sentence_spans(text)[-_SENTENCES_BEFORE:]
    return text[spans[0][0] : spans[-1][1]] if spans else ""


def evidence(
    results: Sequence[Result],
    before: Mapping[str, str],
    max_tokens: int,
    count: Callable[[str], int],
) -> EvidenceList:
    """The results as numbered pieces, best first; the last one may be cut.

    Numbers follow the order of documents: all pieces of the best document come first, in the order
    of its text. `before` has the text before the sections that need it.
    """
    pieces: list[EvidencePiece] = []
    room = max_tokens
    best = max((result.score for result in results), default=1.0) or 1.0
    for result in results:
        piece = _piece(result, best, before.get(result.id, ""))
        size = tokens(piece, count)
        if size > room:
            piece = _shortened(piece, room, count)
            size = tokens(piece, count)
            if not piece.text or size > room:
                break
        pieces.append(piece)
        room -= size
        if piece.cut:
            break
    return EvidenceList(_numbered(pieces), max_tokens - room)


def label(piece: EvidencePiece) -> str:
    """The line above a piece: its breadcrumb."""
    return f"> {' › '.join(piece.breadcrumb)}"


def tokens(piece: EvidencePiece, count: Callable[[str], int]) -> int:
    """The tokens of a piece: breadcrumb, the text before it, its own text."""
    return count(label(piece)) + (count(piece.before) if piece.before else 0) + count(piece.text)


def _piece(result: Result, best: float, before: str) -> EvidencePiece:
    lines = result.match.lines
    return EvidencePiece(
        number=0,
        id=result.id,
        tree=result.tree,
        path=result.path,
        breadcrumb=result.breadcrumb,
        line_start=lines.start,
        line_end=lines.end,
        score=result.score / best,
        text=result.body.strip("\n"),
        parts=tuple(_part(match) for match in result.matches),
        before=before,
        cut=result.cut,
    )


def _part(match: Match) -> QuotedSection:
    return QuotedSection(match.chunk.id, match.chunk.title, match.chunk.body, match.lines)


def _shortened(piece: EvidencePiece, room: int, count: Callable[[str], int]) -> EvidencePiece:
    """The piece without the text before it and with the start of its own."""
    text = cut(piece.text, room - count(label(piece)), count)
    kept = [part for part in piece.parts if part.text.strip()[:40] in text]
    parts = tuple(part._replace(text=part.text[: len(text)]) for part in kept)
    return piece._replace(before="", text=text, parts=parts, cut=True)


def _numbered(pieces: Sequence[EvidencePiece]) -> tuple[EvidencePiece, ...]:
    """The pieces by document, in the order of its text; the document of the best piece is first."""
    rank: dict[tuple[str, str], int] = {}
    for piece in pieces:
        rank.setdefault((piece.tree, piece.path), len(rank))
    ordered = sorted(pieces, key=lambda one: (rank[one.tree, one.path], one.line_start))
    return tuple(one._replace(number=number) for number, one in enumerate(ordered, start=1))
