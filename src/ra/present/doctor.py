"""Formats a checkup of the index: what was checked, what is damaged, and how to repair it."""

from __future__ import annotations

from collections.abc import Iterator

from ra.present import clean, text
from ra.present.style import Style
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from ra.library import Checkup


def draw(checkup: Checkup, style: Style) -> Iterator[str]:
    """The output of `ra doctor`."""
    yield f"{style.dim('index')}  {clean.name(str(checkup.index_dir))}"
    if not checkup.exists:
        yield "not built yet; run `ra update`"
        yield from _aside(checkup, style)
        return
    facts = [
        text.count(checkup.trees, "tree"),
        text.count(checkup.documents, "document"),
        text.count(checkup.chunks, "chunk"),
        text.size(checkup.size),
    ]
    yield f"checked {style.symbols.dot.join(facts)}"
    for problem in checkup.problems:
        yield f"{style.bad('damaged')}  {clean.line(f'{problem.place}: {problem.message}')}"
    yield from _aside(checkup, style)
    if checkup.problems:
        yield "your files are not affected; run `ra update --full` to rebuild the index"
    else:
        yield style.good("healthy")


def _aside(checkup: Checkup, style: Style) -> Iterator[str]:
    """Generations moved aside earlier: they are not read and do not affect the index in use."""
    if checkup.damaged:
        yield f"{style.dim('aside')}  {text.aside(checkup.damaged, checkup.damaged_bytes)}"


def record(checkup: Checkup) -> dict[str, object]:
    """The same as a JSON record."""
    return {
        "index": str(checkup.index_dir),
        "exists": checkup.exists,
        "healthy": not checkup.problems,
        "trees": checkup.trees,
        "documents": checkup.documents,
        "chunks": checkup.chunks,
        "bytes": checkup.size,
        "damaged": list(checkup.damaged),
        "damaged_bytes": checkup.damaged_bytes,
        "problems": [{"place": place, "message": message} for place, message in checkup.problems],
    }
