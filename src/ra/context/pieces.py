"""Splits a file into pieces of text by where they are found, each with a weight (SPEC 9.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath

from ra.document import Source
from ra.errors import RaError
from ra.model import ParserName
from ra.parse import parse
from ra.sources.read import binary
from ra.typed import NamedTuple

FILE_NAME, FOLDER, BODY = 4.0, 3.0, 1.0
HEADINGS = {1: 3.0, 2: 2.0, 3: 2.0, 4: 1.5, 5: 1.5, 6: 1.5}
# Names that say nothing about a file; its folder then has the weight of the file name.
_PLAIN_NAMES = frozenset({"__init__", "__main__", "_index", "index", "mod", "readme"})


class GivenFile(NamedTuple):
    """A file to find context for: its path below the project, and the start of its bytes.

    `path` is empty for a text without a name. `parser` says whether headings are read. `doc_id` is
    its id if it is a document of a searched tree. `place` is the absolute path of the file: the
    document there is left out, and rules for it apply.
    """

    path: str
    data: bytes
    parser: ParserName = "text"
    doc_id: str = ""
    place: str = ""


class WeightedText(NamedTuple):
    """A text, where it was found, and the weight of its words."""

    source: str
    weight: float
    text: str


def pieces_of(file: GivenFile) -> Iterator[WeightedText]:
    """The pieces of a file; a binary one has only its path."""
    yield from path_pieces(file.path)
    if binary(file.data):
        return
    text = file.data.decode("utf-8", "replace").removeprefix("\ufeff")
    if file.parser == "markdown":
        yield from _markdown(file.path, text)
    else:
        yield WeightedText("body", BODY, text)


def path_pieces(path: str) -> Iterator[WeightedText]:
    """The file name and the folders of a path."""
    if not path:
        return
    name, folders = split_path(path)
    yield WeightedText("file name", FILE_NAME, name)
    for folder in folders:
        yield WeightedText("folder", FOLDER, folder)


def split_path(path: str) -> tuple[str, Sequence[str]]:
    """The name of a file without its suffix, and its folders; a plain name is left out."""
    *folders, last = PurePosixPath(path).parts
    name = last.partition(".")[0] or last
    if name.lower() in _PLAIN_NAMES and folders:
        return folders[-1], folders[:-1]
    return name, folders


def _markdown(path: str, text: str) -> Iterator[WeightedText]:
    """The title, the headings by level, and the body without them and without front matter."""
    data = text.encode()
    try:
        document = parse(Source("", path or "-", data, 0, "markdown"))
    except RaError:  # too many marks, or front matter that cannot be read
        yield WeightedText("body", BODY, text)
        return
    done, rest = document.content_start, []
    titles = {section.title for section in document.sections[1:]}
    if document.content_start and document.title not in titles:
        yield WeightedText("title", HEADINGS[1], document.title)
    for section in document.sections[1:]:
        yield WeightedText(f"h{section.depth}", HEADINGS[section.depth], section.title)
        rest.append(data[done : section.line_start])
        done = section.start
    rest.append(data[done:])
    yield WeightedText("body", BODY, b"\n".join(rest).decode("utf-8", "replace"))
