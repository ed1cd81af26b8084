"""Documents whose sections name their version, and whether what a search shows of one is whole.

The headings of the first two sections change with each version, that of the last one does not
(finding F4). Every section has the word of its document, which no other document has.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from ra.library import Library
from ra.search.results import Report
from tests.robustness.world import Outcome, World, path_of, word_of

_VERSION = re.compile(r"version(\d+)")
COMMAND = (
    "search",
    "--json",
    "--no-aggregation",
    "--cutoff-ratio",
    "0",
    "--fuzzy",
    "0",
    "-n",
    "50",
)
LINES = ("search", "-o", "matches", *COMMAND[2:])

Found = Mapping[str, str]
"""Texts of sections by id."""


def note(number: int, version: int) -> str:
    """The text of a document."""
    line = f"{word_of(number)} stands in version{version} here.\n"
    padding = "\n" * (version % 5)  # so that lines of one version are wrong for another
    return (
        f"{padding}# Note {number} of version{version}\n\n{line}\n"
        f"## Sub of version{version}\n\n{line}\n## Tail\n\n{line}"
    )


def write(world: World, number: int, version: int) -> None:
    """Give a document another content at once, as editors do that never show half a file."""
    world.write(f"draft-{number}.tmp", note(number, version))
    place = world.folder / path_of(number)
    place.parent.mkdir(exist_ok=True)
    (world.folder / f"draft-{number}.tmp").rename(place)


def sections(number: int, version: int) -> dict[str, str]:
    """What a search for the word of a document must show of one version."""
    doc_id = f"docs:{path_of(number)}"
    line = f"{word_of(number)} stands in version{version} here."
    slugs = (f"note-{number}-of-version{version}", f"sub-of-version{version}", "tail")
    return {f"{doc_id}#{slug}": line for slug in slugs}


def version_of(number: int, found: Found) -> int:
    """The version that an answer is of; 0 if it is not just one version, whole."""
    versions = {int(each) for text in found.values() for each in _VERSION.findall(text)}
    if len(versions) != 1:
        return 0
    (version,) = versions
    return version if dict(found) == sections(number, version) else 0


def report_of(kb: Library, number: int) -> Report:
    """A search of a library for the word of a document, each section for itself."""
    params = kb.settings.search._replace(limit=50, cutoff_ratio=0.0, fuzzy_distance=0)
    return kb.search(word_of(number), params=params, aggregates=False)


def searched(kb: Library, number: int) -> Found:
    """What a library finds for the word of a document."""
    return shown(report_of(kb, number))


def shown(report: Report) -> Found:
    """What a report shows."""
    return {each.match.chunk.id: each.match.chunk.body.strip() for each in report.results}


def commanded(done: Outcome) -> Found:
    """What `ra search --json` has found."""
    return {each["id"]: each["body"].strip() for each in json.loads(done.out)["results"]}


def version_of_lines(number: int, done: Outcome) -> int:
    """The version that `ra search -o matches` has shown, if text and line numbers are of it."""
    shown = re.findall(r"^(\d+):.*version(\d+) here", done.out, re.MULTILINE)
    versions = {int(version) for _, version in shown}
    if len(versions) != 1:
        return 0
    (version,) = versions
    lines = note(number, version).split("\n")
    right = [at for at, line in enumerate(lines, start=1) if line.startswith(word_of(number))]
    return version if sorted(int(line) for line, _ in shown) == right else 0
