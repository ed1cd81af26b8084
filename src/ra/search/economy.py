"""Decides which results are worth their text: the longer the answer, the better each further
result must be (SPEC 8.6). The others are shown in brief, or dropped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ra.config.schema import Search
from ra.search.candidates import Stage
from ra.typed import NamedTuple


class _Worth(NamedTuple):
    """The share of the best score that the text of the next result needs.

    Where the answer with it has `x` times the wanted tokens, and it alone `y` times, it needs
    `start`, plus `slope` times `x`, plus `own` times `y`, and not more than `most`. An answer of
    `free` times the wanted tokens may have any results.
    """

    start: float
    slope: float
    own: float
    most: float
    free: float


# Measured (docs/guides/evaluation.md). A result in brief is not lost, so its text must be worth
# more than one that would be dropped.
_OR_DROPPED = _Worth(start=0.1, slope=0.25, own=0.6, most=0.65, free=0.4)
_OR_BRIEF = _Worth(start=0.05, slope=0.55, own=0.2, most=0.75, free=0.0)
BRIEF_TOKENS = 50  # of a result in brief: a sentence or two


class Economized(NamedTuple):
    """Which results stay, by their places, and how many tokens, estimated, they have.

    `brief` are those of them whose text is not worth its tokens. A `target` of 0 is off. With
    results in brief, no text after the first `limit` is longer than such a passage.
    """

    chosen: tuple[int, ...]
    dropped: int
    tokens: int
    target: int
    brief: frozenset[int] = frozenset()
    limit: int = 0

    @property
    def kept(self) -> int:
        """How many results stay."""
        return len(self.chosen)

    def in_brief(self, ids: Sequence[str]) -> frozenset[str]:
        """Those in brief of the ids of the results that stay."""
        pairs = zip(self.chosen, ids, strict=True)
        return frozenset(each for place, each in pairs if place in self.brief)

    def admits(self, score: float, best: float) -> bool:
        """Whether a further result with this score may be worth its tokens, if these are few."""
        return score >= _needed(self.tokens, 0, self.target, _OR_DROPPED) * best

    def stage(self) -> Stage:
        """What the stage did."""
        if not self.target:
            return Stage("economy", None, ())
        brief = len(self.brief)
        kept = f"{self.kept} kept, {brief} of them in brief" if brief else f"{self.kept} kept"
        note = f"{kept}, {self.dropped} dropped: about {self.tokens:,} tokens"
        facts = {name: getattr(self, name) for name in ("kept", "dropped", "tokens", "target")}
        return Stage("economy", {**facts, "brief": brief}, (note,))


def most_results(params: Search) -> int:
    """How many results there may be, with those in brief."""
    return max(params.limit, _brief_limit(params))


def by_settings(results: Sequence[tuple[float, int]], params: Search) -> Economized:
    """The results that are worth their tokens with these settings."""
    target = params.token_target if params.ranking == "ra" else 0
    return economize(results, target, params.limit, _brief_limit(params))


def economize(
    results: Sequence[tuple[float, int]], target: int, limit: int = 0, most: int = 0
) -> Economized:
    """Keep the results, given as scores and tokens, best first, that are worth their tokens.

    The first one stays, whatever its size; a `target` of 0 keeps all. With `most`, all of so many
    results stay; texts of the first `limit` that are worth it are whole, the others in brief.
    """
    if not (most and target):
        return _or_dropped(results, target)
    first = results[:most]
    whole = {place for place in _worth_their_text(first, target) if place < limit}
    brief = frozenset(
        place for place, (_, size) in enumerate(first) if place not in whole and size > BRIEF_TOKENS
    )
    tokens = sum(BRIEF_TOKENS if place in brief else size for place, (_, size) in enumerate(first))
    dropped = len(results) - len(first)
    return Economized(tuple(range(len(first))), dropped, tokens, target, brief, limit)


def _worth_their_text(results: Sequence[tuple[float, int]], target: int) -> Iterator[int]:
    """The places of results whose text is worth more than a brief passage of it."""
    tokens = sum(min(size, BRIEF_TOKENS) for _, size in results)
    for place, (score, size) in enumerate(results):
        more = max(0, size - BRIEF_TOKENS)
        needed = _needed(tokens + more, size, target, _OR_BRIEF) if place and more else 0.0
        if score >= needed * results[0][0]:
            tokens += more
            yield place


def _or_dropped(results: Sequence[tuple[float, int]], target: int) -> Economized:
    """Drop the results that are not worth their tokens."""
    chosen: list[int] = []
    tokens = 0
    for place, (score, size) in enumerate(results):
        needed = _needed(tokens + size, size, target, _OR_DROPPED)
        if not place or score >= needed * results[0][0]:
            chosen.append(place)
            tokens += size
    return Economized(tuple(chosen), len(results) - len(chosen), tokens, target)


def _needed(tokens: int, size: int, target: int, worth: _Worth) -> float:
    """The share of the best score that makes an answer of so many tokens worth it."""
    filled = tokens / target if target else 0.0
    if filled < worth.free or not target:
        return 0.0
    return min(worth.most, worth.start + worth.slope * filled + worth.own * size / target)


def _brief_limit(params: Search) -> int:
    """How many results there may be if some are in brief; 0 where none may be."""
    shortens = params.ranking == "ra" and params.token_target and params.max_result_tokens
    return params.brief_limit if shortens and params.brief_limit > params.limit else 0
