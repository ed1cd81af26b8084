"""Where do some words of a text stand? As `tokens` says, without a look at each of the others."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from ra.text.analysis import Word, words
from ra.text.camel import camel_parts, camel_words
from ra.text.preparation import MAX_WORD, folded, path_text, prepare
from ra.text.stemmers import KEEPS_MARKS
from ra.text.tokenizer import analyzer

Range = tuple[int, int]
Forms = Mapping[str, tuple[str, ...]]
"""What the index makes of each word as it is written: the word first, "" if stemming leaves
nothing of it, then its camelCase parts."""

_MOST_WORDS = 50_000  # words return: those already analyzed are kept, up to this many
_KNOWN: dict[str, dict[str, tuple[str, ...]]] = {}
_ALNUM = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_BETWEEN_ASCII_WORDS = bytes(code if code in _ALNUM else ord(" ") for code in range(256))
_WORD = re.compile(r"[^\W_]+")
_WORD_SIGN = re.compile(r"[^\W_]")
# Latin and Cyrillic letters, punctuation, arrows, signs and pictures: here Python and the index
# agree about what belongs to a word, and nothing is put in another form before it is indexed.
_PLAIN = re.compile(
    "[\x00-\u00ac\u00ae-\u012f\u0131-\u024f\u0400-\u0482\u048a-\u052f\u1e00-\u1eff\u2010-\u2027"
    "\u2030-\u205e\u20a0-\u20bf\u2190-\u2328\u232b-\u245f\u2500-\u27bf\U0001f300-\U0001faff]*"
)


class Sought(NamedTuple):
    """Words as the index has them, and what a word may begin with, as analyzed or as written."""

    forms: frozenset[str]
    starts: tuple[str, ...] = ()


def begins(written: str, form: str, starts: tuple[str, ...]) -> bool:
    """Whether a word begins with one of these, as analyzed or as written."""
    return bool(starts) and (form.startswith(starts) or folded(written).lower().startswith(starts))


def spans(text: str, language: str, sought: Sought) -> list[Range] | None:
    """The bytes of all words that are sought, or have a camelCase part that is, in order.

    None for a text that needs the full look.
    """
    if not _is_plain(text, language):
        return None
    written = {word for word in set(_split(text)) if len(word) <= MAX_WORD}
    found = _places(text, _chosen(written, _forms(written, language), sought))
    return found if text.isascii() else _in_bytes(text, found)


def all_forms(text: str, language: str) -> set[str] | None:
    """The words of a text as the index has them; None for a text that needs the full look."""
    if not _is_plain(text, language):
        return None
    written = {word for word in set(_split(text)) if len(word) <= MAX_WORD}
    known = _forms(written, language)
    return {form for word in written for form in known[word] if form}


def run(text: str, language: str, forms: frozenset[str]) -> list[Word] | None:
    """Those of `tokens` with these forms; None for a text that needs the full look.

    Positions tell which of them stand right after each other, and no more.
    """
    if not _is_plain(text, language):
        return None
    prepared = prepare(text, language)  # words that are too long are left out between others
    written = set(_split(prepared))
    known = _forms(written, language)
    found: list[Word] = []
    position, done = 0, 0
    for start, end in _places(prepared, [word for word in written if known[word][0] in forms]):
        position += 2 if _WORD_SIGN.search(prepared, done, start) else 1
        found.append(Word(known[prepared[start:end]][0], start, end, position))
        done = end
    found += _parts(text, language, forms)
    if text.isascii():
        return found
    at = dict(_bytes(text, {place for word in found for place in (word.start, word.end)}))
    return [word._replace(start=at[word.start], end=at[word.end]) for word in found]


def name_words(name: str, language: str) -> Sequence[str]:
    """The words of a path or title, as `words` says; they return again and again."""
    if language in KEEPS_MARKS or not name.isascii():
        return words(path_text(name), language)
    written = [word for word in _split(name) if len(word) <= MAX_WORD]
    known = _forms(written, language)
    return [known[word][0] for word in written if known[word][0]]


def _is_plain(text: str, language: str) -> bool:
    if language in KEEPS_MARKS:
        return False
    return text.isascii() or bool(_PLAIN.fullmatch(text))


def _split(text: str) -> list[str]:
    if text.isascii():
        return text.encode().translate(_BETWEEN_ASCII_WORDS).decode().split()
    return _WORD.findall(text)


def _chosen(written: Iterable[str], known: Forms, sought: Sought) -> list[str]:
    forms, starts = sought
    chosen = [word for word in written if not forms.isdisjoint(known[word])]
    if starts:
        chosen += [
            word
            for word in set(written).difference(chosen)
            if any(form and begins(word, form, starts) for form in known[word])
        ]
    return chosen


def _places(text: str, chosen: Iterable[str]) -> list[Range]:
    """Where these words stand and are no part of another, in order."""
    places: list[Range] = []
    for word in chosen:
        size = len(word)
        at = text.find(word)
        while at >= 0:
            end = at + size
            if not (text[at - 1 : at].isalnum() or text[end : end + 1].isalnum()):
                places.append((at, end))
            at = text.find(word, end)
    places.sort()
    return places


def _parts(text: str, language: str, forms: frozenset[str]) -> list[Word]:
    """The wanted parts of camelCase words, which the index has as one more value of the field."""
    cut = [(start, end, parts.split()) for start, end, parts in camel_words(text)]
    known = _forms({part for _, _, parts in cut for part in parts}, language)
    found = []
    position = len(text) + 1  # there are fewer words before
    for start, end, parts in cut:
        for part in parts:
            position += 1
            if known[part][0] in forms:
                found.append(Word(known[part][0], start, end, position))
    return found


def _in_bytes(text: str, found: Sequence[Range]) -> list[Range]:
    """Ranges of characters, in order and apart, as ranges of bytes."""
    at = [place for _, place in _bytes(text, {place for span in found for place in span})]
    return list(zip(at[::2], at[1::2], strict=True))


def _bytes(text: str, places: Collection[int]) -> list[tuple[int, int]]:
    """How many bytes stand before each of these characters, in order."""
    found = []
    done = before = 0
    for place in sorted(places):
        before += len(text[done:place].encode())
        found.append((place, before))
        done = place
    return found


def _forms(written: Collection[str], language: str) -> Forms:
    known = _KNOWN.setdefault(language, {})
    missing = [word for word in written if word not in known]
    if missing:
        if len(known) > _MOST_WORDS:
            known = _KNOWN[language] = {}
            missing = list(written)
        known.update(_analyzed(missing, language))
    return known


def _analyzed(missing: Sequence[str], language: str) -> Iterable[tuple[str, tuple[str, ...]]]:
    analyze = analyzer(language).analyze
    for word, form in zip(missing, analyze(" ".join(missing)), strict=True):
        parts = "" if word.islower() else camel_parts(word)
        yield word, (form, *analyze(parts)) if parts else (form,)
