"""Spells a word in other ways that its language allows: without accents, with particles (SPEC 6.1).

People leave accents out, and Arabic writes "and" and "so" as a part of the next word.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice, product
from unicodedata import normalize

from ra.text.languages import spoken

_MOST = 32  # spellings of one word
_WITHOUT_DOTS = {"ı": "i", "ø": "o"}  # letters that Unicode does not take apart
_ARTICLE = "ال"
_AND_THE = ("وال", "فال")  # which the stemmer leaves in place
# Languages that write an article or a case ending before or after an apostrophe.
_ELIDES = frozenset({"french", "italian"})
_APPENDS = frozenset({"turkish"})
_APOSTROPHES = str.maketrans("’ʼ", "''")


def spellings(word: str, language: str) -> list[str]:
    """Other spellings of a word in small letters, at most a few."""
    own = spoken(language)
    if own == "arabic":
        bare = word.removeprefix(_ARTICLE)
        return [f"{start}{bare}" for start in _AND_THE]
    plain = _plain(word)
    if plain != word:
        return [plain]
    return list(islice(_accented(word, own), _MOST)) if word.isascii() else []


def without_apostrophe(text: str, language: str) -> str:
    """A typed word without the article before, or the ending after, its apostrophe."""
    own = spoken(language)
    if own not in _ELIDES and own not in _APPENDS:
        return text
    before, sign, after = text.translate(_APOSTROPHES).partition("'")
    if not sign or not (before.isalpha() and after.isalpha()):
        return text
    return after if own in _ELIDES else before


def _accented(word: str, language: str) -> Iterator[str]:
    """The word with accents on some of its letters, on few of them first."""
    options = _options(language)
    if not options:
        return
    choices = [(letter, *options.get(letter, ())) for letter in word]
    every = ("".join(one) for one in islice(product(*choices), 1, _MOST * 32))
    some = list(islice(every, _MOST * 32))
    yield from sorted(some, key=lambda one: (sum(map(str.__ne__, one, word)), one))


@cache
def _options(language: str) -> dict[str, tuple[str, ...]]:
    """For each plain letter those of a language that are it with an accent."""
    from ra.text.edit_distance import letters_of  # few words have another spelling

    found: dict[str, tuple[str, ...]] = {}
    for letter in letters_of(language):
        plain = _plain(letter)
        if plain != letter and len(plain) == 1 and plain.isascii():
            found[plain] = (*found.get(plain, ()), letter)
    return found


def _plain(word: str) -> str:
    if word.isascii():
        return word
    parts = normalize("NFD", "".join(_WITHOUT_DOTS.get(letter, letter) for letter in word))
    if word and not word[0].isascii() and not parts[0].isascii():
        return word  # another script
    return "".join([sign for sign in parts if not "\u0300" <= sign <= "\u036f"])
