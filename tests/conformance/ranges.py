"""Form `ranges`: ranges that are merged, or the matches of words in a body (SPEC 8.9)."""

from __future__ import annotations

from typing import Any

from ra.search.highlight import Wanted, match_ranges, merge
from ra.text import words
from ra.text.edit_distance import within_one_edit
from ra.text.vocabulary import MIN_LETTERS
from ra.text.word_offsets import tokens
from tests.conformance.cases import Case

LANGUAGE = "english"


def check(case: Case) -> str | None:
    """What is wrong with the ranges of this case, or nothing."""
    found = _run(case.input)
    return None if found == case.expected else f"expected {case.expected}, got {found}"


def _run(given: dict[str, Any]) -> list[Any]:
    if given["op"] == "merge":
        return [list(found) for found in merge(given["ranges"])]
    body = given["body"]
    wanted = _wanted(given["query_terms"], given["fuzzy_distance"], body)
    source = body.encode()
    return [
        {"start": start, "end": end, "text": source[start:end].decode()}
        for start, end in match_ranges(body, wanted, LANGUAGE)
    ]


def _wanted(terms: list[str], distance: int, body: str) -> Wanted:
    """Terms as a query has them: several words in one are a phrase, `term*` is a prefix."""
    plain: set[str] = set()
    phrases = []
    for term in terms:
        analyzed = words(term.rstrip("*"), LANGUAGE)
        if len(analyzed) > 1:
            phrases.append(tuple(analyzed))
        elif not term.endswith("*"):
            plain.update(analyzed)
            if distance and len(term) >= MIN_LETTERS:
                plain.update(_expanded(analyzed, body))
    prefixes = tuple(term[:-1].lower() for term in terms if term.endswith("*"))
    return Wanted(frozenset(plain), prefixes, tuple(phrases))


def _expanded(analyzed: list[str], body: str) -> set[str]:
    vocabulary = {word.text for word in tokens(body, LANGUAGE)}
    return {word for word in vocabulary if within_one_edit(analyzed[0], word)}
