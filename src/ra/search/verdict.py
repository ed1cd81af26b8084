"""Judges how well the best hit matches: strong, weak, or no match at all (SPEC 8.10)."""

from __future__ import annotations

from collections.abc import Sequence

from ra.search.candidates import Stage
from ra.typed import Literal, NamedTuple

Strength = Literal["strong", "weak", "none"]

# Measured (docs/guides/match-confidence.md): nine in ten questions whose answer is in the documents
# reach the required share, and nine in ten of another subject do not. A name of two words lacks
# half its meaning without one of them; a text with a third of its words answers a long question.
_NEEDED_ANYWAY = 0.25
_NEEDED_BY_ONE_WORD = 0.6


class Evidence(NamedTuple):
    """The share of the query that a hit covers, and how many of its terms are no stop words."""

    share: float
    words: int


class Verdict(NamedTuple):
    """How well the best hit matches: the share of the query it covers, and the share needed.

    It is never judged by a normalized score. Words alone cannot prove absence: `none` means that
    there is no hit at all.
    """

    strength: Strength
    share: float
    needed: float

    def stage(self) -> Stage:
        """The verdict as a stage of the search."""
        share, needed = f"{100 * self.share:.0f} %", f"{100 * self.needed:.0f} %"
        note = f"{self.strength}, covers {share} of the query; {needed} make a match strong"
        return Stage("verdict", self._asdict(), (note,))


def needed(words: int) -> float:
    """The share that makes a match strong: the fewer terms, the larger it is."""
    return _NEEDED_ANYWAY + _NEEDED_BY_ONE_WORD / max(words, 1)


def judge(evidence: Sequence[Evidence]) -> Verdict:
    """The verdict from the best hit of each tree; the best tree decides."""
    if not evidence:
        return Verdict("none", 0.0, needed(1))
    share, words = max(evidence, key=lambda each: (each.share - needed(each.words), each.share))
    enough = needed(words)
    return Verdict("strong" if share >= enough else "weak", share, enough)
