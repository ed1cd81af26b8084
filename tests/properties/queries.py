"""Hypothesis strategies for query trees and texts, and a writer for trees."""

from __future__ import annotations

from hypothesis import strategies as st

from ra.query.ast import And, Boost, Field, Not, Phrase, Prefix, Query, Term, all_of, one_of
from ra.query.fields import DATES, EXACT, FIELDS


def _has_letters(text: str) -> bool:
    return any(letter.isalnum() for letter in text)


_plain = st.text(st.sampled_from("abzé日0:/.\\-_'“*"), min_size=1, max_size=6)
_words = _plain.filter(
    lambda word: not word.startswith("-") and not word.endswith("*") and _has_letters(word)
)
_dates = st.sampled_from(["2024-05-31", "2024-05", "2024", "7d", "2w", "3m", "1y"])
_texts = st.text(st.sampled_from("ab -^*():日\\OR"), min_size=1, max_size=8)
_phrases = _texts.filter(lambda text: _has_letters(text)).map(lambda text: tuple(text.split()))

PIECES = ["a", "b*", "OR", "AND", "NOT", "-", "(", ")", '"', "^", "^2", " ", "\n", "title:"]
PIECES += ["[ab]", "[ab:", "]", "--", "name:", "()", "title: "]
PIECES += ["tag:", "after:", "tree:", "7d", "x:y", "日本", "*", "\\", "", "\x00", "\ud800"]
#: Texts of the signs and words of the language, in any order: half of them are mistakes.
noise = st.lists(st.sampled_from(PIECES), max_size=30).map("".join)


def _leaves(name: str | None) -> st.SearchStrategy[Query]:
    if name in DATES:
        return _dates.map(Term)
    exact = st.one_of(_words.map(Term), _phrases.map(Phrase))
    return exact if name in EXACT else st.one_of(exact, _words.filter(_starless).map(Prefix))


def _starless(word: str) -> bool:
    return "*" not in word


def _larger(smaller: st.SearchStrategy[Query]) -> st.SearchStrategy[Query]:
    several = st.lists(smaller, min_size=2, max_size=4)
    factors = st.integers(0, 4000).map(lambda number: number / 4)
    return st.one_of(
        smaller.map(Not),
        several.map(lambda parts: all_of(parts) or parts[0]),
        several.map(lambda parts: one_of(parts) or parts[0]),
        st.builds(Boost, smaller, factors),
    )


def _fields() -> st.SearchStrategy[Query]:
    return st.sampled_from(sorted(FIELDS)).flatmap(
        lambda name: st.builds(
            Field, st.just(name), st.recursive(_leaves(name), _larger, max_leaves=4)
        )
    )


_properties = st.sampled_from(
    [
        Field("prop", Term("status")),
        Field("prop.status", Term("draft")),
        Field("prop.rating", Term(">5")),
        Field("prop.due-date", Term("<2026-12-01")),
        Field("prop.status", Phrase(("in", "progress"))),
        Field("prop.größe", Prefix("dra")),
    ]
)

#: Trees as the parser gives them.
trees: st.SearchStrategy[Query] = st.recursive(
    st.one_of(_leaves(None), _fields(), _properties), _larger, max_leaves=12
)


def written(query: Query) -> str:
    """A text that means this tree."""
    match query:
        case Term(text):
            return text
        case Phrase(words):
            return f'"{" ".join(words)}"'
        case Prefix(text):
            return f"{text}*"
        case Not(expr):
            return f"-{_grouped(expr)}"
        case Field(name, expr):
            return _in_field(name, written(expr))
        case Boost(expr, factor):
            return f"{_grouped(expr)}^{factor}"
    between = " " if isinstance(query, And) else " OR "
    return between.join(map(_grouped, query.parts))


def _in_field(name: str, value: str) -> str:
    kind, _, prop = name.partition(".")
    if kind != "prop":
        return f"{name}:({value})"
    return f"[{prop}:{value}]" if prop else f"[{value}]"


def _grouped(query: Query) -> str:
    return written(query) if isinstance(query, Term | Phrase | Prefix) else f"({written(query)})"
