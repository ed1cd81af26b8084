"""Finds out the language of a document: by what it says, by its folder, by its words (SPEC 6.1).

Languages have their English names, "" is an unknown one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from ra.config.moved import CODES
from ra.text.languages import IN_LATIN, IN_OTHER_SCRIPTS, is_auto, stemmer_of
from ra.text.stopwords import LISTS

_CODES = {**CODES, **IN_LATIN, **IN_OTHER_SCRIPTS}
_NAMES = frozenset(_CODES.values())
_FIELDS = ("lang", "language", "locale")
_QUICK = (500, 1_500)  # characters that often suffice for English
_SAMPLE = 2_500  # characters; a second sample follows where the first one is undecided
_BYTES = 4 * 2 * _SAMPLE  # bytes that are enough for both
_ENOUGH, _SHARE = 8, 0.14  # stop words that decide, and the share of all words that they are
_FEW, _MUCH = 5, 0.28  # fewer suffice in a short text if their share is large
_DIFFERENT = 4  # stop words of a language, at least
_OFTEN = 10  # times that one word counts: a table may repeat it
_CLEAR = 0.1  # the share of words that only English has
_LEAD = 1.25  # times as many as in any other language
# Codes that are English words or usual names of folders.
_NOT_FOLDERS = frozenset(["am", "be", "is", "my", "or", "si", "te"])
# Compiled on first use: most documents of most folders are in English.
_FOLDER = r"([a-z]{2,3})(?:[-_][A-Za-z]{2,4}){0,2}"
_CODE = r"(?sm)^(```|~~~).*?^\1|`[^`\n]+`"
_WORD = r"[^\W\d_]+"
_ODD, _RARE = "[^\x00-\x7f]+", "[^\x00-\xff]+"

# Letters that tell languages of one script apart; the first that is frequent enough decides.
_LETTERS = (
    ("japanese", "ぁ-ヺ"),
    ("korean", "가-힣"),
    ("chinese", "一-鿿"),
    ("thai", "ก-ฺ"),
    ("lao", "ກ-ຽ"),
    ("khmer", "ក-ឳ"),
    ("burmese", "က-ဿ"),
    ("hindi", "ऀ-ॿ"),
    ("bengali", "ঀ-৾"),
    ("punjabi", "ਁ-ੵ"),
    ("gujarati", "ઁ-૱"),
    ("tamil", "ஂ-௺"),
    ("telugu", "ఀ-౿"),
    ("kannada", "ಀ-ೲ"),
    ("malayalam", "ഀ-ൿ"),
    ("sinhala", "ං-෴"),
    ("hebrew", "א-ת"),
    ("georgian", "ა-ჿ"),
    ("armenian", "Ա-և"),
    ("amharic", "ሀ-ፚ"),
    ("greek", "Ͱ-Ͽ"),
)
_CYRILLIC, _ARABIC = "Ѐ-ӿ", "ء-ۓ"
_IN_CYRILLIC = (
    ("ukrainian", "іїєґ"),
    ("serbian", "ђјљњћџ"),
    ("macedonian", "ѓѕќ"),
    ("kazakh", "әғқңөұү"),
    ("belarusian", "ў"),
)
_IN_ARABIC = (("urdu", "ٹڈڑںھےہ"), ("persian", "پچژگکی"))
_LATIN_SIGNS = (
    ("vietnamese", "ăđơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ", 0.05),
    ("polish", "ąćęłńśźż", 0.04),
    ("czech", "ěřůčžš", 0.04),
    ("turkish", "ğış", 0.03),
)
_MANY_LETTERS = 0.25  # of all characters, in a script
_SOME_LETTERS = 0.02  # of the letters of a script, of one language
_FEW_LETTERS = 12  # a text with fewer of a script does not decide
_FEW_SIGNS = 4
_LOOKED_AT = 300  # letters beyond Latin, which show their script


def language_of(code: str) -> str | None:
    """The language of a code or English name; None if it is neither.

    Regions and scripts are ignored: `pt-BR`, `zh_Hans`.
    """
    text = code.strip().lower()
    if text in _NAMES:
        return text
    return _CODES.get(text.replace("_", "-").partition("-")[0])


def detect(fields: Mapping[str, object], path: str, text: str, usual: str = "english") -> str:
    """The language of a document with this front matter, path and text; "" if unknown.

    A folder counts unless the text is clearly in English or in the usual language: many
    translations keep pages that are not translated yet, and `it` may be a department.
    """
    stated = _stated(fields)
    if stated is not None:
        return stated
    by_words = language_of_text(text)
    if by_words in ("english", usual):
        return by_words
    by_folder = _folder_language(path)
    return by_words if by_folder is None else by_folder


def own_language(fields: Mapping[str, object], path: str, content: bytes, tree: str) -> str:
    """The language of a document in a tree; "" where the tree's stemmer is used.

    That is so if the tree has a language, if the document's is the same, and if it is unknown.
    """
    if not is_auto(tree):
        return ""
    usual = stemmer_of(tree)
    found = detect(fields, path, content[:_BYTES].decode(errors="ignore"), usual)
    return "" if found == usual else found


def _stated(fields: Mapping[str, object]) -> str | None:
    for name, value in fields.items():
        if name.lower() in _FIELDS and isinstance(value, str):
            found = language_of(value)
            if found is not None:
                return found
    return None


def _folder_language(path: str) -> str | None:
    for name in path.split("/")[:-1]:
        code = re.fullmatch(_FOLDER, name)
        if code and code[1] not in _NOT_FOLDERS:
            found = language_of(name)
            if found is not None:
                return found
    return None


def language_of_text(text: str) -> str:
    """The language of a text by its script and its stop words; "" if they do not decide."""
    if any(_is_english(text[:size].lower().split()) for size in _QUICK):
        return "english"
    for start in (0, _SAMPLE):
        sample = text[start : start + _SAMPLE].lower()
        found = _by_script(sample) or _by_words(sample) if sample else ""
        if found:
            return found
    return ""


def _is_english(words: Sequence[str]) -> bool:
    """Whether many words are stop words of English and of no other language: a quick test."""
    count = sum(map(_only_english().__contains__, words))
    return count >= _ENOUGH and count > _CLEAR * len(words)


def _by_words(sample: str) -> str:
    words = Counter(re.findall(_WORD, re.sub(_CODE, " ", sample)))
    known = _languages_of_words()
    counts = dict.fromkeys(LISTS, 0)
    kinds = dict.fromkeys(LISTS, 0)
    for word in words.keys() & known.keys():
        often = min(words[word], _OFTEN)
        for language in known[word]:
            counts[language] += often
            kinds[language] += 1
    best = max(counts, key=counts.__getitem__)
    most = counts.pop(best)
    second = max(counts.values())
    many = most >= max(_ENOUGH, _SHARE * words.total())
    dense = most >= max(_FEW, _MUCH * words.total())
    leads = most >= _LEAD * second and kinds[best] >= _DIFFERENT
    return best if leads and (many or dense) else ""


@cache
def _only_english() -> frozenset[str]:
    others = " ".join([words for language, words in LISTS.items() if language != "english"])
    return frozenset([word for word in LISTS["english"].split() if len(word) > 1]).difference(
        others.split()
    )


@cache
def _languages_of_words() -> dict[str, tuple[str, ...]]:
    """Each stop word with the languages that have it; single letters may be anything."""
    found: dict[str, tuple[str, ...]] = {}
    for language, listed in LISTS.items():
        for word in {one for one in listed.split() if len(one) > 1}:
            found[word] = (*found.get(word, ()), language)
    return found


def _by_script(sample: str) -> str:
    """The language of a text in another script than Latin, or with letters of one language."""
    if sample.isascii():
        return ""
    if found := language_beyond_latin(sample):
        return found
    size = len(sample) - sample.count(" ")
    odd = "".join(re.findall(_ODD, sample))
    for language, signs, share in _LATIN_SIGNS:
        if _count(odd, signs) >= max(_FEW_SIGNS, share * size):
            return language
    return ""


def language_beyond_latin(sample: str) -> str:
    """The language of a text in another script than Latin; "" for others."""
    rare = "".join(re.findall(_RARE, sample))
    many = max(_FEW_LETTERS, _MANY_LETTERS * (len(sample) - sample.count(" ")))
    return _in_other_script(rare, many) if len(rare) > many else ""


def _in_other_script(rare: str, many: float) -> str:
    many *= min(1.0, _LOOKED_AT / len(rare))
    rare = rare[:_LOOKED_AT]
    for language, signs in _LETTERS:
        if _count(rare, signs) > (0.1 * many if language == "japanese" else many):
            return language
    if (count := _count(rare, _CYRILLIC)) > many:
        return _first_of(_IN_CYRILLIC, rare, count) or "russian"
    if (count := _count(rare, _ARABIC)) > many:
        return _first_of(_IN_ARABIC, rare, count) or "arabic"
    return ""


def language_of_script(text: str) -> str:
    """A language of the first script in a text that is the only one of its kind; "" for others."""
    found = (language for language, signs in _LETTERS if _count(text, signs))
    return "" if text.isascii() else next(found, "")


def _first_of(languages: Iterable[tuple[str, str]], rare: str, count: int) -> str:
    for language, signs in languages:
        if _count(rare, signs) > _SOME_LETTERS * count:
            return language
    return ""


def _count(text: str, signs: str) -> int:
    return len(re.findall(f"[{signs}]", text))
