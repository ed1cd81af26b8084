"""Formats the status of the trees: indexed documents, pending changes and files left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from ra.model import timestamp
from ra.present import clean, text
from ra.present.style import Style
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from ra.library import FileStatus, Freshness, Status, TreeStatus

STATES = ("indexed", "new", "changed", "stale", "ignored", "skipped", "failed")
_LEFT_OUT = ("ignored", "skipped", "failed")


def draw(status: Status, style: Style, *, files: bool) -> Iterator[str]:
    """The output of `ra status`."""
    settings = ", ".join(str(file) for file in status.files) or "none; this folder is the tree"
    yield f"{style.dim('settings')}  {clean.line(settings)}"
    yield f"{style.dim('index   ')}  {clean.name(str(status.index_dir))}"
    yield f"{style.dim('        ')}  {_index(status, style)}"
    if status.damaged:
        yield f"{style.dim('damaged ')}  {text.aside(status.damaged, status.damaged_bytes)}"
    for tree in status.trees:
        yield ""
        yield from _tree(tree, style)
        if files:
            yield from _files(tree, style)


def record(status: Status, *, files: bool) -> dict[str, object]:
    """The same as a JSON record; with files only if requested."""
    return {
        "files": [str(file) for file in status.files],
        "index": str(status.index_dir),
        "index_bytes": status.index_bytes,
        "damaged": list(status.damaged),
        "damaged_bytes": status.damaged_bytes,
        "updated": None if status.updated is None else timestamp(status.updated),
        "trees": [_tree_record(tree, files=files) for tree in status.trees],
    }


def _index(status: Status, style: Style) -> str:
    if status.updated is None:
        return "not built yet; run `ra update`"
    when = timestamp(status.updated)[:19].replace("T", " ")
    return f"{text.size(status.index_bytes)}{style.symbols.dot}updated {when} UTC"


def _tree(tree: TreeStatus, style: Style) -> Iterator[str]:
    scope = "local" if tree.local else "global"
    if tree.tenant != "default":
        scope += f", tenant {tree.tenant}"
    where = clean.name(str(tree.root))
    yield f"{style.bold(tree.name)} {style.dim(f'({clean.line(scope)})')}  {where}"
    if tree.problem:
        yield f"  {style.warning('warning: ' + clean.line(tree.problem))}"
    yield from _patterns(tree, style)
    facts = [
        text.count(tree.documents, "document"),
        text.count(tree.chunks, "chunk"),
        text.size(tree.size),
    ]
    yield "  " + style.symbols.dot.join(facts)
    if tree.usage.embedded or tree.without_model:
        of_all = f"{tree.usage.embedded:,} of {text.count(tree.chunks, 'chunk')}"
        unknown = f"{tree.without_model:,} in a language without a model"
        yield f"  {of_all} embedded" + (f", {unknown}" if tree.without_model else "")
    yield from _differences(tree.freshness, style)
    counts = _counts(tree)
    if counts["stale"]:
        yield f"  {style.warning('stale: ' + text.count(counts['stale'], 'file'))}"
    left_out = [f"{counts[state]:,} {state}" for state in _LEFT_OUT if counts[state]]
    if left_out:
        yield "  left out: " + style.symbols.dot.join(left_out)
    for file in tree.files:
        for warning in file.warnings:
            where = clean.name(file.path)
            yield f"  {style.warning(f'warning: {where}: {clean.line(warning)}')}"


def _patterns(tree: TreeStatus, style: Style) -> Iterator[str]:
    for name, patterns in (("include", tree.include), ("exclude", tree.exclude)):
        if patterns:
            yield f"  {style.dim(name)}  {clean.line(', '.join(patterns))}"
    for warning in tree.warnings:
        yield f"  {style.warning('warning: ' + clean.line(warning))}"


def _differences(freshness: Freshness, style: Style) -> Iterator[str]:
    counts = zip(freshness, freshness._fields, strict=True)
    found = [f"{number:,} {what}" for number, what in counts if number]
    if found:
        yield f"  pending changes: {style.symbols.dot.join(found)}"


def _files(tree: TreeStatus, style: Style) -> Iterator[str]:
    paint: dict[str, Callable[[str], str]] = {
        "indexed": style.good,
        "ignored": style.dim,
        "failed": style.bad,
    }
    for file in tree.files:
        state = paint.get(file.state, style.warning)(f"{file.state:7}")
        yield f"  {state}  {clean.name(file.path)}  {style.dim(_note(file, style))}".rstrip()


def _note(file: FileStatus, style: Style) -> str:
    if file.reason:
        return clean.line(file.reason)
    facts = [text.count(file.chunks, "chunk")] if file.state == "indexed" else []
    return style.symbols.dot.join([*facts, text.size(file.size)])


def _counts(tree: TreeStatus) -> Counter[str]:
    return Counter(file.state for file in tree.files)


def _tree_record(tree: TreeStatus, *, files: bool) -> dict[str, object]:
    counts = _counts(tree)
    found: dict[str, object] = {
        "name": tree.name,
        "path": str(tree.root),
        "local": tree.local,
        "tenant": tree.tenant,
        "language": tree.language,
        "problem": tree.problem,
        "include": list(tree.include),
        "exclude": list(tree.exclude),
        "documents": tree.documents,
        "chunks": tree.chunks,
        "bytes": tree.size,
        "segments": tree.usage.segments,
        "embedded": tree.usage.embedded,
        "changes": tree.freshness._asdict(),
        "states": {state: counts[state] for state in STATES},
        "notes": list(tree.warnings),
        "warnings": [
            {"path": file.path, "message": warning}
            for file in tree.files
            for warning in file.warnings
        ],
    }
    if files:
        found["files"] = [_file_record(file) for file in tree.files]
    return found


def _file_record(file: FileStatus) -> dict[str, object]:
    return {
        "path": file.path,
        "state": file.state,
        "reason": file.reason,
        "code": file.code,
        "chunks": file.chunks,
        "bytes": file.size,
    }
