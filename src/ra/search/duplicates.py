"""Merges results with equal or nearly equal texts: one stays and names the others (SPEC 8.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from ra.search.candidates import Stage
from ra.text.plain_text import size
from ra.typed import NamedTuple

_ALIKE = 0.9  # share of the words of the longer text that the other one has too
_FEW_WORDS = 8  # so short a text is the same only under the same title
_SAME_LENGTH = 0.85
_OPENING, _OPENING_WORDS = 200, 3  # characters and words that tell most texts apart


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


class DistinctTexts:
    """Keeps the first of results whose texts are the same but for a few words, best first.

    Without `merges`, every result stays: each hit is one of its own.
    """

    def __init__(self, *, merges: bool = True) -> None:
        self._merges = merges
        self._kept: list[_Compared] = []
        self._repeated: dict[str, str] = {}
        self._homes: dict[str, dict[str, None]] = {}

    def __len__(self) -> int:
        return len(self._kept)

    def add(self, one: ShownText) -> None:
        """The next result; it stays if no text before it is the same."""
        text = _Compared(one)
        same = self._first_like(text)
        if not self._merges or same is None:
            self._kept.append(text)
            return
        first = same.shown
        self._repeated[one.id] = first.id
        if one.home != first.home:
            self._homes.setdefault(first.id, {})[one.home] = None

    def _first_like(self, text: _Compared) -> _Compared | None:
        """The first text that is the same; most differ from all in title, opening and home."""
        title, opening, home = text.title, text.opening, text.home
        for each in self._kept:
            may_be = each.title == title or each.opening == opening or each.home == home
            if may_be and _is_same(text, each):
                return each
        return None

    def sizes(self) -> list[int]:
        """The bytes of the texts that stay."""
        return [each.size for each in self._kept]

    def done(self) -> Deduplicated:
        """What stays."""
        elsewhere = {each: tuple(some) for each, some in self._homes.items()}
        return Deduplicated(tuple(each.shown.id for each in self._kept), self._repeated, elsewhere)


class _Compared:
    """A text; its words are counted only if it is compared.

    `cached_property` has a lock in Python 3.11, which a forked child would inherit.
    """

    def __init__(self, shown: ShownText) -> None:
        self.shown = shown
        self.title, self.home = shown.title, shown.home
        self.opening = shown.text[:_OPENING].split(None, _OPENING_WORDS)[:_OPENING_WORDS]
        self.size = size(shown.text)
        self._collapsed: str | None = None
        self._words: Counter[str] | None = None

    @property
    def collapsed(self) -> str:
        """The text with its white space collapsed."""
        if self._collapsed is None:
            self._collapsed = " ".join(self.shown.text.split())
        return self._collapsed

    @property
    def words(self) -> Counter[str]:
        """How often each word occurs."""
        if self._words is None:
            self._words = Counter(self.shown.text.split())
        return self._words


def _is_same(one: _Compared, other: _Compared) -> bool:
    if one.home == other.home:
        return True
    is_titled_alike = one.title == other.title
    if one.opening == other.opening and one.collapsed == other.collapsed:
        return bool(one.collapsed) and (is_titled_alike or one.words.total() > _FEW_WORDS)
    return is_titled_alike and _is_similar(one, other)


def _is_similar(one: _Compared, other: _Compared) -> bool:
    """Whether two texts have the same words but for a few; only like-titled ones are compared."""
    short, long = len(one.collapsed), len(other.collapsed)
    if min(short, long) < _SAME_LENGTH * max(short, long):
        return False
    words, others = (one.words, other.words) if short <= long else (other.words, one.words)
    if words.total() <= _FEW_WORDS:
        return False
    needed = _ALIKE * max(words.total(), others.total())
    both = words.keys() & others.keys()
    return sum(min(words[word], others[word]) for word in both) >= needed
