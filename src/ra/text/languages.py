"""Names how a text is analyzed: by the stemmer of its tree, or by that of its own language.

A tree has one tokenizer. With `language = "auto"` its documents may be in several languages: the
terms of a document in another language than the tree's stemmer are stemmed before they reach the
tokenizer and end with a letter that marks their language. So a term belongs to one language, and
its document frequency counts that language only.

An *analysis* is a text: `german` is a stemmer, `english+german` German in a tree with the English
stemmer, `english+none` a language without a stemmer in it. `english+auto` is the tree itself.
"""

from __future__ import annotations

from functools import cache

from ra.config.choices import AUTO
from ra.text.stemmers import LANGUAGES

DETECTION_VERSION = 1  # raised when `ra.text.detect` finds other languages in the same texts
NONE = "none"  # a language in Latin letters that no stemmer knows
_AND = "+"
# Letters of the script N'Ko, which no stemmer knows, so that no ending is found before them.
_FIRST_MARK = 0x07CA

# Languages without a stemmer, by their ISO 639 codes. In Latin letters, the stemmer of another
# language would cut their words.
IN_LATIN = {
    "af": "afrikaans", "az": "azerbaijani", "bs": "bosnian", "ca": "catalan", "cs": "czech",
    "cy": "welsh", "et": "estonian", "eu": "basque", "fil": "filipino", "ga": "irish",
    "gl": "galician", "hr": "croatian", "id": "indonesian", "is": "icelandic", "lt": "lithuanian",
    "lv": "latvian", "ms": "malay", "mt": "maltese", "pl": "polish", "sk": "slovak",
    "sl": "slovenian", "sq": "albanian", "sw": "swahili", "tl": "tagalog", "uz": "uzbek",
    "vi": "vietnamese",
}  # fmt: skip
# The stemmers leave the letters of these alone: they are analyzed like their tree.
IN_OTHER_SCRIPTS = {
    "am": "amharic", "be": "belarusian", "bg": "bulgarian", "bn": "bengali", "fa": "persian",
    "gu": "gujarati", "he": "hebrew", "hi": "hindi", "hy": "armenian", "ja": "japanese",
    "ka": "georgian", "kk": "kazakh", "km": "khmer", "kn": "kannada", "ko": "korean", "lo": "lao",
    "mk": "macedonian", "ml": "malayalam", "mn": "mongolian", "mr": "marathi", "my": "burmese",
    "ne": "nepali", "or": "odia", "pa": "punjabi", "si": "sinhala", "sr": "serbian",
    "te": "telugu", "th": "thai", "uk": "ukrainian", "ur": "urdu", "yi": "yiddish",
    "zh": "chinese",
}  # fmt: skip
_LIKE_THEIR_TREE = frozenset(IN_OTHER_SCRIPTS.values())
_NAMES = frozenset(LANGUAGES)


def is_auto(analysis: str) -> bool:
    """Whether a tree finds out the language of each document."""
    return analysis.endswith(f"{_AND}{AUTO}")


def is_marked(analysis: str) -> bool:
    """Whether the terms of an analysis end with the mark of its language."""
    return _AND in analysis and not is_auto(analysis)


def setting_of(analysis: str) -> str:
    """The `language` that a tree with this analysis is set to."""
    return AUTO if is_auto(analysis) else analysis


def stemmer_of(analysis: str) -> str:
    """The stemmer of a tree's tokenizer."""
    return analysis.partition(_AND)[0]


def spoken(analysis: str) -> str:
    """The language whose stemmer, stop words and question words an analysis has."""
    own = analysis.rpartition(_AND)[2]
    return stemmer_of(analysis) if own == AUTO else own


def document_analysis(tree: str, language: str) -> str:
    """The analysis of a document in a tree; its language is "" where the tree decides."""
    stemmer = stemmer_of(tree)
    if not is_auto(tree) or language in ("", stemmer) or language in _LIKE_THEIR_TREE:
        return stemmer
    return f"{stemmer}{_AND}{language if language in _NAMES else NONE}"


@cache
def mark(language: str) -> str:
    """The letter that ends the terms of a language."""
    return chr(_FIRST_MARK + (*LANGUAGES, NONE).index(language))
