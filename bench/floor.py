"""Measures the lower bound: a minimal command that checks whether files changed."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from bench.corpora import PROJECT
from bench.measure import Cost, environment, whole_process
from bench.project import generation

RA = str(Path(sys.executable).with_name("ra"))


def floor(command: Sequence[str], folder: Path, root: Path) -> Callable[[], Cost]:
    """Runs a script that imports what the command imports, walks the tree, reads the manifest."""
    modules = folder / f"modules-{command[1]}.txt"
    modules.write_text("\n".join(_imported(command, folder)), encoding="utf-8")
    script = str(PROJECT / "bench" / "index_floor.py")
    catalog = str(generation(folder) / "catalog.sqlite")
    return lambda: whole_process((sys.executable, script, str(modules), str(root), catalog), folder)


def _imported(command: Sequence[str], folder: Path) -> list[str]:
    """The modules that a command imports when nothing changed, in order."""
    timed = (sys.executable, "-X", "importtime", *command)
    done = subprocess.run(
        timed, cwd=folder, env=environment(folder), check=True, capture_output=True, text=True
    )
    names = [line.rpartition("|")[2].strip() for line in done.stderr.splitlines() if "|" in line]
    return names[names.index("site") + 1 :]
