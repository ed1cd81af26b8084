"""Where does a match stand? A file and a line, which a terminal can open."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from ra.model import Chunk
from ra.present import clean
from ra.present.style import Style
from ra.search.ranges import Range
from ra.search.report import Found
from ra.typed import NamedTuple


class Places(NamedTuple):
    """What is needed to name places: the folders of trees, and the texts of documents by id.

    `links` says that the terminal is told where each place leads.
    """

    roots: Mapping[str, Path]
    cwd: Path
    text: Callable[[str], str]
    links: bool = False

    def name(self, found: Found, line: int, style: Style) -> str:
        """`docs/guide.md:12`, from the working folder if the file is below it."""
        path = self.roots[found.chunk.tree] / found.chunk.path
        shown = path.relative_to(self.cwd).as_posix() if self.cwd in path.parents else str(path)
        text = style.name(f"{clean.line(shown)}:{line}")
        if not self.links:
            return text
        return f"\x1b]8;;{path.as_uri()}#{line}\x1b\\{text}\x1b]8;;\x1b\\"


class MatchLine(NamedTuple):
    """A line of a file that has matches; `ranges` are bytes of its text."""

    number: int
    text: bytes
    ranges: tuple[Range, ...]


def first_line(found: Found, places: Places) -> int:
    """The line of the first match, or that of the heading if the body has none."""
    heading = found.lines[0] - 1 if found.chunk.depth else found.lines[0]
    return next((line.number for line in match_lines(found, places)), max(heading, 1))


def match_lines(found: Found, places: Places) -> Iterator[MatchLine]:
    """The lines of a chunk that have matches, in order."""
    if not found.ranges:
        return
    ranges, start = list(found.ranges), 0
    for number, text in zip(_numbers(found, places), _lines(found.chunk.body), strict=False):
        end = start + len(text) + 1
        here = [(first - start, last - start) for first, last in ranges if start <= first < end]
        if here:
            yield MatchLine(number, text, tuple(here))
        start = end


def _numbers(found: Found, places: Places) -> Iterator[int]:
    """The line in the file of each line of a body."""
    chunk, first = found.chunk, found.lines[0]
    body = _lines(chunk.body)
    if len(chunk.body.encode()) == chunk.byte_end - chunk.byte_start:
        yield from range(first, first + len(body))
        return
    # The body is cut from several places of the file, between the chunks below it.
    source, at = places.text(chunk.doc_id).encode("utf-8", "surrogatepass"), 0
    for text in body:
        yield source.count(b"\n", 0, in_file(chunk, at)) + 1
        at += len(text) + 1


def in_file(chunk: Chunk, at: int) -> int:
    """The byte of the file from which a byte of the body comes."""
    for start, end in chunk.spans:
        if at < end - start:
            return start + at
        at -= end - start
    return chunk.byte_end


def _lines(text: str) -> list[bytes]:
    return text.encode("utf-8", "surrogatepass").split(b"\n")
