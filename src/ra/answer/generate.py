"""Turns the reply of a language model into checked sentences, as it comes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from ra.answer.prompt import NO_ANSWER
from ra.answer.records import Cited, EvidencePiece
from ra.answer.support import Closeness, citations, support, without_citations
from ra.text.sentences import sentence_spans
from ra.typed import NamedTuple

_FOLLOWING = re.compile(r"\s*((?:\[\d{1,3}\][ \t]*)+)[.]?")


class Checks(NamedTuple):
    """What sentences are checked with: the evidence, its languages, and cosines."""

    pieces: Sequence[EvidencePiece]
    languages: Callable[[str], str]
    closeness: Closeness | None


def checked(parts: Iterable[str], checks: Checks) -> Iterator[Cited]:
    """Each sentence of a reply as soon as it is complete, checked against what it cites."""
    for sentence in sentences(parts):
        if sentence.strip(" .*`\"'") != NO_ANSWER:
            yield check(sentence, checks)


def check(sentence: str, checks: Checks) -> Cited:
    """A sentence with those of its citations that the evidence has, and whether they support it."""
    by_number = {piece.number: piece for piece in checks.pieces}
    cited = [by_number[number] for number in citations(sentence) if number in by_number]
    text = without_citations(sentence)
    numbers = tuple(piece.number for piece in cited)
    if not cited:
        return Cited(text, "sentence", (), supported=False)
    language = checks.languages(cited[0].tree)
    texts = [f"{' '.join(piece.breadcrumb)}\n\n{piece.before}\n\n{piece.text}" for piece in cited]
    found = support(text, texts, language, checks.closeness)
    return Cited(text, "sentence", numbers, supported=found.supported)


def sentences(parts: Iterable[str]) -> Iterator[str]:
    """The sentences of a text that comes in parts; citations after its end belong to a sentence."""
    text = ""
    for part in parts:
        text += part
        while (end := _first_end(text)) is not None:
            yield text[:end].strip()
            text = text[end:]
    while (end := _first_end(text, is_all=True)) is not None:
        yield text[:end].strip()
        text = text[end:]


def _first_end(text: str, *, is_all: bool = False) -> int | None:
    """Where the first sentence ends with its citations; None if more text may belong to it."""
    spans = sentence_spans(text)
    if not spans:
        return None
    end = spans[0][1]
    following = _FOLLOWING.match(text, end)
    if following:
        end = following.end()
    rest = text[end:]
    is_complete = bool(rest.strip()) and not rest.lstrip().startswith("[")
    return end if is_all or is_complete else None
