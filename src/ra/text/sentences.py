"""Finds the sentences of a text by rules, without a model."""

from __future__ import annotations

import re

from ra.text import scripts

_CLOSERS = r"""["'”’»›)\]}*_`」』）】〉》〕]*+(?:\[\^[^\]\s]{1,20}\])*+"""
# Possessive and without lookahead: a run of a million dots is read once.
_MARK = re.compile(
    rf"(?P<spaced>[.!?…‼⁇⁈⁉]++{_CLOSERS})"
    rf"|(?P<sure>[。｡！？।॥؟۔։።፧။។]++{_CLOSERS})"
    r"|(?P<line>\n[ \t>]*+(?:\n|(?=(?:[-*+]|[0-9]{1,9}[.)])[ \t])))"
)
_NEXT = re.compile(r"\S")
_LAST_WORD = re.compile(r"[^\s(\[{\"'“‘«„*_`]*\Z")
_LONGEST_WORD = 16  # a longer word is no abbreviation, initial or item number
_INITIALS = re.compile(r"(?:[^\W\d_]\.)*[^\W\d_]")  # J, U.S, e.g, z.B

# Abbreviations before a name or a word of the same sentence.
_TITLES = (
    "adj adm approx bzgl bzw ca capt cf cmdr col dott dr dra ed eds esp est evtl gen ggf gov hon"
    " hr hrsg incl inkl insb lic lt messrs mgr mlle mm mme mr mrs ms mt prof rep resp rev sen sgt"
    " sig sog sr sra st ste vgl viz vs zzgl"
)
# Abbreviations before a number; before anything else they are words or end the sentence.
_COUNTED = (
    "abb abs art bd ch chap eq eqs fig figs kap no nos nr nn p par pp pt sec secs tab vol vols"
    " v ver jan feb mar apr jun jul aug sep sept oct nov dec"
)
_LAST_OR_INSIDE = frozenset(("al", "bros", "co", "corp", "etc", "inc", "jr", "ltd", "usw", "ff"))
_NEVER_LAST = frozenset(_TITLES.split())
_BEFORE_NUMBERS = frozenset(_COUNTED.split())


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """The sentences of a text in order, each without surrounding white space.

    Together they cover everything that is not white space. An empty line and a list item also end a
    sentence.
    """
    spans: list[tuple[int, int]] = []
    start = 0
    for mark in _MARK.finditer(text):
        if mark.lastgroup == "spaced" and not _ends(text, start, mark):
            continue
        end = mark.start() if mark.lastgroup == "line" else mark.end()
        _add(spans, text, start, end)
        start = end
    _add(spans, text, start, len(text))
    return spans


def _add(spans: list[tuple[int, int]], text: str, start: int, end: int) -> None:
    sentence = text[start:end]
    begin = start + len(sentence) - len(sentence.lstrip())
    if begin < end:
        spans.append((begin, begin + len(sentence.strip())))


def _ends(text: str, start: int, mark: re.Match[str]) -> bool:
    """Whether a dot or another mark that also occurs inside sentences ends this one."""
    end = mark.end()
    following = _NEXT.search(text, end)
    if following is None:
        return True
    if following.start() == end:  # 3.14, a.md; but すごい!次
        return "." not in mark[0] and bool(scripts.unspaced().match(following[0]))
    if mark[0].startswith(("..", "…")):
        return not following[0].islower()
    return mark[0][0] != "." or _word_can_be_last(text, start, mark.start(), following[0])


def _word_can_be_last(text: str, start: int, dot: int, following: str) -> bool:
    found = _LAST_WORD.search(text, max(start, dot - _LONGEST_WORD), dot)
    word = found[0] if found else ""
    if word.isdecimal():  # the number of an item, before its text
        return bool(text[start : dot - len(word)].strip())
    if _INITIALS.fullmatch(word) and (len(word) > 1 or word.isupper()):
        return False
    word = word.lower()
    if word in _BEFORE_NUMBERS:
        return not following.isdecimal()
    if word in _LAST_OR_INSIDE:
        return not following.islower()
    return word not in _NEVER_LAST
