"""Builds Tantivy's tokenizers and filters; no other module names them."""

from __future__ import annotations

from functools import cache

from ra.text.stemmers import KEEPS_MARKS, check
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from tantivy import TextAnalyzer, TextAnalyzerBuilder

# `prepare` drops long words; this limit drops those of text that did not go through it.
_BYTES = 256


@cache
def analyzer(language: str) -> TextAnalyzer:
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
