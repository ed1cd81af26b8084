"""Lists the whole words of a document, unstemmed: mistyped words are compared with these."""

from __future__ import annotations

from collections.abc import Iterable

from ra.text.normalization import beyond_ascii
from ra.text.scripts import unspaced

MIN_LETTERS = 3  # shorter words have too many neighbors
_ALNUM = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_ONLY_WORDS = bytes(code if code in _ALNUM or code > 127 else ord(" ") for code in range(256))


def vocabulary_text(prepared: Iterable[str]) -> str:
    """The text of the vocabulary field: the distinct words of prepared texts, lowercase.

    Non-ASCII punctuation may join some of them; the tokenizer of the field separates these.
    Numbers are left out, because another number is another thing, and so are n-grams of scripts
    without spaces.
    """
    words = set(" ".join(prepared).lower().encode().translate(_ONLY_WORDS).split())
    kept = [word for word in words if len(word) >= MIN_LETTERS and not word.isdigit()]
    text = b" ".join(kept).decode()
    is_plain = text.isascii() or not unspaced().search(beyond_ascii(text))
    return text if is_plain else unspaced().sub(" ", text)
