"""Formats the report of an update as a line for each tree, or as one record."""

from __future__ import annotations

from collections.abc import Iterator

from ra.present import clean, text
from ra.present.style import Style
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:  # formatting a report needs nothing of the index
    from ra.library import TreeReport, UpdateReport


def draw(report: UpdateReport, style: Style) -> Iterator[str]:
    """The output of `ra update`."""
    if report.recovered:
        yield f"finished {text.count(report.recovered, 'document')} of an interrupted update"
    wide = max((len(tree.name) for tree in report.trees), default=0)
    for tree in report.trees:
        yield f"{style.bold(tree.name)}{' ' * (wide - len(tree.name))}  {_done(tree, style)}"
    failed = sum(tree.failed for tree in report.trees)
    if failed:
        files = text.count(failed, "file")
        yield style.warning(f"{files} could not be indexed; `ra status --files` shows why")


def record(report: UpdateReport) -> dict[str, object]:
    """The same as a JSON record."""
    return {
        "trees": [_tree_record(tree) for tree in report.trees],
        "recovered": report.recovered,
        "notes": list(report.notes),
    }


def _done(tree: TreeReport, style: Style) -> str:
    if tree.problem:
        return style.warning(f"warning: {clean.line(tree.problem)}")
    changes = [
        style.good(f"{tree.added:,} added") if tree.added else "",
        style.good(f"{tree.modified:,} modified") if tree.modified else "",
        style.good(f"{tree.removed:,} removed") if tree.removed else "",
        style.bad(f"{tree.failed:,} failed") if tree.failed else "",
    ]
    same = tree.unchanged + tree.touched
    found = [change for change in changes if change] or ["up to date"]
    if same:
        found.append(style.dim(f"{same:,} unchanged"))
    if tree.rebuilt:
        found.append("full build")
    return style.symbols.dot.join(found)


def _tree_record(tree: TreeReport) -> dict[str, object]:
    return {
        "name": tree.name,
        "added": tree.added,
        "modified": tree.modified,
        "removed": tree.removed,
        "touched": tree.touched,
        "unchanged": tree.unchanged,
        "failed": tree.failed,
        "rebuilt": tree.rebuilt,
        "problem": tree.problem,
    }
