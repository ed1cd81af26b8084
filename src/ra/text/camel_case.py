"""Splits camelCase words into their parts (SPEC 6.1).

A word is split before a capital after a small letter (`get|Element`), before the last of several
capitals when two small letters follow (`XML|Http`, but not `URLs`), and between a digit and a
capital with a small letter (`base64|Encode`, but not `2D`). Digits stay with the part before them.
"""

from __future__ import annotations

from ra.text.normalization import beyond_ascii, folded, is_long, with_letters
from ra.text.scripts import unspaced

_CUTS_BETWEEN = (("lU", "l|U"), ("dUl", "d|Ul"), ("UUll", "U|Ull"))
_MOST_CHARACTERS = 2_000  # of an identifier; a longer word is encoded data
_MOST_WORDS = 20_000  # cached words; the same words occur again and again


def camel_parts(text: str) -> list[str]:
    """The parts of each distinct camelCase word, in order, ready for a text field.

    The parts of a word that is too long for the index are indexed, too.
    """
    rare = None if text.isascii() else beyond_ascii(text)
    plain = folded(text, rare)
    if plain[1:].islower():  # so are most headings: a cut needs a capital after the first letter
        return []
    words = camel_words(plain, rare if plain is text else None)
    return list(dict.fromkeys([parts for _, _, parts in words]))


def camel_words(text: str, rare: str | None = None) -> list[tuple[int, int, str]]:
    """Start, end and parts of all camelCase words of a folded text, in order.

    `rare` are its non-ASCII characters, if they are known.
    """
    if text.isascii():
        return _found(text, text.encode().translate(_LATIN))
    wide = (ord(character) for character in set(beyond_ascii(text) if rare is None else rare))
    if all(_CLASSES[code] == " " for code in wide if code >= len(_LATIN)):
        classes = text.encode("latin-1", "replace").translate(_LATIN)
    else:
        classes = text.translate(_CLASSES).replace("d", "l").encode("ascii")
    return [(start, end, with_letters(parts)) for start, end, parts in _found(text, classes)]


class _Classes(dict[int, str]):
    """l: small, U: capital, d: digit, o: other in a word, space: between words."""

    def __missing__(self, code: int) -> str:
        found = self[code] = _class(chr(code))
        return found


class _Cuts(dict[str, str]):
    """The parts of a word with spaces between them; "" if it has none."""

    def __missing__(self, word: str) -> str:
        if len(self) >= _MOST_WORDS:
            self.clear()
        found = self[word] = _cut(word)
        return found


def _class(character: str) -> str:
    if character.islower():
        return "l"
    if character.isupper() or character.istitle():
        return "U"
    if character.isdigit():
        return "d"
    if not character.isalnum():
        return " "
    return " " if character > "\u0e00" and unspaced().match(character) else "o"


def _cut(word: str) -> str:
    if len(word) > _MOST_CHARACTERS:
        return ""
    classes = word.translate(_CLASSES)
    for written, cut in _CUTS_BETWEEN:
        classes = classes.replace(written, cut)
    if len(classes) == len(word):
        return ""
    parts, start = [], 0
    for piece in classes.split("|"):
        parts.append(word[start : start + len(piece)])
        start += len(piece)
    if is_long(word):
        parts = [part for part in parts if not is_long(part)]
    return " ".join(parts)


_CLASSES = _Classes()
_CUTS = _Cuts()
# Here a digit counts as a small letter; `_Cuts` decides word by word where to split.
_LATIN = (
    b" " * 48 + b"l" * 10 + b" " * 7 + b"U" * 26 + b" " * 6 + b"l" * 26 + b" " * 47
    + b"l       ll l   ll ooo " + b"U" * 23 + b" " + b"U" * 7 + b"l" * 24 + b" " + b"l" * 8
)  # fmt: skip
"""The classes of the characters of Latin-1."""


def _found(text: str, classes: bytes) -> list[tuple[int, int, str]]:
    """The camelCase words of a text, by the classes of its characters."""
    # Searches that skip ahead are several times faster than a pattern tried at each byte.
    classes = classes.replace(b"UUll", b"lUll") + b" "
    find, rfind, found = classes.find, classes.rfind, []
    at = find(b"lU")
    while at >= 0:
        start, end = rfind(b" ", 0, at) + 1, find(b" ", at)
        if parts := _CUTS[text[start:end]]:
            found.append((start, end, parts))
        at = find(b"lU", end)
    return found
