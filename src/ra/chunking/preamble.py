"""Makes a section of the text before the first heading (SPEC 4.2)."""

from __future__ import annotations

from ra.document import Document, Section
from ra.model import Span

SLUG = "preamble"


def with_preamble(document: Document) -> Document:
    """The document with a section `#preamble` before the first, if there is text before it.

    It is a child of the document, has its title, and takes no slug of a heading.
    """
    root, *rest = document.sections
    if not rest:
        return document
    start, end = document.content_start, rest[0].line_start
    if not document.source.data[start:end].decode().strip():
        return document
    own = (Span(start, end),)
    crumb = root.breadcrumb
    first = Section(1, root.title, _unused(rest), start, start, end, 0, crumb, True, own)
    moved = [each._replace(parent=each.parent + 1) if each.parent else each for each in rest]
    return document._replace(sections=(root, first, *moved))


def is_preamble(section: Section) -> bool:
    """Whether a section is the one added here: it has no heading line."""
    return section.line_start == section.start and section.slug is not None


def _unused(sections: list[Section]) -> str:
    taken = {section.slug for section in sections}
    slug, number = SLUG, 0
    while slug in taken:
        number += 1
        slug = f"{SLUG}-{number}"
    return slug
