"""How is the state of the trees shown? What counts, what was left out and why, what to look at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from ra.library import FileStatus, Status, TreeStatus
from ra.present import clean, text
from ra.present.style import Style

STATES = ("ok", "ignored", "skipped", "failed")


def draw(status: Status, style: Style, *, files: bool) -> Iterator[str]:
    """Everything `ra status` shows."""
    settings = ", ".join(str(file) for file in status.files) or "none, this folder is the tree"
    yield f"{style.dim('settings')}  {clean.line(settings)}"
    yield f"{style.dim('index   ')}  {clean.line(str(status.index_dir))}"
    for tree in status.trees:
        yield ""
        yield from _tree(tree, style)
        if files:
            yield from _files(tree, style)


def record(status: Status, *, files: bool) -> dict[str, object]:
    """The same for programs; each file only when files are asked for."""
    return {
        "files": [str(file) for file in status.files],
        "index": str(status.index_dir),
        "trees": [_tree_record(tree, files=files) for tree in status.trees],
    }


def _tree(tree: TreeStatus, style: Style) -> Iterator[str]:
    scope = "local" if tree.local else "global"
    yield f"{style.bold(tree.name)} {style.dim(f'({scope})')}  {clean.line(str(tree.root))}"
    if tree.problem:
        yield f"  {style.warning('warning: ' + clean.line(tree.problem))}"
        return
    facts = [
        text.count(tree.documents, "document"),
        text.count(tree.chunks, "chunk"),
        text.size(tree.size),
    ]
    yield "  " + style.symbols.dot.join(facts)
    counts = _counts(tree)
    left_out = [f"{counts[state]:,} {state}" for state in STATES[1:] if counts[state]]
    if left_out:
        yield "  left out: " + style.symbols.dot.join(left_out)
    for file in tree.files:
        for warning in file.warnings:
            yield f"  {style.warning('warning: ' + clean.line(f'{file.path}: {warning}'))}"


def _files(tree: TreeStatus, style: Style) -> Iterator[str]:
    paint: dict[str, Callable[[str], str]] = {
        "ok": style.good,
        "ignored": style.dim,
        "skipped": style.warning,
        "failed": style.bad,
    }
    for file in tree.files:
        state = paint[file.state](f"{file.state:7}")
        if file.state == "ok":
            note = f"{text.count(file.chunks, 'chunk')}{style.symbols.dot}{text.size(file.size)}"
        else:
            note = clean.line(file.reason)
        yield f"  {state}  {clean.line(file.path)}  {style.dim(note)}"


def _counts(tree: TreeStatus) -> Counter[str]:
    return Counter(file.state for file in tree.files)


def _tree_record(tree: TreeStatus, *, files: bool) -> dict[str, object]:
    counts = _counts(tree)
    found: dict[str, object] = {
        "name": tree.name,
        "path": str(tree.root),
        "local": tree.local,
        "problem": tree.problem,
        "documents": tree.documents,
        "chunks": tree.chunks,
        "bytes": tree.size,
        "states": {state: counts[state] for state in STATES},
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
