"""The tokenizer of BERT models: words and punctuation, cut into the longest known pieces."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping

_MOST_LETTERS = 100  # of a word; a longer one is unknown
_MOST_KEPT = 50_000
_IDEOGRAPHS = (
    (0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0x20000, 0x2A6DF), (0x2A700, 0x2B73F),
    (0x2B740, 0x2B81F), (0x2B920, 0x2CEAF), (0xF900, 0xFAFF), (0x2F800, 0x2FA1F),
)  # fmt: skip


class _Characters(dict[int, str]):
    """What becomes of a character: nothing, a space, itself apart, or its small letter."""

    def __init__(self, *, lowercase: bool) -> None:
        super().__init__()
        self._lowercase = lowercase

    def __missing__(self, code: int) -> str:
        self[code] = text = self._of(code)
        return text

    def _of(self, code: int) -> str:
        character = chr(code)
        if character in "\t\n\r ":
            return " "
        category = unicodedata.category(character)
        if code in (0, 0xFFFD) or category in ("Cc", "Cf", "Cn", "Co"):
            return ""
        if character.isspace():
            return " "
        if self._lowercase and category == "Mn":
            return ""
        if category[0] == "P" or _is_ascii_sign(code) or _is_ideograph(code):
            return f" {character} "
        return character.lower() if self._lowercase else character


def _is_ascii_sign(code: int) -> bool:
    return 33 <= code <= 47 or 58 <= code <= 64 or 91 <= code <= 96 or 123 <= code <= 126


def _is_ideograph(code: int) -> bool:
    return any(first <= code <= last for first, last in _IDEOGRAPHS)


class WordPiece:
    """Turns a text into numbers of pieces, between the marks of a start and an end."""

    def __init__(self, pieces: Iterable[str], *, lowercase: bool = True) -> None:
        self._pieces: Mapping[str, int] = {piece: id for id, piece in enumerate(pieces)}
        self._start, self._end = self._pieces["[CLS]"], self._pieces["[SEP]"]
        self._unknown = self._pieces["[UNK]"]
        self._characters = _Characters(lowercase=lowercase)
        self._lowercase = lowercase
        self._words: dict[str, tuple[int, ...]] = {}

    def encode(self, text: str, limit: int) -> list[int]:
        """At most `limit` numbers, the marks included."""
        if self._lowercase:
            text = unicodedata.normalize("NFD", text)
        ids = [self._start]
        for word in text.translate(self._characters).split():
            ids += self._words.get(word) or self._cut(word)
            if len(ids) >= limit:
                break
        del ids[limit - 1 :]
        ids.append(self._end)
        return ids

    def _cut(self, word: str) -> tuple[int, ...]:
        pieces = self._longest_first(word)
        if len(self._words) >= _MOST_KEPT:
            self._words.clear()
        self._words[word] = pieces
        return pieces

    def _longest_first(self, word: str) -> tuple[int, ...]:
        if len(word) > _MOST_LETTERS:
            return (self._unknown,)
        found: list[int] = []
        start, known = 0, self._pieces
        while start < len(word):
            mark = "##" if start else ""
            for end in range(len(word), start, -1):
                number = known.get(mark + word[start:end])
                if number is not None:
                    found.append(number)
                    start = end
                    break
            else:
                return (self._unknown,)
        return tuple(found)
