"""Serves commands: imports all of ra, then forks a child for each request.

Run as `python server.py SOCKET`. It prints a line when it is ready, and ends when stdin is closed.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import io
import json
import os
import pkgutil
import runpy
import select
import signal
import socket
import sys
import tempfile
import traceback
from importlib import import_module
from pathlib import Path
from typing import Any

_LATE = ("json", "pwd", "shlex", "tomllib", "unicodedata", "sqlite3")
_COMMANDS = ("update", "ls docs", "get a.md", "doctor", "status", "search a --json", "links")


class Server:
    """Forks a child for each connection, and sends its exit code when it has ended."""

    def __init__(self, address: str) -> None:
        self._listening = socket.socket(socket.AF_UNIX)
        self._listening.bind(address)
        self._listening.listen(64)
        self._running: dict[int, socket.socket] = {}

    def serve(self) -> None:
        """Serve until stdin is closed."""
        ended, wake = os.pipe()
        for end in (ended, wake):
            os.set_blocking(end, False)
        signal.signal(signal.SIGCHLD, lambda _number, _frame: None)
        signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
        while True:
            ready, _, _ = select.select([self._listening.fileno(), ended, 0], [], [])
            if 0 in ready:
                return
            if ended in ready:
                os.read(ended, 4096)
                self._reap()
            if self._listening.fileno() in ready:
                self._accept()

    def _reap(self) -> None:
        while self._running:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if not pid:
                return
            with self._running.pop(pid) as client, contextlib.suppress(OSError):
                client.sendall(b"%d\n" % os.waitstatus_to_exitcode(status))

    def _accept(self) -> None:
        client, _ = self._listening.accept()
        data, streams, _, _ = socket.recv_fds(client, 1, 3)
        with client.makefile("rb") as rest:
            data += rest.readline()
        if pid := os.fork():
            self._running[pid] = client
            client.sendall(b"%d\n" % pid)
            for stream in streams:
                os.close(stream)
            return
        for each in (client, self._listening, *self._running.values()):
            each.close()
        os._exit(run(json.loads(data), streams))


def run(request: dict[str, Any], streams: list[int]) -> int:
    """Be the command: as `python -m MODULE`, from the moment when everything is imported."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    os.chdir(request["folder"])
    os.environ.clear()
    os.environ.update(request["env"])
    sys.stdin = _text(io.BufferedReader(_file(0, "r")))
    sys.stdout = _text(io.BufferedWriter(_file(1, "w")))
    sys.stderr = _text(io.BufferedWriter(_file(2, "w")))
    sys.stderr.reconfigure(line_buffering=True)
    if user := request.get("user"):
        os.setgroups([])
        os.setgid(user)
        os.setuid(user)
    sys.argv[1:] = request["words"]
    code = _ended(request["module"])
    atexit._run_exitfuncs()
    for written in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            written.flush()
    return code


def _file(number: int, mode: str) -> io.FileIO:
    return io.FileIO(number, mode, closefd=False)


def _text(buffer: io.BufferedReader | io.BufferedWriter) -> io.TextIOWrapper:
    return io.TextIOWrapper(buffer, encoding="utf-8")


def _ended(module: str) -> int:
    from ra.cli.main import main

    try:
        if module == "ra":  # whose files a user may not be allowed to read
            return main()
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0
    except BaseException:  # noqa: BLE001 - it is printed, as an interpreter does
        traceback.print_exc()
        return 1
    return 0


def import_everything() -> None:
    """Import all that a command may need: a user may not be allowed to read the interpreter."""
    import ra

    for name in _LATE:
        import_module(name)
    for module in pkgutil.walk_packages(ra.__path__, "ra."):
        if not module.name.endswith("__main__") and ".contract" not in module.name:
            with contextlib.suppress(ImportError):  # of an extra that is not installed
                import_module(module.name)
    rehearse()
    gc.freeze()


def rehearse() -> None:
    """Run a few commands, which import more when they run."""
    from ra.cli.main import main

    before, here = dict(os.environ), Path.cwd()
    with tempfile.TemporaryDirectory() as place, contextlib.redirect_stdout(io.StringIO()):
        os.environ.update(HOME=f"{place}/home", XDG_CACHE_HOME="", XDG_STATE_HOME="")
        Path(place, ".ra.toml").write_text('[tree.docs]\npath = "."\n', encoding="utf-8-sig")
        Path(place, "a.md").write_text("---\ntags: [x]\n---\n# A\n\n[b](a.md)\n", encoding="utf-8")
        for words in _COMMANDS:
            assert main(["-C", place, *words.split()]) == 0, words
            os.chdir(here)
    os.environ.clear()
    os.environ.update(before)


if __name__ == "__main__":
    server = Server(sys.argv[1])
    import_everything()
    print("ready", flush=True)
    server.serve()
