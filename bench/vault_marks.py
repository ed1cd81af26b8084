"""Counts tags, properties, aliases, block ids and wikilinks of a vault and compares them with `ra`.

The files are read line by line with a YAML parser and plain patterns, without the parser of `ra`.
Run `python bench/vault_marks.py FOLDER…`; the exit code is 1 if `ra` misses one.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import yaml12

import ra

_FENCE = re.compile(r"^[ \t>]*(```+|~~~+)")
_CODE = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)")
_WIKILINK = re.compile(r"\[\[([^\[\]|#\n]+)(#[^\[\]|\n]*)?(?:\|[^\[\]\n]*)?\]\]")
_TAG = re.compile(r"(?:^|(?<=[\s(|>*_]))#([\w/-]+)")
_BLOCK = re.compile(r"(?:^|\s)\^([A-Za-z0-9-]+)\s*$")


def _split(text: str) -> tuple[dict[str, object], str, list[str]]:
    """Properties, the source of the front matter, and the lines of the content without code."""
    lines = text.lstrip("\ufeff").lstrip().split("\n")
    front: list[str] = []
    if lines[0].strip() == "---" and "---" in [line.strip() for line in lines[1:]]:
        end = [line.strip() for line in lines[1:]].index("---") + 1
        front, lines = lines[1:end], lines[end + 1 :]
    fields = yaml12.parse_yaml("\n".join(front)) if front else None
    own: dict[str, object] = {}
    if isinstance(fields, dict):
        own.update({str(key): value for key, value in fields.items()})
    return own, "\n".join(front), list(_prose(lines))


def _prose(lines: list[str]) -> Iterator[str]:
    fence = ""
    for line in lines:
        mark = _FENCE.match(line)
        if fence:
            if mark and mark[1].startswith(fence):
                fence = ""
        elif mark:
            fence = mark[1]
        else:
            yield _CODE.sub("`", re.sub(r"<!--.*?-->|%%.*?%%", "", line))


def _listed(value: object) -> list[str]:
    if isinstance(value, str):
        value = value.split(",")
    return [str(one).strip().lstrip("#") for one in value] if isinstance(value, list) else []


def marks(text: str) -> dict[str, set[str]]:
    """The marks of one file, by kind."""
    fields, front, lines = _split(text)
    lower = {key.lower(): value for key, value in fields.items()}
    tags = {tag.lower() for tag in _listed(lower.get("tags")) if tag}
    blocks, links = set(), {match[1].strip() for match in _WIKILINK.finditer(front)}
    for line in lines:
        bare = re.sub(r"<[^>]*>", " ", re.sub(r"\]\([^)]*\)", "]", _WIKILINK.sub("", line)))
        found = [tag.rstrip("/") for tag in _TAG.findall(bare)]
        tags |= {tag.lower() for tag in found if re.search(r"[^\d/-]", tag)}
        blocks |= set(_BLOCK.findall(line))
        links |= {match[1].strip().rstrip("\\") for match in _WIKILINK.finditer(line)}
    aliases = {alias for alias in _listed(lower.get("aliases")) if alias}
    properties = {key.lower() for key in fields}
    return {
        "tags": tags,
        "properties": properties,
        "aliases": aliases,
        "block ids": blocks,
        "wikilinks": links,
    }


def _short(name: str) -> str:
    """The last name of a path without case and suffix."""
    return name.rpartition("/")[2].removesuffix(".md").casefold()


def _notes(folder: Path) -> set[str]:
    """The names of all notes and their aliases and titles, from the files."""
    names = set()
    for path in folder.rglob("*.md"):
        if not any(part.startswith(".") for part in path.relative_to(folder).parts):
            fields = _split(path.read_text(encoding="utf-8"))[0]
            lower = {key.lower(): value for key, value in fields.items()}
            names |= {path.stem.casefold(), *map(str.casefold, _listed(lower.get("aliases")))}
            names |= {str(lower["title"]).casefold()} if "title" in lower else set()
    return names


def _differences(kind: str, names: set[str], known: dict[str, set[str]]) -> Iterator[str]:
    """Marks of a file that `ra` does not list, and tags and properties that only `ra` lists."""
    yield from (f"{kind} {name}" for name in sorted(names - known[kind]))
    if kind in ("tags", "properties"):
        yield from (f"{kind} {name} is not in the file" for name in sorted(known[kind] - names))


def _unreachable(kb: ra.Library, document: ra.DocumentRecord) -> Iterator[str]:
    """The errors of `ra get` for the aliases and blocks of a note."""
    for name in (*document.aliases, *(f"{document.path}#^{one}" for one in document.blocks)):
        try:
            kb.get(name)
        except ra.RaError as error:
            yield str(error)


def compare(folder: Path) -> tuple[dict[str, int], list[str]]:
    """For each kind the number of marks in files; and what `ra` does not list."""
    counts: dict[str, int] = {}
    missing: list[str] = []
    with ra.open(folder) as kb:
        kb.index.update()
        links: dict[str, set[str]] = {}
        led: set[tuple[str, str]] = set()
        for link in kb.links.all():
            links.setdefault(link.source_document, set()).add(link.original_url)
            if link.target_document:
                led.add((link.source_document, link.original_url))
        notes = _notes(folder)
        for document in kb.index.documents():
            known = {
                "tags": {tag.lower() for tag in document.tags},
                "properties": {key.lower() for key in document.fields},
                "aliases": set(document.aliases),
                "block ids": set(document.blocks),
                "wikilinks": links.get(document.id, set()),
            }
            text = (folder / document.path).read_text(encoding="utf-8")
            found = marks(text)
            for kind, names in found.items():
                counts[kind] = counts.get(kind, 0) + len(names)
                missing += [f"{document.path}: {each}" for each in _differences(kind, names, known)]
            for name in found["wikilinks"]:
                is_note = _short(name) in notes
                counts["resolved"] = counts.get("resolved", 0) + is_note
                if is_note != ((document.id, name) in led):
                    missing.append(f"{document.path}: [[{name}]]: a note has that name: {is_note}")
            missing += _unreachable(kb, document)
    return counts, missing


def main() -> int:
    """Print a table for each folder, and what is missing."""
    failed = False
    for folder in map(Path, sys.argv[1:]):
        counts, missing = compare(folder)
        print(folder.name, counts, f"missing {len(missing)}")
        print("\n".join(missing[:40]))
        failed = failed or bool(missing)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
