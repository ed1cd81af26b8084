"""Makes the scores of several trees comparable: divides them by the tree's best or ideal score."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from ra.search.candidates import Candidate, Factor, Stage, descending
from ra.typed import NamedTuple


class Normalized(NamedTuple):
    """Candidates with comparable scores, and the divisor of each tree's scores.

    `best` is empty when scores are raw, and lacks a tree whose scores were not divided.
    """

    candidates: tuple[Candidate, ...]
    best: Mapping[str, float]

    def factor(self, candidate: Candidate) -> Factor:
        """What the score of this candidate was divided by."""
        best = self.best.get(candidate.tree, 1.0)
        return Factor(
            "tree_best", best, "" if best == 1 else f"/ {best:.4g} (the divisor of its tree)"
        )

    def stage(self) -> Stage:
        """What the stage did."""
        best = ", ".join(f"{tree} by {score:.4g}" for tree, score in self.best.items())
        note = f"scores divided: {best}" if best else "not needed, scores unchanged"
        return Stage("normalize", {"best": dict(self.best)}, (note,))


def min_max(scores: Sequence[float]) -> list[float]:
    """Scores between 0 and 1 for display: they say nothing about relevance."""
    least, most = min(scores, default=0.0), max(scores, default=0.0)
    return [(score - least) / (most - least) if most > least else 1.0 for score in scores]


def per_tree(
    candidates: Iterable[Candidate],
    trees_searched: Collection[str],
    ideals: Mapping[str, float] | None = None,
) -> Normalized:
    """Divide each tree's scores by its best when several trees are searched (SPEC 8.6).

    With `ideals`, these are the divisors (`ra.search.scales`): what the query could reach in the
    tree, so that a tree without an answer does not tie with one that has it.

    The number of trees searched counts, not the number with hits: adding a tree without hits must
    not change how the others are cut. A tree whose best score is not positive keeps its scores,
    since dividing would reverse its order; such candidates rank below every positive one. Equal
    scores keep their order.
    """
    candidates = tuple(candidates)
    if len(set(trees_searched)) < 2:
        return Normalized(candidates, {})
    best: dict[str, float] = {}
    for one in candidates:
        best[one.tree] = max(one.score, best.get(one.tree, 0.0))
    if ideals is not None:
        best = {tree: ideals.get(tree, 0.0) for tree in best}
    divisors = {tree: score for tree, score in best.items() if score > 0}
    scaled = [
        Candidate(chunk_id, tree, score / divisors.get(tree, 1.0), legs)
        for chunk_id, tree, score, legs in candidates
    ]
    return Normalized(tuple(sorted(scaled, key=descending)), divisors)
