"""Which bytes of a body are matches? (SPEC 8.9)"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ra.text import Word, tokens
from ra.text.scan import Sought, begins, run, spans

Range = tuple[int, int]  # from and to, bytes of UTF-8, half-open


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
    marked = _words(body, wanted, language)
    if wanted.phrases:
        marked += _phrases(body, wanted.phrases, language)
    return merge(marked)


def _words(body: str, wanted: Wanted, language: str) -> list[Range]:
    words, prefixes = wanted.words, wanted.prefixes
    if not (words or prefixes):
        return []
    found = spans(body, language, Sought(words, prefixes))
    if found is not None:
        return found
    source = body.encode("utf-8", "surrogatepass")
    return [
        (start, end)
        for text, start, end, _ in tokens(body, language)
        if text in words
        or begins(source[start:end].decode("utf-8", "surrogatepass"), text, prefixes)
    ]


def _phrases(body: str, phrases: Sequence[tuple[str, ...]], language: str) -> list[Range]:
    found = run(body, language, frozenset().union(*phrases))
    if found is None:
        found = tokens(body, language)
    return [place for phrase in phrases for place in _whole(found, phrase)]


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
