"""Tests that positions name the line that an editor shows."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ra.chunking import STRATEGIES, chunker, outline
from ra.config.schema import DEFAULT_CHUNKING, Strategy
from ra.document import Source
from ra.model import Chunk, Span, each_in_file
from ra.parse import parse
from ra.present.file_links import FileLinks, match_lines
from ra.present.style import Style
from ra.search.highlight import Wanted, match_ranges
from ra.search.render import lines_of
from ra.search.results import Match

TEXT = "intro owl\n\n# Top\n\none owl\n\n## Child\n\nowl\n\n## Bare owl\n"


def chunks() -> dict[str, Chunk]:
    """The chunks of the text by their slugs."""
    document = parse(Source("t", "a b.md", TEXT.encode(), 0, "markdown"))
    return {chunk.slug or "": chunk for chunk in outline.chunk(document, DEFAULT_CHUNKING)}


def found(chunk: Chunk, *, word: str = "owl", text: str = TEXT) -> Match:
    """The chunk as a search for this word shows it."""
    ranges = match_ranges(chunk.body, Wanted(frozenset({word})), "english")
    return Match(chunk, 1.0, ranges, (), lines_of(chunk, text.encode(), ranges), ())


PLACES = FileLinks({"t": Path("/notes")}, Path("/notes"))


def test_match_lines_are_those_of_the_file() -> None:
    """Issue 4: line numbers, also where a body goes on after the chunks below it."""
    lines = TEXT.encode().split(b"\n")
    seen = []
    for chunk in chunks().values():
        for line in match_lines(found(chunk)):
            assert lines[line.number - 1] == line.text
            assert [line.text[start:end] for start, end in line.ranges] == [b"owl"]
            seen.append(line.number)
    assert sorted(seen) == [1, 5, 9, 11]


def test_without_a_match_the_place_is_the_heading() -> None:
    """A section found by its title leads to its heading, a document to its first line."""
    named = {slug: found(chunk, word="nothing") for slug, chunk in chunks().items()}
    assert {slug: each.lines.line for slug, each in named.items()} == {
        "": 1,
        "top": 3,
        "child": 7,
    }


def test_a_name_is_relative_only_below_the_working_folder() -> None:
    """The name can be opened from where the command was started."""
    child = chunks()["child"]
    elsewhere = PLACES._replace(cwd=Path("/other"))
    assert PLACES.name(child, 9, Style()) == "a b.md:9"
    assert elsewhere.name(child, 9, Style()) == f"{Path('/notes/a b.md')}:9"


def test_a_link_leads_to_the_file() -> None:
    """OSC 8: the address is absolute and escaped, the text stays as it is."""
    child = chunks()["child"]
    shown = PLACES._replace(links=True).name(child, 9, Style())
    address = Path("/notes/a b.md").as_uri()
    assert shown == f"\x1b]8;;{address}#9\x1b\\a b.md:9\x1b]8;;\x1b\\"


def searched(text: str, word: str, strategy: Strategy = "outline") -> dict[str, Match]:
    """Every chunk of a text, by what comes after the path in its id, as a search shows it."""
    document = parse(Source("t", "a.md", text.encode(), 0, "markdown"))
    return {
        chunk.id.removeprefix("t:a.md"): found(chunk, word=word, text=text)
        for chunk in chunker(strategy)(document, DEFAULT_CHUNKING)
    }


@pytest.mark.parametrize(
    ("heading", "line"),
    [
        ("Kettle\n------", 3),
        ("  Kettle  \n===", 3),
        ("Kettle\r\n------\r", 3),
        ("Kettle *and*\npot\n---", 3),
        ("## Kettle ##", 3),
        ("# Above\nKettle\n---", 4),
    ],
)
def test_the_place_of_a_heading_is_its_first_line_of_text(heading: str, line: int) -> None:
    """A heading with a line below it (CommonMark: Setext) leads to its text, not to the dashes."""
    chunks = searched(f"before\n\n{heading}\n\nit boils\n", "nothing")
    named = next(each for slug, each in chunks.items() if slug.startswith("#kettle"))
    assert named.lines.line == line


@pytest.mark.parametrize("strategy", ["leaves", "header_based", "spec_v1"])
def test_the_place_of_a_part_is_its_first_line_of_text(strategy: Strategy) -> None:
    """A part that is found by the title of its section leads to what it says."""
    paragraphs = "\n\n".join(f"paragraph {number} " + "says much " * 60 for number in range(30))
    text = f"# Top\n\n## Wolverine\n\n{paragraphs}\n"
    chunks = searched(text, "nothing", strategy)
    parts = [each for each in chunks.values() if each.chunk.part]
    assert len(parts) > 5
    for part in parts:
        begins = part.chunk.body.lstrip()[:20]
        assert text.split("\n")[part.lines.line - 1].startswith(begins.split("\n")[0])


def test_a_section_whose_body_holds_its_heading_leads_to_it() -> None:
    """`header_based` keeps the line of the heading in the body; the line before is another's."""
    text = f"# First\n\n{'much ' * 400}\n\n# Second\n\n{'more ' * 400}\n"
    chunks = searched(text, "nothing", "header_based")
    held = [each for each in chunks.values() if each.chunk.body.startswith("# ")]
    assert [each.lines.line for each in held] == [1, 5]


