"""Which bytes of a body are matches? (SPEC 8.9)"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from operator import lt

from ra.text import Word
from ra.text.scan import Sought, begins, run, spans
from ra.typed import NamedTuple

Range = tuple[int, int]  # from and to, bytes of UTF-8, half-open


class Wanted(NamedTuple):
    """What may be marked in a body: the positive parts of a query that search bodies.

    Words, with their expansions, and the words of phrases are analyzed. A prefix is in small
    letters and folded; it may be the start of a word as analyzed or as written. Such a start is
    the last word of what is `begun`.
    """

    words: frozenset[str] = frozenset()
    prefixes: tuple[str, ...] = ()
    phrases: tuple[tuple[str, ...], ...] = ()
    begun: tuple[tuple[str, ...], ...] = ()


def match_ranges(body: str, wanted: Wanted, language: str) -> tuple[Range, ...]:
    """The places of all matches, sorted and merged; each is one or more whole words.

    A phrase is marked only where it occurs whole; a part of a camelCase word marks all of it.
    """
    return all_match_ranges([body], wanted, language)[0]


def all_match_ranges(
    bodies: Sequence[str], wanted: Wanted, language: str
) -> list[tuple[Range, ...]]:
    """The same for several bodies, whose words are looked at together."""
    words, prefixes, phrases, begun = wanted
    if words or prefixes:
        marked = spans(bodies, language, Sought(words, prefixes))
    else:
        marked = [[] for _ in bodies]
    if phrases or begun:
        for body, places in zip(bodies, marked, strict=True):
            places += _phrases(body, phrases, language) if phrases else []
            places += _begun(body, begun, language) if begun else []
    return [merge(places) for places in marked]


def _phrases(body: str, phrases: Sequence[tuple[str, ...]], language: str) -> list[Range]:
    forms: frozenset[str] = frozenset().union(*phrases)
    found = run(body, language, forms)
    if found is None:
        from ra.text.tracing import tokens  # few texts need the full look

        found = tokens(body, language, forms)
    return [place for phrase in phrases for places, _ in _each(phrase, found) for place in places]


def _begun(body: str, begun: Sequence[tuple[str, ...]], language: str) -> list[Range]:
    """The words of all occurrences of phrases whose last word is the start of one."""
    from ra.text.tracing import tokens  # seldom asked for

    source = body.encode("utf-8", "surrogatepass")
    found = tokens(body, language)
    after = {word.position: word for word in found}
    marked: list[Range] = []
    for *before, start in begun:
        for places, next_position in _each(before, found):
            last = after.get(next_position)
            if last is None:
                continue
            written = source[last.start : last.end].decode("utf-8", "surrogatepass")
            if begins(written, last.text, (start,)):
                marked += [*places, (last.start, last.end)]
    return marked


def merge(ranges: Iterable[Range]) -> tuple[Range, ...]:
    """Ranges in order; those that overlap or touch become one."""
    ordered = sorted(ranges)
    places = list(chain.from_iterable(ordered))
    if all(map(lt, places, places[1:])):  # mostly they are apart
        return tuple(ordered)
    merged: list[Range] = []
    last = -1
    for each in ordered:
        if each[0] > last:
            merged.append(each)
        else:
            merged[-1] = (merged[-1][0], max(each[1], last))
        last = merged[-1][1]
    return tuple(merged)


def clip(ranges: Iterable[Range], size: int) -> tuple[Range, ...]:
    """The ranges that lie whole within the first `size` bytes, for a body that was cut there."""
    return tuple((start, end) for start, end in ranges if end <= size)


def _each(phrase: Sequence[str], found: Sequence[Word]) -> Iterator[tuple[list[Range], int]]:
    """The words of each occurrence of a phrase, side by side, and which place follows."""
    if not phrase:
        return
    at = {word.position: word for word in found}
    for first in found:
        if first.text != phrase[0]:
            continue
        there = [at.get(first.position + step) for step in range(len(phrase))]
        if all(
            not text or (word and word.text == text)
            for word, text in zip(there, phrase, strict=True)
        ):
            yield [(word.start, word.end) for word in there if word], first.position + len(phrase)
