"""Builds Tantivy's tokenizers and filters; no other module names them."""

from __future__ import annotations

from functools import cache

from ra.text.languages import NONE, is_marked, mark, spoken, stemmer_of
from ra.text.scripts import swapped
from ra.text.stemmers import KEEPS_MARKS, check
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Protocol

    from tantivy import TextAnalyzer, TextAnalyzerBuilder

    class Analyzer(Protocol):
        """Turns a normalized text into terms."""

        def analyze(self, text: str) -> list[str]:
            """One term for each word, "" for one that stems to nothing."""


# `prepare` drops long words; this limit drops those of text that did not go through it.
_BYTES = 256


@cache
def analyzer(language: str) -> Analyzer:
    """The analyzer that gives the terms of the index for this language."""
    return _Marked(language) if is_marked(language) else stemmer(stemmer_of(language))


def marked_text(prepared: str, language: str) -> str:
    """A normalized text for the tokenizer of its tree, with the terms of its own language."""
    if not is_marked(language):
        return prepared
    end = mark(spoken(language))
    return " ".join([f"{stem}{end}" for stem in _own_terms(prepared, spoken(language))])


class _Marked:
    """Stems by another language than the tree's tokenizer, and then as this tokenizer does."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._mark = mark(spoken(language))
        self._in_tree = stemmer(stemmer_of(language)).analyze

    def analyze(self, text: str) -> list[str]:
        """One term for each word, "" for one that stems to nothing."""
        terms = self._in_tree(marked_text(text, self._language))
        return ["" if term == self._mark else term for term in terms]


def _own_terms(prepared: str, language: str) -> list[str]:
    terms = (whole_words(language) if language == NONE else stemmer(language)).analyze(prepared)
    if language not in KEEPS_MARKS:
        return terms
    pattern, table = swapped(marks=True)
    return [pattern.sub(lambda run: table.get(run[0], run[0]), term) for term in terms]


@cache
def stemmer(language: str) -> TextAnalyzer:
    """The analyzer to register for text fields: split, lowercase, stem."""
    from tantivy import Filter

    filters = (Filter.remove_long(_BYTES), Filter.lowercase(), Filter.stemmer(check(language)))
    builder = _tokenizer(language)
    for step in filters:
        builder = builder.filter(step)
    return builder.build()


@cache
def whole_words(language: str) -> TextAnalyzer:
    """The analyzer of the vocabulary field: split and lowercase, without a stemmer."""
    from tantivy import Filter

    builder = _tokenizer(language).filter(Filter.remove_long(_BYTES)).filter(Filter.lowercase())
    return builder.build()


def split(text: str, language: str) -> list[str]:
    """The words of a normalized text as written, in order."""
    return _splitter(language in KEEPS_MARKS).analyze(text)


@cache
def _splitter(keeps_marks: bool) -> TextAnalyzer:
    return _tokenizer("tamil" if keeps_marks else "english").build()


def _tokenizer(language: str) -> TextAnalyzerBuilder:
    from tantivy import TextAnalyzerBuilder, Tokenizer

    if language in KEEPS_MARKS:
        return TextAnalyzerBuilder(Tokenizer.regex(r"[\p{L}\p{M}\p{N}]+"))
    return TextAnalyzerBuilder(Tokenizer.simple())
