"""Cuts the units of a section into chunks, with the overlap before each (SPEC 4.4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ra.chunking.spec_v1.overlap import overlap_start
from ra.chunking.spec_v1.sizes import MAYBE_SMALL, Scale, Slice, pack
from ra.chunking.spec_v1.split import rows, split
from ra.chunking.spec_v1.units import Stretch, Unit
from ra.model import ChunkKind
from ra.parse.blocks import literals_in
from ra.typed import NamedTuple


class ChunkDraft(NamedTuple):
    """A chunk before it has an id: a body in the normalized text, and its prefix.

    `number` counts the lists, tables or code blocks of the section, each kind from 0.
    """

    section: int
    start: int
    end: int
    kind: ChunkKind
    number: int
    prefix: str
    tokens: int


def cuts_of(scale: Scale, stretch: Stretch, number: int) -> Iterable[ChunkDraft]:
    """The chunks of one stretch, in order; `number` is that of its list, table or code."""
    section, units = stretch
    data, count, (target, _, hard, _) = scale.data, scale.count, scale.sizes
    kind, _, end = units[-1]
    start = units[0].start
    alone = len(units) == 1
    if alone or end - start <= MAYBE_SMALL * target:  # the usual case: one chunk, counted once
        tokens = count(data[start:end].decode())
        if tokens < target or (alone and tokens <= hard):
            if kind == "quote":
                kind = _prose_kind(units, start, end)
            return (ChunkDraft(section, start, end, kind, number, "", tokens),)
    if kind in ("table", "code"):
        return _literal(scale, section, units[-1], number)
    if alone:
        return _flow(scale, stretch, [Slice(start, end, tokens)], number)
    return _flow(scale, stretch, pack(scale, [unit[1:] for unit in units]), number)


def _literal(scale: Scale, section: int, unit: Unit, number: int) -> Iterator[ChunkDraft]:
    """Split code by lines; a table by rows, with its header before each piece but the first."""
    header, taken = _header(scale, unit) if unit.kind == "table" else ("", 0)
    for at, (start, end, tokens, _) in enumerate(
        split(scale, (unit.start, unit.end), unit.kind, taken)
    ):
        prefix = header if at else ""
        if prefix:
            whole = scale.count(prefix + scale.data[start:end].decode())
            prefix, tokens = (prefix, whole) if whole <= scale.sizes.hard else ("", tokens)
        yield ChunkDraft(section, start, end, unit.kind, number, prefix, tokens)


def _header(scale: Scale, table: Unit) -> tuple[str, int]:
    """The header row with the line below it, and its tokens; empty if it is too large.

    Repeating a header of more than half the hard maximum would multiply the text.
    """
    places = rows(scale.data, (table.start, table.end))
    if len(places) < 2:
        return "", 0
    tokens = scale.tokens(table.start, places[1][0])
    if 2 * tokens > scale.sizes.hard:
        return "", 0
    return scale.data[table.start : places[1][0]].decode(), tokens


def _flow(
    scale: Scale, stretch: Stretch, packed: Iterable[Slice], number: int
) -> Iterator[ChunkDraft]:
    """Join paragraphs and quotes up to the target, and the list after them if it fits."""
    section, units = stretch
    list_start = units[-1].start if units[-1].kind == "list" else len(scale.data)
    plain = all(_is_plain(scale.data, unit) for unit in units)
    before: Slice | None = None
    for piece in _sized(scale, packed, list_start):
        start, end, tokens, _ = piece
        if end > list_start:
            yield ChunkDraft(section, start, end, "list", number, "", tokens)
            continue
        prefix = ""
        if before is not None and (plain or _are_prose(scale, before, piece)):
            begin = overlap_start(scale, before, piece)
            prefix = scale.data[begin:start].decode()
            tokens = scale.tokens(begin, end) if prefix else tokens
        kind = "paragraph" if plain else _prose_kind(units, start, end)
        yield ChunkDraft(section, start, end, kind, 0, prefix, tokens)
        before = piece


def _is_plain(data: bytes, unit: Unit) -> bool:
    """Whether a unit cannot contain code or a table; quotes and footnotes can."""
    return unit.kind != "quote" and not data.startswith(b"[^", unit.start)


def _sized(scale: Scale, packed: Iterable[Slice], list_start: int) -> Iterator[Slice]:
    """The chunks of joined units; one over the hard maximum is split."""
    for piece in packed:
        if piece.tokens <= scale.sizes.hard:
            yield piece
        else:
            kind: ChunkKind = "list" if piece.start >= list_start else "paragraph"
            yield from split(scale, (piece.start, piece.end), kind)


def _prose_kind(units: list[Unit], start: int, end: int) -> ChunkKind:
    """The kind of prose: a chunk of quotes only is a `quote` (SPEC 3.1)."""
    inside = (unit.kind for unit in units if unit.start < end and start < unit.end)
    return "quote" if all(kind == "quote" for kind in inside) else "paragraph"


def _are_prose(scale: Scale, before: Slice, after: Slice) -> bool:
    """Whether neither contains code or a table, as a quote can."""
    return not any(
        literals_in(scale.data[start:end].decode()) for start, end, _, _ in (before, after)
    )
