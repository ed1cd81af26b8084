"""Runs a command in a sandbox: a home folder, some files, `ra` on the path."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from typing import NamedTuple

import ra.errors

SOURCE = Path(ra.errors.__file__).parents[1]
RUNNER: tuple[str, ...] = (sys.executable, "-m", "ra")
HOME = "/home/you"  # what pages show in place of the real folder
_PATH_LENGTH = 16  # of the folder that holds the home folder, if the system allows it
SECONDS = 120  # a safety net against a command that hangs, not a measure

# What differs from run to run: the names of an index and its generation, its size and its time.
_CHANGING = (
    (r"(/indexes/[\w.-]+)-[0-9a-f]{12}\b", r"\1-0123456789ab"),
    (r"\d+\.\d KiB · updated [-\d]{10} [:\d]{8} UTC", "96.0 KiB · updated 2026-11-15 12:00:00 UTC"),
    (r"(checked .* chunks?) · \d+\.\d KiB", r"\1 · 96.0 KiB"),
    (r"\d+\.\d KiB · used today", "96.0 KiB · used today"),
    (r"(removed? the index of .*) · \d+\.\d KiB", r"\1 · 96.0 KiB"),
    (r"(\d indexes) · \d+\.\d KiB", r"\1 · 192.0 KiB"),
    (r"(1 index) · \d+\.\d KiB", r"\1 · 96.0 KiB"),
    (r"/gen-[0-9a-f]{12}\b", "/gen-0123456789ab"),
)

World = Mapping[str, str | bytes]


class Outcome(NamedTuple):
    """What a script printed on both streams, and how it ended."""

    code: int
    out: str


class Shell:
    """A shell that keeps its folder and its last exit code from one script to the next."""

    def __init__(self, top: Path, start: str, shell: str) -> None:
        self.top, self.home, self.shell = top, top / "you", shell
        self.folder, self.code = self.home / start, 0

    def run(self, script: str, **env: str) -> Outcome:
        """Run a script where the last one ended."""
        words = [self.shell, "-c", self._around(script)]
        done = subprocess.run(
            words,
            cwd=self.folder,
            env={**self.env(), **env},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            timeout=SECONDS,
            check=False,
        )
        self.code = done.returncode
        if (self.top / "folder").is_file():
            self.folder = Path((self.top / "folder").read_text(encoding="utf-8").rstrip("\n"))
        out = self.shown(done.stdout.decode())
        if "ra: unexpected error" in out:
            raise RuntimeError(f"a mistake in ra, not fit for a page:\n{script}\n{out}")
        return Outcome(done.returncode, out)

    def _around(self, script: str) -> str:
        if self.shell != "bash":
            return script
        place = shlex.quote(str(self.top / "folder"))
        return f"(exit {self.code})\n{script}\ncode=$?\npwd > {place}\nexit $code"

    def env(self) -> dict[str, str]:
        """The environment of a script: this home, nothing of the user's."""
        kept = {name: os.environ[name] for name in ("SYSTEMROOT",) if name in os.environ}
        return {
            **kept,
            "PATH": f"{self.top / 'bin'}{os.pathsep}{os.environ.get('PATH', '')}",
            "HOME": str(self.home),
            "PYTHONPATH": str(SOURCE),
            "PYTHONIOENCODING": "utf-8",
            "COLUMNS": "80",
            "EDITOR": "true",  # an editor that ends at once
            "LC_ALL": "C.UTF-8",
            "TERM": "dumb",
            "TZ": "UTC",
        }

    def shown(self, text: str) -> str:
        """The text as it would look in a home folder that has a name to be shown."""
        text = text.replace(str(self.home), HOME).replace("/Library/Caches/ra/", "/.cache/ra/")
        for pattern, stand_in in _CHANGING:
            text = re.sub(pattern, stand_in, text)
        return text


@contextmanager
def playground(
    world: World, start: str = "", runner: Sequence[str] = (), shell: str = "bash"
) -> Iterator[Shell]:
    """A shell in the folder `start` of a home folder that holds the files of `world`."""
    with _folder() as top:
        for name, words in (("ra", runner or RUNNER), ("python3", RUNNER[:1])):
            _write(top / "bin" / name, f'#!/bin/sh\nexec {shlex.join(words)} "$@"\n')
            (top / "bin" / name).chmod(0o755)
        (top / "you" / start).mkdir(parents=True)
        for path, content in world.items():
            _write(top / "you" / path, content)
        yield Shell(top, start, shell)


@contextmanager
def _folder() -> Iterator[Path]:
    """A new folder; its path has one length wherever it is, since some commands print columns."""
    place = Path(tempfile.gettempdir()).resolve()
    top = place / token_hex(8)[: max(6, _PATH_LENGTH - 1 - len(str(place)))]
    top.mkdir(mode=0o700)
    try:
        yield top
    finally:
        shutil.rmtree(top)


def _write(path: Path, content: str | bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
