"""Which bytes of a body are matches? (SPEC 8.9)"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ra.text import Word, analyzer, camel_parts, prepare, tokens
from ra.text.preparation import folded

Range = tuple[int, int]  # from and to, bytes of UTF-8, half-open

_ASCII_WORD = re.compile("[A-Za-z0-9]+")


class Wanted(NamedTuple):
    """What may be marked in a body: the positive parts of a query that search bodies.

    Words, with their expansions, and the words of phrases are analyzed. A prefix is in small
    letters and folded; it may be the start of a word as analyzed or as written.
    """

    words: frozenset[str] = frozenset()
    prefixes: tuple[str, ...] = ()
    phrases: tuple[tuple[str, ...], ...] = ()


def match_ranges(body: str, wanted: Wanted, language: str) -> tuple[Range, ...]:
    """The places of all matches, sorted and merged; each is one or more whole words.

    A phrase is marked only where it occurs whole; a part of a camelCase word marks all of it.
    """
    if wanted.prefixes or not body.isascii() or camel_parts(body):
        found = tokens(body, language)
    else:
        found = _among(wanted.words.union(*wanted.phrases), body, language)
    marked = [(word.start, word.end) for word in found if word.text in wanted.words]
    if wanted.prefixes:
        marked += _starting(found, wanted.prefixes, body)
    for phrase in wanted.phrases:
        marked += _whole(found, phrase)
    return merge(marked)


def merge(ranges: Iterable[Sequence[int]]) -> tuple[Range, ...]:
    """Ranges in order; those that overlap or touch become one."""
    merged: list[Range] = []
    for start, end in sorted((start, end) for start, end in ranges):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return tuple(merged)


def clip(ranges: Iterable[Range], size: int) -> tuple[Range, ...]:
    """The ranges that lie whole within the first `size` bytes, for a body that was cut there."""
    return tuple((start, end) for start, end in ranges if end <= size)


def _among(texts: frozenset[str], body: str, language: str) -> list[Word]:
    """Those of `ra.text.tokens` that have one of these texts; for ASCII without camelCase.

    Most bodies are such, and this takes half the time.
    """
    prepared = prepare(body, language)
    analyzed = analyzer(language).analyze(prepared)
    places = _ASCII_WORD.finditer(prepared)
    return [
        Word(text, *place.span(), position)
        for position, (text, place) in enumerate(zip(analyzed, places, strict=True))
        if text in texts
    ]


def _starting(found: Iterable[Word], prefixes: tuple[str, ...], body: str) -> list[Range]:
    source = body.encode("utf-8", "surrogatepass")

    def written(word: Word) -> str:
        return folded(source[word.start : word.end].decode("utf-8", "surrogatepass")).lower()

    return [
        (word.start, word.end)
        for word in found
        if word.text.startswith(prefixes) or written(word).startswith(prefixes)
    ]


def _whole(found: Sequence[Word], phrase: tuple[str, ...]) -> list[Range]:
    """The words of all occurrences of a phrase: its words at places right after each other."""
    if not phrase:
        return []
    at = {word.position: word for word in found}
    marked: list[Range] = []
    for first in found:
        if first.text != phrase[0]:
            continue
        run = [at.get(first.position + step) for step in range(len(phrase))]
        if all(word and word.text == text for word, text in zip(run, phrase, strict=True)):
            marked += [(word.start, word.end) for word in run if word]
    return marked
