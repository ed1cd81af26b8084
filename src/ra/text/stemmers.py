"""Lists the languages with a stemmer (SPEC 6.1)."""

from __future__ import annotations

from ra.config.schema import STEMMERS, Stemmer
from ra.errors import ConfigError, did_you_mean

# The names are also those of the Snowball stemmers inside Tantivy.
Language = Stemmer
LANGUAGES = STEMMERS

# Snowball's Tamil stemmer looks for the pulli (U+0BCD), which Tantivy's plain tokenizer takes
# for the end of a word: in this language marks stay what they are and words are cut by category.
KEEPS_MARKS = frozenset({"tamil"})


def check(language: str) -> str:
    """Give back the language, or say that there is none of this name."""
    if language not in LANGUAGES:
        raise ConfigError(
            f"unknown language '{language}'{did_you_mean(language, LANGUAGES)}"
            f"; there are {', '.join(LANGUAGES)}"
        )
    return language
