"""Runs `ra serve` as a process of its own, on a free port of the loopback address."""

from __future__ import annotations

import json
import subprocess
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from tests.cli.command import Sandbox
from tests.serve.documents import FILES
from tests.zygote import ZYGOTE


class Running(NamedTuple):
    """A server that runs: its address, and its process."""

    url: str
    process: subprocess.Popen[str]

    @property
    def port(self) -> int:
        """The port it listens on."""
        return int(self.url.rstrip("/").rpartition(":")[2])

    def json(self, path: str, **headers: str) -> Any:
        """The JSON at a path."""
        request = urllib.request.Request(f"{self.url.rstrip('/')}{path}", headers=headers)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)


@contextmanager
def running(box: Sandbox, *words: str) -> Iterator[Running]:
    """A server of a project; it ends when the block does."""
    log = box.home / "requests.jsonl"
    command = [*ZYGOTE.command(), "serve", "--port", "0", "--log", str(log), *words]
    with subprocess.Popen(
        command, cwd=box.folder, env=box.env(), stdout=subprocess.PIPE, encoding="utf-8"
    ) as process:
        assert process.stdout is not None
        said = process.stdout.readline()
        assert said.startswith("ra serves "), said
        try:
            yield Running(said.split()[2], process)
        finally:
            process.terminate()
            process.wait(timeout=60)


def project(folder: Path) -> Sandbox:
    """A project with the documents of the tests."""
    box = Sandbox(folder / "project", folder / "home")
    box.folder.mkdir()
    box.home.mkdir()
    box.write(dict(FILES))
    return box
