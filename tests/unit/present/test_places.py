"""What is promised of places? They name the line that an editor would show."""

from __future__ import annotations

from pathlib import Path

from ra.chunk import outline
from ra.config.schema import DEFAULT_CHUNKING
from ra.document import Source
from ra.model import Chunk
from ra.parse import parse
from ra.present.places import Places, first_line, match_lines
from ra.present.style import Style
from ra.search.ranges import Wanted, match_ranges
from ra.search.report import Found

TEXT = "intro owl\n\n# Top\n\none owl\n\n## Child\n\nowl\n\n## Bare owl\n"


def chunks() -> dict[str, Chunk]:
    """The chunks of the text by their slugs."""
    document = parse(Source("t", "a b.md", TEXT.encode(), 0, "markdown"))
    return {chunk.slug or "": chunk for chunk in outline.chunk(document, DEFAULT_CHUNKING)}


def found(chunk: Chunk) -> Found:
    """The chunk as a search for `owl` finds it."""
    ranges = match_ranges(chunk.body, Wanted(frozenset({"owl"})), "english")
    start = TEXT.encode().count(b"\n", 0, chunk.byte_start) + 1
    end = TEXT.encode().count(b"\n", 0, chunk.byte_end - 1) + 1
    return Found(chunk, 1.0, ranges, (), (start, end), ())


PLACES = Places({"t": Path("/notes")}, Path("/notes"), lambda _: TEXT)


def test_match_lines_are_those_of_the_file() -> None:
    """Issue 4: line numbers, also where a body goes on after the chunks below it."""
    lines = TEXT.encode().split(b"\n")
    seen = []
    for chunk in chunks().values():
        for line in match_lines(found(chunk), PLACES):
            assert lines[line.number - 1] == line.text
            assert [line.text[start:end] for start, end in line.ranges] == [b"owl"]
            seen.append(line.number)
    assert sorted(seen) == [1, 5, 9, 11]


def test_without_a_match_the_place_is_the_heading() -> None:
    """A section found by its title leads to its heading, a document to its first line."""
    named = {slug: found(chunk)._replace(ranges=()) for slug, chunk in chunks().items()}
    assert {slug: first_line(each, PLACES) for slug, each in named.items()} == {
        "": 1,
        "top": 3,
        "child": 7,
    }


def test_a_name_is_relative_only_below_the_working_folder() -> None:
    """The name can be opened from where the command was started."""
    child = found(chunks()["child"])
    elsewhere = PLACES._replace(cwd=Path("/other"))
    assert PLACES.name(child, 9, Style()) == "a b.md:9"
    assert elsewhere.name(child, 9, Style()) == f"{Path('/notes/a b.md')}:9"


def test_a_link_leads_to_the_file() -> None:
    """OSC 8: the address is absolute and escaped, the text stays as it is."""
    child = found(chunks()["child"])
    shown = PLACES._replace(links=True).name(child, 9, Style())
    address = Path("/notes/a b.md").as_uri()
    assert shown == f"\x1b]8;;{address}#9\x1b\\a b.md:9\x1b]8;;\x1b\\"
