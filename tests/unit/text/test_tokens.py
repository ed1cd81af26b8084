"""Do match ranges agree with the index, whatever the text?"""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ra.text import Word, camel_parts, prepare, tokens, words
from ra.text.analysis import analyzer
from ra.text.preparation import folded, folded_traced, prepare_query, prepare_traced

LANGUAGES = ("english", "tamil", "turkish", "greek", "arabic")

_ALPHABETS = (
    "abcXYZ019 _-./:",
    "éüñßİıŁǅςΣσ",
    "\u0301\u0308\u0338=\u030a\u212b\u00ad\u200d\ufe0f⚠❤1️⃣",
    "日本語のカナｶﾞﾊﾟ々ー、。葛\U000e0100\u3099か",
    "한국어\u1100\u1161\u11a8ㄱ",
    "ภาษาไทยน้ำก็ลาวພາສາကမ္ဘာခ្មែរ",
    "हिन्दी क्ष ज़ বাংলা ো ে\u09be தமிழ் മലയാളം",
    "العَرَبِيَّة עִבְרִית\u0591 می\u200cخواهم",
    "ＡＢｃ１！𐐀𐐨𒀀\U00016d40\ud800\udfff\ufeff",
)
texts = st.lists(
    st.one_of(
        *(st.text(alphabet, min_size=1, max_size=12) for alphabet in _ALPHABETS),
        st.text(max_size=6),
        st.sampled_from(["getElementById", "XMLHttpRequest", "a" * 41, "é" * 40, "ह" * 41]),
    ),
    max_size=12,
).map("".join)


@given(texts, st.sampled_from(LANGUAGES))
@example("=\u0338x", "english")
@example("日" * 50 + "fooİstanbul" + "x" * 50, "english")
def test_tokens_are_those_of_the_index(text: str, language: str) -> None:
    """SPEC 6.1: the words of the text, then those of the camelCase parts, as they are indexed."""
    analyze = analyzer(language).analyze
    whole, parts = analyze(prepare(text, language)), analyze(camel_parts(text))
    found = tokens(text, language)
    assert [word.text for word in found] == whole + parts
    expected = [*range(len(whole)), *range(len(whole) + 1, len(found) + 1)]
    assert [word.position for word in found] == expected


@given(texts, st.sampled_from(LANGUAGES))
def test_ranges_lie_on_characters_of_the_original(text: str, language: str) -> None:
    """SPEC 6.1: a range can be cut out of the bytes, in order, and holds the word it names."""
    data = text.encode("utf-8", "surrogatepass")
    for word in tokens(text, language):
        cut = data[word.start : word.end].decode("utf-8", "surrogatepass")
        assert cut
        assert word.text in analyzer(language).analyze(
            prepare(cut, language)
        ) or word.text in analyzer(language).analyze(camel_parts(cut))


@given(texts, st.sampled_from(LANGUAGES))
def test_tracing_changes_nothing(text: str, language: str) -> None:
    """The text whose origins are known is the text that is indexed."""
    traced = folded_traced(text)
    assert traced.text == folded(text)
    prepared = prepare_traced(traced, language)
    assert prepared.text == prepare(text, language)
    assert prepared.origin is None or len(prepared.origin) == len(prepared.text)


@given(texts, st.sampled_from(LANGUAGES))
def test_words_of_a_query_are_words_of_the_index(text: str, language: str) -> None:
    """SPEC 6.1: a query is analyzed like the text; only lone last characters are missing."""
    indexed = analyzer(language).analyze(prepare(text, language))
    asked = words(text, language)
    remaining = iter(indexed)
    assert all(word in remaining for word in asked)
    missing = len(indexed) - len(asked)
    assert missing == prepare(text, language).count(" ") - prepare_query(text, language).count(" ")


@given(texts, st.sampled_from(LANGUAGES))
def test_how_letters_are_composed_does_not_matter(text: str, language: str) -> None:
    """A file written on one system is found by a query typed on another."""
    prepared = prepare(text, language)
    assert prepare(unicodedata.normalize("NFD", text), language) == prepared
    assert prepare(unicodedata.normalize("NFC", text), language) == prepared


@given(st.text("aé 019_.ςİह्ज़ي\u0301x"), st.sampled_from(LANGUAGES))
def test_preparing_twice_is_preparing_once(text: str, language: str) -> None:
    """Where nothing is cut in pairs, a prepared text stays what it is."""
    prepared = prepare(text, language)
    assert prepare(prepared, language) == prepared


def test_ranges_by_example() -> None:
    """SPEC 6.1: pairs have the range of their two characters, folded words that of the original."""
    assert tokens("e\u0301te\u0301 日本語", "french") == [
        Word("été", 0, 7, 0),
        Word("日本", 8, 14, 1),
        Word("本語", 11, 17, 2),
        Word("語", 14, 17, 3),
    ]


@pytest.mark.parametrize("word", ["ΟΔΟΣ", "İSTANBUL", "STRAẞE", "Ǆ", "ΣΑΣ", "ĲS"])
def test_capital_and_small_forms_meet(word: str) -> None:
    """SPEC 6.1: lowercase, also where the small form is two letters or depends on its place."""
    assert words(word, "english") == words(word.lower(), "english")
