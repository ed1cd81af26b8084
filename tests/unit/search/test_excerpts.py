"""Tests of the passages of a long text that a result shows (SPEC 8.10)."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from ra.search.excerpts import best_passages, brief_passage
from ra.search.highlight import Range
from tests.worlds import world

FILLER = "Nothing of interest is in this sentence of the text. " * 6


def matches(text: bytes, *words: bytes) -> list[Range]:
    """Where these words occur."""
    found = []
    for word in words:
        at = text.find(word)
        while at >= 0:
            found.append((at, at + len(word)))
            at = text.find(word, at + 1)
    return sorted(found)


def shown(text: str, *words: str, limit: int = 600) -> str:
    """The passages of a text in which every word weighs the same."""
    data = text.encode()
    ranges = best_passages(data, matches(data, *map(str.encode, words)), lambda _: 1.0, limit)
    assert list(ranges) == sorted(ranges)
    assert all(one[1] < other[0] for one, other in pairwise(ranges))
    return "".join(data[start:end].decode() for start, end in ranges)


def test_a_short_text_is_whole() -> None:
    """Only a text longer than the limit is shown in passages."""
    assert shown("A kettle.\n\nA pot.\n", "pot") == "A kettle.\n\nA pot.\n"


def test_the_paragraphs_with_most_different_matches() -> None:
    """Our choice: two words in one paragraph come before one word often."""
    often = "The kettle, a kettle and a kettle.\n\n"
    both = "The kettle and its whistle.\n\n"
    text = f"{FILLER}\n\n{often}{FILLER}\n\n{both}{FILLER}\n"
    assert both.strip() in shown(text, "kettle", "whistle", limit=150)


def test_several_passages_within_the_limit() -> None:
    """Words that are far apart are shown in passages of their own, in the order of the text."""
    text = f"The kettle.\n\n{FILLER}\n\n{FILLER}\n\nThe whistle.\n"
    found = shown(text, "kettle", "whistle")
    assert found.index("kettle") < found.index("whistle")
    assert len(found.encode()) <= 600 < len(text)


def test_the_start_where_nothing_matches() -> None:
    """A page that is found by its name shows how it begins."""
    text = f"It begins so. {FILLER * 9}"
    assert text.startswith(shown(text))
    assert shown(text)


@pytest.mark.parametrize("text", ["語" * 900, "x" * 2000, "é " * 700, "a\n" * 900])
def test_no_character_is_cut(text: str) -> None:
    """Texts without paragraphs, sentences or spaces are cut between characters."""
    assert shown(text, text[0])
    assert len(shown(text, text[0]).encode()) <= 600


def brief(text: str, *words: str, limit: int = 120) -> str:
    """The one passage of a text in which every word weighs the same."""
    data = text.encode()
    start, end = brief_passage(data, matches(data, *map(str.encode, words)), lambda _: 1.0, limit)
    assert end - start <= limit
    return data[start:end].decode()


def test_in_brief_the_sentence_with_most_different_matches() -> None:
    """Two words side by side come before one word often; it begins with their sentence."""
    often = "The kettle, a kettle and a kettle."
    both = "Here the kettle has a whistle."
    text = f"{FILLER}{often} {FILLER}{both} {FILLER}"
    assert brief(text, "kettle", "whistle").startswith(both)


def test_in_brief_matches_far_apart_do_not_count_together() -> None:
    """Two words near each other come before a third that is far from both."""
    both = "The kettle has a whistle."
    text = f"{FILLER}{both} {FILLER}The spout. {FILLER}"
    assert brief(text, "kettle", "whistle", "spout").startswith(both)


def test_in_brief_the_start_where_nothing_matches() -> None:
    """A page that is found by its name shows how it begins."""
    assert brief(f"It begins so. {FILLER}").startswith("It begins so.")


@pytest.mark.parametrize("stop", ["。", "！", "？", "।"])
def test_in_brief_sentences_of_other_scripts(stop: str) -> None:
    """They end without a space, or with a sign of their own."""
    other = f"茶の話です{stop}"
    assert brief(f"{other * 30}水を沸かす{stop}{other * 30}", "沸").startswith("水を沸かす")


def test_in_brief_the_end_of_a_text() -> None:
    """What follows the last match is as long as the text."""
    assert brief(f"{FILLER}The kettle.", "kettle") == "The kettle."


@pytest.mark.parametrize("size", range(9, 25))
@pytest.mark.parametrize("text", ["語" * 90, "x" * 200, "é " * 70, "में गाय " * 30, "語 a" * 40])
def test_in_brief_no_character_is_cut(text: str, size: int) -> None:
    """Whatever the limit and wherever the match: also of one that is longer than the limit."""
    for word in (text[:1], text[2:5], text[3:50]):
        assert brief(f"{FILLER}{text}", word, limit=size)


def test_a_long_text_is_shown_by_its_passages(tmp_path: Path) -> None:
    """SPEC 8.10: ranges are those of the shown text, the lines of passages those of the file."""
    text = f"# Log\n\n{FILLER}\n\n{FILLER}\n\nThe whistle of the kettle.\n\n{FILLER}\n"
    with world(tmp_path, {"docs": {"log.md": text}}) as here:
        (result,) = here.search("kettle whistle", max_result_tokens=40).results
        assert [each[2:] for each in result.passages] == [(5, 7)]
        body = result.body.encode()
        assert [body[start:end] for start, end in result.match_ranges] == [b"whistle", b"kettle"]
        record = result.to_dict()
        assert record["passages"] == [[5, 7]]
        assert (record["line_start"], record["line_end"]) == (1, 9)
        whole = here.search("kettle whistle", max_result_tokens=0).results[0]
        assert whole.passages == ()
        assert whole.body == text.partition("# Log\n")[2]
