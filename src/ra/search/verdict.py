"""Is the answer in here? Said from evidence, never from a normalized score (SPEC 8.10)."""

from __future__ import annotations

from collections.abc import Sequence

from ra.typed import Literal, NamedTuple

Strength = Literal["strong", "weak", "none"]

# Measured (docs/guides/verdict.md): nine in ten questions whose answer is in the documents have
# the share needed, and nine in ten of another subject have not. A name of two words lacks half
# its meaning without one of them; a long question is answered by a text with a third of its words.
_NEEDED_ANYWAY = 0.25
_NEEDED_BY_ONE_WORD = 0.6


class Evidence(NamedTuple):
    """What a hit has of what the words of a query tell, and how many words tell something."""

    share: float
    words: int


class Verdict(NamedTuple):
    """How well the best hit answers: its share, and the share that is needed for a strong match.

    Words alone cannot prove absence: `none` means that nothing at all was found.
    """

    strength: Strength
    share: float
    needed: float


def needed(words: int) -> float:
    """The share that makes a match strong: the fewer words, the more of them must be found."""
    return _NEEDED_ANYWAY + _NEEDED_BY_ONE_WORD / max(words, 1)


def judge(evidence: Sequence[Evidence]) -> Verdict:
    """The verdict from the best hit of each tree that has some; the best tree decides."""
    if not evidence:
        return Verdict("none", 0.0, needed(1))
    share, words = max(evidence, key=lambda each: (each.share - needed(each.words), each.share))
    enough = needed(words)
    return Verdict("strong" if share >= enough else "weak", share, enough)
