"""Rates how well the best hit matches: strong, weak, or none (SPEC 8.10)."""

from __future__ import annotations

from collections.abc import Sequence

from ra.search.candidates import Stage
from ra.typed import Literal, NamedTuple

Strength = Literal["strong", "weak", "none"]

# Measured (docs/guides/match-confidence.md): nine in ten questions whose answer is in the documents
# reach the required share, and nine in ten on another subject do not. The shorter the query, the
# more of it is required: a two-word name loses half its meaning without one of its words.
_NEEDED_ANYWAY = 0.25
_NEEDED_BY_ONE_WORD = 0.6
_KEYWORD = 0.5  # what the keyword share counts beside a cosine


class Similarity(NamedTuple):
    """How close a tree is: the keyword score of its best hit as a share of the best possible one,
    and its largest cosine.

    `strong` and `least` are what both together need for a strong match, and for one at all; they
    belong to the model that made the vectors.
    """

    keyword: float
    cosine: float
    strong: float
    least: float

    @property
    def evidence(self) -> float:
        """Both together."""
        return _KEYWORD * self.keyword + self.cosine


class Evidence(NamedTuple):
    """The share of the query that a hit covers, and the number of its terms without stop words.

    A search by meaning also has a `similarity`.
    """

    share: float
    words: int
    similarity: Similarity | None = None


class Verdict(NamedTuple):
    """How well the best hit matches: the share of the query it covers, and the share required.

    It never depends on a normalized score. Terms alone cannot prove absence: without a `cosine`,
    `none` means that there is no hit at all.
    """

    strength: Strength
    share: float
    needed: float
    cosine: float | None = None

    def stage(self) -> Stage:
        """The verdict as a stage of the search."""
        share, needed = f"{100 * self.share:.0f} %", f"{100 * self.needed:.0f} %"
        note = f"{self.strength}, covers {share} of the query; a strong match needs {needed}"
        if self.cosine is not None:
            note = f"{self.strength}, covers {share} of the query, cosine {self.cosine:.2f}"
        return Stage("verdict", self._asdict(), (note,))


def needed(words: int) -> float:
    """The share required for a strong match: the fewer terms, the larger."""
    return _NEEDED_ANYWAY + _NEEDED_BY_ONE_WORD / max(words, 1)


def judge(evidence: Sequence[Evidence]) -> Verdict:
    """The verdict from the best hit of each tree; the best tree decides."""
    if not evidence:
        return Verdict("none", 0.0, needed(1))
    similar = [(one.similarity, one) for one in evidence if one.similarity is not None]
    if similar:
        near, best = max(similar, key=lambda each: each[0].evidence - each[0].strong)
        return Verdict(_strength(near), best.share, needed(best.words), near.cosine)
    share, words, _ = max(evidence, key=lambda each: (each.share - needed(each.words), each.share))
    enough = needed(words)
    return Verdict("strong" if share >= enough else "weak", share, enough)


def _strength(near: Similarity) -> Strength:
    if near.evidence >= near.strong:
        return "strong"
    return "weak" if near.evidence >= near.least else "none"
