"""Text analysis: terms for the index, for queries and for match ranges."""

from __future__ import annotations

from ra.text.analysis import ANALYZER_VERSION, Word, analyzer, signature, words
from ra.text.camel_case import camel_parts
from ra.text.normalization import normalize_text, path_text
from ra.text.stemmers import LANGUAGES, Language

__all__ = [
    "normalize_text",
    "camel_parts",
    "path_text",
    "analyzer",
    "words",
    "Word",
    "signature",
    "ANALYZER_VERSION",
    "LANGUAGES",
    "Language",
]
