"""Are tokens counted as cl100k_base counts them?"""

from __future__ import annotations

import subprocess
import sys

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
        "import sys, ra.text.counter as t; before = 'splintr' in sys.modules; t.count('x');"
        "print(before, 'splintr' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=True
    )
    assert done.stdout.split() == ["False", "True"]
