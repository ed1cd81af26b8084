"""Tests of how the language of a document is found (SPEC 6.1)."""

from __future__ import annotations

import pytest

from ra.text.detect import detect, language_of, language_of_text

ENGLISH = "The river is not deep, and the boats that are on it can go to the sea with the wind."


@pytest.mark.parametrize(
    ("code", "language"),
    [
        ("de", "german"),
        ("pt-BR", "portuguese"),
        ("zh_Hans_CN", "chinese"),
        ("German", "german"),
        ("nn", "norwegian"),
        ("pl", "polish"),
        ("python", None),
        ("", None),
    ],
)
def test_codes_and_names(code: str, language: str | None) -> None:
    """Regions, scripts and case do not matter; other values are no language."""
    assert language_of(code) == language


@pytest.mark.parametrize(
    ("text", "language"),
    [
        (ENGLISH, "english"),
        ("Der Fluss ist nicht tief, und die Boote auf ihm kommen mit dem Wind zum Meer.", "german"),
        ("Fluss", ""),
        ("x = a + b\ny = c\n", ""),
        ("```\nfor the of and to in is it that with as was be on\n```\nFluss", ""),
        ("a e o i a e o i a e o i a e o i a e o i a e o i", ""),
        ("日本語の検索エンジンは漢字とひらがなを読みます。", "japanese"),
        ("Річка неглибока, і човни на ній ідуть за вітром у море.", "ukrainian"),
    ],
)
def test_texts(text: str, language: str) -> None:
    """By script and stop words; too few words, code and single letters do not decide."""
    assert language_of_text(text) == language


def test_a_folder_counts_unless_the_text_is_clearly_in_the_usual_language() -> None:
    """A page that is not translated yet is in its own language, also below `de/`."""
    assert detect({}, "content/de/a.md", "Fluss") == "german"
    assert detect({}, "content/de/a.md", ENGLISH) == "english"
    assert detect({}, "docs/de.md", "Fluss") == ""
    assert detect({}, "IT/a.md", "Router") == ""
    assert detect({"lang": "fr"}, "de/a.md", ENGLISH) == "french"
