"""Defines the characters that need more than a tokenizer for Latin words.

Tantivy ends a word at each character that is neither a letter nor a number by Unicode's
`Alphabetic` and `Numeric`. Chinese would be indexed as whole sentences, Hindi as fragments. The
tables are literals instead of calls to `unicodedata`: an index must not depend on the version of
Python that made it. Each line holds ranges of code points.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import count

# Written without spaces between words. Three characters of Thai and Lao are about a word (XQuAD
# Thai: nDCG@10 .969 with trigrams, .965 with bigrams).
_IN_THREES = """
    0e01-0e3a 0e40-0e4e
    0e81-0ebd 0ec0-0ec6 0ec8-0ece 0edc-0edf
"""

# Also without spaces, or (Korean) with attached endings: two characters are about a word.
_IN_PAIRS = """
    1000-103f 1050-108f 109a-109d a9e0-a9ef a9fa-a9fe aa60-aa76 aa7a-aa7f
    1780-17d3 17d7 17dc-17dd
    1100-11ff 3131-318e a960-a97c ac00-d7a3 d7b0-d7fb ffa1-ffdc
    3005-3007 3021-302f 3031-3035 3038-303c 3041-3096 3099-309a 309d-309f 30a1-30fa 30fc-30ff
    3105-312f 31a0-31bf 31f0-31ff 1aff0-1b16f
    3400-4dbf 4e00-9fff f900-fad9 20000-323af
"""

# Emoji and pictographic signs: each is a word of its own. Circled numbers are left out: the
# tokenizer treats them as words already.
_EMOJI = """
    231a-231b 2328 23cf 23e9-23f3 23f8-23fa 2600-2775 2794-27bf 2b05-2b07 2b1b-2b1c 2b50 2b55
    1f000-1f0ff 1f130-1f3fa 1f400-1faff
"""

# Signs of these scripts that readers see as one character with the letter before them. Pairs of
# such characters match better than pairs of code points (XQuAD Thai: nDCG@10 .96 against .94).
_ATTACHED = """
    0e31 0e33-0e3a 0e47-0e4e 0eb1 0eb3-0ebc 0ec8-0ece
    102b-103e 1056-1059 105e-1060 1062-1064 1067-106d 1071-1074 1082-108d 108f 109a-109d
    17b4-17d3 17dd 302a-302f 3099-309a
"""

# Vowels and nasals that end Hindi, Marathi and Nepali words, mostly for case and number (XQuAD
# Hindi: nDCG@10 .952 without them, .941 with them).
_ENDINGS = "0900-0903 093a-093b 093e-094c 094e-094f 0955-0957"
_DEVANAGARI = "0900-0963 0966-097f"

# Marks that distinguish words (virama, nukta, tones …) but are not letters in Unicode.
_MARKS = """
    0740-074a 07eb-07f3 07fd 0818-0819 082d 0859-085b
    093c 094d 0951-0954 09bc 09cd 09fe 0a3c 0a4d 0abc 0acd 0afd-0aff 0b3c 0b4d 0b55 0bcd
    0c3c 0c4d 0cbc 0ccd 0d3b-0d3c 0d4d 0dca 0e47-0e4c 0e4e 0eba 0ec8-0ecc 0ece
    0f18-0f19 0f35 0f37 0f39 0f3e-0f3f 0f84 0f86-0f87 0fc6 1037 1039-103a 135d-135f
    1714-1715 1734 17b4-17b5 17c9-17d3 17dd 1939-193b 1a60 1a75-1a7c 1a7f
    1b34 1b44 1b6b-1b73 1baa-1bab 1be6 1bf2-1bf3 1c37 1cd0-1cd2 1cd4-1ce8 1ced 1cf4 1cf7-1cf9
    2cef-2cf1 2d7f 302a-302f 3099-309a a66f-a672 a67c-a67d a6f0-a6f1 a806 a82c a8c4 a8e0-a8f1
    a92b-a92d a953 a9b3 a9c0 aabf aac1 aaf6 abec-abed
    10a38-10a3a 10a3f 11046 11070 110b9-110ba 11133-11134 11173 111c0 111c9-111cc 11235-11236
    112e9-112ea 1133b-1133c 1134d 11442 11446 1145e 114c2-114c3 115bf-115c0 1163f 116b6-116b7
    1172b 11839-1183a 1193d-1193e 11943 119e0 11a47 11c3f 11d42 11d44-11d45 11d97
    16af0-16af4 16b30-16b36 1e130-1e136 1e2ae 1e2ec-1e2ef 1e944-1e946 1e948-1e94a
"""

# Characters that do not change the word: accents that no composed letter has (a stress mark in
# Russian), vowel points of Hebrew and Arabic, cantillation signs, joiners, soft hyphens, variation
# selectors, skin tones.
_DROPPED = """
    00ad 0300-0344 0346-0362 0483-0489 0591-05bd 05bf 05c1-05c2 05c4-05c5 05c7 064b-0652 0658 0670
    06df-06e0 06ea-06ec 0897-089f 08ca-08d3
    08e0-08e1 08ea-08ef 180b-180d 180f 1ab0-1abe 1ac1-1acb 1acf-1aff 1dc0-1dd2 1df5-1dff
    200c-200d 2060 20d0-20ff fe00-fe0f fe20-fe2f feff 1f3fb-1f3ff e0100-e01ef
