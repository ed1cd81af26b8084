"""Defines the token limits of `spec_v1` and joins neighboring units up to them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ra.typed import NamedTuple

Counter = Callable[[str], int]
Place = tuple[int, int]  # from and to, in bytes of the normalized text

MAYBE_SMALL = 8
"""Bytes per token; a longer text almost certainly exceeds the target."""


class Sizes(NamedTuple):
    """Limits in tokens (S1 §5), and the share of the previous body that is repeated (S1 §6)."""

    target: int = 350
    soft: int = 450
    hard: int = 520
    overlap: float = 0.15

    def repeated(self, tokens: int) -> int:
        """The maximum overlap after a body of this size, in tokens, rounded down (SPEC 4.4)."""
        return int(tokens * self.overlap)


class Scale(NamedTuple):
    """A text with its token counter and limits."""

    data: bytes
    count: Counter
    sizes: Sizes

    def tokens(self, start: int, end: int) -> int:
        """The tokens of a part of the text."""
        return self.count(self.data[start:end].decode())


class Slice(NamedTuple):
    """A part of the text that becomes a body; `window` if it was split by tokens only."""

    start: int
    end: int
    tokens: int
    window: bool = False


def pack(scale: Scale, places: Sequence[Place], taken: int = 0) -> list[Slice]:
    """Join neighbors: close at the target, never exceed the soft maximum (S1 §5.1, R12).

    A span that alone is larger stays alone and whole. `taken` tokens of the hard maximum are
    reserved for a prefix.
    """
    soft = min(scale.sizes.soft, scale.sizes.hard - taken)
    return _grown(scale, places, min(scale.sizes.target, soft), soft)


def _grown(scale: Scale, places: Sequence[Place], target: int, soft: int) -> list[Slice]:
    """`pack`, span by span.

    The open group is counted again only when it could have reached the target: joined texts never
    have more tokens than their parts.
    """
    slices: list[Slice] = []
    start = end = most = 0
    for begin, stop in places:
        tokens = 0
        if end:
            most += scale.tokens(end, stop)
            if most >= target:
                tokens = scale.tokens(start, stop)
                if tokens > soft:
                    slices.append(Slice(start, end, scale.tokens(start, end)))
                    end = 0
                most = tokens
        if not end:
            start, most = begin, scale.tokens(begin, stop)
            tokens = most
        end = stop
        if tokens >= target:
            slices.append(Slice(start, end, tokens))
            end = 0
    if end:
        slices.append(Slice(start, end, scale.tokens(start, end)))
    return slices
