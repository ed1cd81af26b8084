"""Builds the S1 record of a chunk and its id (S1 §7, §8; SPEC 4.4)."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from ra.model import ChunkKind
from ra.parse.blocks import literals_in
from ra.typed import NamedTuple

_COUNTED: tuple[ChunkKind, ...] = ("list", "table", "code")


class SpecRecord(NamedTuple):
    """The record of SPEC 4.4. `byte_start` and `byte_end` are the range of the body in the file.

    `prefix` is the start of `chunk_text` before the body; it is not exported.
    """

    chunk_id: str
    tenant_id: str
    document_id: str
    source_version_id: str
    ordinal: int
    chunk_path: str
    headings_path: tuple[str, ...]
    token_count: int
    chunk_text: str
    byte_start: int
    byte_end: int
    kind: ChunkKind
    prefix: str

    @property
    def body(self) -> str:
        """The text without the overlap before it."""
        return self.chunk_text[len(self.prefix) :]


EXPORTED = SpecRecord._fields[:-1]


def identify(
    tenant_id: str, document_id: str, source_version_id: str, ordinal: int, canonical_text: str
) -> str:
    """`chunk_id`: a hash of the identifying values, in lowercase hexadecimal (S1 §7)."""
    named = preimage(tenant_id, document_id, source_version_id, ordinal, canonical_text)
    return sha256(named.encode()).hexdigest()


def preimage(
    tenant_id: str, document_id: str, source_version_id: str, ordinal: int, canonical_text: str
) -> str:
    """The hashed text. `%` and `|` in the three ids are escaped, so that ids stay distinct."""
    ids = [
        value.replace("%", "%25").replace("|", "%7C")
        for value in (tenant_id, document_id, source_version_id)
    ]
    return "|".join((*ids, str(ordinal), canonical_text))


def canonical(text: str, kind: ChunkKind) -> str:
    """The text with its white space collapsed, except in code and tables (S1 §7, R16).

    Code and tables lose only the newlines at their edges, also inside lists and quotes.
    """
    if kind in ("code", "table"):
        return text.strip("\n")
    if kind == "paragraph":
        return " ".join(text.split())
    data = text.encode()
    parts: list[str] = []
    done = 0
    for start, end in literals_in(text):
        parts += data[done:start].decode().split()
        parts.append(data[start:end].decode().strip("\n"))
        done = end
    return " ".join((*parts, *data[done:].decode().split()))


def chunk_path(headings: Sequence[str], kind: ChunkKind, number: int) -> str:
    """The headings, then the list, table or code block of the section, counted from 0."""
    path = "/".join(
        heading.replace("%", "%25").replace("/", "%2F").replace("#", "%23") for heading in headings
    )
    return f"{path}#{kind}:{number}" if kind in _COUNTED else path