"""

# Full-width Latin letters and half-width Katakana.
_WIDTH = "ff01-ff5e ff65-ff9f"

# Unpaired surrogates: UTF-8 cannot encode them, but a command-line argument can contain them.
_SURROGATES = "d800-dfff"

# All of the above and their neighbors, in few ranges: this pattern runs on every text.
_SPECIAL = """
    00ad 0300-036f 0483-0489 0591-1cff 1dc0-1dff 200c-200d 2060 20d0-20ff
    231a-231b 2328 23cf 23e9-23fa 2600-27bf 2b05-2b55 2cef-2cf1 2d7f
    3005-dfff f900-fad9 fe00-fe2f feff ff01-ffdc 10a00-323af e0100-e01ef
"""

# Letters whose lowercase form is not one letter (İ) or depends on its position (Σ): the capital and
# the lowercase form of a word must match.
_LETTERS = {"İ": "i", "ς": "σ"}

# Marks are replaced by letters of an extinct script without case.
_CUNEIFORM = 0x12000
_STAND_INS = "12000-12399"
_TANGUT = 0x17000  # a larger script of this kind, for emoji


@cache
def unspaced() -> re.Pattern[str]:
    """Runs of characters that are indexed by overlapping n-grams, all of one size."""
    return re.compile(f"[{_set(_IN_PAIRS)}]+|[{_set(_IN_THREES)}]+|[{_set(_EMOJI)}]+")


def gram_size(run: str) -> int:
    """The n of the n-grams of an unspaced run."""
    if "\u0e00" < run < "\u0f00":
        return 3
    return 1 if "\u2300" < run < "\u2c00" or "\U0001f000" <= run < "\U0001fb00" else 2


@cache
def attached() -> re.Pattern[str]:
    """Signs that are part of the character before them, and their substitutes."""
    return re.compile(f"[{_signs()}]")


@cache
def characters() -> re.Pattern[str]:
    """A character of an unspaced run with its signs."""
    return re.compile(f".[{_signs()}]*")


def _signs() -> str:
    return f"{_set(_ATTACHED)}{_set(_STAND_INS)}"


def may_end(text: str) -> bool:
    """Whether a text may have `endings`."""
    return _ending().search(text) is not None


@cache
def _ending() -> re.Pattern[str]:
    return re.compile(f"[{_set(_ENDINGS)}]")


@cache
def endings() -> re.Pattern[str]:
    """Endings of words of two characters and more that are not part of the stem."""
    word = f"{_set(_DEVANAGARI)}{_set(_STAND_INS)}"
    return re.compile(f"(?<=[{word}][{word}])[{_set(_ENDINGS)}]+(?![{word}\\w])")


@cache
def dropped() -> re.Pattern[str]:
    """Runs of characters that do not change the word."""
    return re.compile(f"[{_set(_DROPPED)}]+")


@cache
def width() -> re.Pattern[str]:
    """Runs of full-width Latin and half-width Katakana, with their usual equivalents."""
    return re.compile(f"[{_set(_WIDTH)}]+")


@cache
def surrogates() -> re.Pattern[str]:
    """Characters that cannot be encoded."""
    return re.compile(f"[{_set(_SURROGATES)}]")


@cache
def stand_ins() -> dict[str, str]:
    """A substitute letter for each mark that a word must keep."""
    return dict(zip(_characters(_MARKS), map(chr, count(_CUNEIFORM)), strict=False))


@cache
def _pictures() -> dict[str, str]:
    """A substitute letter for each emoji."""
    return dict(zip(_characters(_EMOJI), map(chr, count(_TANGUT)), strict=False))


def _characters(table: str) -> Iterator[str]:
    return (chr(code) for first, last in _ranges(table) for code in range(first, last + 1))


@cache
def swapped(*, marks: bool) -> tuple[re.Pattern[str], dict[str, str]]:
    """Single characters, and the substitutes of most of them."""
    letters = f"{''.join(_LETTERS)}{_set(_EMOJI)}"
    table = _LETTERS | _pictures()
    if not marks:
        return re.compile(f"[{letters}]"), table
    return re.compile(f"[{letters}{_set(_rough(_MARKS))}]"), table | stand_ins()


@cache
def special() -> re.Pattern[str]:
    """Any character for which the text needs full normalization."""
    return re.compile(f"[{''.join(_LETTERS)}{_set(_SPECIAL)}]")


def _ranges(table: str) -> Iterator[tuple[int, int]]:
    for entry in table.split():
        first, _, last = entry.partition("-")
        yield int(first, 16), int(last or first, 16)


def _rough(table: str) -> str:
    """The table with one range for all characters above U+FFFF: `re` tries those one by one."""
    near = " ".join(entry for entry in table.split() if len(entry.partition("-")[0]) == 4)
    far = [code for bounds in _ranges(table) for code in bounds if code > 0xFFFF]
    return f"{near} {min(far):x}-{max(far):x}"


def _set(table: str) -> str:
    return "".join(f"{chr(first)}-{chr(last)}" for first, last in _ranges(table))
