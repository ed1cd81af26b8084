"""Tests that a snippet shows the matches and whole words, and is safe in HTML."""

from __future__ import annotations

import pytest

from ra.search.highlight import LENGTH, SnippetPart, Wanted, html, match_ranges, snippet
from ra.text import words
from tests.worlds import marked

FILLER = "lorem ipsum dolor sit amet " * 40


def _snippet(body: str, query: str, length: int = LENGTH) -> tuple[SnippetPart, ...]:
    wanted = Wanted(frozenset(words(query, "english")))
    return snippet(body, match_ranges(body, wanted, "english"), length)


def test_a_short_body_is_shown_whole() -> None:
    """SPEC 8.9: nothing is cut that fits, and no ellipsis claims otherwise."""
    assert html(_snippet("Tune the pool size.", "pool")) == "Tune the <b>pool</b> size."


def test_a_long_body_is_cut_at_words_around_the_match() -> None:
    """SPEC 8.9: about 150 characters, the match amid them, whole words, ends marked as cut."""
    text = marked(_snippet(f"{FILLER}the pool {FILLER}", "pool"), "[", "]")
    assert text.startswith("…") and text.endswith("…")
    assert 120 <= len(text.strip("…").replace("[", "").replace("]", "")) <= LENGTH
    assert {*text.strip("…").split()} <= {*FILLER.split(), "the", "[pool]"}
    assert 40 < text.index("[pool]") < 110


def test_a_body_without_matches_shows_its_start() -> None:
    """SPEC 8.9: a chunk can match by its title alone."""
    text = marked(_snippet(FILLER, "pool"))
    assert text.startswith("lorem ipsum") and text.endswith("…")
    assert len(text) <= LENGTH + 1
    assert marked(snippet("\n" * 5000 + "start", ())) == "start"
    assert snippet("", ()) == ()
    assert snippet(" \n ", ()) == ()


def test_different_matches_close_together_win() -> None:
    """SPEC 8.9: the place with the most of the query, not the first match."""
    body = f"One pool. {FILLER}pool pool pool {FILLER}a thread pool {FILLER}thread"
    assert "a [thread] [pool] lorem" in marked(_snippet(body, "thread pool"), "[", "]")


def test_matches_far_away_do_not_count() -> None:
    """SPEC 8.9: two matches close together beat one that follows a different one from afar."""
    body = f"pool here pool {FILLER}thread {FILLER}"
    assert "[pool] here [pool]" in marked(_snippet(body, "thread pool"), "[", "]")


@pytest.mark.parametrize("length", range(142, 158))
def test_long_paths_are_cut_between_their_words(length: int) -> None:
    """SPEC 8.9: cut at words, also where there is no white space for long."""
    body = "chapter/" * 80 + "pool" + "/section" * 80
    text = marked(_snippet(body, "pool", length)).strip("…")
    assert set(text.split("/")) <= {"", "chapter", "pool", "section"}
    assert length - 16 < len(text) <= length


def test_every_match_in_sight_is_marked() -> None:
    """SPEC 8.9: also one that stands at the edge and did not choose the place."""
    body = "pool " + "x " * 60 + "pool pool"
    pieces = _snippet(body, "pool")
    assert "pool" not in "".join(piece.text for piece in pieces if not piece.is_match)


def test_markup_is_escaped_and_markdown_is_kept() -> None:
    """SPEC 8.9: `<b>` is the only tag; Markdown is left as it is."""
    body = "**pool** <script>alert('pool') & \"x\"</script> `pool`"
    assert html(_snippet(body, "pool")) == (
        "**<b>pool</b>** &lt;script&gt;alert(&#x27;<b>pool</b>&#x27;) &amp; &quot;x&quot;"
        "&lt;/script&gt; `<b>pool</b>`"
    )


def test_white_space_is_collapsed() -> None:
    """SPEC 8.9: a snippet is one line, also where the body is mostly white space."""
    body = "\n\n  The\r\n\tpool \n\n is\u00a0 | deep\n" + " " * 5000 + "\nend\n"
    assert marked(_snippet(body, "pool"), "[", "]").startswith("The [pool] is | deep")


@pytest.mark.parametrize("body", ["日本語の文章です。" * 60, "ภาษาไทยเป็นภาษา" * 60])
def test_scripts_without_spaces_are_cut_between_characters(body: str) -> None:
    """SPEC 6.1, 8.9: there are no spaces to cut at, and yet the snippet has its length."""
    start = len(body[:300].encode())
    pieces = snippet(body, [(start, start + 6)])
    text = marked(pieces)
    assert 120 <= len(text.strip("…")) <= LENGTH
    assert any(piece.is_match for piece in pieces)
    assert text.strip("…") in body


def test_a_match_longer_than_the_snippet_is_cut() -> None:
    """SPEC 8.9: ranges that touch become one, in Japanese of any length; it is still a match."""
    body = "前" + "日本" * 400
    pieces = snippet(body, [(3, len(body.encode()))])
    assert [piece.is_match for piece in pieces] == [False, True, False]
    assert len(pieces[1].text) == LENGTH


def test_a_giant_word_does_not_hide_the_match() -> None:
    """SPEC 8.9: never without a match; what cannot be cut at a word is left out."""
    body = "a" * 5000 + " pool " + "b" * 5000
    assert marked(_snippet(body, "pool"), "[", "]") == "…[pool]…"
    assert len(marked(_snippet(body, "nothing"))) == LENGTH + 1
