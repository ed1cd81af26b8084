"""Reads the history of a repository that may come from someone else, so that nothing in it runs.

git reads only the objects. Its own folder, with settings, hooks, attributes and references, is a
new temporary one, so no file of the repository can name a program, another file or another place.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Timer

from ra.errors import UsageError
from ra.sources.git_borrowed import check_objects
from ra.sources.git_program import git_environment, git_program
from ra.sources.git_state import GitState
from ra.typed import NamedTuple

SECONDS = 120  # for one command; a hostile repository must not hold up a search for ever
_PART = 1 << 20
_SETTINGS = "[core]\n\trepositoryformatversion = {}\n\tbare = true\n{}"
_SHA256 = "[extensions]\n\tobjectFormat = sha256\n"


class History(NamedTuple):
    """A repository opened for reading: the program, and a folder of its own for it."""

    state: GitState
    program: str
    folder: Path


class OutOfTime(Exception):
    """git took longer than it may; what it printed until then is valid."""


@contextmanager
def opened(state: GitState) -> Iterator[History]:
    """Open the objects of a repository; `UsageError` without git, or if it borrows objects."""
    program = git_program()
    check_objects(state.objects)
    with tempfile.TemporaryDirectory(prefix="ra-git-") as name:
        folder = Path(name)
        (folder / "refs").mkdir()
        (folder / "HEAD").write_text("ref: refs/heads/none\n", encoding="ascii")
        is_long = len(state.head) > 40
        settings = _SETTINGS.format(int(is_long), _SHA256 if is_long else "")
        (folder / "config").write_text(settings, encoding="ascii")
        if state.shallow:
            lines = "".join(f"{name}\n" for name in state.shallow)
            (folder / "shallow").write_text(lines, encoding="ascii")
        yield History(state, program, folder)


def fields(
    history: History, words: Sequence[str], given: bytes = b"", seconds: float = SECONDS
) -> Iterator[bytes]:
    """The output of a git command that reads objects, split at NUL, while it runs."""
    is_late: list[bool] = []
    with (
        tempfile.TemporaryFile() as file,
        tempfile.TemporaryFile() as errors,
    ):
        file.write(given)
        file.seek(0)
        process = subprocess.Popen(
            [history.program, "--no-pager", "--literal-pathspecs", *words],
            cwd=history.folder,
            env={
                **git_environment(),
                "GIT_DIR": os.fspath(history.folder),
                "GIT_OBJECT_DIRECTORY": history.state.objects,
            },
            stdin=file,
            stdout=subprocess.PIPE,
            stderr=errors,
        )
        timer = Timer(seconds, _stop, (process, is_late))
        timer.start()
        try:
            yield from _split(process)
            code = process.wait()
        finally:
            timer.cancel()
            process.kill()
            process.wait()
        if is_late:
            raise OutOfTime
        if code:
            errors.seek(0)
            raise UsageError(_reason(history, errors.read(10_000)))


def is_ancestor(history: History, name: str) -> bool:
    """Whether a commit is in the history: it may have been rewritten."""
    base = ["merge-base", "--is-ancestor", name, history.state.head]
    try:
        return not list(fields(history, base))
    except UsageError:
        return False


def _stop(process: subprocess.Popen[bytes], is_late: list[bool]) -> None:
    is_late.append(True)
    process.kill()


def _split(process: subprocess.Popen[bytes]) -> Iterator[bytes]:
    assert process.stdout is not None
    rest = b""
    with process.stdout as out:
        while part := out.read(_PART):
            *whole, rest = (rest + part).split(b"\0")
            yield from whole
    if rest:
        yield rest


def _reason(history: History, errors: bytes) -> str:
    lines = errors.decode("utf-8", "replace").strip().splitlines()
    return f"git cannot read {history.state.top}: {lines[-1] if lines else 'no reason given'}"
