"""What does a process do that reads or writes beside others? One of many, until it is told.

Run as `python -m tests.robustness.processes ROLE STOP`; it prints a JSON object when the file
STOP has appeared: how often it has asked, and every answer that was a mix.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable
from pathlib import Path

from ra.engine.contract.store import term
from ra.engine.query import Scope
from ra.errors import NotFound
from ra.library import Library
from ra.library import open as open_library
from tests.robustness.world import path_of, word_of

SCOPE = Scope("default", ("docs",))
_VERSION = re.compile(r"version(\d+)")


def versions(texts: Iterable[str]) -> set[str]:
    """The versions that texts speak of; those of one document must be one."""
    return {version for text in texts for version in _VERSION.findall(text)}


def outline(kb: Library, number: int) -> list[str]:
    """A document chunk by chunk: titles, breadcrumbs and bodies are of one version."""
    doc_id = f"docs:{path_of(number)}"
    chunks = kb._work(lambda engine: engine.outline(doc_id, SCOPE))
    told = [text for chunk in chunks for text in (chunk.title, *chunk.breadcrumb, chunk.body)]
    found = versions(told)
    problems = [] if len(found) == 1 else [f"{doc_id}: outline of {sorted(found)}"]
    if chunks and not all(word_of(number) in chunk.body for chunk in chunks[1:]):
        problems.append(f"{doc_id}: a body is cut from another text")
    return problems


def passage(kb: Library, number: int) -> list[str]:
    """A document as `ra get` prints it: record, heading and text are of one version."""
    got = kb.get(f"docs:{path_of(number)}")
    found = versions([got.title, got.heading, got.text, got.document.title])
    whole = got.text.count(word_of(number)) == 4 and got.text.endswith(".\n")
    return [] if len(found) == 1 and whole else [f"{got.id}: passage of {sorted(found)}"]


def section(kb: Library, number: int) -> list[str]:
    """A section by an id that any version has or has not; never another text."""
    doc_id = f"docs:{path_of(number)}"
    problems = []
    for chunk in kb._work(lambda engine: engine.outline(doc_id, SCOPE))[-1:]:
        try:
            got = kb.get(chunk.id)
        except NotFound:  # its heading names the version, which is another one now
            continue
        if len(versions([got.title, *got.breadcrumb, got.heading, got.text])) != 1:
            problems.append(f"{chunk.id}: section of several versions")
    return problems


def search(kb: Library, number: int) -> list[str]:
    """The word of a document finds the sections of one version of it, all of them."""
    query = term("body", word_of(number))
    hits = kb._work(lambda engine: engine.lexical(query, 100, SCOPE))
    found = versions(hit.chunk_id.replace("-of-", " ") for hit in hits)
    if len(hits) != 4 or len(found) != 1:
        return [f"{word_of(number)}: found {[hit.chunk_id for hit in hits]}"]
    return []


def listing(kb: Library, count: int) -> list[str]:
    """Every document is there at any time, once."""
    ids = [document.id for document in kb.documents()]
    wanted = sorted(f"docs:{path_of(number)}" for number in range(count))
    return [] if ids == wanted else [f"listed {len(ids)} documents"]


def read(stop: Path, count: int) -> dict[str, object]:
    """Ask for everything in turn until it is enough."""
    problems: list[str] = []
    asked = 0
    while not stop.exists():
        with open_library(Path.cwd()) as kb:  # opened again and again, as commands do
            for _ in range(40):
                number = asked * 7 % count
                for ask in (outline, passage, section, search):
                    problems += ask(kb, number)
                asked += 1
            problems += listing(kb, count)
    return {"asked": asked, "problems": problems[:10]}


def write(stop: Path) -> dict[str, object]:
    """Bring in what changed until it is enough."""
    said: list[str] = []
    changes = 0
    while not stop.exists():
        with open_library(Path.cwd(), say=said.append) as kb:
            (report,) = kb.update().trees
            changes += report.modified + report.added + report.removed
    waited = sum("waiting for another ra process" in message for message in said)
    return {"changes": changes, "waited": waited, "said": len(said) - waited}


if __name__ == "__main__":
    role, place, files = sys.argv[1:]
    done = read(Path(place), int(files)) if role == "read" else write(Path(place))
    print(json.dumps(done))
