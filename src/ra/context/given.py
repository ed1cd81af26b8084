"""Reads the files that a context is wanted for: their start, and their path in the project."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Sequence
from pathlib import Path

from ra.config.schema import Settings, Tree
from ra.context.pieces import GivenFile
from ra.errors import NotFound, UsageError
from ra.sources import relative_posix, select
from ra.sources.paths import problem

# A pipe must not block the command.
_OPEN = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)

_MOST_PARTS = 6  # of a path; those further above say little


def place(cwd: Path, file: str | Path) -> Path:
    """The absolute path of a file as typed, without following links."""
    if not str(file):
        raise UsageError("a file name is empty")
    return Path(os.path.normpath(cwd / Path(file).expanduser()))


def given(file: Path, settings: Settings, size: int) -> GivenFile:
    """A file by its absolute path, as far as `size` bytes."""
    data = _start(file, size)
    path = _in_project(file, settings)
    chosen = select.selection(("*",), settings.parsers)
    parser = select.parser_of(chosen, "", file.name, None)
    return GivenFile(path, data, parser, place=str(file))


def ids_of(files: Iterable[Path], trees: Sequence[Tree]) -> list[str]:
    """The ids that files have as documents of these trees."""
    found = []
    for file in files:
        for place in dict.fromkeys((file, Path(os.path.realpath(file)))):
            for tree in trees:
                path = relative_posix(place, tree.root)
                found += [f"{tree.name}:{path}"] if path is not None else []
    return list(dict.fromkeys(found))


def _start(file: Path, size: int) -> bytes:
    try:
        handle = os.open(file, _OPEN)
    except (FileNotFoundError, NotADirectoryError):
        raise NotFound(f"{file}: no such file") from None
    except (OSError, ValueError) as error:
        reason = problem(error) if isinstance(error, OSError) else error
        raise NotFound(f"{file}: {reason}") from None
    try:
        mode = os.fstat(handle).st_mode
        if stat.S_ISDIR(mode):
            raise UsageError(f"{file} is a folder; name the files in it")
        if not stat.S_ISREG(mode):
            raise UsageError(f"{file} is not a regular file; use `-` to read standard input")
        with open(handle, "rb", closefd=False) as opened:
            return _whole_lines(opened.read(size + 1), size)
    finally:
        os.close(handle)


def _whole_lines(data: bytes, size: int) -> bytes:
    """The data, cut at a line or a character if there is more than `size`."""
    if len(data) <= size:
        return data
    cut = data[:size]
    at = cut.rfind(b"\n")
    return cut[: at + 1] if at > 0 else cut.decode("utf-8", "ignore").encode()


def _in_project(file: Path, settings: Settings) -> str:
    """The path below the outermost folder that belongs to the work: folders above say nothing."""
    folders = [settings.cwd, settings.index_owner, *(tree.root for tree in settings.trees)]
    folders += [each for each in file.parents if os.path.lexists(each / ".git")][:1]
    above = [each for each in folders if each in file.parents]
    base = min(above, key=lambda each: len(each.parts), default=file.parent.parent)
    return "/".join(file.relative_to(base).parts[-_MOST_PARTS:])
