"""Is the index whole? What was checked, what is damaged, and what to do."""

from __future__ import annotations

from collections.abc import Iterator

from ra.present import clean, text
from ra.present.style import Style
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from ra.library import Checkup


def draw(checkup: Checkup, style: Style) -> Iterator[str]:
    """Everything `ra doctor` shows."""
    yield f"{style.dim('index')}  {clean.line(str(checkup.index_dir))}"
    if not checkup.exists:
        yield "there is none yet; `ra update` builds it"
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
    if checkup.problems:
        yield "your files are not affected; `ra update --full` builds the index again from them"
    else:
        yield style.good("healthy")


def record(checkup: Checkup) -> dict[str, object]:
    """The same for programs."""
    return {
        "index": str(checkup.index_dir),
        "exists": checkup.exists,
        "healthy": not checkup.problems,
        "trees": checkup.trees,
        "documents": checkup.documents,
        "chunks": checkup.chunks,
        "bytes": checkup.size,
        "problems": [{"place": place, "message": message} for place, message in checkup.problems],
    }
