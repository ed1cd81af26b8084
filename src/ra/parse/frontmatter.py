"""Reads the front matter of a document: the YAML or TOML block at its start (SPEC 2.1)."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from datetime import date, datetime, time

import yaml12

from ra.model import Link
from ra.parse import frontmatter_limits
from ra.typed import NamedTuple

MAX_INT_BITS = 4096  # Python does not print much longer numbers in decimal

# Few files need these: they are compiled on first use.
_DELIMITER = rb"(---|\+\+\+)[ \t]*(?:\r\n?|\n)"
_CLOSING = {
    b"---": rb"[\r\n]---[ \t]*(?:\r\n?|\n|\Z)",
    b"+++": rb"[\r\n]\+\+\+[ \t]*(?:\r\n?|\n|\Z)",
}
_MARKS = (b"-", b"+")
_LINE_STARTS = (b" ", b"\t", b"\r", b"\n")
_BLANK_LINES = rb"(?:[ \t]*(?:\r\n?|\n))+"
_DATE_FIELDS = ("updated", "modified", "date", "created")
_WIKILINK = rb"\[\[([^\[\]|\r\n]+)(?:\|[^\[\]\r\n]*)?\]\]"


class FrontMatter(NamedTuple):
    """The fields of a document, where its content begins, and warnings."""

    fields: Mapping[str, object]
    end: int
    warning: str | None = None


class _Block(NamedTuple):
    """A block of front matter: its text, and the offset after it."""

    mark: bytes
    start: int
    end: int
    after: int


def read(data: bytes, start: int) -> FrontMatter:
    """The front matter of a Markdown file whose text begins at byte `start`."""
    first = start
    if data[start : start + 1] in _LINE_STARTS:
        blank = re.compile(_BLANK_LINES).match(data, start)
        first = blank.end() if blank else start
    block = _block(data, first) if data.startswith(_MARKS, first) else None
    if block is None:
        return FrontMatter({}, start)
    mark, first, last, after = block
    # A blank line replaces the opening one, so that line numbers in errors fit the file.
    text = " " * (first - 1) + "\n" + data[first:last].decode()
    try:
        value = _toml(text) if mark == b"+++" else _yaml(text)
        if isinstance(value, dict):
            return FrontMatter(_storable_fields(value), after)
    except (ValueError, RecursionError) as error:
        return FrontMatter({}, after, f"malformed front matter: {_one_line(error)}")
    return FrontMatter({}, start if value is not None else after)


def _block(data: bytes, start: int) -> _Block | None:
    if data.startswith(b"---\n", start):  # the usual form needs no patterns
        mark = data.find(b"---", start + 4)
        if data[mark - 1 : mark + 4] == b"\n---\n":
            return _Block(b"---", start + 4, mark, mark + 4)
    opening = re.compile(_DELIMITER).match(data, start)
    # No closing line before the next mark: `find` is much faster than a search of all lines.
    mark = data.find(opening[1], opening.end()) if opening else -1
    if opening is None or mark <= 0:
        return None
    closing = re.compile(_CLOSING[opening[1]]).search(data, mark - 1)
    if closing is None:
        return None
    return _Block(opening[1], opening.end(), closing.start() + 1, closing.end())


def title(fields: Mapping[str, object]) -> str | None:
    """The title in the front matter, if there is one."""
    value = _field(fields, "title")
    if isinstance(value, str):
        return " ".join(value.split()) or None
    if value is None or isinstance(value, (bool, list, dict)):
        return None
    return " ".join(str(value).split()) or None


def tags(fields: Mapping[str, object]) -> tuple[str, ...]:
    """Tags from a list, a comma string or words (Jekyll, Obsidian), without `#` and duplicates."""
    value = _field(fields, "tags", "tag")
    if value is None:
        return ()
    if isinstance(value, str) and "," not in value:
        value = value.split()
    return _names(value, strip="#")


def aliases(fields: Mapping[str, object]) -> tuple[str, ...]:
    """Other names of the document, from a list or a comma string."""
    value = _field(fields, "aliases", "alias")
    return () if value is None else _names(value, strip="")


def updated(fields: Mapping[str, object]) -> str | None:
    """The date in the front matter as ISO text; the first of `_DATE_FIELDS` that is a date."""
    for name in _DATE_FIELDS:
        value = _field(fields, name)
        if isinstance(value, str):
            try:
                return datetime.fromisoformat(value.strip()).isoformat()
            except ValueError:
                continue
    return None


def links(data: bytes, end: int) -> list[Link]:
    """The wikilinks in the values of the front matter, which ends at this offset."""
    if data.find(b"[[", 0, end) < 0:
        return []
    found = []
    for match in re.compile(_WIKILINK).finditer(data, 0, end):
        line = data.rfind(b"\n", 0, match.start()) + 1
        path, mark, fragment = match[1].decode().partition("#")
        if path.strip() and not data[line : match.start()].lstrip().startswith(b"#"):
            part = fragment if mark else None
            found.append(Link(path.strip(), part, "wikilink", False, *match.span()))
    return found


def _field(fields: Mapping[str, object], *names: str) -> object:
    """The value of the first of these fields; keys are in lowercase."""
    for name in names:
        if name in fields:
            return fields[name]
    return None


def folded(fields: Mapping[str, object]) -> Mapping[str, object]:
    """The fields with keys in lowercase; those written so come first."""
    if "".join(fields).islower():
        return fields
    return {**{key.lower(): value for key, value in fields.items()}, **fields}


def _names(value: object, *, strip: str) -> tuple[str, ...]:
    if isinstance(value, str):
        value = value.split(",")
    items = value if isinstance(value, list) else [value]
    names = [
        str(item).strip().lstrip(strip) for item in items if isinstance(item, (str, int, float))
    ]
    return tuple(dict.fromkeys(name for name in names if name))


def _yaml(text: str) -> object:
    frontmatter_limits.check_yaml(text)
    return yaml12.parse_yaml(text)


def _toml(text: str) -> object:
    import tomllib  # few files have such front matter, and loading it takes as long as a file

    frontmatter_limits.check_toml(text)
    return tomllib.loads(text)


def _storable_fields(fields: dict[object, object]) -> dict[str, object]:
    return {
        str(key): value if isinstance(value, str) else _storable(value)
        for key, value in fields.items()
    }


def _storable(value: object) -> object:
    """The value in JSON types: dates become ISO text, tagged values their content."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, int):
        return value if value.bit_length() <= MAX_INT_BITS else hex(value)
    if isinstance(value, list):
        return [_storable(item) for item in value]
    if isinstance(value, dict):
        return _storable_fields(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, (date, time)):
        return value.isoformat()
    if isinstance(value, yaml12.Yaml):
        return _storable(value.value)
    return str(value)


def _one_line(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "nested too deeply"
    return " ".join(str(error).removeprefix("YAML parse error:").split())
