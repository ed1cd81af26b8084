"""How do tests run the real command? As a process, in a folder and a home of their own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import ra.errors

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

    def write(self, files: dict[str, str | bytes]) -> None:
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
        kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ}
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
        """Run `ra` with these words in the project folder."""
        done = subprocess.run(
            [*COMMAND, *words],
            cwd=self.folder,
            env=self.env(**env),
            capture_output=True,
            timeout=SECONDS,
            check=False,
        )
        return Outcome(done.returncode, done.stdout.decode(), done.stderr.decode())
