"""Runs `ra` as a process that starts quickly: forked from one that has already imported all of it.

A new interpreter takes most of the time of a short command. One server for each process of the
tests imports everything once, and forks for each command. The child has the folder, environment,
streams and user that the request names. What only the start of an interpreter shows is tested
with a real one, see `tests.cli.command.Sandbox.process`.
"""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import ra.errors
from tests.zygote import client, server

ROOT = Path(__file__).parents[2]
# Commands can be run from another version of the code, to see that a test fails there.
SOURCE = Path(os.environ.get("RA_TEST_SOURCE") or Path(ra.errors.__file__).parents[1])
PATH = os.pathsep.join((str(SOURCE), str(ROOT)))
SECONDS = 300  # a safety net against a command that hangs, not a measure


class Forked(NamedTuple):
    """How a command ended, and what it printed."""

    code: int
    out: str
    err: str


class Zygote:
    """A server that this process starts on first use, and that ends with it."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._address = ""

    @property
    def address(self) -> str:
        """The socket of the server."""
        if self._process is None:
            folder = tempfile.mkdtemp(prefix="ra-zygote-")
            atexit.register(self._end, folder, os.getpid())
            self._address = f"{folder}/socket"
            self._process = subprocess.Popen(
                [sys.executable, server.__file__, self._address],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env={**os.environ, "PYTHONPATH": PATH, "OPENBLAS_NUM_THREADS": "1"},
            )
            assert self._process.stdout is not None
            assert self._process.stdout.readline() == b"ready\n"
        return self._address

    def _end(self, folder: str, starter: int) -> None:
        """Let the server end; a forked child of this process leaves it alone."""
        if self._process is not None and starter == os.getpid():
            self._process.communicate()
            shutil.rmtree(folder, ignore_errors=True)

    def command(self, module: str = "ra") -> tuple[str, ...]:
        """The words that run `python -m MODULE` in a script."""
        return (sys.executable, "-IS", client.__file__, self.address, module)

    def run(
        self,
        *words: str,
        folder: Path,
        env: Mapping[str, str],
        module: str = "ra",
        user: int = 0,
        given: str = "",
    ) -> Forked:
        """Run `python -m MODULE WORD…`, as another user if one is named; `given` is its stdin."""
        request = {"module": module, "words": words, "folder": str(folder), "env": {**env}}
        with (
            tempfile.TemporaryFile() as stdin,
            tempfile.TemporaryFile() as out,
            tempfile.TemporaryFile() as err,
        ):
            stdin.write(given.encode())
            stdin.seek(0)
            streams = (stdin.fileno(), out.fileno(), err.fileno())
            code = client.send(self.address, {**request, "user": user}, streams, seconds=SECONDS)
            out.seek(0)
            err.seek(0)
            return Forked(code, out.read().decode(), err.read().decode())


ZYGOTE = Zygote()
