"""The parts of one version of a document, for writing it and for reading its record."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from ra.engine.embedded.parse_json import parsed
from ra.engine.embedded.rows import DocumentRow, Row, TreeRow, row_sum
from ra.engine.records import DocumentRecord
from ra.model import Span
from ra.text.languages import stemmer_of
from ra.typed import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from json import JSONEncoder

    from ra.document import Document

_NO_FACTS = '[[],[],null,{},[],[],[],""]'


class Linkage(NamedTuple):
    """The links of a version: hashes of its names and mentions, and packed links."""

    names: bytes
    mentions: bytes
    data: bytes

    def sums(self, document: int) -> tuple[int, int]:
        """The checksums of the keys and of the links of this version."""
        return row_sum((document, self.names, self.mentions)), row_sum((document, self.data))


class Version(NamedTuple):
    """One version of a document to write; `row` has a checksum of each other part."""

    row: DocumentRow
    text: bytes
    chunks: Sequence[Row]
    links: Linkage


@cache
def _encoder() -> JSONEncoder:
    """The encoder of the facts of all documents."""
    from json import JSONEncoder  # no search needs it

    return JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def facts(document: Document) -> str:
    """The front matter as one text; empty if there is none."""
    values = (
        document.tags,
        document.aliases,
        document.updated,
        document.fields,
        document.warnings,
        document.blocks,
        document.hidden,
        document.language,
    )
    if not any(values):
        return ""
    return _encoder().encode(values)


def document_record(row: DocumentRow, tree: TreeRow) -> DocumentRecord:
    """The document of a row."""
    tags, aliases, updated, fields, warnings, blocks, hidden, language = parsed(
        row.facts or _NO_FACTS
    )
    return DocumentRecord(
        f"{tree.name}:{row.path}", tree.name, row.path, row.version, row.mtime, row.title,
        tuple(tags), tuple(aliases), updated, fields, tuple(warnings), row.chunks, row.size,
        tuple(blocks), tuple(Span(*each) for each in hidden),
        language or stemmer_of(tree.language),
    )  # fmt: skip
