"""Runs `ra` for tests, in a folder and a home of their own: in this process, or as a new one.

A command in this process takes a few milliseconds, a new process a hundred. `Sandbox.ra` is the
usual way. `Sandbox.process` is for what only a process has: its start and end, signals, streams
that are closed or full, other processes beside it, settings of the interpreter.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, NoReturn, TextIO

import pytest

import ra.errors
from ra.cli.main import main

SOURCE = Path(ra.errors.__file__).parents[1]
COMMAND = (sys.executable, "-m", "ra")
SECONDS = 60  # a safety net against a command that hangs, not a measure


class Outcome(NamedTuple):
    """What a command printed, and how it ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The output read as one JSON value."""
        return json.loads(self.out)

    @property
    def records(self) -> list[Any]:
        """The output read as JSON Lines."""
        return [json.loads(line) for line in self.out.splitlines()]


class Sandbox(NamedTuple):
    """A project folder beside a home folder, both empty at first."""

    folder: Path
    home: Path

    def write(self, files: Mapping[str, str | bytes]) -> None:
        """Write files into the project folder."""
        for name, content in files.items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content.encode() if isinstance(content, str) else content)

    @property
    def built(self) -> Path:
        """The folder of the only index that was built."""
        (found,) = self.indexes.iterdir()
        return found

    @property
    def indexes(self) -> Path:
        """Where indexes are built."""
        return self.home / "cache" / "ra" / "indexes"

    def env(self, **more: str) -> dict[str, str]:
        """The environment of the command: this home, no terminal, nothing of the tester's."""
        names = ("PATH", "SYSTEMROOT", "TMPDIR")
        kept = {name: os.environ[name] for name in names if name in os.environ}
        return {
            **kept,
            "HOME": str(self.home),
            "USERPROFILE": str(self.home),
            "XDG_CACHE_HOME": str(self.home / "cache"),
            "XDG_STATE_HOME": str(self.home / ".local" / "state"),
            "LOCALAPPDATA": str(self.home / "local"),
            "PYTHONPATH": str(SOURCE),
            "PYTHONIOENCODING": "utf-8",
            **more,
        }

    def enter(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Make this process live in the sandbox, for tests that use the library."""
        for name, value in self.env().items():
            monkeypatch.setenv(name, value)

    def ra(self, *words: str, **env: str) -> Outcome:
        """Run `ra` with these words in the project folder, inside this process."""
        return run_inside(self.folder, self.env(**env), words)

    def process(self, *words: str, given: str = "", **env: str) -> Outcome:
        """The same as a process of its own, as a shell starts it; `given` is its stdin."""
        done = subprocess.run(
            [*COMMAND, *words],
            cwd=self.folder,
            env=self.env(**env),
            input=given.encode(),
            capture_output=True,
            timeout=SECONDS,
            check=False,
        )
        return Outcome(done.returncode, done.stdout.decode(), done.stderr.decode())


def run_inside(folder: Path, env: Mapping[str, str], words: Sequence[str]) -> Outcome:
    """Run `ra` in a folder and an environment, inside this process."""
    with _as_process(folder, env) as (out, err):
        code = main(words)
        return Outcome(code, _written(out), _written(err))


@contextmanager
def _as_process(folder: Path, env: Mapping[str, str]) -> Iterator[tuple[TextIO, TextIO]]:
    """Lend this process the folder, environment and streams of a command; take them back after.

    The streams write to real files, since a command may redirect their descriptors. What only
    a new interpreter reads (`TZ`, `LANG`, `PYTHONUTF8`) has no effect here.
    """
    encoding, _, errors = env["PYTHONIOENCODING"].partition(":")
    before, place = dict(os.environ), Path.cwd()
    with (
        open(os.devnull, encoding="utf-8") as nothing,  # noqa: PTH123 - os.devnull is no Path
        tempfile.TemporaryFile("w+", encoding=encoding, errors=errors or None, newline="") as out,
        tempfile.TemporaryFile("w+", encoding=encoding, errors=errors or None, newline="") as err,
        pytest.MonkeyPatch.context() as patch,
        _limited(),
    ):
        for name, stream in (("stdin", nothing), ("stdout", out), ("stderr", err)):
            patch.setattr(sys, name, stream)
        try:
            os.chdir(folder)
            _set_environment(env)
            yield out, err
        finally:
            _set_environment(before)
            os.chdir(place)


def _set_environment(env: Mapping[str, str]) -> None:
    os.environ.clear()
    os.environ.update(env)


@contextmanager
def _limited() -> Iterator[None]:
    """End a command that hangs, so that its test fails and the others run."""
    if (
        not hasattr(signal, "setitimer")
        or threading.current_thread() is not threading.main_thread()
    ):
        yield
        return

    def hang(_number: int, _frame: object) -> NoReturn:
        raise TimeoutError(f"the command runs for more than {SECONDS} s")

    before = signal.signal(signal.SIGALRM, hang)
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _written(stream: TextIO) -> str:
    stream.flush()
    stream.buffer.seek(0)
    return stream.buffer.read().decode(stream.encoding)
