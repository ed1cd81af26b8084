"""Lists the languages with a stemmer (SPEC 6.1)."""

from __future__ import annotations

from ra.config.schema import STEMMERS, Stemmer
from ra.errors import ConfigError, did_you_mean

# The names are those of Tantivy's Snowball stemmers.
Language = Stemmer
LANGUAGES = STEMMERS

# Snowball's Tamil stemmer needs the pulli (U+0BCD), at which Tantivy's plain tokenizer ends a word.
# For this language marks stay unchanged and words are split by category.
KEEPS_MARKS = frozenset({"tamil", *(f"{tree}+tamil" for tree in LANGUAGES)})


def check(language: str) -> str:
    """Return the language, or raise an error for an unknown one."""
    if language not in LANGUAGES:
        raise ConfigError(
            f"unknown language '{language}'{did_you_mean(language, LANGUAGES)}"
            f"; use one of {', '.join(LANGUAGES)}"
        )
    return language
