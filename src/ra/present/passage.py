"""Formats the text of a document, a section or a range of lines."""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO

from ra.errors import NotFound
from ra.model import timestamp
from ra.present import clean, text
from ra.present.json import Record
from ra.present.style import Style
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from ra.library import Got


def only_lines(document: Got, first: int, last: int) -> Got:
    """These lines of a document, counted from 1, the last one included."""
    # Lines as the library counts them; `splitlines` would also split at form feeds.
    lines = StringIO(document.text, newline="\n").readlines()
    if first > len(lines):
        there = text.count(len(lines), "line")
        raise NotFound(
            f"{clean.name(document.id)}: there is no line {first}; the document has {there}"
        )
    last = min(last, len(lines))
    return document._replace(text="".join(lines[first - 1 : last]), lines=(first, last))


def draw(got: Got, style: Style) -> Iterator[str]:
    """The breadcrumb, then the heading and the text below it (SPEC 3.4)."""
    yield style.dim(text.breadcrumb(got.breadcrumb, style))
    body = clean.block(got.heading + got.text).strip("\n")
    if body.strip():
        yield ""
        yield body


def record(got: Got) -> Record:
    """The same as a JSON record; the text is exactly that of the file."""
    document = got.document
    return {
        "id": got.id,
        "doc_id": document.id,
        "tree": document.tree,
        "path": document.path,
        "title": got.title,
        "breadcrumb": list(got.breadcrumb),
        "line_start": got.lines[0],
        "line_end": got.lines[1],
        "text": got.heading + got.text,
        "tags": list(document.tags),
        "mtime": timestamp(document.mtime),
        "stale": got.stale,
    }
