"""Aggregates hits into sections: a section with enough hits replaces them (SPEC 8.7)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from operator import attrgetter

from ra.engine.query import Node
from ra.search.candidates import Candidate, Stage
from ra.typed import Literal, NamedTuple

AggregateScore = Literal["max", "bonus"]
Refusal = Literal[
    "too shallow",  # for `max_merge_depth`
    "too large",  # for `max_aggregate_tokens`
    "named",  # the query is the title of a hit below it
    "excluded",  # it contains what the query excludes
]


_REASONS: Mapping[Refusal, str] = {
    "too shallow": "its level is above max_merge_depth",
    "too large": "it is larger than max_aggregate_tokens",
    "named": "the query is the title of a section in it",
    "excluded": "it contains what the query excludes",
}


class Ranked(NamedTuple):
    """A chunk to return. `hit` is the chunk's own hit, None if it only represents constituents.

    Constituents are the hits it absorbed, best first: always original hits, from any depth
    below it. When a chunk with constituents is absorbed, they are handed on and it is not one.
    """

    chunk_id: str
    tree: str
    score: float
    constituents: tuple[Candidate, ...]
    hit: Candidate | None

    @property
    def aggregated(self) -> bool:
        """Whether it represents other chunks."""
        return bool(self.constituents)

    @property
    def best_hit(self) -> str:
        """The id of the hit with the highest score, to which it owes its rank."""
        best = self._best()
        return best.chunk_id if best else self.chunk_id

    def alone(self) -> Ranked:
        """Its best hit without the others."""
        best = self._best()
        return Ranked(best.chunk_id, self.tree, self.score, (), best) if best else self

    def _best(self) -> Candidate | None:
        hits = [*self.constituents, *([self.hit] if self.hit else [])]
        return max(hits, key=attrgetter("score")) if hits else None


class Aggregated(NamedTuple):
    """Results, best first, and the hits that did not become results.

    `covered` maps each hit that is neither a result nor a constituent to the result whose text
    contains it. `refused` maps parents with enough hits that were not formed to the reason.
    """

    results: tuple[Ranked, ...]
    covered: Mapping[str, str]
    refused: Mapping[str, Refusal]

    def stage(self) -> Stage:
        """What the stage did."""
        count = len(self.results)
        formed = sum(result.aggregated for result in self.results)
        facts = {
            "results": count,
            "covered": dict(self.covered),
            "refused": dict(self.refused),
        }
        notes = [f"{count:,} {'result' if count == 1 else 'results'}, {formed} of them aggregated"]
        notes += [
            f"{one} is part of {by}, which matched by itself" for one, by in self.covered.items()
        ]
        notes += [
            f"{one} was not formed: {_REASONS[reason]}" for one, reason in self.refused.items()
        ]
        return Stage("aggregate", facts, tuple(notes))


class AggregationRules(NamedTuple):
    """When siblings become their parent, and how it scores; named after the settings.

    `max_merge_depth` is the shallowest depth a formed parent may have. `max_aggregate_tokens` 0
    means no limit.
    """

    aggregation_threshold: float = 0.5
    min_siblings: int = 2
    aggregate_score: AggregateScore = "max"
    merge_bonus: float = 0.1
    max_merge_depth: int = 0
    max_aggregate_tokens: int = 0


class Limits(NamedTuple):
    """What the query itself forbids, while `max_aggregate_tokens` is set.

    `named` are hits whose own title is the query: they are not lifted. `excluded` are chunks
    that contain, themselves or below them, what the query excludes: they are not formed.
    """

    named: frozenset[str] = frozenset()
    excluded: frozenset[str] = frozenset()


class _Check(NamedTuple):
    """All that may keep a parent from being formed."""

    rules: AggregationRules
    sizes: Mapping[str, int]
    limits: Limits

    @property
    def is_strict(self) -> bool:
        """Whether a result represents only what it shows: off, it is as in S4."""
        return self.rules.max_aggregate_tokens > 0


class _Growing(NamedTuple):
    """Results so far: the hits that each absorbed, and for each chunk the results below it.

    `children` counts the results directly below; recounting is slow with thousands of hits.
    """

    nodes: Mapping[str, Node]
    hits: dict[str, Candidate]
    taken: dict[str, list[Candidate]]
    below: dict[str, dict[str, None]]
    children: dict[str | None, int]


def aggregate(
    candidates: Iterable[Candidate],
    nodes: Mapping[str, Node],
    rules: AggregationRules,
    sizes: Mapping[str, int] | None = None,
    limits: Limits | None = None,
) -> Aggregated:
    """Bring each hit, best first, to the level that its neighbors justify (SPEC 8.7).

    `nodes` holds the candidates and all their ancestors; `sizes` the tokens of each ancestor's
    whole text, needed only with `max_aggregate_tokens`. Equal scores are taken in input order.
    """
    growing = _Growing(nodes, {}, {}, {}, {})
    for hit in sorted(candidates, key=attrgetter("score"), reverse=True):
        growing.hits.setdefault(hit.chunk_id, hit)
    check = _Check(rules, sizes or {}, limits or Limits())
    refused: dict[str, Refusal] = {}
    for chunk_id, hit in growing.hits.items():
        if chunk_id in growing.taken:
            continue
        above = _result_above(chunk_id, growing)
        if above is None or (check.is_strict and not growing.taken[above]):
            is_above = chunk_id in growing.below  # most hits have no results below them
            subsumes = is_above and _refusal(chunk_id, growing, check) is None
            _stand(chunk_id, growing, subsumes=subsumes)
            refused.update(_rise(chunk_id, growing, check))
        elif growing.taken[above]:
            growing.taken[above].append(hit)
    return _finish(growing, rules, refused)


def separate(candidates: Iterable[Candidate]) -> Aggregated:
    """Each hit as a result of its own, for a search without aggregation."""
    results = [Ranked(one.chunk_id, one.tree, one.score, (), one) for one in candidates]
    results.sort(key=lambda one: (-one.score, one.chunk_id))
    return Aggregated(tuple(results), {}, {})


def _result_above(chunk_id: str, growing: _Growing) -> str | None:
    nodes, taken = growing.nodes, growing.taken
    above = nodes[chunk_id].parent_id
    while above is not None and above not in taken:
        above = nodes[above].parent_id
    return above


def _stand(chunk_id: str, growing: _Growing, *, subsumes: bool) -> None:
    """Make a chunk a result; one that subsumes takes in every result below it."""
    nodes, hits, taken, below, children = growing
    constituents: list[Candidate] = []
    for inner in below.pop(chunk_id, ()) if subsumes else ():
        constituents += taken.pop(inner) or [hits[inner]]
        above = nodes[inner].parent_id
        children[above] -= 1
        while above is not None:
            if above in below:
                del below[above][inner]
            above = nodes[above].parent_id
    is_new = chunk_id not in taken
    taken[chunk_id] = constituents
    if not is_new:
        return
    above = nodes[chunk_id].parent_id
    children[above] = children.get(above, 0) + 1
    while above is not None:
        below.setdefault(above, {})[chunk_id] = None
        above = nodes[above].parent_id


def _rise(chunk_id: str, growing: _Growing, check: _Check) -> dict[str, Refusal]:
    """Form parents for as long as enough siblings stand together; say where that was refused."""
    rules = check.rules
    while (parent := _justified(chunk_id, growing, rules)) is not None:
        if growing.nodes[parent].depth < rules.max_merge_depth:
            return {parent: "too shallow"}
        if (reason := _refusal(parent, growing, check)) is not None:
            return {parent: reason}
        _stand(parent, growing, subsumes=True)
        chunk_id = parent
    if growing.taken[chunk_id]:
        _join_page(chunk_id, growing, check)
    return {}


def _join_page(chunk_id: str, growing: _Growing, check: _Check) -> None:
    """Let a page that is a result take in its only section, as it would if it had come later."""
    page, _, siblings, _ = growing.nodes[chunk_id]
    if page is None or siblings > 1 or page not in growing.taken:
        return
    reason = _refusal(page, growing, check)
    if reason is None or (reason == "named" and page in check.limits.named):
        _stand(page, growing, subsumes=True)


def _refusal(chunk_id: str, growing: _Growing, check: _Check) -> Refusal | None:
    """Why a chunk may not stand for the results below it; nothing without a limit of tokens."""
    rules, sizes, (named, excluded) = check
    below = growing.below.get(chunk_id)
    if not (check.is_strict and below):
        return None
    if chunk_id in excluded:
        return "excluded"
    if not named.isdisjoint(below):
        return "named"
    return "too large" if rules.max_aggregate_tokens < sizes[chunk_id] else None


def _justified(chunk_id: str, growing: _Growing, rules: AggregationRules) -> str | None:
    """The parent of a result, if enough of its children are results; an only child stays."""
    parent, _, siblings, _ = growing.nodes[chunk_id]
    if parent is None or siblings < 2:
        return None
    standing = growing.children[parent]
    enough = standing >= rules.min_siblings and standing / siblings >= rules.aggregation_threshold
    return parent if enough else None


def _finish(growing: _Growing, rules: AggregationRules, refused: dict[str, Refusal]) -> Aggregated:
    hits, standing = growing.hits, growing.taken
    results = [
        _result(chunk_id, taken, hits.get(chunk_id), rules) for chunk_id, taken in standing.items()
    ]
    shown = {one.chunk_id for taken in standing.values() for one in taken}
    covered = {
        chunk_id: above
        for chunk_id in hits
        if chunk_id not in standing
        and chunk_id not in shown
        and (above := _result_above(chunk_id, growing)) is not None
    }
    results.sort(key=lambda one: (-one.score, one.chunk_id))
    return Aggregated(tuple(results), covered, refused)


def _result(
    chunk_id: str, taken: list[Candidate], hit: Candidate | None, rules: AggregationRules
) -> Ranked:
    """Build a result. The bonus counts constituents, which are original hits: no level counts
    twice.
    """
    if hit and not taken:
        return Ranked(chunk_id, hit.tree, hit.score, (), hit)
    parts = [*taken, hit] if hit else taken
    score = max(one.score for one in parts)
    if rules.aggregate_score == "bonus":
        score *= 1 + rules.merge_bonus * len(taken)
    constituents = sorted(taken, key=lambda one: (-one.score, one.chunk_id))
    return Ranked(chunk_id, parts[0].tree, score, tuple(constituents), hit)
