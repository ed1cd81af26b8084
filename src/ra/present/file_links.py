"""Formats positions as a file and a line, which a terminal can open, and lists matching lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from ra.model import Chunk
from ra.present import clean
from ra.present.style import Style
from ra.present.text import CUT, fit, width
from ra.search.highlight import Range
from ra.search.results import Match
from ra.typed import NamedTuple

_SHORT_COMMIT = 12  # digits of its name


class FileLinks(NamedTuple):
    """The folders of trees, for relative file names; `links`: the terminal supports hyperlinks.

    A tree without a folder has no files: its documents are shown by their ids.
    """

    roots: Mapping[str, Path]
    cwd: Path
    links: bool = False

    def file(self, chunk: Chunk) -> Path:
        """The file of a chunk."""
        return self.roots[chunk.tree] / chunk.path

    def shown(self, chunk: Chunk) -> str:
        """Its name, relative to the working folder if the file is below it."""
        if chunk.tree not in self.roots:
            return f"{chunk.tree}:{chunk.path[:_SHORT_COMMIT]}"
        path = self.file(chunk)
        return path.relative_to(self.cwd).as_posix() if self.cwd in path.parents else str(path)

    def name(self, chunk: Chunk, line: int, style: Style, columns: int = 0) -> str:
        """`docs/guide.md:12`; folders in the middle are left out to fit into `columns`."""
        shown = clean.name(self.shown(chunk))
        if columns:
            shown = shortened(shown, columns - len(f":{line}"))
        text = style.name(f"{shown}:{line}")
        if not self.links or chunk.tree not in self.roots:
            return text
        return f"\x1b]8;;{self.file(chunk).as_uri()}#{line}\x1b\\{text}\x1b]8;;\x1b\\"


def shortened(path: str, columns: int) -> str:
    """The path with its first folder and as many of its last parts as fit: `files/…/map/index.md`.

    A name that is too long loses its middle.
    """
    if width(path) <= columns:
        return path
    first, *parts = path.split("/")
    for count in range(1, len(parts)):
        short = "/".join((first, CUT, *parts[count:]))
        if width(short) <= columns:
            return short
        if count == len(parts) - 2 and width(named := "/".join((CUT, *parts[-2:]))) <= columns:
            return named  # the last folder says more than the first one
    name = f"{CUT}/{parts[-1]}" if parts else first
    if width(name) <= columns:
        return name
    tail = max(columns // 2 - 1, 1)
    return fit(name, max(columns - tail, 1)) + name[-tail:]


class MatchLine(NamedTuple):
    """A line of a file with matches; `ranges` are bytes of its text."""

    number: int
    text: bytes
    ranges: tuple[Range, ...]


def match_lines(match: Match) -> Iterator[MatchLine]:
    """The lines of a body with matches, in order."""
    body = match.chunk.body.encode("utf-8", "surrogatepass")
    lines = list(_marked(body, match.ranges))
    numbers = match.lines.numbers(body, [start for start, _, _ in lines])
    for number, (start, end, ranges) in zip(numbers, lines, strict=True):
        text = body[start:end].rstrip(b"\r").replace(b"\r", b" ")  # one printed line per line
        yield MatchLine(number, text, tuple(ranges))


def _marked(body: bytes, ranges: Iterable[Range]) -> Iterator[tuple[int, int, list[Range]]]:
    """The start and end of each line with matches, and the matches as bytes of that line."""
    start, end = 0, -1
    here: list[Range] = []
    for first, last in ranges:
        if first > end:
            if here:
                yield start, end, here
            start = body.rfind(b"\n", max(end, 0), first) + 1
            newline = body.find(b"\n", first)
            end = len(body) if newline < 0 else newline
            here = []
        here.append((first - start, last - start))
    if here:
        yield start, end, here