@pytest.mark.parametrize("front", ["", "---\r\ntitle: Owl\r\n---\r\n"])
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_lines_are_those_of_the_file_where_the_body_is_written_anew(
    strategy: Strategy, front: str
) -> None:
    """`spec_v1` has other newlines and spaces than the file; its matches have the same lines."""
    text = f"{front}\r\n\r\n" + "x  y\r\n\r\n" * 20 + "an  owl\r\n\r\n# S\r\n\r\n\r\nS  owl\r\n"
    chunks = searched(text, "owl", strategy)
    lines = text.split("\r\n")
    seen = {
        number
        for each in chunks.values()
        for number, shown, _ in match_lines(each)
        if lines[number - 1].split() == shown.decode().split()
    }
    expected = {number for number, line in enumerate(lines, 1) if line.endswith(" owl")}
    assert expected <= seen
    numbered = [one.number for each in chunks.values() for one in match_lines(each)]
    assert set(numbered) == seen


def test_a_line_of_a_match_is_one_line() -> None:
    """A lone carriage return must not begin a line without a number."""
    chunks = searched("one\rowl two\rthree\r\n", "owl")
    [line] = match_lines(chunks[""])
    assert (line.text, line.ranges) == (b"one owl two three", ((4, 7),))


def test_a_text_with_many_matching_lines() -> None:
    """Each line is looked at once: 40,000 lines, half of them with two matches."""
    text = "nothing here\n" * 20_000 + "an owl, owl\n" * 20_000
    chunks = searched(text, "owl")
    lines = list(match_lines(chunks[""]))
    assert [line.number for line in lines] == list(range(20_001, 40_001))
    assert {line.ranges for line in lines} == {((3, 6), (8, 11))}
    assert chunks[""].lines.line == 20_001


def test_a_body_from_many_places_with_many_matches() -> None:
    """Empty headings belong to the section above: its body comes from 5,000 places."""
    text = "# Top\n\n" + "## owl\n\n## Full\n\ntext\n\n" * 5_000
    chunks = searched(text, "owl")
    lines = [line.number for line in match_lines(chunks["#top"])]
    assert len(chunks["#top"].chunk.spans) >= 5_000
    assert lines == [number for number, line in enumerate(text.split("\n"), 1) if "owl" in line]


@given(
    sizes=st.lists(st.tuples(st.integers(0, 3), st.integers(0, 4)), max_size=6),
    places=st.lists(st.integers(0, 30), max_size=8).map(sorted),
)
def test_bytes_of_a_body_are_found_in_the_file(
    sizes: list[tuple[int, int]], places: list[int]
) -> None:
    """A body is the text of its spans one after another; what is behind them is at their end."""
    spans, end = [], 0
    for gap, size in sizes:
        spans.append(Span(end + gap, end + gap + size))
        end += gap + size
    chunk = chunks()["top"]._replace(spans=tuple(spans), byte_end=end)
    bytes_of_file = [at for span in spans for at in range(*span)]
    expected = [bytes_of_file[at] if at < len(bytes_of_file) else end for at in places]
    assert list(each_in_file(chunk, places)) == expected
