"""Chooses the sentences of the evidence that answer a question (SPEC 10).

The score of a sentence is the sum of four parts, each about 0 to 1: the score of its piece relative
to the best one, the share of the question's words that it contains by idf, its cosine with the
question, and a bonus for containing what is asked for. `python -m bench answers` measures it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from ra.answer import question as questions
from ra.answer.records import Cited, EvidencePiece, QuotedSection
from ra.answer.units import Quotable, units
from ra.text.analysis import words
from ra.typed import NamedTuple

_PIECE = 0.8
_OFFERS = 0.15
_DEFINES = 0.3
_PIECES = 8  # a worse piece rarely has the answer
_COMPARED = 12  # units whose cosine is computed: one takes two milliseconds
_WORTH = 0.7  # of the score of the best sentence; less is dropped
_NEAR = 3  # how far behind its sentence a list or code block is still about it

_ITEM = re.compile(r"^(?:> ?)*(?:[-*+]|\d{1,9}[.)])[ \t](?:\[[ xX]\][ \t])?")

Similarity = Callable[[str, Sequence[str]], Sequence[float]]
"""The cosines of some texts of a tree with the question."""


class AskedQuestion(NamedTuple):
    """A question: for each tree the weights of its terms and its language."""

    text: str
    weights: Mapping[str, Mapping[str, float]]
    languages: Mapping[str, str]


class _Candidate(NamedTuple):
    piece: EvidencePiece
    part: QuotedSection
    units: Sequence[Quotable]
    at: int
    score: float

    @property
    def unit(self) -> Quotable:
        """The unit itself."""
        return self.units[self.at]


def extract(
    asked: AskedQuestion, pieces: Sequence[EvidencePiece], most: int, similarity: Similarity | None
) -> tuple[Cited, ...]:
    """The sentences that answer, at most `most`, by piece and in the order of the text.

    A list or code block that belongs to one of them is added.
    """
    candidates = _candidates(asked, pieces)
    if similarity is not None:
        candidates = _with_cosines(candidates, similarity)
    if not candidates:
        return ()
    floor = _WORTH * candidates[0].score
    chosen = _distinct([one for one in candidates if one.score >= floor])[:most]
    kind = questions.wanted(asked.text, asked.languages.get(chosen[0].piece.tree, ""))
    return tuple(_in_order(chosen, with_blocks=kind == "steps"))


def _candidates(asked: AskedQuestion, pieces: Sequence[EvidencePiece]) -> list[_Candidate]:
    """Every sentence of the best pieces with its score without cosine, best first."""
    best = sorted(pieces, key=lambda piece: -piece.score)[:_PIECES]
    found = [
        _Candidate(piece, part, divided, at, _score(asked, piece, part, divided, at))
        for piece in best
        for part in piece.parts
        for divided in (units(part.text),)
        for at, unit in enumerate(divided)
        if unit.kind == "sentence" and not (unit.leads and at + 1 == len(divided))
    ]
    found.sort(key=lambda one: -one.score)
    return found


def _score(
    asked: AskedQuestion,
    piece: EvidencePiece,
    part: QuotedSection,
    divided: Sequence[Quotable],
    at: int,
) -> float:
    language = asked.languages.get(piece.tree, "english")
    weights = asked.weights.get(piece.tree, {})
    text = divided[at].text
    score = _PIECE * piece.score + share(text, weights, language)
    kind = questions.wanted(asked.text, language)
    if kind == "definition":
        subject = questions.subject(asked.text)
        is_first = at == 0 and part.title.lower() == subject
        return score + (_DEFINES if is_first or questions.defines(text, subject) else 0.0)
    return score + (_OFFERS if questions.offers(text, kind, asked.text) else 0.0)


def share(text: str, weights: Mapping[str, float], language: str) -> float:
    """The share of the weights whose terms a text contains."""
    total = sum(weights.values())
    if not total:
        return 0.0
    return sum(weights[term] for term in set(words(text, language)) & weights.keys()) / total


def _with_cosines(candidates: Sequence[_Candidate], similarity: Similarity) -> list[_Candidate]:
    """The best candidates with their cosine added."""
    some = candidates[:_COMPARED]
    found: list[_Candidate] = []
    for tree in dict.fromkeys(one.piece.tree for one in some):
        here = [one for one in some if one.piece.tree == tree]
        cosines = similarity(tree, [one.unit.text for one in here])
        found += [
            one._replace(score=one.score + cosine)
            for one, cosine in zip(here, cosines, strict=True)
        ]
    found.sort(key=lambda one: -one.score)
    return found


def _distinct(candidates: Sequence[_Candidate]) -> list[_Candidate]:
    """Those that say something new: the same words twice are one sentence."""
    seen: set[str] = set()
    kept = []
    for one in candidates:
        key = " ".join(one.unit.text.lower().split())
        if key not in seen:
            kept.append(one)
            seen.add(key)
    return kept


def _in_order(chosen: Sequence[_Candidate], *, with_blocks: bool) -> list[Cited]:
    """The chosen sentences: the piece of the best one first, inside it as in the text."""
    pieces = list(dict.fromkeys(one.piece.number for one in chosen))
    ordered = sorted(
        chosen,
        key=lambda one: (pieces.index(one.piece.number), one.part.lines.start, one.unit.start),
    )
    found: list[Cited] = []
    quoted: set[tuple[str, int]] = set()
    for one in ordered:
        found.append(_cited(one, one.unit))
        block = _block_of(one, with_blocks=with_blocks and one is chosen[0])
        if block is not None and (one.part.id, block.start) not in quoted:
            quoted.add((one.part.id, block.start))
            found.append(_cited(one, block))
    return found


def _block_of(one: _Candidate, *, with_blocks: bool) -> Quotable | None:
    """The list or code that a sentence leads to, or the next one for a question after steps."""
    following = one.units[one.at + 1 :]
    if one.unit.leads and following:
        return following[0]
    near = following[:_NEAR] if with_blocks else ()
    return next((unit for unit in near if unit.kind != "sentence"), None)


def _cited(one: _Candidate, unit: Quotable) -> Cited:
    body = one.part.text.encode("utf-8", "surrogatepass")
    first, last = one.part.lines.numbers(body, (unit.start, max(unit.start, unit.end - 1)))
    text = unit.text if unit.kind != "sentence" else _ITEM.sub("", " ".join(unit.text.split()))
    return Cited(text, unit.kind, (one.piece.number,), one.part.id, first, last)
