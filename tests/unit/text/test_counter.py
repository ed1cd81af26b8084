"""Tests that tokens are counted as cl100k_base counts them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from ra.text.counter import NAME, VERSION, count


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", 0),
        ("hello world", 2),
        ("tiktoken is great!", 6),
        ("antidisestablishmentarianism", 6),
        ("2 + 2 = 4", 7),
        ("お誕生日おめでとう", 9),
        ("a" * 50_000, 6250),
        (" " * 20_000, 157),
        ("日本語" * 300, 1200),
        ("x\ty\r\n" * 100, 300),
    ],
)
def test_counts_are_those_of_cl100k_base(text: str, expected: int) -> None:
    """SPEC 8.10: these numbers were counted with other implementations of the same encoding."""
    assert count(text) == expected


def test_counts_are_those_of_other_implementations() -> None:
    """SPEC 8.10: tiktoken 0.14 and splintr 0.22 agreed on each; words, tokens and noise of many
    scripts, spaces, digits, emoji and control characters.
    """
    file = Path(__file__).parents[2] / "fixtures" / "cl100k_base.json"
    cases = json.loads(file.read_text(encoding="utf-8"))
    assert len(cases) == 256
    assert [[text, count(text)] for text, _ in cases] == cases


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a" * 1_000_000, 125_000),
        (" " * 1_000_000, 7813),
        ("-" * 300_000, 4687),
        ("日本語" * 20_000, 80_000),
        ("😀" * 50_000, 100_000),
        ("".join(Random(3).choices("abcdefghijklmnopqrstuvwxyz", k=50_000)), 27_079),
    ],
    ids=["letter", "spaces", "dashes", "words", "emoji", "noise"],
)
def test_a_text_without_a_place_to_cut_is_counted(text: str, expected: int) -> None:
    """SPEC 12: hostile text is counted exactly too, in time that grows with its length."""
    assert count(text) == expected


def test_control_tokens_are_plain_text() -> None:
    """SPEC 12: a document cannot smuggle in a control token, nor fail for having its name."""
    assert count("<|endoftext|>") == 7


def test_half_a_surrogate_pair_is_counted() -> None:
    """SPEC 8.10: what the command line can hand over can be counted."""
    assert count("a\ud800b") == count("a\ufffdb")


def test_the_counter_has_a_name_and_a_version() -> None:
    """SPEC 4.4: both are part of the fingerprint."""
    assert (NAME, VERSION) == ("cl100k_base", "1")


def test_the_vocabulary_is_loaded_when_it_is_used() -> None:
    """The counter is loaded only when tokens are counted."""
    program = (
        "import sys, ra.text.counter as t; name = 'ra.text.cl100k.vocabulary';"
        "before = name in sys.modules; t.count('x'); print(before, name in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=True
    )
    assert done.stdout.split() == ["False", "True"]
