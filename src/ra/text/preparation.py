"""What is a tokenizer given, so that it finds the words of every script? (SPEC 6.1)

Indexed texts and queries go through the same door. Plain ASCII prose passes untouched.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate, chain, repeat
from operator import add
from typing import NamedTuple
from unicodedata import category, is_normalized, normalize

from ra.text import scripts, tokenizer
from ra.text.stemmers import KEEPS_MARKS

MAX_WORD = 40  # characters; longer words are dropped

_SEPARATORS = str.maketrans(dict.fromkeys("/\\.-_", " "))
_ASCII = bytes(range(128))
_ALNUM = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_IN_WORD = bytes(ord("w") if code in _ALNUM else ord(" ") for code in range(256))
_MAYBE_IN_WORD = bytes(ord("w") if code in _ALNUM + b"?" else ord(" ") for code in range(256))
_TOO_LONG = b"w" * (MAX_WORD + 1)
# Jamo that close a Korean syllable, and narrow sound marks: they join what is before them.
_JOINS = frozenset(map(chr, (*range(0x1160, 0x1200), *range(0xD7B0, 0xD7FC), 0xFF9E, 0xFF9F)))


class Origin(NamedTuple):
    """For each character of a prepared text from where to where it comes from in the original."""

    starts: Sequence[int]
    ends: Sequence[int]


class Traced(NamedTuple):
    """A prepared text, and where its characters come from."""

    text: str
    origin: Origin | None  # None: each character from its own place


def prepare(text: str, language: str) -> str:
    """The text as a text field of the index must be given it.

    日本語 becomes "日本 本語 語": one pair for each character, so that one character alone is
    found as the start of a pair.
    """
    if text.isascii():
        return _without_long_ascii(text)
    return _without_long(_paired(folded(text), language), language)


def prepare_query(text: str, language: str) -> str:
    """Like `prepare`, but the last character of a run does not stand alone: 日本 本語."""
    if text.isascii():
        return _without_long_ascii(text)
    return _without_long(_paired(folded(text), language, lone=False), language)


def prepare_traced(folded: Traced, language: str) -> Traced:
    """Like `prepare` from a folded text on, and says where each character comes from."""
    if folded.text.isascii():
        return Traced(_without_long_ascii(folded.text), folded.origin)
    paired = _paired_traced(folded, language)
    return Traced(_without_long(paired.text, language), paired.origin)


def path_text(path: str) -> str:
    """A path as words: docs/api/handlers.md becomes "docs api handlers md"."""
    return path.translate(_SEPARATORS)


def folded(text: str) -> str:
    """The text in composed form and usual width, without marks that change no word."""
    if text.isascii():
        return text
    rare = beyond_ascii(text)
    if not scripts.special().search(rare):
        return text if is_normalized("NFC", rare) else normalize("NFC", text)
    rare = "".join(set(rare))
    text = _replaced(scripts.surrogates(), "\ufffd", text, rare)
    text = _replaced(scripts.width(), lambda run: normalize("NFKC", run[0]), text, rare)
    return _replaced(scripts.dropped(), "", normalize("NFC", text), rare)


def beyond_ascii(text: str) -> str:
    """The characters of a text that are not ASCII, in order: often few, so quickly looked at."""
    rare = text.encode("utf-8", "surrogatepass").translate(None, _ASCII)
    return rare.decode("utf-8", "surrogatepass")


def folded_traced(text: str) -> Traced:
    """Like `folded`, and says where each character comes from."""
    if folded(text) == text:
        return Traced(text, None)
    joining = "".join(sorted(filter(_joins, set(text))))
    pieces = re.findall(f"(?s:.)[{joining}]*", text) if joining else list(text)
    made = {piece: folded(piece) for piece in set(pieces)}
    at = list(accumulate(map(len, pieces), initial=0))
    sizes = [len(made[piece]) for piece in pieces]
    origin = Origin(_repeated(at, sizes), _repeated(at[1:], sizes))
    return Traced("".join(map(made.__getitem__, pieces)), origin)


def with_letters(text: str) -> str:
    """The text with letters whose small form would not be found put in a form that is."""
    return text if text.isascii() else _swapped(text, text, marks=False)


def _joins(character: str) -> bool:
    """Whether normalizing can join this character with those before it."""
    return not character.isascii() and (character in _JOINS or category(character)[0] == "M")


def _paired(text: str, language: str, *, lone: bool = True) -> str:
    def pairs(run: re.Match[str]) -> str:
        before = " " if run.start() else ""
        after = " " if run.end() < len(text) else ""
        return before + _pairs(run[0], lone=lone) + after

    rare = beyond_ascii(text)
    if not scripts.special().search(rare):
        return text
    rare = "".join(set(rare))
    text = _replaced(scripts.unspaced(), pairs, text, rare)
    return _swapped(text, rare, marks=language not in KEEPS_MARKS)


def _replaced(
    pattern: re.Pattern[str], by: str | Callable[[re.Match[str]], str], text: str, rare: str
) -> str:
    """`pattern.sub`, spared where the characters beyond ASCII show that nothing matches."""
    return pattern.sub(by, text) if pattern.search(rare) else text


def _pairs(run: str, *, lone: bool) -> str:
    characters = _characters(run)
    pairs = list(map(add, characters, characters[1:]))
    return " ".join([*pairs, characters[-1]] if lone or not pairs else pairs)


def _characters(run: str) -> Sequence[str]:
    return scripts.characters().findall(run) if scripts.attached().search(run) else run


def _swapped(text: str, rare: str, *, marks: bool) -> str:
    pattern, table = scripts.swapped(marks=marks)
    return _replaced(pattern, lambda match: table.get(match[0], match[0]), text, rare)


def _paired_traced(folded: Traced, language: str) -> Traced:
    text = folded.text
    paired = _paired(text, language)
    if len(paired) == len(text):
        return Traced(paired, folded.origin)
    where: list[int] = []
    done = 0
    for run in scripts.unspaced().finditer(text):
        first, end = run.span()
        where += range(done, first)
        where += [first] * (first > 0)
        where += _pairs_from(first, _characters(run[0]))
        where += [first] * (end < len(text))
        done = end
    where += range(done, len(text))
    if folded.origin is None:
        return Traced(paired, Origin(where, list(map(add, where, repeat(1)))))
    starts, ends = ([places[at] for at in where] for places in folded.origin)
    return Traced(paired, Origin(starts, ends))


def _repeated(places: Iterable[int], counts: Iterable[int]) -> list[int]:
    return list(chain.from_iterable(map(repeat, places, counts)))


def _pairs_from(first: int, characters: Sequence[str]) -> list[int]:
    """Where each character of the result of `_pairs` comes from; a space from anywhere."""
    at = list(accumulate(map(len, characters), initial=first))
    where: list[int] = []
    for start, end in zip(at, at[2:], strict=False):
        where += range(start, end)
        where.append(start)
    return [*where, *range(at[-2], at[-1])]


def _without_long_ascii(text: str) -> str:
    if _TOO_LONG not in text.encode().translate(_IN_WORD):
        return text
    return re.sub(rf"[A-Za-z0-9]{{{MAX_WORD + 1},}}", _blank, text)


def _without_long(text: str, language: str) -> str:
    """Blank out long words; what is not ASCII may be part of a word until looked at closely."""
    if _TOO_LONG not in text.encode("ascii", "replace").translate(_MAYBE_IN_WORD):
        return text
    pieces: list[str] = []
    done = 0
    for word in tokenizer.split(text, language):
        if len(word) > MAX_WORD:
            start = text.index(word, done)
            pieces += text[done:start], " " * len(word)
            done = start + len(word)
    return "".join(pieces) + text[done:]


def _blank(run: re.Match[str]) -> str:
    return " " * len(run[0])
