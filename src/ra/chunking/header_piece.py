"""Defines the S3 record of a chunk: its number, parent headings and character range."""

from __future__ import annotations

from collections.abc import Sequence

from ra.chunking.overlap import before
from ra.document import Section
from ra.typed import NamedTuple

HeaderPath = tuple[str, ...]


class HeaderPiece(NamedTuple):
    """A chunk as S3 8.4 counts them; `sub` is None for a chunk that was not split.

    `position` counts all chunks of a document, `number` those before splitting. `start` and `end`
    are characters of the file. `paths` are those of all joined sections, `sections` the first and
    the last with text in this body.
    """

    position: int
    number: int
    sub: int | None
    paths: tuple[HeaderPath, ...]
    parents: HeaderPath
    overlap: str
    body: str
    start: int
    end: int
    sections: tuple[int, int]

    @property
    def prefix(self) -> str:
        """The headings above it, then its overlap, each followed by a blank line."""
        return before(" > ".join(self.parents), self.overlap)

    @property
    def header_path(self) -> str:
        """The common headings of joined sections, then those of each: `A > B / C`."""
        shared = common(self.paths)
        rests = dict.fromkeys(" > ".join(path[len(shared) :]) for path in self.paths)
        rests.pop("", None)
        return " > ".join([*shared, " / ".join(rests)] if rests else shared)

    def chunk_id(self, document: str) -> str:
        """`{document}_chunk_{number}`, with `_sub_{sub}` for one of several (S3 8.3.2, 8.4.1)."""
        name = f"{document}_chunk_{self.number}"
        return name if self.sub is None else f"{name}_sub_{self.sub}"


def common(paths: Sequence[HeaderPath]) -> HeaderPath:
    """The common prefix of all paths: that of the first and the last in order."""
    low, high = min(paths), max(paths)
    for depth, (one, two) in enumerate(zip(low, high, strict=False)):
        if one != two:
            return low[:depth]
    return low


def paths_of(sections: Sequence[Section]) -> list[HeaderPath]:
    """For each section the headings down to its own; an empty heading adds nothing."""
    paths: list[HeaderPath] = [()]
    for section in sections[1:]:
        above = paths[section.parent or 0]
        paths.append((*above, section.title) if section.title else above)
    return paths


def nearest(sections: Sequence[Section], first: int, last: int) -> int:
    """The innermost section that contains both, and so everything between them."""
    number = first
    while number != last and sections[number].end <= sections[last].line_start:
        number = sections[number].parent or 0
    return number
