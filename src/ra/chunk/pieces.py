"""What do all strategies cut in the same way? Bodies from spans, links from places."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from ra.model import Chunk, Document, Link, Section, Span

_new = tuple.__new__  # half the cost of calling a named tuple

BOM = "\ufeff"


def is_empty(document: Document) -> bool:
    """A file of nothing but white space, or a BOM and white space, yields no chunks (SPEC 2.6)."""
    return not document.text.removeprefix(BOM).strip()


def cut(document: Document, spans: Sequence[Span]) -> str:
    """The text at these places of the file."""
    text, data = document.text, document.source.data
    if len(text) == len(data):  # ASCII: characters are bytes
        return "".join([text[start:end] for start, end in spans])
    return "".join([data[start:end].decode() for start, end in spans])


def trimmed(document: Document, span: Span) -> Span | None:
    """The span without white space at its ends, or nothing if that is all it has."""
    text = cut(document, (span,))
    body = text.strip()
    if not body:
        return None
    start = span.start + len(text[: len(text) - len(text.lstrip())].encode())
    return Span(start, start + len(body.encode()))


def nodes(document: Document, spans: Sequence[tuple[Span, ...]]) -> list[Chunk]:
    """One chunk for the document and for each kept section, with the text at the given spans."""
    (tree, path, _, mtime, _), tags = document.source, document.tags
    doc_id = document.id
    ids: list[str] = []
    links = links_by_section(document)
    siblings = sibling_counts(document.sections)
    chunks: list[Chunk] = []
    none: tuple[Link, ...] = ()
    for number, section in enumerate(document.sections):
        depth, title, slug, _, start, end, parent, breadcrumb, kept, _ = section
        ids.append(f"{doc_id}#{slug}" if slug else doc_id)
        if kept:
            fields = (
                ids[number],
                doc_id,
                None if parent is None else ids[parent],
                tree,
                path,
                depth,
                len(chunks),
                title,
                slug,
                breadcrumb,
                start,
                end,
                siblings[parent],
                cut(document, spans[number]),
                "section" if slug else "document",
                0,
                "",
                tags,
                links.get(number, none),
                mtime,
                spans[number],
            )
            chunks.append(_new(Chunk, fields))
    return chunks


def links_by_section(document: Document) -> Mapping[int, tuple[Link, ...]]:
    """For each kept section the links under it, its heading's own included."""
    found: dict[int, list[Link]] = defaultdict(list)
    sections = document.sections
    number, last = 0, len(sections) - 1
    for link in document.links:
        while number < last and sections[number + 1].line_start <= link.start:
            number += 1
        section = sections[number]
        found[number if section.kept else section.parent or 0].append(link)
    return {number: tuple(links) for number, links in found.items()}


def sibling_counts(sections: Sequence[Section]) -> Mapping[int | None, int]:
    """For each parent how many kept children it has; the document is alone under nothing."""
    counts: dict[int | None, int] = {}
    for section in sections:
        if section.kept:
            counts[section.parent] = counts.get(section.parent, 0) + 1
    return counts
