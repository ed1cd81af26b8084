"""Counts the tokens of a text, and remembers those of each piece: most words come again."""

from __future__ import annotations

from collections.abc import Callable

from ra.text.cl100k import pairs
from ra.text.cl100k.pieces import pieces
from ra.text.cl100k.vocabulary import ranks

_ROOM = 1 << 23  # characters of all pieces that are remembered
ENTRY = 24  # what an entry takes beside its piece, in characters
_LONG = 1 << 10  # characters; a longer piece hardly comes again


class Counts(dict[str, int]):
    """The number of tokens of each piece, forgotten when all pieces have `room` characters."""

    def __init__(self, room: int = _ROOM) -> None:
        """Start empty."""
        super().__init__()
        self._room = self._left = room

    def __missing__(self, piece: str) -> int:
        """Count a piece, and remember the number."""
        tokens = self._count(piece)
        if len(piece) < _LONG:
            if self._left < len(piece) + ENTRY:
                self.clear()
                self._left = self._room
            self._left -= len(piece) + ENTRY
            self[piece] = tokens
        return tokens

    def _count(self, piece: str) -> int:
        data = piece.encode()
        if len(data) == 1 or data in ranks():
            return 1
        parts = pairs.parts(piece)
        return sum(map(self.__getitem__, parts)) if len(parts) > 1 else pairs.count(data)


def counter() -> Callable[[str], int]:
    """A function that counts the tokens of a text."""
    tokens = Counts().__getitem__
    return lambda text: sum(map(tokens, pieces(text)))
