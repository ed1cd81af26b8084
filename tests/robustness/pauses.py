"""Stops or kills a command at a point of the program, as this version of ra or as a later one.

Run as `python -m tests.robustness.pauses HOW POINT N WORD…`: `ra`, which stops itself (`stop`), or
kills itself (`kill`), when the point is passed for the n-th time; the point `-` is never passed.
With `stop+postings` or `kill+catalog` it is a version of ra whose postings or catalog have another
form. Batches are small, as in `tests.robustness.faults`.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import tantivy

from ra.cli.main import main
from ra.engine.embedded import engine, lexical, schema, tantivy_query, writing
from ra.ingest import build
from ra.library import Library, run_search
from tests.robustness.faults import BATCH_FILES, COMMIT_CHUNKS, POINTS, Point, die_at
from tests.robustness.world import Outcome, World, outcome

ALL_POINTS = {
    **POINTS,
    "between search and print": Point(Library, "search", True),
    "between two queries": Point(run_search, "report", True),
}
MODULE = "tests.robustness.pauses"


@contextmanager
def paused(
    world: World, point: str, number: int, *words: str, version: str = ""
) -> Iterator[list[Outcome]]:
    """A command that stands still at a point; afterwards it goes on, and its outcome is there."""
    process = world.start(f"stop{version}", point, str(number), *words, module=MODULE)
    done: list[Outcome] = []
    try:
        _wait_until_stopped(process)
        yield done
    finally:
        process.send_signal(signal.SIGCONT)
        done.append(outcome(process))


def killed(world: World, point: str, number: int, *words: str, version: str = "") -> None:
    """Run a command that is killed at a point."""
    done = world.ra(f"kill{version}", point, str(number), *words, module=MODULE)
    assert done.code == -signal.SIGKILL, f"{point} is not passed so often: {done}"


def as_version(world: World, version: str, *words: str) -> Outcome:
    """Run a command of another version of ra."""
    return world.ra(f"stop{version}", "-", "1", *words, module=MODULE)


def _wait_until_stopped(process: subprocess.Popen[bytes]) -> None:
    state = os.waitid(os.P_PID, process.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
    assert state is not None
    assert state.si_code == os.CLD_STOPPED, f"the point is not passed so often: {outcome(process)}"


def become(version: str) -> None:
    """Be a later version of ra, as far as its index goes."""
    if version == "catalog":
        schema.FORMAT += 1
    elif version == "postings":
        later = lexical.POSTINGS_VERSION + 1
        lexical.POSTINGS_VERSION = engine.POSTINGS_VERSION = later  # type: ignore[attr-defined]
        for module in (lexical, tantivy_query):
            module.schema = _with_another_field  # type: ignore[attr-defined]


def _with_another_field(*, bodies: bool = True) -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    builder.add_integer_field("document", indexed=True)
    builder.add_integer_field("address", fast=True)
    builder.add_text_field("name", tokenizer_name="raw", index_option="basic")
    fields = ("title", "hierarchy", "path", "tags", "aliases", "properties", "body", "text")
    for field in ("another", *fields):
        builder.add_text_field(field, tokenizer_name=tantivy_query.ANALYZER)
    words = tantivy_query.WHOLE_WORDS
    builder.add_text_field(tantivy_query.VOCABULARY, tokenizer_name=words, index_option="basic")
    return builder.build()


if __name__ == "__main__":
    how, name, count, *rest = sys.argv[1:]
    build._BATCH_FILES = BATCH_FILES
    writing.COMMIT_CHUNKS = COMMIT_CHUNKS
    become(how.partition("+")[2])
    if name != "-":
        by = signal.SIGSTOP if how.startswith("stop") else signal.SIGKILL
        die_at(ALL_POINTS[name], int(count), by)
    sys.exit(main(rest))
