"""Counts the tokens of a text with a cache of pieces, since most words occur again."""

from __future__ import annotations

from collections.abc import Callable

from ra.text.cl100k import pairs
from ra.text.cl100k.pieces import pieces
from ra.text.cl100k.vocabulary import ranks

_ROOM = 1 << 23  # characters of all cached pieces
ENTRY = 24  # the overhead of an entry, in characters
_LONG = 1 << 10  # characters; a longer piece rarely occurs again


class Counts(dict[str, int]):
    """The number of tokens of each piece; cleared when all pieces together exceed `room`
    characters.
    """

    def __init__(self, room: int = _ROOM) -> None:
        """Start empty."""
        super().__init__()
        self._room = self._left = room

    def __missing__(self, piece: str) -> int:
        """Count a piece and cache the number."""
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
