"""Kills a writing process: each document is old or new, and flushed changes stay (SPEC 6.5).

`writer_command` defines how another process opens the engine. An engine that returns nothing does
not outlive its process, and is not killed.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from ra.engine.contract.store import HERE, Case, EngineUnderTest, entry, term
from ra.engine.records import Batch

PAGES = 6
SECTIONS = 4
PER_BATCH = 2
_MOST_LINES = 24  # printed by a writer before it is killed: about six versions
_VERSION_LINES = PAGES // PER_BATCH + 1
COMMON = term("text", "common")


def page(version: int) -> str:
    """A document whose every section contains its version."""
    return "".join(
        f"# S{number}\ncommon version{version}x [link](v{version}.md)\n"
        for number in range(SECTIONS)
    )


def batches(version: int) -> list[Batch]:
    """All documents of one version, in several batches."""
    taken = [entry(f"{number}.md", page(version)) for number in range(PAGES)]
    return [Batch("docs", taken[at : at + PER_BATCH]) for at in range(0, PAGES, PER_BATCH)]


def python_command(opener: str, folder: Path) -> list[str]:
    """A command that writes with the engine that `opener` returns for a folder.

    `opener` is the name of a function, written `package.module:function`.
    """
    return [sys.executable, "-m", "ra.engine.contract.writer", opener, str(folder)]


class SurvivalContract(Case):
    """SPEC 6.5: no kill leaves a mix, and none loses committed changes."""

    def writer_command(self, folder: Path) -> Sequence[str]:
        """A command that calls `writer.write` with the engine of this folder.

        Without one, the engine does not outlive its process.
        """
        return ()

    @pytest.mark.parametrize("seed", range(3))
    def test_a_killed_writer_leaves_old_or_new_documents(
        self, store: EngineUnderTest, seed: int
    ) -> None:
        """SPEC 6.5: after `kill -9` at a random batch, whoever comes next can write."""
        command = self.writer_command(store.folder)
        if not command:
            pytest.skip("this engine declares that it does not outlive its process")
        for batch in batches(0):
            store.engine.apply(batch)
        store.engine.flush()
        lines = Random(seed).randrange(_VERSION_LINES, _MOST_LINES)
        flushed = _killed_after(command, lines)
        store.reopen()
        assert min(_versions(store)) >= flushed
        for batch in batches(1000):
            store.engine.apply(batch)
        store.engine.flush()
        assert set(_versions(store)) == {1000}
        assert store.engine.check() == []


def _killed_after(command: Sequence[str], count: int) -> int:
    """Kill a writer after so many lines of output; return the last version it flushed."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    lines: list[str] = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env) as process:
        assert process.stdout is not None
        try:
            for line in process.stdout:
                lines.append(line)
                if len(lines) == count:
                    break
        finally:
            process.kill()
        lines += process.stdout  # printed before the signal arrived
    assert process.returncode == -signal.SIGKILL, "the writer ended by itself"
    said = [line.split() for line in lines if line.endswith("\n")]
    return max((int(version) for what, version in said if what == "flushed"), default=0)


def _versions(store: EngineUnderTest) -> list[int]:
    """The version of each document, which must be the same in all indexes."""
    found = []
    for number in range(PAGES):
        doc_id = f"docs:{number}.md"
        text = store.engine.texts([doc_id], HERE)[doc_id].decode()
        version = int(text.partition("version")[2].partition("x")[0])
        whole = entry(f"{number}.md", page(version))
        assert text == page(version)
        assert store.engine.outline(doc_id, HERE) == list(whole.chunks), "a mix of two versions"
        urls = {each.link.url for each in store.engine.links(HERE, [doc_id])}
        assert urls == {f"v{version}.md"}
        own = [one for one in store.find(term("text", f"version{version}x")) if doc_id in one]
        assert sorted(own) == [f"{doc_id}#s{section}" for section in range(SECTIONS)]
        found.append(version)
    assert len(store.find(COMMON)) == PAGES * SECTIONS, "postings of another version"
    return found
