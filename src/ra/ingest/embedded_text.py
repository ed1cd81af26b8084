"""Decides which text stands for a chunk in an embedding, and the key of its vector (SPEC 8.3)."""

from __future__ import annotations

from ra.model import Chunk, digest
from ra.parse import frontmatter

_MOST_PASSAGES = 8  # twice what the built-in model makes
_BOM = "\ufeff"
_MARKS = ("---", "+++")


def embedded_text(chunk: Chunk, characters: int) -> tuple[str, bool]:
    """The breadcrumb joined by ` > ` and the body, cut; and whether there is a body.

    Front matter is not embedded (SPEC 2.1).
    """
    body = _prose(chunk).strip()
    return f"{' > '.join(chunk.breadcrumb)}\n{body}"[:characters], bool(body)


def embedding_key(model: str, text: str) -> bytes:
    """A hash of the model and of exactly what it embeds: 16 bytes."""
    return bytes.fromhex(digest(f"{model}\0{text}".encode(), 16))


def passage_keys(key: bytes) -> list[bytes]:
    """The keys of the passages that a text may have, by its own."""
    return [bytes.fromhex(digest(key + bytes([number]), 16)) for number in range(_MOST_PASSAGES)]


def _prose(chunk: Chunk) -> str:
    body = chunk.body.removeprefix(_BOM)
    if chunk.position or not body.startswith(_MARKS):
        return body
    data = body.encode()
    return data[frontmatter.read(data, 0).end :].decode()
