"""Recognizes what a question asks for: steps, a definition, a number or a name."""

from __future__ import annotations

import re
from types import MappingProxyType

from ra.typed import Literal

Wanted = Literal["steps", "definition", "number", "name", "anything"]

# Patterns for each language, tried in this order on the question in lower case.
_PATTERNS = MappingProxyType(
    {
        "english": (
            r"\bhow (?:many|much|long|old|far|often|big|large|tall|deep|fast|hot)\b|\bwhen\b"
            r"|\b(?:what|which) (?:year|date|day|month|century|percent\w*|number)\b",
            r"\bhow (?:to|do|does|did|can|could|should|would|is|are)\b",
            r"^(?:what (?:is|are|was|were)|what's|define|who (?:is|was))\b|\bmean(?:s|ing)?\b",
            r"\bwho\b|\bwhom\b|\bwhose\b|\bwhere\b|\bwhich\b",
        ),
        "german": (
            r"\bwie ?viele?\b|\bwie (?:lange|oft|alt|groß|hoch|weit|tief|heiß)\b|\bwann\b"
            r"|\bwelche[msnr]? (?:jahr|datum|tag|monat|jahrhundert)",
            r"\bwie\b",
            r"^was (?:ist|sind|war|waren|bedeutet)\b",
            r"\bwer\b|\bwen\b|\bwem\b|\bwessen\b|\bwo\b|\bwohin\b|\bwelche[msnr]?\b",
        ),
        "french": (
            r"\bcombien\b|\bquand\b|\bquelle? (?:année|date|jour|mois|siècle)",
            r"\bcomment\b",
            r"^qu[’']est[- ]ce qu|\bsignifie\b",
            r"\bqui\b|\boù\b|\bquel(?:le)?s?\b",
        ),
        "spanish": (
            r"\bcuánt[oa]s?\b|\bcuándo\b|\bqué (?:año|fecha|día|mes|siglo)",
            r"\bcómo\b",
            r"\bqué (?:es|son|era|significa)\b",
            r"\bquién(?:es)?\b|\bdónde\b|\bcuál(?:es)?\b",
        ),
        "portuguese": (
            r"\bquant[oa]s?\b|\bquando\b|\b(?:que|qual) (?:ano|data|dia|mês|século)",
            r"\bcomo\b",
            r"\bo que (?:é|são|significa)\b",
            r"\bquem\b|\bonde\b|\bqua(?:l|is)\b",
        ),
        "italian": (
            r"\bquant[oaie]\b|\bquando\b|\b(?:che|quale) (?:anno|data|giorno|mese|secolo)",
            r"\bcome\b",
            r"\bcos(?:a sono|[’']è)\b|\bche cos|\bsignifica\b",
            r"\bchi\b|\bdove\b|\bquali?\b",
        ),
        "russian": (
            r"\bсколько\b|\bкогда\b|\bкак\w+ (?:год|дат|день|век)",
            r"\bкак\b",
            r"\bчто (?:такое|означает)\b",
            r"\bкто\b|\bгде\b|\bкуда\b|\bкак(?:ой|ая|ое|ие|ого)\b",
        ),
    }
)  # fmt: skip
_KINDS: tuple[Wanted, ...] = ("number", "steps", "definition", "name")


def wanted(question: str, language: str) -> Wanted:
    """What an answer to the question must contain."""
    text = question.strip().lower().lstrip("¿¡\"'")
    for kind, pattern in zip(_KINDS, _PATTERNS.get(language, ()), strict=False):
        if re.search(pattern, text):
            return kind
    return "anything"


_CAPITAL = re.compile(r"(?<![.!?]\s)(?<!^)\b[^\W\d_]\w+")


def offers(text: str, kind: Wanted, question: str) -> bool:
    """Whether a sentence contains what the question asks for: a number, or a name it lacks."""
    if kind == "number":
        return any(map(str.isdecimal, text))
    if kind == "name":
        known = question.lower()
        return any(
            word[0][0].isupper() and word[0].lower() not in known
            for word in _CAPITAL.finditer(text)
        )
    return False


def defines(text: str, subject: str) -> bool:
    """Whether a sentence begins by saying what the subject is."""
    start = text.lower().lstrip("*_`\"'([").removeprefix("the ").removeprefix("an ")
    return bool(subject) and start.removeprefix("a ").startswith(subject)


_SUBJECT = re.compile(
    r"^(?:what (?:is|are|was|were)|what's|define|who (?:is|was)|was (?:ist|sind|war|bedeutet)"
    r"|qu[’']est[- ]ce qu(?:e|[’'])|¿?qué (?:es|son|significa)|o que (?:é|são|significa)"
    r"|(?:che )?cos(?:a sono|[’']è)|что (?:такое|означает))\s*"
    r"(?:an?|the|eine?[mnr]?|der|die|das|une?|les?|la|l[’']|el|los|las|os?|il|lo|gli|i)?\s+(.+)$"
)


def subject(question: str) -> str:
    """What a question for a definition asks about, in lower case; "" if it is not one."""
    text = question.strip().rstrip("?？! ").lower()
    found = _SUBJECT.match(text)
    return found[1].strip() if found else ""
