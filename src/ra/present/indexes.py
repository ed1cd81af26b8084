"""Formats the list of indexes with folder, size and age, and the removed ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ra.model import timestamp
from ra.present import clean, text
from ra.present.style import Style
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from ra.engine.user_indexes import Forgotten, KnownIndex

_DAY_NS = 86_400 * 10**9


def draw(indexes: Sequence[KnownIndex], style: Style, *, now: int) -> Iterator[str]:
    """The folder of each index, its place, size and age; the total."""
    for each in indexes:
        gone = "" if each.owner_exists else f"  {style.warning('the folder is gone')}"
        yield f"{style.bold(clean.name(str(each.owner)))}{gone}"
        yield f"  {style.dim(clean.name(str(each.folder)))}"
        if each.problem:
            yield f"  {style.warning(clean.line(f'the index {each.problem}'))}"
        else:
            yield f"  {style.symbols.dot.join([*_sizes([each]), _age(each.used, now)])}"
    yield ""
    yield style.symbols.dot.join([_count(len(indexes)), *_sizes(indexes)])


def record(index: KnownIndex) -> dict[str, object]:
    """One index as a JSON record."""
    return {
        "index": str(index.folder),
        "folder": str(index.owner),
        "folder_exists": index.owner_exists,
        "bytes": index.size,
        "damaged": list(index.damaged),
        "damaged_bytes": index.damaged_size,
        "used": timestamp(index.used),
        "problem": index.problem or None,
    }


def draw_removed(done: Sequence[Forgotten], style: Style, *, dry_run: bool) -> Iterator[str]:
    """A line for each removed index, and the space freed."""
    removed = [each for each in done if not each.problem]
    for each in removed:
        owner = clean.name(str(each.known.owner))
        if each.known.problem:
            yield f"{'would drop' if dry_run else 'dropped'} the record of {owner}: " + clean.line(
                f"its index {each.known.problem}"
            )
        else:
            what = "would remove" if dry_run else "removed"
            facts = [owner, text.size(each.freed), clean.name(str(each.known.folder))]
            yield f"{what} the index of {style.symbols.dot.join(facts)}"
    if len(removed) > 1:
        total = text.size(sum(each.freed for each in removed))
        yield style.symbols.dot.join([_count(len(removed)), total])


def removed_record(
    done: Sequence[Forgotten], notes: Sequence[str], *, dry_run: bool
) -> dict[str, object]:
    """The same as a JSON record."""
    return {
        "dry_run": dry_run,
        "bytes": sum(each.freed for each in done),
        "indexes": [_removed_index(each) for each in done],
        "notes": list(notes),
    }


def remarks(done: Sequence[Forgotten]) -> Iterator[str]:
    """What was not removed, and why."""
    for each in done:
        if each.problem:
            yield each.problem
        for left in each.left:
            yield f"{left.path}: {left.reason}; it is left alone"


def _removed_index(done: Forgotten) -> dict[str, object]:
    return {
        **record(done.known),
        "freed": done.freed,
        "left": [{"path": str(one.path), "reason": one.reason} for one in done.left],
        "error": done.problem or None,
    }


def _sizes(indexes: Sequence[KnownIndex]) -> list[str]:
    """The bytes in use, and separately those of damaged folders."""
    aside = sum(each.damaged_size for each in indexes)
    damaged = [f"{text.size(aside)} damaged"] if any(each.damaged for each in indexes) else []
    return [text.size(sum(each.size for each in indexes)), *damaged]


def _age(used: int, now: int) -> str:
    days = max(0, now // _DAY_NS - used // _DAY_NS)
    return f"used {text.count(days, 'day')} ago" if days else "used today"


def _count(number: int) -> str:
    return "1 index" if number == 1 else f"{number:,} indexes"
