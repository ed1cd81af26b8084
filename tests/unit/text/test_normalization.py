"""Tests that normalization changes a text only where the tokenizer needs it."""

from __future__ import annotations

import unicodedata

import pytest

from ra.text import normalize_text, scripts
from ra.text.analysis import analyzer
from ra.text.normalization import (
    begins_ngram,
    beyond_ascii,
    folded,
    normalize_prefix,
    normalize_query,
)
from tests.robustness.marks import torture

MARKS = str.maketrans(scripts.stand_ins())


def test_plain_text_passes_untouched() -> None:
    """SPEC 6.1: what Tantivy splits well by itself is given to it as it is."""
    for text in (
        "",
        "a plain sentence, with std::io::Error",
        "naïve façade — “quoted” …",
        "Привет",
    ):
        assert normalize_text(text, "english") is text


@pytest.mark.parametrize(
    ("text", "prepared"),
    [
        ("日本語", "日本 本語 語"),
        ("日", "日"),
        ("x日本y", "x 日本 本 y"),
        ("ภาษา", "ภาษ าษา ษา า"),
        ("น้ำดื่ม", "น้ำดื่ม ดื่ม ม".translate(MARKS)),
        ("น้ำ日本語", "น้ำ  日本 本語 語".translate(MARKS)),
        ("लड़कियाँ, लड़के!", "लड़किय  , लड़क !".translate(MARKS)),
        ("हैं है की क्या", "है  है की क्य ".translate(MARKS)),
        ("東京、京都", "東京 京 、 京都 都"),
        ("cafe\u0301", "café"),
        ("a\u200db\u00adc\ufe0f", "abc"),
        ("Ａ１", "A1"),
        ("ｶﾞｷﾞ", "ガギ ギ"),
        ("ΟΔΟς", "ΟΔΟσ"),
        ("a\ud800b", "a\ufffdb"),
    ],
)
def test_other_text_becomes(text: str, prepared: str) -> None:
    """SPEC 6.1: grams of characters, composed letters, usual width, no invisible characters.

    Hindi words lose the vowels that end them, in place; two characters are kept.
    """
    assert normalize_text(text, "english") == prepared


def test_a_query_has_no_lone_last_character() -> None:
    """SPEC 6.1: 語 alone would find every text that has it anywhere at the end of a run."""
    assert normalize_query("日本語。", "english").split() == ["日本", "本語", "。"]
    assert normalize_query("ภาษา", "english").split() == ["ภาษ", "าษา"]
    assert normalize_query("日", "english").split() == ["日"]


def test_a_query_is_cut_like_the_text_up_to_its_last_run() -> None:
    """SPEC 7: or a phrase could not find what has the same words in the same order."""
    assert normalize_query("日本語、日本", "english").split() == [
        "日本",
        "本語",
        "語",
        "、",
        "日本",
    ]
    assert normalize_query("日本x", "english").split() == ["日本", "本", "x"]


def test_the_start_of_a_word_keeps_its_ending() -> None:
    """SPEC 7: `लड़की*` asks for what begins so, and may go on."""
    assert normalize_prefix("लड़की", "english") == "लड़की".translate(MARKS)
    assert normalize_query("लड़की", "english") == "लड़क ".translate(MARKS)


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("日", True),
        ("日本", False),
        ("ก", True),
        ("น้ำ", True),
        ("น้ำดื่", True),
        ("น้ำดื่ม", False),
        ("a", False),
        ("д", False),
    ],
)
def test_words_that_begin_a_gram(word: str, expected: bool) -> None:
    """SPEC 6.1: signs belong to the character before them, as they are or by a stand-in."""
    assert begins_ngram(word) is begins_ngram(word.translate(MARKS)) is expected


def test_no_mark_of_a_living_script_ends_a_word() -> None:
    """SPEC 6.1: Indic vowel signs do not split words; nor do virama, nukta, tones, accents."""
    split = analyzer("english").analyze
    marks = [chr(code) for code in range(0x3000) if unicodedata.category(chr(code))[0] == "M"]
    assert len(marks) > 900
    torn = [
        mark
        for mark in marks
        if len(split(normalize_text(f"к{mark}к", "english"))) != _tokens(mark)
    ]
    assert torn == []


def _tokens(mark: str) -> int:
    """A mark of a script in pairs is a run of its own between Cyrillic letters."""
    return 3 if " " in normalize_text(f"к{mark}к", "english") else 1


def test_stand_ins_are_known_as_such() -> None:
    """They belong to the character before them, as the marks do that they stand for."""
    assert all(map(scripts.attached().match, scripts.stand_ins().values()))


def test_marks_tell_words_apart() -> None:
    """A stand-in is another one for each mark: क्ष is not कष and not क़ष."""
    forms = {normalize_text(word, "english") for word in ("क्ष", "कष", "क़ष")}
    assert len(forms) == 3


def test_tamil_keeps_its_pulli_for_the_stemmer() -> None:
    """SPEC 6.1: the Tamil stemmer looks for U+0BCD; other languages get a stand-in."""
    assert normalize_text("தமிழ்", "tamil") == "தமிழ்"
    assert normalize_text("தமிழ்", "english") != "தமிழ்"


def test_accents_that_no_letter_has_change_no_word() -> None:
    """A stress mark in a Russian or Greek dictionary must not hide the word."""
    assert folded("за́мок") == "замок"
    assert folded("и\u0306") == "й"


def test_beyond_ascii() -> None:
    """Only the rare characters, in order."""
    assert beyond_ascii("a é b 日本 c") == "é日本"


def test_long_runs_are_blanked_in_place() -> None:
    """SPEC 6.1: the rest of the text keeps its place, so ranges stay true."""
    blob = "QUJD" * 51
    assert normalize_text(f"x {blob} y", "english") == f"x {' ' * len(blob)} y"
    assert normalize_text(f"é {blob} y", "english") == f"é {' ' * len(blob)} y"
    spaced = "….—“" * 20
    assert normalize_text(f"é {spaced}", "english") == f"é {spaced}"


@torture
def test_no_character_that_matters_is_overlooked() -> None:
    """The quick look at a text must not miss what the closer one would change."""
    closer = (scripts.unspaced(), scripts.dropped(), scripts.width(), scripts.surrogates())
    patterns = (*closer, scripts.swapped(marks=True)[0])
    special = scripts.special()
    every = map(chr, range(0x110000))
    missed = [c for c in every if any(p.match(c) for p in patterns) and not special.match(c)]
    assert missed == []
