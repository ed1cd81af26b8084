"""Turns notebooks and canvases, which are JSON, into Markdown.

The Markdown is the text of the document: it is what is stored, searched and shown, and offsets and
lines refer to it (docs/decisions/0030).
"""

from __future__ import annotations

import json
import re

from ra.document import Source
from ra.errors import ChunkingFailed
from ra.typed import Any

_TICKS = re.compile(r"`+")
_FRONT = ("---", "+++")


def as_markdown(source: Source) -> Source:
    """The source with its text as Markdown; `ChunkingFailed` if it is not such a file."""
    what = "a Jupyter notebook" if source.parser == "notebook" else "a canvas"
    try:
        written = source.data.decode("utf-8-sig").strip()
        read = _notebook if source.parser == "notebook" else _canvas
        blocks = read(json.loads(written)) if written else []
    except (ValueError, RecursionError) as error:
        reason = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise ChunkingFailed(source.path, f"not {what}: {reason}") from None
    text = "\n\n".join(block.strip("\n") for block in blocks if block.strip())
    text = f"{text}\n" if text else ""
    return source._replace(data=text.encode("utf-8", "replace"), parser="markdown")


def _notebook(value: Any) -> list[str]:
    """Markdown cells as they are, code cells as fences; outputs are left out."""
    book = _table(value)
    sheets = _tables(book, "worksheets") if "cells" not in book else [book]  # version 3 has sheets
    language = _language(_part(book, "metadata"))
    blocks: list[str] = []
    for cell in (cell for sheet in sheets for cell in _tables(sheet, "cells")):
        kind = cell.get("cell_type")
        text = _joined(cell.get("source", cell.get("input")))
        if kind == "markdown" or (kind == "raw" and not blocks and text.startswith(_FRONT)):
            blocks.append(text)  # a first raw cell may be front matter, as Quarto writes it
        elif kind == "heading":
            blocks.append(f"{'#' * _level(cell.get('level'))} {text}")
        elif text.strip():
            blocks.append(_fence(text, language if kind == "code" else ""))
    return blocks


def _level(value: Any) -> int:
    """The level of a heading: any number may be written there."""
    return min(max(value, 1), 6) if isinstance(value, int) else 1


def _table(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ValueError("the JSON is not an object")
    return value


def _tables(table: dict[str, Any], key: str) -> list[dict[str, Any]]:
    """The objects in a list; anything else in it is left out."""
    items = table.get(key)
    if not isinstance(items, list):
        raise ValueError(f"'{key}' is not a list")
    return [item for item in items if isinstance(item, dict)]


def _part(table: dict[str, Any], key: str) -> dict[str, Any]:
    part = table.get(key)
    return part if isinstance(part, dict) else {}


def _language(metadata: dict[str, Any]) -> str:
    for table, key in (("language_info", "name"), ("kernelspec", "language")):
        name = _part(metadata, table).get(key)
        if isinstance(name, str) and name.strip():
            return name.split()[0].lower()
    return "python"


def _joined(source: Any) -> str:
    """The text of a cell, which is a string or a list of lines."""
    if isinstance(source, list):
        return "".join(map(str, source))
    return source if isinstance(source, str) else ""


def _fence(text: str, language: str) -> str:
    longest = max(map(len, _TICKS.findall(text)), default=0)
    mark = "`" * max(3, longest + 1)
    return f"{mark}{language}\n{text.strip(chr(10))}\n{mark}"


def _canvas(value: Any) -> list[str]:
    """Cards from top to bottom: texts as they are, files and URLs as links; then labels."""
    canvas = {"nodes": [], "edges": [], **_table(value)}
    nodes = sorted(_tables(canvas, "nodes"), key=lambda node: (_at(node, "y"), _at(node, "x")))
    blocks = [_card(node) for node in nodes]
    labels = [str(edge["label"]) for edge in _tables(canvas, "edges") if edge.get("label")]
    blocks += ["\n".join(f"- {' '.join(label.split())}" for label in labels)] if labels else []
    first = next((block for block in blocks if block.strip()), "")
    # A card is not front matter, whatever it begins with.
    return ["<!-- -->", *blocks] if first.lstrip().startswith(_FRONT) else blocks


def _at(node: dict[str, Any], axis: str) -> float:
    place = node.get(axis, 0)
    return place if isinstance(place, int | float) else 0


def _card(node: dict[str, Any]) -> str:
    kind = node.get("type")
    if kind == "text":
        return str(node.get("text") or "")
    if kind == "file" and node.get("file"):
        return f"![[{node['file']}{node.get('subpath') or ''}]]"
    if kind == "link" and node.get("url"):
        return f"<{node['url']}>"
    return f"**{node['label']}**" if kind == "group" and node.get("label") else ""
