"""Rates how well the best hit matches: strong, weak, or none (SPEC 8.10)."""

from __future__ import annotations

from collections.abc import Sequence
from math import log

from ra.search.candidates import Stage
from ra.typed import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from ra.embed.protocol import Confidence

Strength = Literal["strong", "weak", "none"]

# Measured (docs/guides/match-confidence.md). A lookup needs most of its words, the more the fewer
# it has: a name without one of its words is another name. A question has words that its answer
# lacks, the more the longer it is; words that no text has at all make another subject likely. That
# holds most for English: in other languages an answer has the words in more forms and compounds. In
# a few long texts every word is common, so that rare ones cannot count more.
_LOOKUP, _LOOKUP_BY_ONE_WORD = 0.45, 0.6
_LEAST, _MOST = 0.06, 0.85
_COMPLETE = 0.99
_FEW_CHUNKS, _BY_FEW_CHUNKS = 30, 0.04


class _Question(NamedTuple):
    """The share of its words that a question needs, how much less by its length, and how much more
    by words that no text has.
    """

    share: float
    by_length: float
    by_absent: float


_ENGLISH, _OTHERS = _Question(0.54, 0.165, 0.47), _Question(0.48, 0.14, 0.28)


class Similarity(NamedTuple):
    """How close a tree is: the keyword score of its best hit as a share of the best possible one,
    and its largest cosine.

    What both together need belongs to the model that made the vectors.
    """

    keyword: float
    cosine: float
    needs: Confidence

    @property
    def evidence(self) -> float:
        """Both together."""
        return self.needs.keyword * self.keyword + self.cosine

    @property
    def surplus(self) -> float:
        """How much more that is than a strong match needs."""
        return self.evidence - self.needs.strong


class Evidence(NamedTuple):
    """The share of the query that a hit covers, and the number of its terms without stop words.

    `absent` is the share of these terms, by weight, that no text of the tree contains; `chunks` is
    the size of the tree. A search by meaning also has a `similarity`.
    """

    share: float
    words: int
    absent: float = 0.0
    is_question: bool = False
    similarity: Similarity | None = None
    language: str = "english"
    chunks: int = _FEW_CHUNKS

    @property
    def is_complete_lookup(self) -> bool:
        """Whether the hit has all that was looked up; an identifier may be far from its text."""
        return not self.is_question and self.share >= _COMPLETE

    @property
    def needed(self) -> float:
        """The share required for a strong match."""
        if not self.is_question:
            return needed(self.words)
        few = _BY_FEW_CHUNKS * max(0.0, log(_FEW_CHUNKS / max(self.chunks, 1)))
        return max(_LEAST, needed(self.words, self.absent, self.language) - few)


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


def needed(words: int, absent: float | None = None, language: str = "english") -> float:
    """The share required for a strong match: the fewer terms, the larger.

    `absent` is given for a question.
    """
    words = max(words, 1)
    if absent is None:
        return min(_MOST, _LOOKUP + _LOOKUP_BY_ONE_WORD / words)
    question = _ENGLISH if language == "english" else _OTHERS
    share = question.share - question.by_length * log(words) + question.by_absent * absent
    return min(_MOST, max(_LEAST, share))


def judge(evidence: Sequence[Evidence]) -> Verdict:
    """The verdict from the best hit of each tree; the best tree decides."""
    if not evidence:
        return Verdict("none", 0.0, needed(1))
    similar = [(one.similarity, one) for one in evidence if one.similarity is not None]
    if similar:
        near, best = max(similar, key=lambda each: (each[1].is_complete_lookup, each[0].surplus))
        strength = "strong" if best.is_complete_lookup else _strength(near)
        return Verdict(strength, best.share, best.needed, near.cosine)
    best = max(evidence, key=lambda each: (each.share - each.needed, each.share))
    enough = best.needed
    return Verdict("strong" if best.share >= enough else "weak", best.share, enough)


def _strength(near: Similarity) -> Strength:
    if near.surplus >= 0:
        return "strong"
    return "weak" if near.evidence >= near.needs.least else "none"
