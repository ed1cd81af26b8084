"""Normalizes text, so that the tokenizer finds the words of every script (SPEC 6.1).

Documents and queries are normalized in the same way. Plain ASCII text stays as it is.
"""

import re
from collections.abc import Callable, Sequence
from unicodedata import is_normalized, normalize

from ra.text import scripts, tokenizer
from ra.text.stemmers import KEEPS_MARKS

MAX_WORD = 200  # bytes; longer words are dropped

_SEPARATORS = str.maketrans(dict.fromkeys("/\\.-_", " "))
_ASCII = bytes(range(128))
_NOT_ASCII = "[^\x00-\x7f]+"
_ASCII_WORDS = b" " * 48 + b"w" * 10 + b" " * 7 + b"w" * 26 + b" " * 6 + b"w" * 26 + b" " * 5
_IN_WORD = _ASCII_WORDS + b" " * 128
_MAYBE_IN_WORD = _ASCII_WORDS + b"w" * 128
_TOO_LONG = b"w" * (MAX_WORD + 1)


def normalize_text(text: str, language: str) -> str:
    """The text normalized for a text field of the index.

    日本語 becomes "日本 本語 語": one n-gram for each character, so that a single character is
    found as the prefix of an n-gram.
    """
    if text.isascii():
        return without_long_ascii(text)
    data = text.encode("utf-8", "surrogatepass")
    rare = beyond_ascii_in(data)
    if scripts.special().search(rare) or scripts.may_end(rare) or not is_normalized("NFC", rare):
        return without_long(without_endings(as_ngrams(folded(text), language)), language)
    return without_long(text, language) if _may_be_long(data) else text


def normalize_query(text: str, language: str) -> str:
    """Like `normalize_text`, without the last character on its own: 日本 本語."""
    if text.isascii():
        return without_long_ascii(text)
    return without_long(without_endings(as_ngrams(folded(text), language, asked=True)), language)


def normalize_prefix(text: str, language: str) -> str:
    """Like `normalize_query`, for words that may continue: they keep their endings."""
    return without_long(as_ngrams(folded(text), language, asked=True), language)


def path_text(path: str) -> str:
    """A path as words: docs/api/handlers.md becomes "docs api handlers md"."""
    return path.translate(_SEPARATORS)


def folded(text: str, rare: str | None = None) -> str:
    """The text in composed form and usual width, without marks that do not change a word.

    `rare` are its non-ASCII characters, if they are known.
    """
    if text.isascii():
        return text
    rare = beyond_ascii(text) if rare is None else rare
    if not scripts.special().search(rare):
        return text if is_normalized("NFC", rare) else normalize("NFC", text)
    rare = "".join(set(rare))
    text = replaced(scripts.surrogates(), lambda _: "\ufffd", text, rare)
    text = replaced(scripts.width(), lambda run: normalize("NFKC", run[0]), text, rare)
    return replaced(scripts.dropped(), lambda _: "", normalize("NFC", text), rare)


def beyond_ascii(text: str) -> str:
    """The characters of a text that are not ASCII, in order; usually few, so quick to check."""
    return beyond_ascii_in(text.encode("utf-8", "surrogatepass"))


def beyond_ascii_in(data: bytes) -> str:
    """The same for a text in UTF-8."""
    return data.translate(None, _ASCII).decode("utf-8", "surrogatepass")


def with_letters(text: str) -> str:
    """The text with letters whose lowercase form would not match replaced by one that does."""
    return text if text.isascii() else _swapped(text, text, marks=False)


def as_ngrams(text: str, language: str, *, asked: bool = False) -> str:
    """A folded text with n-grams for the runs of scripts without spaces; see `normalize_text`.

    A query (`asked`) may continue: its last run has no n-grams shorter than the others.
    """

    def grams(run: re.Match[str]) -> str:
        before = " " if run.start() else ""
        after = " " if run.end() < len(text) else ""
        ends = asked and not any(map(str.isalnum, text[run.end() :]))
        return f"{before}{' '.join(_grams(run[0], shorter=not ends))}{after}"

    rare = beyond_ascii(text)
    if not scripts.special().search(rare):
        return text
    rare = "".join(set(rare))
    text = replaced(scripts.unspaced(), grams, text, rare)
    return _swapped(text, rare, marks=language not in KEEPS_MARKS)


def without_endings(text: str) -> str:
    """A text in n-grams with spaces for endings that are not part of a stem."""
    return scripts.endings().sub(_blank, text) if scripts.may_end(beyond_ascii(text)) else text


def replaced(
    pattern: re.Pattern[str], by: Callable[[re.Match[str]], str], text: str, rare: str
) -> str:
    """`pattern.sub` for a pattern of non-ASCII characters, which skips ASCII much faster.

    `rare` are the non-ASCII characters of the text.
    """
    if not pattern.search(rare):
        return text
    pieces: list[str] = []
    done = 0
    for run in re.finditer(_NOT_ASCII, text):
        for match in pattern.finditer(text, *run.span()):
            pieces += text[done : match.start()], by(match)
            done = match.end()
    return "".join(pieces) + text[done:]


def _grams(run: str, *, shorter: bool) -> list[str]:
    characters, size = characters_of(run), scripts.gram_size(run)
    last = len(characters) if shorter else max(1, len(characters) - size + 1)
    return ["".join(characters[at : at + size]) for at in range(last)]


def is_unspaced(word: str) -> bool:
    """Whether a word is of a script without spaces, so that it is indexed as n-grams."""
    return word >= "\u0e00" and scripts.unspaced().match(word) is not None


def begins_ngram(word: str) -> bool:
    """Whether a word of a script without spaces is shorter than the n-grams of the index."""
    return is_unspaced(word) and len(characters_of(word)) < scripts.gram_size(word)


def characters_of(run: str) -> Sequence[str]:
    """The characters of a run, each with the marks that belong to it."""
    return scripts.characters().findall(run) if scripts.attached().search(run) else run


def _swapped(text: str, rare: str, *, marks: bool) -> str:
    pattern, table = scripts.swapped(marks=marks)
    return replaced(pattern, lambda match: table.get(match[0], match[0]), text, rare)


def without_long_ascii(text: str) -> str:
    """Like `without_long`, for a text of ASCII."""
    if len(text) <= MAX_WORD or _TOO_LONG not in text.encode().translate(_IN_WORD):
        return text
    return re.sub(rf"[A-Za-z0-9]{{{MAX_WORD + 1},}}", _blank, text)


def without_long(text: str, language: str) -> str:
    """Blank out long words."""
    if not _may_be_long(text.encode()):
        return text
    pieces: list[str] = []
    done = 0
    for word in tokenizer.split(text, language):
        if is_long(word):
            start = text.index(word, done)
            pieces += text[done:start], " " * len(word)
            done = start + len(word)
    return "".join(pieces) + text[done:]


def _may_be_long(data: bytes) -> bool:
    """Whether a text may have long words; non-ASCII characters count as word characters."""
    return _TOO_LONG in data.translate(_MAYBE_IN_WORD)


def is_long(word: str) -> bool:
    """Whether a word is too long to be indexed as a whole."""
    return len(word) > MAX_WORD // 4 and len(word.encode()) > MAX_WORD


def _blank(run: re.Match[str]) -> str:
    return " " * len(run[0])
