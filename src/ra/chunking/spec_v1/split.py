"""Splits a unit over the hard maximum by structure, then sentences, then token windows.

SPEC 4.4, S1 §5: a table by rows, code by lines, a list by its top-level items. Parts that are still
too large are split by sentences, then by overlapping token windows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from ra.chunking.spec_v1.sizes import Place, Scale, Slice, pack
from ra.chunking.spec_v1.windows import windows
from ra.model import ChunkKind
from ra.parse.blocks import item_starts
from ra.text.sentences import sentence_spans

Cutter = Callable[[bytes, Place], list[Place]]


def split(scale: Scale, place: Place, kind: ChunkKind, taken: int = 0) -> list[Slice]:
    """The pieces of one unit, none above the hard maximum less the `taken` tokens if possible.

    A piece that fits into the hard maximum only without the prefix stays whole (R2, R13).
    """
    first = CUTTERS.get(kind)
    cutters = [first, sentences] if first else [sentences]
    return list(_divide(scale, place, cutters, taken))


def _divide(
    scale: Scale, place: Place, cutters: Sequence[Cutter], taken: int = 0
) -> Iterator[Slice]:
    if not cutters:
        yield from windows(scale, place)
        return
    places = cutters[0](scale.data, place)
    for piece in pack(scale, places, taken) if places else ():
        if piece.tokens <= scale.sizes.hard:
            yield piece
        else:
            yield from _divide(scale, piece[:2], cutters[1:], taken)


def lines(data: bytes, place: Place) -> list[Place]:
    """The lines that are not blank, with their indentation."""
    start, end = place
    places: list[Place] = []
    for line in data[start:end].split(b"\n"):
        if line.strip():
            places.append((start, start + len(line)))
        start += len(line) + 1
    return places


def rows(data: bytes, place: Place) -> list[Place]:
    """The rows of a table; the header and the line below it are one row."""
    places = lines(data, place)
    return [(places[0][0], places[1][1]), *places[2:]] if len(places) > 1 else places


def items(data: bytes, place: Place) -> list[Place]:
    """The top-level items of a list, each with its contents."""
    start, end = place
    marks = [start + at for at in item_starts(data[start:end].decode())]
    bounds = [start, *(data.rfind(b"\n", start, mark) + 1 for mark in marks[1:]), end]
    ends = [begin + len(data[begin:stop].rstrip()) for begin, stop in pairwise(bounds)]
    return [(begin, stop) for begin, stop in zip(bounds, ends, strict=False) if begin < stop]


def sentences(data: bytes, place: Place) -> list[Place]:
    """The sentences, in bytes."""
    at, end = place
    text = data[at:end].decode()
    places: list[Place] = []
    done = 0
    for first, last in sentence_spans(text):
        start = at + len(text[done:first].encode())
        at = start + len(text[first:last].encode())
        done = last
        places.append((start, at))
    return places


CUTTERS: dict[ChunkKind, Cutter] = {"table": rows, "code": lines, "list": items}
