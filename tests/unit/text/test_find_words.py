"""Tests that the fast scan finds the same words as full analysis (SPEC 6.1, 8.9)."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ra.text import LANGUAGES, Word, path_text, words
from ra.text.find_words import Sought, all_forms, begins, forms_among, names_with, run, spans
from ra.text.plain_text import Range, is_plain
from ra.text.word_offsets import tokens
from tests.robustness.marks import sampled, torture

EVERY = Sought(frozenset(), ("",))
FORMS = frozenset({"pool", "id", "element", "слов"})
BODIES = st.lists(
    st.sampled_from(["a", "pool", "Pools", "getElementById", "HTMLParser", "x_y", "2D", "café"])
    | st.sampled_from(
        ["日本語", "ไทย", "हिन्दी pool", "e\u0301", "\n", "İstanbul", "👨\u200d👩", "\u00ad"]
    )
    | st.sampled_from(["Слова", "–", "→", "🚀", "", "w" * 201, "x" * 200, "q" * 190 + "longName"])
    | st.text(max_size=20)
).map(" ".join)


def _full(body: str, language: str, sought: Sought) -> list[Range]:
    source = body.encode("utf-8", "surrogatepass")

    def counts(word: Word) -> bool:
        written = source[word.start : word.end].decode("utf-8", "surrogatepass")
        return word.text in sought.forms or begins(written, word.text, sought.starts)

    return sorted({(word.start, word.end) for word in tokens(body, language) if counts(word)})


def _spans(text: str, language: str, sought: Sought) -> list[Range]:
    return spans([text], language, sought)[0]


def _neighbors(found: list[Word]) -> set[tuple[str, int, str, int]]:
    """Which words stand right after each other."""
    return {
        (one.text, one.start, two.text, two.start)
        for one, two in pairwise(sorted(found, key=lambda word: word.position))
        if two.position == one.position + 1
    }


@given(BODIES, st.sampled_from(LANGUAGES), st.sets(st.sampled_from(["g", "pool", "html", "сло"])))
def test_it_finds_what_the_full_look_finds(body: str, language: str, starts: set[str]) -> None:
    """SPEC 8.9: the same places; a part of a camelCase word stands for the whole word."""
    sought = Sought(FORMS, tuple(starts))
    found = _spans(body, language, sought)
    assert sorted(set(found)) == _full(body, language, sought)
    assert found == sorted(set(found)) or not is_plain(body, language)


@given(st.lists(BODIES), st.sampled_from(LANGUAGES), st.sampled_from([(), ("pool", "g")]))
def test_several_texts_are_as_each_alone(
    bodies: list[str], language: str, starts: tuple[str, ...]
) -> None:
    """SPEC 8.9: no text has matches because of another."""
    sought = Sought(FORMS, starts)
    assert spans(bodies, language, sought) == [_spans(body, language, sought) for body in bodies]


@given(BODIES, st.sampled_from(LANGUAGES))
def test_all_words_of_a_text(body: str, language: str) -> None:
    """SPEC 8.1: as the index has them, with the parts of camelCase words."""
    assert all_forms(body, language) == {word.text for word in tokens(body, language)}


@given(st.lists(BODIES), st.sampled_from(LANGUAGES))
def test_the_sought_words_of_each_text(bodies: list[str], language: str) -> None:
    """SPEC 8.9: those of all words that are sought, of each text alone."""
    expected = [all_forms(body, language) & FORMS for body in bodies]
    assert forms_among(bodies, language, FORMS) == expected


@given(BODIES, st.sampled_from(LANGUAGES))
def test_words_in_a_row(body: str, language: str) -> None:
    """SPEC 7: which words stand right after each other, also among the parts of camelCase."""
    found = run(body, language, FORMS)
    if found is not None:
        full = [word for word in tokens(body, language) if word.text in FORMS]
        assert sorted(word[:3] for word in found) == sorted(word[:3] for word in full)
        assert _neighbors(found) == _neighbors(full)


# Every seventh plain character, of those below 0x2600; or every one of all.
_LOOKS = [
    ("turkish", 0x2600, 7),
    *((each, 0x110000, 1) for each in ("turkish", "english", "russian")),
]


@pytest.mark.parametrize(("language", "end", "step"), sampled(_LOOKS))
def test_python_and_the_index_agree_on_every_plain_character(
    language: str, end: int, step: int
) -> None:
    """SPEC 6.1: what belongs to a word, character by character."""
    plain = [chr(code) for code in range(end) if is_plain(chr(code), language)]
    assert len(plain) > 2000
    for character in plain[::step]:
        for text in (f"ab{character}cd", f"{character} ab"):
            assert _spans(text, language, EVERY) == _full(text, language, EVERY), repr(character)


@pytest.mark.parametrize("text", ["日本語", "ไทย", "हिन्दी", "e\u0301", "İstanbul", "σας", "\u00ad"])
def test_other_texts_get_the_full_look(text: str) -> None:
    """SPEC 6.1: what is put in another form before it is indexed."""
    assert not is_plain(text, "english")
    assert run(text, "english", FORMS) is None
    for around in ("{}", "a pool {} Pools", "é\n{}\npool{}\n→ pools", "{}-{} x {}pool"):
        body = around.replace("{}", text)
        assert sorted(set(_spans(body, "english", EVERY))) == _full(body, "english", EVERY)


def test_a_mark_joins_the_space_before_it() -> None:
    """SPEC 8.9: the range is that of the full look, also where a word needs that look."""
    for body in ("a  \uff9eb pool", "\uff9e", "pool \u0301pool", "a\n\uff9eb\n\uff9ec"):
        assert sorted(set(_spans(body, "english", EVERY))) == _full(body, "english", EVERY)


def test_a_language_that_keeps_marks_gets_the_full_look() -> None:
    """SPEC 6.1: its words are cut by another rule."""
    assert run("plain", "tamil", FORMS) is None
    assert _spans("é plain தமிழ்", "tamil", EVERY) == _full("é plain தமிழ்", "tamil", EVERY)
    assert _spans("plain", "english", EVERY) == [(0, 5)]


@torture
def test_more_words_than_are_kept() -> None:
    """Words that were forgotten are analyzed again."""
    many = " ".join(f"word{number}" for number in range(60_000))
    sought = Sought(frozenset({"word"}))
    for text in (many, "words", many):
        assert _spans(text, "english", sought) == ([(0, 5)] if text == "words" else [])


@given(BODIES, st.sampled_from(LANGUAGES))
def test_the_words_of_a_name(name: str, language: str) -> None:
    """SPEC 8.2: those of a path or title, as a query for it has them."""
    found = frozenset(words(path_text(name), language))
    assert names_with(found, [name], language) == ({name: found} if found else {})
    assert names_with(frozenset({"absent"}) - found, [name], language) == {}
