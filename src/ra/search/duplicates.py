"""Merges results with equal or nearly equal texts: one stays and names the others (SPEC 8.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from ra.search.candidates import Stage
from ra.typed import NamedTuple

_ALIKE = 0.9  # share of the words of the longer text that the other one has too
_FEW_WORDS = 8  # so short a text is the same only under the same title
_SAME_LENGTH = 0.85


class ShownText(NamedTuple):
    """What a result shows; `home` is the chunk whose text it is, the result itself or one below."""

    id: str
    title: str
    text: str
    home: str


class Deduplicated(NamedTuple):
    """The ids that stay, in order, and for each of them where else its text is.

    `repeated` maps a dropped id to the one that stays in its place; `elsewhere` has the chunks
    with that text, without the one that is shown.
    """

    kept: tuple[str, ...]
    repeated: Mapping[str, str]
    elsewhere: Mapping[str, tuple[str, ...]]

    def also(self, chunk_id: str) -> tuple[str, ...]:
        """The other places of the text of a result."""
        return self.elsewhere.get(chunk_id, ())

    def stage(self) -> Stage:
        """What the stage did."""
        count = len(self.repeated)
        notes = [f"{len(self.kept)} kept, {count} dropped that repeat another text"]
        notes += [f"{one} repeats {first}" for one, first in self.repeated.items()]
        facts = {"kept": len(self.kept), "repeated": dict(self.repeated)}
        return Stage("duplicates", facts, tuple(notes))


def drop_duplicates(results: Iterable[ShownText]) -> Deduplicated:
    """Keep the first of results whose texts are the same but for a few words, best first."""
    kept: list[_Kept] = []
    repeated: dict[str, str] = {}
    homes: dict[str, dict[str, None]] = {}
    for one in results:
        text = " ".join(one.text.split())
        first = next((each for each in kept if _is_same(one, text, each)), None)
        if first is None:
            kept.append(_Kept(one, text))
        else:
            repeated[one.id] = first.shown.id
            if one.home != first.shown.home:
                homes.setdefault(first.shown.id, {})[one.home] = None
    elsewhere = {each: tuple(some) for each, some in homes.items()}
    return Deduplicated(tuple(each.shown.id for each in kept), repeated, elsewhere)


def keep_all(results: Iterable[ShownText]) -> Deduplicated:
    """Every result, for a search in which each hit is a result of its own."""
    return Deduplicated(tuple(one.id for one in results), {}, {})


class _Kept(NamedTuple):
    shown: ShownText
    text: str  # with its white space collapsed


def _is_same(one: ShownText, text: str, kept: _Kept) -> bool:
    if one.home == kept.shown.home:
        return True
    is_titled_alike = one.title == kept.shown.title
    if text == kept.text:
        return bool(text) and (is_titled_alike or text.count(" ") >= _FEW_WORDS)
    return is_titled_alike and _is_similar(text, kept.text)


def _is_similar(one: str, other: str) -> bool:
    """Whether two texts have the same words but for a few; only like-titled ones are compared."""
    short, long = sorted((one, other), key=len)
    if len(short) < _SAME_LENGTH * len(long) or short.count(" ") < _FEW_WORDS:
        return False
    words, others = Counter(short.split()), Counter(long.split())
    return (words & others).total() >= _ALIKE * max(words.total(), others.total())
