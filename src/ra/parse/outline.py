"""Builds the sections of a document: spans, parents and breadcrumbs (SPEC 2.4, 3.4, 4.1)."""

from __future__ import annotations

from collections.abc import Sequence

from ra.document import Heading, Section
from ra.model import Span
from ra.parse import slugs

_NEWLINE = ord("\n")
_new = tuple.__new__  # half the cost of calling a named tuple, which is made for each heading


def build(headings: Sequence[Heading], title: str, data: bytes) -> tuple[Section, ...]:
    """The document's own node, then one section for each heading, in order."""
    lines = [
        start if data[start - 1] == _NEWLINE else _line_start(data, start)
        for _, _, start, _, _ in headings
    ]
    lines.append(len(data))
    parents, ends = _nest(headings, lines)
    names = slugs.assign([text for _, text, _, _, _ in headings], [one[4] for one in headings])
    line = lines[0]
    sections = [_document(title, line, len(data))]
    crumbs: list[tuple[str, ...]] = [(title,)]
    discarded: dict[int, list[Span]] = {}  # collected, since adding one by one is quadratic
    for number, (level, text, _, start, _) in enumerate(headings, start=1):
        parent, end, text_end = parents[number], ends[number], lines[number]
        crumb = crumbs[parent]
        if text != title or number > 1:
            crumb += (text,)  # half the cost of `(*crumb, text)`
        crumbs.append(crumb)
        # The second byte of most sections belongs to a word, after an empty line.
        has_word = start + 1 < end and 32 < data[start + 1] < 128
        kept = has_word or text_end < end or not _is_blank(data[start:end])
        own = (_new(Span, (start, text_end)),) if kept and start < text_end else ()
        fields = (level, text, names[number - 1], line, start, end, parent, crumb, kept, own)
        sections.append(_new(Section, fields))
        if parent and not kept:
            discarded.setdefault(parent, []).append(Span(line, text_end))
        line = text_end
    for parent, spans in discarded.items():
        sections[parent] = _with_text(sections[parent], spans)
    return tuple(sections)


def _document(title: str, text_end: int, size: int) -> Section:
    own = (Span(0, text_end),) if text_end else ()
    return Section(0, title, None, 0, 0, size, None, (title,), True, own)


def _with_text(section: Section, spans: Sequence[Span]) -> Section:
    """The section with the lines of the discarded headings below it added to its own text."""
    own = list(section.own)
    for span in spans:
        if own and own[-1].end == span.start:
            own[-1] = Span(own[-1].start, span.end)
        else:
            own.append(span)
    return section._replace(own=tuple(own))


def _nest(headings: Sequence[Heading], lines: Sequence[int]) -> tuple[list[int], list[int]]:
    """For each section its parent's index and its end; index 0 is the document."""
    parents = [0]
    ends = [lines[-1]] * len(lines)
    levels = [0]
    last = 0
    for number, ((level, _, _, _, _), line) in enumerate(
        zip(headings, lines, strict=False), start=1
    ):
        while levels[last] >= level:
            ends[last] = line
            last = parents[last]
        parents.append(last)
        levels.append(level)
        last = number
    return parents, ends


def _line_start(data: bytes, place: int) -> int:
    """The start of a heading's line: its mark may be indented by up to three spaces."""
    while place and data[place - 1] in b" \t":
        place -= 1
    return place


def _is_blank(data: bytes) -> bool:
    text = data.lstrip()
    return not text or (text[0] > 127 and not text.decode().strip())
