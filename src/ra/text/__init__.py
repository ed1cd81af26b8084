"""Text analysis: terms for the index, for queries and for match ranges."""

from __future__ import annotations

from ra.text.analysis import ANALYZER_VERSION, Word, analyzer, signature, words
from ra.text.camel import camel_parts
from ra.text.preparation import path_text, prepare
from ra.text.stemmers import LANGUAGES, Language

__all__ = [
    "prepare",
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
