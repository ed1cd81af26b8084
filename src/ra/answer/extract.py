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
_COMPARED = 6  # units whose cosine is computed: one takes two milliseconds or more
_WORTH = 0.7  # of the score of the best sentence; less is dropped
_ABOUT = 0.1  # share of the question's words that code near a sentence must contain
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
        candidates = _with_cosines(candidates[: max(_COMPARED, most)], similarity)
    if not candidates:
        return ()
    floor = _WORTH * candidates[0].score
    chosen = _distinct([one for one in candidates if one.score >= floor])[:most]
    return tuple(_in_order(chosen, asked))


def _candidates(asked: AskedQuestion, pieces: Sequence[EvidencePiece]) -> list[_Candidate]:
    """Every unit of the best pieces with its score without cosine, best first."""
    best = sorted(pieces, key=lambda piece: -piece.score)[:_PIECES]
    found = [
        _Candidate(piece, part, divided, at, _score(asked, piece, part, divided, at))
        for piece in best
        for part in piece.parts
        for divided in (units(part.text),)
        for at in range(len(divided))
        if _is_quotable(divided, at)
    ]
    found.sort(key=lambda one: -one.score)
    return found


def _is_quotable(divided: Sequence[Quotable], at: int) -> bool:
    """Whether a unit answers by itself: a sentence, or a block of a section without sentences."""
    unit = divided[at]
    if unit.kind == "sentence":
        return not (unit.leads and at + 1 == len(divided))
    return not any(each.kind == "sentence" for each in divided)


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


def _with_cosines(some: Sequence[_Candidate], similarity: Similarity) -> list[_Candidate]:
    """Candidates with their cosine added, best first."""
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


def _in_order(chosen: Sequence[_Candidate], asked: AskedQuestion) -> list[Cited]:
    """The chosen sentences and their blocks: the piece of the best first, inside it as written."""
    language = asked.languages.get(chosen[0].piece.tree, "")
    wants_steps = questions.wanted(asked.text, language) == "steps"
    found: dict[tuple[str, int], tuple[_Candidate, Quotable]] = {}
    for one in chosen:
        near = _near_block(one, asked) if wants_steps and one is chosen[0] else None
        for unit in (one.unit, _led_block(one) or near):
            if unit is not None:
                found.setdefault((one.part.id, unit.start), (one, unit))
    pieces = list(dict.fromkeys(one.piece.number for one in chosen))
    ordered = sorted(
        found.values(),
        key=lambda pair: (
            pieces.index(pair[0].piece.number),
            pair[0].part.lines.start,
            pair[1].start,
        ),
    )
    return [_cited(one, unit) for one, unit in ordered]


def _led_block(one: _Candidate) -> Quotable | None:
    """What follows a sentence that ends with a colon."""
    following = one.units[one.at + 1 : one.at + 2]
    return following[0] if one.unit.leads and following else None


def _near_block(one: _Candidate, asked: AskedQuestion) -> Quotable | None:
    """The next steps, or the next code that contains words of the question."""
    tree = one.piece.tree
    weights, language = asked.weights.get(tree, {}), asked.languages.get(tree, "english")
    for unit in one.units[one.at + 1 : one.at + 1 + _NEAR]:
        is_about = unit.kind == "code" and share(unit.text, weights, language) >= _ABOUT
        if unit.kind == "steps" or is_about:
            return unit
    return None


def _cited(one: _Candidate, unit: Quotable) -> Cited:
    body = one.part.text.encode("utf-8", "surrogatepass")
    first, last = one.part.lines.numbers(body, (unit.start, max(unit.start, unit.end - 1)))
    text = unit.text if unit.kind != "sentence" else _ITEM.sub("", " ".join(unit.text.split()))
    return Cited(text, unit.kind, (one.piece.number,), one.part.id, first, last)
