"""What belongs to one version of a document, on the way into the catalog and when it is told?"""

from __future__ import annotations

import json
from collections.abc import Sequence

from ra.document import Document
from ra.engine.embedded.links import numbers
from ra.engine.embedded.rows import DocumentRow, Row, checksum
from ra.engine.records import DocumentRecord
from ra.model import Chunk
from ra.typed import NamedTuple


class Linkage(NamedTuple):
    """The links of a version: numbers of its names, of what it mentions, and the links packed."""

    names: bytes
    mentions: bytes
    data: bytes


class Version(NamedTuple):
    """One version of a document, as it is written."""

    row: DocumentRow
    text: bytes
    chunks: Sequence[Row]
    links: Linkage

    def sum(self) -> int:
        """A sum over all of it; its status changes and does not count.

        Its times change too: their sum can be exchanged without reading the rest again.
        """
        plain = tuple(self.row._replace(status=0, mtime=0, day=0))
        total = checksum(plain, self.text, list(self.chunks), tuple(self.links))
        return total ^ self.row.time_sum()


def facts(document: Document) -> str:
    """What front matter says, as one text; nothing for the many that say nothing."""
    values = (
        document.tags,
        document.aliases,
        document.updated,
        document.fields,
        document.warnings,
    )
    if not any(values):
        return ""
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"))


def document_record(row: DocumentRow, tree: str) -> DocumentRecord:
    """The document of a row."""
    tags, aliases, updated, fields, warnings = json.loads(row.facts or "[[],[],null,{},[]]")
    return DocumentRecord(
        f"{tree}:{row.path}", tree, row.path, row.version, row.mtime, row.title,
        tuple(tags), tuple(aliases), updated, fields, tuple(warnings), row.chunks, row.size,
    )  # fmt: skip


def keys_of(document: Document, chunks: Sequence[Chunk]) -> tuple[bytes, bytes]:
    """The numbers of the names of a document, and of the names that its links use."""
    from ra.parse.aims import link_keys  # only who writes pays for it
    from ra.parse.names import document_keys, known

    path = document.source.path
    names = document_keys(
        known(document.source.tree, path, document.title, document.aliases, document.fields)
    )
    mentions = {key for chunk in chunks for link in chunk.links for key in link_keys(link, path)}
    return numbers(names), numbers(mentions)
