"""Tests that match ranges agree with the index, whatever the text."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ra.text import Word, camel_parts, normalize_text, words
from ra.text.analysis import analyzer
from ra.text.camel_case import camel_words
from ra.text.normalization import folded, normalize_query
from ra.text.word_offsets import folded_traced, normalize_traced, tokens

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
        st.sampled_from(
            ["getElementById", "XMLHttpRequest", "a" * 201, "é" * 100, "ह" * 67, "📅", "👩\u200d💻"]
        ),
    ),
    max_size=12,
).map("".join)


@given(texts, st.sampled_from(LANGUAGES))
@example("=\u0338x", "english")
@example("日" * 50 + "fooİstanbul" + "x" * 50, "english")
@example("καλός εις πάντα", "greek")
def test_tokens_are_those_of_the_index(text: str, language: str) -> None:
    """SPEC 6.1: the words of the text at their positions in the index, none of them empty."""
    whole = analyzer(language).analyze(normalize_text(text, language))
    found = [word for word in tokens(text, language) if word.position < len(whole)]
    assert [(word.position, word.text) for word in found] == [
        (position, word) for position, word in enumerate(whole) if word
    ]


@given(texts, st.sampled_from(LANGUAGES))
@example("getElementById, setElement, getElementById", "english")
def test_camel_parts_are_told_at_every_place(text: str, language: str) -> None:
    """SPEC 6.1: the index has the parts of a word once; ranges need them where it stands."""
    analyze = analyzer(language).analyze
    after = len(analyze(normalize_text(text, language)))
    parts = [word for word in tokens(text, language) if word.position >= after]
    places = [(start, end) for start, end, _ in camel_words(folded(text))]
    told = iter(word.text for word in parts)
    assert all(part in told for part in analyze(" ".join(camel_parts(text))) if part)
    assert {word.text for word in parts} == set(analyze(" ".join(camel_parts(text)))) - {""}
    assert all(word.position > after for word in parts)
    assert len({(word.start, word.end) for word in parts}) <= len(places)


def test_camel_parts_of_a_repeated_word() -> None:
    """SPEC 6.1, 8.9: a range marks the whole word, the second time too; the index has it once."""
    text = "getItem and getItem"
    assert camel_parts(text) == ["get Item"]
    assert [word for word in tokens(text, "english") if word.text == "item"] == [
        Word("item", 0, 7, 5),
        Word("item", 12, 19, 8),
    ]


def test_a_word_of_which_nothing_is_left() -> None:
    """SPEC 6.1: stemming may leave nothing of a word: it keeps its position and is not told."""
    assert words("εις", "greek") == []
    assert [word.position for word in tokens("καλός εις πάντα", "greek")] == [0, 2]


@given(texts, st.sampled_from(LANGUAGES))
def test_ranges_lie_on_characters_of_the_original(text: str, language: str) -> None:
    """SPEC 6.1: a range can be cut out of the bytes, in order, and holds the word it names."""
    data = text.encode("utf-8", "surrogatepass")
    for word in tokens(text, language):
        cut = data[word.start : word.end].decode("utf-8", "surrogatepass")
        assert cut
        assert word.text in analyzer(language).analyze(
            normalize_text(cut, language)
        ) or word.text in analyzer(language).analyze(" ".join(camel_parts(cut)))


@given(texts, st.sampled_from(LANGUAGES), st.data())
def test_only_some_of_the_words(text: str, language: str, data: st.DataObject) -> None:
    """SPEC 8.9: those that are asked for, at the same places."""
    found = tokens(text, language)
    some = data.draw(st.sets(st.sampled_from([word.text for word in found] or ["x"]), max_size=3))
    assert tokens(text, language, some) == [word for word in found if word.text in some]


@given(texts)
def test_bytes_are_those_of_the_text(text: str) -> None:
    """SPEC 8.9: a word's range is where it stands in UTF-8, also after wide characters."""
    source = f"{text} pool".encode("utf-8", "surrogatepass")
    *_, last = [word for word in tokens(f"{text} pool", "english") if word.text == "pool"]
    assert (last.start, last.end) == (len(source) - 4, len(source))


@given(texts, st.sampled_from(LANGUAGES))
def test_tracing_changes_nothing(text: str, language: str) -> None:
    """The text whose origins are known is the text that is indexed."""
    traced = folded_traced(text)
    assert traced.text == folded(text)
    prepared = normalize_traced(traced, language)
    assert prepared.text == normalize_text(text, language)
    for places in prepared.origin or ():
        assert len(places) == len(prepared.text)


@given(texts, st.sampled_from(LANGUAGES))
def test_words_of_a_query_are_words_of_the_index(text: str, language: str) -> None:
    """SPEC 6.1: a query is analyzed like the text; only lone last characters are missing."""
    analyze = analyzer(language).analyze
    indexed = analyze(normalize_text(text, language))
    asked = words(text, language)
    assert "" not in asked
    remaining = iter(indexed)
    assert all(word in remaining for word in asked)
    missing = len(indexed) - len(analyze(normalize_query(text, language)))
    assert missing == normalize_text(text, language).count(" ") - normalize_query(
        text, language
    ).count(" ")


@given(texts, st.sampled_from(LANGUAGES))
def test_how_letters_are_composed_does_not_matter(text: str, language: str) -> None:
    """A file written on one system is found by a query typed on another."""
    prepared = normalize_text(text, language)
    assert normalize_text(unicodedata.normalize("NFD", text), language) == prepared
    assert normalize_text(unicodedata.normalize("NFC", text), language) == prepared


@given(st.text("aé 019_.ςİह्ज़ي\u0301x"), st.sampled_from(LANGUAGES))
def test_preparing_twice_is_preparing_once(text: str, language: str) -> None:
    """Where nothing is cut in grams, a prepared text stays what it is."""
    prepared = normalize_text(text, language)
    assert normalize_text(prepared, language) == prepared


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
