"""Builds chunks from spans: bodies, links and ids, shared by all strategies."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence

from ra.document import Document, Section
from ra.model import Chunk, ChunkKind, Link, Span
from ra.typed import NamedTuple

BOM = "\ufeff"
_new = tuple.__new__  # half the cost of calling a named tuple, which is made for each section


def is_empty(document: Document) -> bool:
    """Whether a file contains only white space, with or without a BOM: no chunks (SPEC 2.6)."""
    text = document.text.removeprefix(BOM)
    return not text or text.isspace()


def cut(document: Document, spans: Sequence[Span]) -> str:
    """The text at these spans of the file."""
    text, data = document.text, document.source.data
    if len(text) == len(data):  # ASCII: characters are bytes
        return "".join([text[start:end] for start, end in spans])
    return "".join([data[start:end].decode() for start, end in spans])


def cut_each(document: Document, places: Sequence[Sequence[Span]]) -> list[str]:
    """The texts at these spans; one with a single span needs no joining."""
    text, data = document.text, document.source.data
    if len(text) == len(data):  # ASCII: characters are bytes
        return [
            text[spans[0][0] : spans[0][1]] if len(spans) == 1 else cut(document, spans)
            for spans in places
        ]
    return [
        data[spans[0][0] : spans[0][1]].decode() if len(spans) == 1 else cut(document, spans)
        for spans in places
    ]


def trimmed(document: Document, span: Span) -> Span | None:
    """The span without white space at its ends; None if nothing is left."""
    text = cut(document, (span,))
    body = text.strip()
    if not body:
        return None
    start = span.start + len(text[: len(text) - len(text.lstrip())].encode())
    return Span(start, start + len(body.encode()))


def nodes(document: Document, spans: Sequence[tuple[Span, ...]]) -> list[Chunk]:
    """One chunk for the document and for each kept section, with the text at the given spans."""
    (tree, path, _, mtime, _), tags, doc_id = document.source, document.tags, document.id
    ids: list[str] = []
    links, siblings = links_by_section(document), sibling_counts(document.sections)
    chunks: list[Chunk] = []
    bodies = cut_each(document, spans)
    for number, section in enumerate(document.sections):
        depth, title, slug, heading, start, end, parent, breadcrumb, kept, _ = section
        own_id = f"{doc_id}#{slug}" if slug else doc_id
        ids.append(own_id)
        if kept:
            fields = (
                own_id, doc_id, None if parent is None else ids[parent], tree, path, depth,
                len(chunks), title, slug, breadcrumb, start, end, siblings[parent], bodies[number],
                "section" if slug else "document", 0, "", tags, links.get(number, ()), mtime,
                spans[number], None, True, heading, (),
            )  # fmt: skip
            chunks.append(_new(Chunk, fields))
    return chunks


class Piece(NamedTuple):
    """A body with its position in the outline, before it has an id.

    `section` is the innermost that contains all of it. `title` is set if it differs from the
    section's. A piece that is `apart` is a part of its section even if it is the only one. `body`
    is set if it differs from the text of the file at `spans`.
    """

    section: int
    spans: tuple[Span, ...]
    kind: ChunkKind
    prefix: str = ""
    title: str | None = None
    apart: bool = False
    body: str | None = None
    token_count: int | None = None


def assemble(document: Document, pieces: Sequence[Piece], *, titles: bool) -> list[Chunk]:
    """Chunks for the document, its sections and these pieces, in document order (SPEC 3.2–3.5).

    A section with one piece is that chunk; the pieces of one with several are its children.
    Sections without text are searchable by their titles, or not at all without `titles`.
    """
    by_section: dict[int, list[Piece]] = defaultdict(list)
    for piece in pieces:
        by_section[piece.section].append(piece)
    drafts = _drafts(document, by_section)
    families = _families(document.sections, drafts, titles=titles)
    links = _links_by_draft(document, drafts)
    doc_id = document.id
    ids = [f"{doc_id}#{section.slug}" if section.slug else doc_id for section in document.sections]
    frame = _Frame(document, ids, families, links, titles)
    return [_chunk(frame, draft, position) for position, draft in enumerate(drafts)]


class _Frame(NamedTuple):
    """Data that all chunks of a document share: names, family sizes, links by position."""

    document: Document
    ids: Sequence[str]
    families: Mapping[int | None, int]
    links: Mapping[int, tuple[Link, ...]]
    titles: bool


def _chunk(frame: _Frame, draft: _Draft, position: int) -> Chunk:
    document, ids, families, links, titles = frame
    number, part, piece = draft
    section = document.sections[number]
    parent = number if part else section.parent
    place = _place(section, part, piece)
    kind: ChunkKind = "section" if section.slug else "document"
    return Chunk(
        f"{ids[number]}~{part}" if part else ids[number],
        document.id,
        None if parent is None else ids[parent],
        document.source.tree,
        document.source.path,
        section.depth + 1 if part else section.depth,
        position,
        *place,
        families[parent],
        _body(document, piece),
        piece.kind if piece else kind,
        part,
        piece.prefix if piece else "",
        document.tags,
        links.get(position, ()),
        document.source.mtime,
        piece.spans if piece and piece.body is None else (),
        piece.token_count if piece else None,
        titles or piece is not None,
        place[3] if part else min(section.line_start, place[3]),
    )


def _place(
    section: Section, part: int, piece: Piece | None
) -> tuple[str, str | None, tuple[str, ...], int, int]:
    """Title, slug, breadcrumb and bytes of a chunk."""
    title, slug, crumb, start, end = (
        section.title,
        section.slug,
        section.breadcrumb,
        section.start,
        section.end,
    )
    if piece is not None and not part:
        start = min(start, piece.spans[0].start)  # a body may contain the line of its heading
    elif piece is not None:
        start, end = piece.spans[0].start, piece.spans[-1].end
        if piece.title is not None:
            title, crumb = piece.title, (*crumb, piece.title)
    return title, slug, crumb, start, end


class _Draft(NamedTuple):
    """A chunk in the making: a section, or one of its parts; `piece` is None for bare structure."""

    section: int
    part: int
    piece: Piece | None


def _drafts(document: Document, by_section: Mapping[int, list[Piece]]) -> list[_Draft]:
    """Sections and parts in document order; a section precedes its parts."""
    placed: list[tuple[int, int, _Draft]] = []
    for number, section in enumerate(document.sections):
        pieces = by_section.get(number, ())
        if not (section.kept or pieces):
            continue
        if len(pieces) == 1 and not pieces[0].apart:
            placed.append((section.line_start, 0, _Draft(number, 0, pieces[0])))
            continue
        placed.append((section.line_start, 0, _Draft(number, 0, None)))
        for part, piece in enumerate(pieces, start=1):
            placed.append((piece.spans[0].start, 1, _Draft(number, part, piece)))
    placed.sort(key=lambda each: each[:2])
    return [draft for _, _, draft in placed]


def _families(
    sections: Sequence[Section], drafts: Sequence[_Draft], *, titles: bool
) -> Mapping[int | None, int]:
    """For each parent the number of children that can be hits or contain some (SPEC 3.3)."""
    fruitful = {draft.section for draft in drafts if titles or draft.piece}
    for number in range(len(sections) - 1, 0, -1):  # children follow their parents
        parent = sections[number].parent
        if number in fruitful and parent is not None:
            fruitful.add(parent)
    counts: dict[int | None, int] = defaultdict(int)
    for number, part, _ in drafts:
        if part:
            counts[number] += 1
        elif number in fruitful:
            counts[sections[number].parent] += 1
    counts[None] = 1
    return counts


def _links_by_draft(document: Document, drafts: Sequence[_Draft]) -> dict[int, tuple[Link, ...]]:
    """For each position the links in its text; links in no text go to their section."""
    if not document.links:
        return {}
    spans = sorted(
        (span, position)
        for position, draft in enumerate(drafts)
        if draft.piece
        for span in draft.piece.spans
    )
    homes = {draft.section: at for at, draft in enumerate(drafts) if not draft.part}
    found: dict[int, list[Link]] = defaultdict(list)
    for number, links in links_by_section(document).items():
        for link in links:
            at = bisect_right(spans, link.start, key=lambda each: each[0].start) - 1
            inside = at >= 0 and link.start < spans[at][0].end
            found[spans[at][1] if inside else homes.get(number, 0)].append(link)
    return {position: tuple(links) for position, links in found.items()}


def _body(document: Document, piece: Piece | None) -> str:
    if piece is None:
        return ""
    return cut(document, piece.spans) if piece.body is None else piece.body


def links_by_section(document: Document) -> Mapping[int, tuple[Link, ...]]:
    """For each kept section the links in it, including those in its heading."""
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
    """For each parent the number of kept children; the document has no siblings."""
    counts: dict[int | None, int] = {}
    for section in sections:
        if section.kept:
            counts[section.parent] = counts.get(section.parent, 0) + 1
    return counts
