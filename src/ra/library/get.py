"""Gets a document or a section by its id, from the index only."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePath

from ra.config.schema import Settings, Tree
from ra.engine.protocol import Reader
from ra.engine.query import Scope, Under
from ra.engine.records import DocumentRecord
from ra.errors import NotFound, did_you_mean
from ra.model import Chunk, Span
from ra.names import escaped, spellings
from ra.sources import relative_posix
from ra.typed import NamedTuple

_MARKS = ("#", "~")
# Another process may write between two reads of one document.
_RETRIES = 20
_COMMIT = re.compile(r"[0-9a-f]{4,64}")
_MOST_COMMITS = 100
_PLACE = re.compile(r"(.*[^\s:0-9].*?):([0-9]{1,9})(?::[0-9]{1,9})?")  # `path:line`


class Got(NamedTuple):
    """A passage of a document: its text, with the heading line if it has one.

    `lines` are the first and last line in the file, counted from 1.
    """

    id: str
    title: str
    breadcrumb: tuple[str, ...]
    heading: str
    text: str
    chunk: Chunk | None
    document: DocumentRecord
    lines: tuple[int, int]
    stale: bool

    def __repr__(self) -> str:
        return f"<Got {self.id}, lines {self.lines[0]}-{self.lines[1]}>"


def get(engine: Reader, settings: Settings, wanted: str, scope: Scope) -> Got:
    """The passage that `wanted` names; `..` and links out of a tree match nothing in an index."""
    if "\0" in wanted:  # SQLite would end the text there
        raise NotFound(f"no document or section is named '{escaped(wanted)}'")
    for _ in range(_RETRIES):
        chunk_id, block = _named(engine, settings, wanted, scope)
        got = _got(engine, chunk_id, scope)
        if got is not None:
            return got if block is None else _block(got, block, wanted)
    raise NotFound(f"'{wanted}' changed while it was read; run the command again")


def _block(document: Got, block: Span, wanted: str) -> Got:
    """A block of a document, by its range."""
    data = document.text.encode()
    first = data.count(b"\n", 0, block.start) + 1
    text = data[block.start : block.end].decode()
    lines = first, first + text.rstrip("\n").count("\n")
    name = wanted.rpartition("^")[2].partition("|")[0].removesuffix("]]")
    return document._replace(id=f"{document.id}#^{name}", text=text, lines=lines)


def _named(
    engine: Reader, settings: Settings, wanted: str, scope: Scope
) -> tuple[str, Span | None]:
    """The id of the only matching chunk, and the range of a block of its document."""
    by_id = _by_id(engine, settings, wanted, scope) or _commit(engine, settings, wanted, scope)
    if by_id is not None:
        return by_id, None
    from ra.library.note_names import at_line, by_name  # loads the parser

    if (found := by_name(engine, wanted, scope)) is not None:
        return found
    if place := _PLACE.fullmatch(wanted):
        document, _ = _named(engine, settings, place[1], scope)
        if (section := at_line(engine, document, int(place[2]), scope)) is not None:
            return section
    raise NotFound(f"no document or section is named '{wanted}'{_nearest(engine, wanted, scope)}")


def _by_id(engine: Reader, settings: Settings, wanted: str, scope: Scope) -> str | None:
    """The only chunk with this id, or with this path in a tree or from the working folder."""
    for typed in spellings(wanted):
        for chunk_id in _meant(settings, typed, scope):
            if chunk_id in engine.chunks([chunk_id], scope):
                return chunk_id
        same = engine.chunks([f"{name}:{typed}" for name in scope.trees], scope)
        if len(same) == 1:
            return next(iter(same))
        if same:
            which = ", ".join(map(escaped, sorted(same)))
            raise NotFound(f"several trees contain '{wanted}'; use one of {which}")
    return None


def _commit(engine: Reader, settings: Settings, wanted: str, scope: Scope) -> str | None:
    """The commit whose name starts like this: `history:1a2b3c4` or `1a2b3c4`."""
    found: set[str] = set()
    for tree in _visible(settings, scope):
        name = wanted.removeprefix(f"{tree.name}:")
        if tree.source == "git" and _COMMIT.fullmatch(name):
            own = scope._replace(trees=(tree.name,))
            hits = engine.lexical(Under(name), _MOST_COMMITS, own)
            found.update(
                chunk.doc_id for chunk in engine.chunks([h.chunk_id for h in hits], own).values()
            )
    if len(found) > 1:
        which = ", ".join(sorted(found)[:5])
        raise NotFound(f"several commits start with '{wanted}': {which}")
    return next(iter(found), None)


def _meant(settings: Settings, wanted: str, scope: Scope) -> Iterator[str]:
    """The unambiguous ids of a word: itself, or a file relative to the working folder."""
    yield wanted
    for name, rest in _splits(wanted):
        place = PurePath(settings.cwd) / name
        for tree in _visible(settings, scope):
            path = relative_posix(place, tree.root)
            if path is not None:
                yield f"{tree.name}:{path}{rest}"


def _splits(wanted: str) -> Iterator[tuple[str, str]]:
    yield wanted, ""
    for place, character in enumerate(wanted):
        if character in _MARKS:
            yield wanted[:place], wanted[place:]


def _visible(settings: Settings, scope: Scope) -> list[Tree]:
    return [tree for tree in settings.trees if tree.name in scope.trees]


def _got(engine: Reader, chunk_id: str, scope: Scope) -> Got | None:
    """The chunk with its whole text; None if its document changed in between."""
    chunk = engine.chunks([chunk_id], scope).get(chunk_id)
    if chunk is None:
        return None
    documents = engine.documents(scope, (chunk.doc_id,))
    text = engine.texts([chunk.doc_id], scope).get(chunk.doc_id)
    own = scope._replace(trees=(chunk.tree,))
    file = engine.manifest(own, (chunk.path,)).get((chunk.tree, chunk.path))
    if not documents or text is None or file is None:
        return None
    if chunk != engine.chunks([chunk_id], scope).get(chunk_id):
        return None
    (document,) = documents
    if documents != engine.documents(scope, (chunk.doc_id,)):
        return None
    return Got(
        chunk.id,
        chunk.title,
        chunk.breadcrumb,
        text[chunk.heading_start : chunk.byte_start].decode(),
        text[chunk.byte_start : chunk.byte_end].decode(),
        chunk,
        document,
        chunk.lines(text),
        file.state == "stale",
    )


def _nearest(engine: Reader, wanted: str, scope: Scope) -> str:
    """The end of the error message: the nearest section or block of the document, or the nearest
    document, by its id or its name.
    """
    from ra.library.complete_names import names_of, places_of

    typed = wanted.strip().removeprefix("!").removeprefix("[[").removesuffix("]]")
    name, mark, _ = typed.partition("#")
    if mark and (places := places_of(engine, name, scope)):
        return did_you_mean(typed, map(escaped, places))
    records = engine.documents(scope)
    ids = did_you_mean(wanted, [escaped(record.id) for record in records])
    if ids:
        return ids
    names = {each.casefold(): escaped(each) for one in records for each in names_of(one)}
    near = did_you_mean(name.casefold(), names)
    for folded, spelled in names.items():
        if near.endswith(f"'{folded}'?"):
            return near.replace(f"'{folded}'", f"'{spelled}'")
    return near
