"""What the documents and nodes of a framework are told about chunks and results.

Values are plain strings and numbers, since vector stores accept no others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ra.library.chunk_text import chunk as chunk_text
from ra.model import Chunk
from ra.search.results import Result
from ra.typed import Any, NamedTuple

_NAMES = ("path", "source", "file_path", "file_name")
_CRUMB = " › "


class PlacedText(NamedTuple):
    """A chunk of a text: its own text, the characters it begins and ends at, and its facts."""

    text: str
    start: int
    end: int
    facts: dict[str, Any]

    @property
    def titled(self) -> str:
        """The text below its headings, as it is best embedded."""
        crumb = self.facts["breadcrumb"]
        return f"{crumb}\n\n{self.text}" if crumb else self.text


def pieces(
    text: str, known: Mapping[str, Any], strategy: str, settings: Mapping[str, Any]
) -> Iterator[PlacedText]:
    """The chunks of a text. `known` are the facts that a framework has: its path among them."""
    path = next((str(known[name]) for name in _NAMES if known.get(name)), "text.md")
    data = text.encode("utf-8", "surrogatepass")
    for chunk in chunk_text(text, path=path, **{**settings, "strategy": strategy}):
        first, last = chunk.spans[0][0], chunk.spans[-1][1]
        yield PlacedText(
            chunk.text.strip("\n"), _character(data, first), _character(data, last), of_chunk(chunk)
        )


def of_chunk(chunk: Chunk) -> dict[str, Any]:
    """The facts of a chunk."""
    return {
        "chunk_id": chunk.id,
        "path": chunk.path,
        "title": chunk.title,
        "breadcrumb": _CRUMB.join(chunk.breadcrumb),
        "tags": ", ".join(chunk.tags),
        "part": chunk.part,
        "tokens": chunk.token_count or 0,
    }


def of_result(result: Result) -> dict[str, Any]:
    """The facts of a search result."""
    return {
        "chunk_id": result.id,
        "doc_id": result.doc_id,
        "tree": result.tree,
        "path": result.path,
        "title": result.title,
        "breadcrumb": _CRUMB.join(result.breadcrumb),
        "tags": ", ".join(result.tags),
        "line_start": result.line_start,
        "line_end": result.line_end,
        "score": result.score,
    }


def _character(data: bytes, byte: int) -> int:
    return len(data[:byte].decode("utf-8", "replace"))
