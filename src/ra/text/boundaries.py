"""Finds positions where a text can be cut without splitting a word."""

from __future__ import annotations

from unicodedata import category

from ra.text import scripts

_JOINER = "\u200d"


def splits_word(text: str, at: int) -> bool:
    """Whether a cut before the character at `at` would split a word or a character.

    Scripts written without spaces may be cut between any two of their characters.
    """
    if not 0 < at < len(text):
        return False
    before, after = text[at - 1], text[at]
    if before.isascii() and after.isascii():
        return before.isalnum() and after.isalnum()
    if before == _JOINER or category(after) in {"Mn", "Mc", "Me", "Cf"}:
        return not (before.isspace() or after == "\u200b")
    unspaced = scripts.unspaced().match
    if unspaced(before) or unspaced(after):
        return bool(scripts.attached().match(after))
    return _in_word(before) and _in_word(after)


def back_to_boundary(text: str, at: int) -> int:
    """The last position up to `at` where a cut splits no word; 0 if there is none."""
    while splits_word(text, at):
        at -= 1
    return at


def on_to_boundary(text: str, at: int) -> int:
    """The first position from `at` on where a cut splits no word; the end if there is none."""
    while splits_word(text, at):
        at += 1
    return at


def _in_word(character: str) -> bool:
    return category(character)[0] in "LMN"
