"""Runs whole commands one after another, each in a process of its own, and tells what they opened.

Run as `python -P -m tests.robustness.hostile.runner`. Each line on stdin is a request as JSON: a
folder, an environment and commands; each line on stdout is what became of them. The modules are
loaded once and each command is a fork of that process, so that hundreds of commands take seconds.
An audit hook notes every file that Python opens or lists; `watch` sees what native code opens.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import pkgutil
import signal
import sys
import tempfile
import threading
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any

import ra
from ra.cli.main import main

SECONDS = 40  # a safety net against a command that hangs, not a measure
MEMORY = 6 * 1024**3  # of address space: the catalog is mapped with up to 1 GiB for each thread
_EVENTS = frozenset({"open", "os.listdir", "os.scandir", "sqlite3.connect"})
_LATE = ("shlex", "pwd", "tomllib", "unicodedata", "difflib", "sqlite3", "tantivy", "logging",
         "shutil", "tarfile", "_strptime", "stringprep")  # fmt: skip


def preload() -> None:
    """Load what a command may need, so that a fork of this process starts at once."""
    for name in _LATE:
        import_module(name)
    for module in pkgutil.walk_packages(ra.__path__, "ra."):
        with contextlib.suppress(ImportError):  # of an extra that is not installed
            if not module.name.endswith("__main__") and ".contract" not in module.name:
                import_module(module.name)
    gc.freeze()  # a child that looks for garbage would copy all pages


def run(words: Sequence[str], folder: str, env: Mapping[str, str]) -> dict[str, Any]:
    """One command in a process of its own."""
    with contextlib.ExitStack() as stack:
        out, err, log = (stack.enter_context(tempfile.TemporaryFile()) for _ in range(3))
        child = os.fork()
        if child == 0:
            _become(words, folder, env, (out.fileno(), err.fileno(), log.fileno()))
        _, status = os.waitpid(child, 0)
        texts = [_all(file) for file in (out, err, log)]
    return {
        "words": list(words),
        "code": os.waitstatus_to_exitcode(status),
        "out": texts[0].decode("utf-8", "surrogateescape"),
        "err": texts[1].decode("utf-8", "surrogateescape"),
        "opened": sorted(set(texts[2].decode("utf-8", "surrogateescape").split("\0")) - {""}),
    }


def _become(
    words: Sequence[str], folder: str, env: Mapping[str, str], streams: Sequence[int]
) -> None:
    """In the child: be the command, and end."""
    code = 99
    try:
        signal.alarm(SECONDS)
        os.environ.clear()
        os.environ.update(env)
        os.chdir(folder)
        with contextlib.suppress(ImportError):  # Windows has no limits, and no fork either
            import resource

            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        for number, stream in enumerate((os.open(os.devnull, os.O_RDONLY), *streams[:2])):
            os.dup2(stream, number)
        os.umask(0)
        sys.addaudithook(_hook(streams[2], swap_of(os.environ)))
        code = main(list(words))
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(code)


def swap_of(env: Mapping[str, str]) -> Callable[[str], None]:
    """What puts a link in the place of a file or folder just before a path is opened or listed.

    `HOSTILE_SWAP` holds that path, the place that changes then, and where its link leads. It is
    the moment that a program cannot see, between a look at a path and its use.
    """
    moment, place, target = env["HOSTILE_SWAP"].split("\n") if "HOSTILE_SWAP" in env else ("",) * 3
    swapped: list[str] = []

    def swap(path: str) -> None:
        if path == moment and not swapped:
            swapped.append(place)
            os.rename(place, f"{place}.aside")  # noqa: PTH104
            os.symlink(target, place)  # noqa: PTH211

    return swap


def _hook(log: int, before: Callable[[str], None]) -> Callable[[str, tuple[Any, ...]], None]:
    busy = threading.local()

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if event not in _EVENTS or getattr(busy, "now", False):
            return
        place = arguments[0] if arguments else "."
        if isinstance(place, int):
            return
        busy.now = True
        try:
            path = os.fsdecode("." if place is None else place)
            if event == "sqlite3.connect":
                path = path.removeprefix("file://").partition("?")[0]
            full = os.path.join(os.getcwd(), path)  # noqa: PTH109, PTH118
            before(full)
            os.write(log, os.fsencode(full) + b"\0")
        finally:
            busy.now = False

    return hook


def _all(file: Any) -> bytes:
    file.seek(0)
    data: bytes = file.read()
    return data


if __name__ == "__main__":
    preload()
    for line in sys.stdin:
        request = json.loads(line)
        done = [run(words, request["folder"], request["env"]) for words in request["commands"]]
        sys.stdout.write(json.dumps(done) + "\n")
        sys.stdout.flush()
