"""Formats an answer: its sentences with citations, then the sources."""

from __future__ import annotations

from collections.abc import Iterator

from ra.answer.records import Answer, Cited, EvidencePiece, marks
from ra.present import clean
from ra.present.prose import prose
from ra.present.style import Style

_REFUSAL = "no answer found: nothing in the documents matches the question"
_CAVEAT = "weak match: the documents may not answer this question"


def draw(answer: Answer, style: Style) -> Iterator[str]:
    """What to know before reading, the sentences, then a line for each cited source."""
    before = ""
    for line in _lines(answer, style):
        if line or before:  # one blank line is enough, and none is first
            yield line
        before = line


def _lines(answer: Answer, style: Style) -> Iterator[str]:
    yield from (style.warning(note) for note in _notes(answer))
    for each in answer.sentences:
        yield from sentence(each, style)
    if answer.sentences:
        yield ""
        yield from (source(piece, answer, style) for piece in answer.cited)


def _notes(answer: Answer) -> Iterator[str]:
    yield from map(clean.message, answer.notes)
    if answer.asked != answer.question:
        yield f"asked: {clean.line(answer.asked)}"
    if answer.kind == "refusal":
        yield _REFUSAL
    elif answer.verdict.strength != "strong":
        yield _CAVEAT


def sentence(each: Cited, style: Style) -> Iterator[str]:
    """A sentence as prose with its citations; lists and code as they are, on lines of their own."""
    cited = style.dim(marks(each.citations))
    doubt = "" if each.supported else style.warning(" (not supported by its sources)")
    if each.kind == "sentence":
        yield f"{clean.line(' '.join(prose(each.text).text.split()))} {cited}{doubt}".rstrip()
    else:
        yield ""
        yield clean.block(each.text)
        yield cited
        yield ""


def source(piece: EvidencePiece, answer: Answer, style: Style) -> str:
    """`[1] notes:tea.md#green, lines 5-9  Tea › Green`."""
    quoted = [each for each in answer.sentences if piece.number in each.citations and each.id]
    ids = list(dict.fromkeys(each.id for each in quoted)) or [piece.id]
    places = []
    for one in ids:
        lines = [each for each in quoted if each.id == one]
        first = min((each.line_start for each in lines), default=piece.line_start)
        last = max((each.line_end for each in lines), default=piece.line_end)
        span = f"line {first}" if first == last else f"lines {first}-{last}"
        places.append(f"{style.bold(clean.name(one))}, {span}")
    trail = style.dim(clean.line(style.symbols.crumb.join(piece.breadcrumb)))
    return f"[{piece.number}] {'; '.join(places)}  {trail}"
