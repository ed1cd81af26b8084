"""Divides the text of a section into units that an answer can quote: sentences, lists, code."""

from __future__ import annotations

from collections.abc import Iterator

from ra.answer.records import UnitKind
from ra.document import Block
from ra.parse import blocks
from ra.text.sentences import sentence_spans
from ra.typed import NamedTuple

_LONGEST_BLOCK = 1200  # bytes; a longer list or code block is quoted item by item, or not at all


class Quotable(NamedTuple):
    """A quotable part of a text, as bytes of it. `leads`: it ends with a colon, before a block."""

    kind: UnitKind
    start: int
    end: int
    text: str
    leads: bool = False


def units(text: str) -> list[Quotable]:
    """The units of a text in order.

    An ordered list is one unit, since its steps belong together; other lists give their items, and
    tables their rows.
    """
    data = text.encode("utf-8", "surrogatepass")
    found: list[Quotable] = []
    for block in blocks.read(text):
        found += _of_block(block, data)
    return found


def _of_block(block: Block, data: bytes) -> Iterator[Quotable]:
    start, end = block.start, block.end
    if block.kind in ("rule", "html"):
        return
    if block.kind == "code":
        if end - start <= _LONGEST_BLOCK:
            yield _unit("code", start, end, data)
        return
    if block.kind == "list" and block.ordered and end - start <= _LONGEST_BLOCK:
        yield _unit("steps", start, end, data)
        return
    if block.kind == "table":
        yield from _rows(start, end, data)
        return
    yield from _sentences(start, end, data)


def _rows(start: int, end: int, data: bytes) -> Iterator[Quotable]:
    """The rows of a table, without its head and the line below that."""
    at = start
    for number, line in enumerate(data[start:end].split(b"\n")):
        if number > 1 and line.strip(b" |"):
            text = line.decode("utf-8", "surrogatepass")
            cells = [cell.strip() for cell in text.strip().strip("|").split("|")]
            yield Quotable("sentence", at, at + len(line), " | ".join(cells))
        at += len(line) + 1


def _sentences(start: int, end: int, data: bytes) -> Iterator[Quotable]:
    text = data[start:end].decode("utf-8", "surrogatepass")
    at, byte = 0, start
    for first, last in sentence_spans(text):
        byte += len(text[at:first].encode("utf-8", "surrogatepass"))
        size = len(text[first:last].encode("utf-8", "surrogatepass"))
        sentence = text[first:last]
        if any(map(str.isalnum, sentence)):
            yield Quotable("sentence", byte, byte + size, sentence, sentence.endswith((":", "：")))
        at, byte = last, byte + size


def _unit(kind: UnitKind, start: int, end: int, data: bytes) -> Quotable:
    text = data[start:end].decode("utf-8", "surrogatepass").rstrip()
    return Quotable(kind, start, start + len(text.encode("utf-8", "surrogatepass")), text)
