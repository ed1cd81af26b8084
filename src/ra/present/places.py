"""Where does a match stand? A file and a line, which a terminal can open."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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
    """The line of the first match; if the body has none, that of the heading or of the text."""
    if found.ranges:
        return next(match_lines(found._replace(ranges=found.ranges[:1]), places)).number
    if not found.chunk.depth:
        return found.lines[0]
    heading = 0 if found.chunk.part else _height_of_heading(found, places)
    return found.lines[0] - heading if heading else _first_line_of_text(found, places)


def match_lines(found: Found, places: Places) -> Iterator[MatchLine]:
    """The lines of a chunk that have matches, in order."""
    body = _bytes(found.chunk.body)
    lines = list(_marked(body, found.ranges))
    numbers = _numbers(found, body, [start for start, _, _ in lines], places)
    for number, (start, end, ranges) in zip(numbers, lines, strict=True):
        text = body[start:end].rstrip(b"\r").replace(b"\r", b" ")  # a line of ours is one line
        yield MatchLine(number, text, tuple(ranges))


def each_in_file(chunk: Chunk, ascending: Iterable[int]) -> Iterator[int]:
    """The byte of the file from which each of these bytes of the body comes."""
    spans = iter(chunk.spans)
    start = end = before = 0
    for at in ascending:
        while at - before >= end - start:
            before += end - start
            start, end = next(spans, (chunk.byte_end, chunk.byte_end + at + 1))
        yield min(start + at - before, chunk.byte_end)


def _marked(body: bytes, ranges: Iterable[Range]) -> Iterator[tuple[int, int, list[Range]]]:
    """Where each line with matches starts and ends, and the matches as bytes of that line."""
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


def _numbers(found: Found, body: bytes, starts: Sequence[int], places: Places) -> Iterator[int]:
    """The line in the file of each of these bytes of a body, which ascend."""
    chunk, first = found.chunk, found.lines[0]
    if not starts or len(body) == chunk.byte_end - chunk.byte_start:
        return _counted(body, starts, first)
    source = _bytes(places.text(chunk.doc_id))
    if chunk.spans:
        # The body is cut from several places of the file, between the chunks below it.
        return _counted(source, each_in_file(chunk, starts), 1)
    # The strategy wrote the body anew, line by line: with other newlines and single spaces.
    skipped = _lines_before(body, source[chunk.byte_start : chunk.byte_end])
    return _counted(body, starts, first + skipped)


def _counted(text: bytes, ascending: Iterable[int], number: int) -> Iterator[int]:
    """The line of each of these bytes, if the text begins on this one."""
    done = 0
    for at in ascending:
        number += text.count(b"\n", done, at)
        done = at
        yield number


def _lines_before(body: bytes, source: bytes) -> int:
    """How many lines of a text come before those of a body that was made from it."""
    wanted = body.partition(b"\n")[0].split()
    lines = enumerate(source.split(b"\n"))
    return next((number for number, line in lines if line.split() == wanted), 0)


def _first_line_of_text(found: Found, places: Places) -> int:
    body = _bytes(found.chunk.body)
    return next(_numbers(found, body, [len(body) - len(body.lstrip())], places))


def _height_of_heading(found: Found, places: Places) -> int:
    """How many lines the heading right above a section has; 0 if there is none."""
    chunk = found.chunk
    words = _bytes(chunk.title).split()
    above = _bytes(places.text(chunk.doc_id))[: chunk.byte_start]
    *lines, _ = above.rsplit(b"\n", len(words) + 2)  # no heading has more lines than words
    underline = bool(lines) and _is_underline(lines[-1])
    left = len(words)
    height = 0
    for line in reversed(lines[:-1] if underline else lines[-1:]):
        if left <= 0 or not line.strip():
            break
        left -= len(line.split())
        height += 1
    text = b"\n".join(lines[len(lines) - underline - height :])
    return height + underline if any(word in text for word in words) else 0


def _is_underline(line: bytes) -> bool:
    """Whether a line makes a heading of the text above it (CommonMark: Setext headings)."""
    marks = set(line.strip())
    return marks == {ord("=")} or marks == {ord("-")}


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
