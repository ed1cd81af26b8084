"""Completes a follow-up question from the questions before it."""

from __future__ import annotations

import re
from collections.abc import Sequence

# How a follow-up begins, and words that refer to an earlier question.
_OPENING = re.compile(
    r"^(?:and|or|but|also|what about|how about|und|oder|aber|was ist mit|wie ist es mit|et|ou|mais"
    r"|qu[’']en est-il de|y|o|pero|e|ma|oppure|mas|и|а|или)\b[\s,]*",
    re.IGNORECASE,
)
_REFERRING = re.compile(
    r"\b(?:it|its|they|them|their|that|this|those|these|there|one|he|she|him|her|es|sie|ihn|ihm|das"
    r"|dies\w*|dort|ça|cela|lui|eux|eso|esto|ello|allí|quello|questo|lì|isso|isto|lá|он|она|оно|они"
    r"|это)\b",
    re.IGNORECASE,
)
_PLACED = re.compile(
    r"^(?P<word>in|on|with|for|from|to|at|under|by|without|auf|mit|für|unter|von|bei|sur|avec|pour"
    r"|dans|en|con|para|de|su|per|da|em|com|na|no|на|в|для|с)\s+\S",
    re.IGNORECASE,
)
_MARKS = "?？!. "


def completed(question: str, before: Sequence[str]) -> str:
    """The question with what it refers to; unchanged if it stands alone or is the first one.

    "and on Windows?" after "How do I install it on Linux?" gives "How do I install it on Windows?".
    Otherwise the question before is put in front.
    """
    if not before or not question.strip():
        return question
    opening = _OPENING.match(question.strip())
    if opening is None and not _REFERRING.search(question):
        return question
    last = before[-1].strip().rstrip(_MARKS)
    rest = question.strip()[opening.end() if opening else 0 :].strip()
    placed = _PLACED.match(rest) if opening else None
    if placed is not None:
        found = list(re.finditer(rf"\b{placed['word']}\b", last, re.IGNORECASE))
        return f"{last[: found[-1].start()].rstrip() if found else last} {rest}"
    return f"{last} {rest}"
