"""Lists the whole words of a document, unstemmed: mistyped words are compared with these."""

from __future__ import annotations

from collections.abc import Iterable

from ra.text.normalization import beyond_ascii
from ra.text.scripts import unspaced

MIN_LETTERS = 3  # shorter words have too many neighbors
_DIGITS, _LETTERS = b"0123456789", b"abcdefghijklmnopqrstuvwxyz"
_ASCII = b" " * 48 + _DIGITS + b" " * 7 + _LETTERS + b" " * 6 + _LETTERS + b" " * 5
_LOWER_WORDS = _ASCII + bytes(range(128, 256))
"""Maps bytes: capitals to small letters, all of ASCII but letters and digits to spaces."""


def vocabulary_text(prepared: Iterable[str]) -> str:
    """The text of the vocabulary field: the distinct words of prepared texts, lowercase.

    Non-ASCII punctuation may join some of them; the tokenizer of the field separates these.
    Numbers are left out, because another number is another thing, and so are n-grams of scripts
    without spaces.
    """
    words = set(" ".join(prepared).encode().translate(_LOWER_WORDS).split())
    kept = [word for word in words if len(word) >= MIN_LETTERS and not word.isdigit()]
    text = b" ".join(kept).decode()
    if text.isascii():
        return text
    text = text.lower()
    return unspaced().sub(" ", text) if unspaced().search(beyond_ascii(text)) else text
