"""Defines the token limits of `spec_v1` and joins neighboring units up to them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ra.typed import NamedTuple

Counter = Callable[[str], int]
Place = tuple[int, int]  # from and to, in bytes of the normalized text

MAYBE_SMALL = 8
"""A text of more bytes than this for each token of the target has hardly fewer tokens."""


class Sizes(NamedTuple):
    """Limits in tokens (S1 §5), and the share of the body before that is repeated (S1 §6)."""

    target: int = 350
    soft: int = 450
    hard: int = 520
    overlap: float = 0.15

    def repeated(self, tokens: int) -> int:
        """How many tokens of a body of this size may be repeated: rounded down (SPEC 4.4)."""
        return int(tokens * self.overlap)


class Scale(NamedTuple):
    """A text with what measures it."""

    data: bytes
    count: Counter
    sizes: Sizes

    def tokens(self, start: int, end: int) -> int:
        """The tokens of a part of the text."""
        return self.count(self.data[start:end].decode())


class Slice(NamedTuple):
    """A part of the text that becomes a body; `window` if it was cut without regard to sense."""

    start: int
    end: int
    tokens: int
    window: bool = False


def pack(scale: Scale, places: Sequence[Place], taken: int = 0) -> list[Slice]:
    """Neighbors joined: closed at the target, never past the soft maximum (S1 §5.1, R12).

    A place that alone is larger stays alone and whole. `taken` tokens of the hard maximum are
    not available, because a prefix needs them.
    """
    soft = min(scale.sizes.soft, scale.sizes.hard - taken)
    return _grown(scale, places, min(scale.sizes.target, soft), soft)


def _grown(scale: Scale, places: Sequence[Place], target: int, soft: int) -> list[Slice]:
    """`pack`, place by place.

    What is open is counted anew only when it could have reached the target: joined texts never
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
