"""Draws the outline of a document as a tree with byte ranges and sizes."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from ra.document import Block, Document, Section
from ra.library import Inspection
from ra.present import clean, text
from ra.present.style import Style
from ra.typed import NamedTuple

# A title longer than this does not widen the column.
MAX_TITLE_COLUMNS = 60

_SHOWN_FIELDS = frozenset({"title", "tags", "aliases", "updated"})
_BLOCKS = {"code": "code block", "html": "HTML block"}


class Line(NamedTuple):
    """One section in the drawing: the branches before it and the section."""

    branches: str
    section: Section


def draw(inspection: Inspection, style: Style) -> Iterator[str]:
    """The output of `ra inspect doc`."""
    yield from summary(inspection, style)
    yield ""
    yield from _tree(inspection.document.sections, style)
    yield ""
    yield from closing(inspection, style)


def closing(inspection: Inspection, style: Style) -> Iterator[str]:
    """The number of chunks, and warnings."""
    chunks = text.count(sum(chunk.hit for chunk in inspection.chunks), "chunk")
    yield f"{style.bold(chunks)} with strategy {inspection.strategy}"
    for warning in inspection.warnings:
        yield style.warning(f"warning: {clean.line(warning)}")


def summary(inspection: Inspection, style: Style) -> Iterator[str]:
    """The document, its language and its front matter."""
    document, blocks = inspection.document, inspection.blocks
    source, dot = document.source, style.symbols.dot
    yield style.bold(clean.line(document.title))
    yield style.name(clean.name(document.id))
    yield dot.join(
        [
            source.parser,
            text.size(len(source.data)),
            inspection.language,
            _blocks(blocks),
            _links(document),
        ]
    )
    facts = [
        ("tags", ", ".join(document.tags)),
        ("aliases", ", ".join(document.aliases)),
        ("updated", document.updated or ""),
        ("fields", ", ".join(_other_fields(document))),
    ]
    for name, value in facts:
        if value:
            yield f"{style.dim(f'{name:7}')} {clean.line(value)}"


def _other_fields(document: Document) -> list[str]:
    return [str(name) for name in document.fields if name not in _SHOWN_FIELDS]


def _blocks(blocks: Sequence[Block]) -> str:
    kinds = Counter(block.kind for block in blocks)
    total = text.count(len(blocks), "block")
    if not kinds:
        return total
    named = [text.count(number, _BLOCKS.get(kind, kind)) for kind, number in kinds.most_common()]
    return f"{total} ({', '.join(named)})"


def _links(document: Document) -> str:
    embeds = sum(link.embed for link in document.links)
    total = text.count(len(document.links), "link")
    return f"{total} ({text.count(embeds, 'embed')})" if embeds else total


def _tree(sections: Sequence[Section], style: Style) -> Iterator[str]:
    drawn = list(lines(sections, style))
    names = [name(line) for line in drawn]
    column = min(MAX_TITLE_COLUMNS, max(map(text.width, names)))
    for line, shown in zip(drawn, names, strict=True):
        yield _painted(line, shown, column, style)


def lines(sections: Sequence[Section], style: Style) -> Iterator[Line]:
    """The sections in order, each with its branches."""
    children: dict[int | None, list[int]] = defaultdict(list)
    for number, section in enumerate(sections):
        children[section.parent].append(number)
    marks = style.symbols

    def under(parent: int, indent: str) -> Iterator[Line]:
        for number in children[parent]:
            last = number == children[parent][-1]
            yield Line(indent + (marks.last if last else marks.branch), sections[number])
            yield from under(number, indent + ("    " if last else marks.line))

    for root in children[None]:
        yield Line("", sections[root])
        yield from under(root, "")


def name(line: Line) -> str:
    """The branches, the title and the slug."""
    slug = f"  #{line.section.slug}" if line.section.slug else ""
    return line.branches + clean.line(line.section.title) + slug


def _painted(line: Line, name: str, column: int, style: Style) -> str:
    section = line.section
    padding = text.pad(name, column)[len(name) :]
    title = clean.line(section.title)
    if not section.kept:
        rest = name[len(line.branches) :]
        return f"{style.dim(line.branches + rest)}{padding}  {style.dim('(empty, not a chunk)')}"
    slug = name[len(line.branches) + len(title) :]
    own = text.size(sum(end - start for start, end in section.own))
    place = f"bytes {section.start}{style.symbols.dash}{section.end}{style.symbols.dot}own {own}"
    return f"{style.dim(line.branches)}{title}{style.name(slug)}{padding}  {style.dim(place)}"
