"""Checks whether pieces of evidence say what a sentence says (SPEC 10).

A sentence is supported if its numbers occur in the cited pieces, most of its words do, and one
sentence of the pieces is close to it. `python -m bench support` measures it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from ra.answer.units import units
from ra.text.analysis import words
from ra.text.stopwords import stop_words
from ra.typed import NamedTuple

_WORDS = 0.6  # share of the content words that the evidence must contain
_SURE = 0.84  # from this share on, closeness is not needed
_CLOSE = 0.75  # least cosine with the closest sentence of the evidence
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_CITATION = re.compile(r"\[(\d{1,3})\]")
_NEGATION = re.compile(
    r"\b(?:not|no|never|none|neither|nor|without|cannot|nicht|kein\w*|nie|ohne|pas|jamais|sans|nunca"
    r"|sin|não|sem|mai|senza|не|нет|без)\b|n't\b",
    re.IGNORECASE,
)

Closeness = Callable[[str, Sequence[str]], float]
"""The largest cosine of a sentence with some texts."""


class Support(NamedTuple):
    """Whether a sentence is supported, and why not: the missing numbers and words."""

    supported: bool
    share: float
    missing: tuple[str, ...]


def citations(sentence: str) -> tuple[int, ...]:
    """The numbers that a sentence cites, each once."""
    return tuple(dict.fromkeys(int(each) for each in _CITATION.findall(sentence)))


def without_citations(sentence: str) -> str:
    """The sentence without its citations."""
    return re.sub(r"[ \t]*\[\d{1,3}\]", "", sentence).strip()


def support(
    sentence: str, texts: Sequence[str], language: str, closeness: Closeness | None
) -> Support:
    """Whether these texts say what a sentence says."""
    content = _content(sentence, language)
    known = {term for text in texts for term in words(text, language)}
    numbers = {number for text in texts for number in _NUMBER.findall(text)}
    missing = [term for term in content if term not in known]
    wrong = [number for number in _NUMBER.findall(sentence) if number not in numbers]
    share = 1 - len(missing) / len(content) if content else 0.0
    if wrong or share < _WORDS:
        return Support(False, share, (*wrong, *missing))
    best = _closest(content, texts, language)
    if bool(_NEGATION.search(sentence)) != _negates(best, content, language):
        return Support(False, share, ("negation",))
    if share >= _SURE:
        return Support(True, share, tuple(missing))
    sentences = [unit.text for text in texts for unit in units(text)]
    is_close = closeness is not None and closeness(sentence, sentences) >= _CLOSE
    return Support(is_close, share, tuple(missing))


def _negates(sentence: str, content: Sequence[str], language: str) -> bool:
    """Whether a sentence negates these terms: a negation among them, or right before the first."""
    wanted, split = set(content), sentence.split()
    found = [at for at, word in enumerate(split) if wanted.intersection(words(word, language))]
    if not found:
        return False
    return bool(_NEGATION.search(" ".join(split[max(0, found[0] - 2) : found[-1] + 1])))


def _content(sentence: str, language: str) -> list[str]:
    """The terms of a sentence that are not stop words, each once."""
    stop = stop_words(language)
    positive = _NEGATION.sub(" ", sentence)
    return [term for term in dict.fromkeys(words(positive, language)) if term not in stop]


def _closest(content: Sequence[str], texts: Sequence[str], language: str) -> str:
    """The sentence of the texts whose terms overlap most with these (Jaccard)."""
    asked = set(content)

    def overlap(sentence: str) -> float:
        terms = set(_content(sentence, language))
        return len(asked & terms) / len(asked | terms) if terms else 0.0

    return max((unit.text for text in texts for unit in units(text)), key=overlap, default="")
