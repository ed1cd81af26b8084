"""Draws the chunks of a strategy next to the outline, with a histogram of their sizes."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from math import inf

from ra.library import Inspection
from ra.model import Chunk
from ra.present import clean, outline, text
from ra.present.outline import MAX_TITLE_COLUMNS
from ra.present.style import Style
from ra.typed import NamedTuple

_WIDE = 30  # columns of the longest bar
_MOST = 10  # bars at most, all of them equally wide


class _Row(NamedTuple):
    """A line of the drawing: the outline to the left, a chunk to the right.

    `title` is set for a piece whose title is not its section's.
    """

    left: str
    chunk: Chunk | None
    is_section: bool
    title: str = ""


def draw(inspection: Inspection, style: Style) -> Iterator[str]:
    """The output of `ra inspect doc --strategy`."""
    yield from outline.summary(inspection, style)
    yield ""
    rows = list(_rows(inspection, style))
    column = min(MAX_TITLE_COLUMNS, max(text.width(row.left) for row in rows))
    for row in rows:
        dull = row.is_section and (row.chunk is None or not row.chunk.body.strip())
        padding = text.pad(row.left, column)[len(row.left) :]
        yield f"{style.dim(row.left) if dull else row.left}{padding}  {_right(row, style)}"
    yield ""
    yield from _histogram([each for each in inspection.chunks if each.body.strip()], style)
    yield from outline.closing(inspection, style)


def _rows(inspection: Inspection, style: Style) -> Iterator[_Row]:
    """Sections and pieces at their position in the document.

    A part is beside the outline, and so is the text before the first heading.
    """
    lines = list(outline.lines(inspection.document.sections, style))
    slugs = {line.section.slug for line in lines}
    parents = {line.section.parent for line in lines}
    sections = {chunk.slug: chunk for chunk in inspection.chunks if not chunk.part}
    pieces = deque(each for each in inspection.chunks if each.part or each.slug not in slugs)
    for number, line in enumerate(lines):
        yield _Row(outline.name(line), sections.get(line.section.slug), True)
        indent = _below(line.branches, style) + style.symbols.line * (number in parents)
        until = lines[number + 1].section.line_start if number + 1 < len(lines) else inf
        while pieces and pieces[0].byte_start < until:
            piece = pieces.popleft()
            home = sections.get(piece.slug, piece)
            title = piece.title if piece.title != home.title else ""
            yield _Row(indent.rstrip(), piece, False, title)


def _below(branches: str, style: Style) -> str:
    """The continuation below a branch: the lines of all branches that are not the last."""
    marks = style.symbols
    return branches.replace(marks.branch, marks.line).replace(marks.last, "    ")


def _right(row: _Row, style: Style) -> str:
    chunk = row.chunk
    if chunk is None:
        return style.dim("(empty, not a chunk)")
    if not chunk.body.strip():
        return style.dim("found by its title" if chunk.hit else "structure")
    slug = f"#{chunk.slug}" if chunk.slug else ""
    name = "" if row.is_section else style.name(f"{slug}~{chunk.part}" if chunk.part else slug)
    facts = [chunk.kind, text.count(len(chunk.body.strip()), "character")]
    if chunk.token_count is not None:
        facts.append(text.count(chunk.token_count, "token"))
    said = style.symbols.dot.join(facts)
    prefix = style.warning(f"+ {len(chunk.prefix)} of prefix") if chunk.prefix else ""
    return "  ".join(filter(None, (name, style.dim(clean.line(row.title)), said, prefix)))


def _histogram(chunks: Sequence[Chunk], style: Style) -> Iterator[str]:
    """A bar for each size: tokens where the strategy counts them, else characters."""
    counts = [each.token_count for each in chunks if each.token_count is not None]
    unit = "tokens" if counts else "characters"
    sizes = sorted(counts or [len(each.body.strip()) for each in chunks])
    if not sizes:
        return
    step = _step(sizes[-1])
    bars = Counter(size // step for size in sizes)
    yield (
        style.bold(f"sizes in {unit}")
        + style.symbols.dot
        + (f"{sizes[0]:,} to {sizes[-1]:,}, median {sizes[len(sizes) // 2]:,}")
    )
    digits = len(f"{(max(bars) + 1) * step - 1:,}")
    for number in range(min(bars), max(bars) + 1):
        full = -(-_WIDE * bars[number] // max(bars.values()))
        bar = style.symbols.full * full + style.dim(style.symbols.empty * (_WIDE - full))
        low, high = number * step, (number + 1) * step - 1
        more = f" {style.symbols.dash} {high:>{digits},}" if step > 1 else ""
        yield f"  {low:>{digits},}{more} {bar} {bars[number]:,}"
    yield ""


def _step(largest: int) -> int:
    """A round step that keeps the number of bars small."""
    power = 1
    while True:
        for factor in (1, 2, 5):
            if largest // (power * factor) < _MOST:
                return power * factor
        power *= 10
