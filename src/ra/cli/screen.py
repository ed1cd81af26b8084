"""The terminal that a command writes to: its size, a pager, and the user's editor."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path

from ra.cli.output import Output
from ra.errors import UsageError
from ra.typed import NamedTuple

_COLUMNS, _ROWS = 80, 24
_PAGER = "less -FRX"
# How editors take a line; all others take it like vi does: `+12 FILE`.
_GOTO = ("code", "code-insiders", "codium", "cursor", "windsurf")
_COLON = ("hx", "helix", "subl", "zed", "zeditor", "atom")


class Screen(NamedTuple):
    """The columns, and the rows, which are 0 where the output is no terminal."""

    columns: int
    rows: int


def screen() -> Screen:
    """The size of the terminal; `COLUMNS` and `LINES` override it."""
    columns, rows = _number("COLUMNS"), _number("LINES")
    terminal = sys.stdout.isatty()
    if terminal and not (columns and rows):
        try:
            size = os.get_terminal_size(sys.stdout.fileno())
        except (OSError, ValueError):
            size = os.terminal_size((0, 0))
        columns, rows = columns or size.columns, rows or size.lines or _ROWS
    return Screen(max(columns or _COLUMNS, 20), rows)


def show(lines: Iterable[str], out: Output, *, paged: bool) -> None:
    """Print lines; on a terminal those that do not fit on the screen go through a pager."""
    if not (paged and sys.stdout.isatty()) or os.environ.get("TERM") == "dumb":
        out.lines(lines)
        return
    written = list(lines)
    size = screen()
    if sum(_rows(line, size.columns) for line in written) < size.rows:
        out.lines(written)
        return
    command = _pager()
    if not (command and _piped(command, "".join(f"{line}\n" for line in written))):
        out.lines(written)


def edit(file: Path, line: int) -> int:
    """Open a file at a line in the editor of the user's environment; return its exit code."""
    import shlex
    import subprocess

    typed = os.environ.get("VISUAL") or os.environ.get("EDITOR") or ""
    try:
        command = shlex.split(typed)
    except ValueError as error:
        raise UsageError(f"$EDITOR cannot be read: {error}; correct its quotes") from error
    if not command:
        raise UsageError("--open needs an editor; set it, for example: export EDITOR=vim")
    name = Path(command[0]).stem.lower()
    try:
        return subprocess.run([*command, *_at(name, file, line)], check=False).returncode
    except OSError as error:
        reason = error.strerror or error
        raise UsageError(f"$EDITOR: {command[0]}: {reason}; set it to another program") from error


def _at(editor: str, file: Path, line: int) -> list[str]:
    if editor in _GOTO:
        return ["--goto", f"{file}:{line}"]
    return [f"{file}:{line}"] if editor in _COLON else [f"+{line}", str(file)]


def _pager() -> list[str]:
    """The pager of the user's environment; none if it is set to nothing, or to `cat`."""
    import shlex

    if os.environ.get("NO_PAGER"):
        return []
    try:
        command = shlex.split(os.environ.get("PAGER", _PAGER))
    except ValueError:
        return []
    return [] if command == ["cat"] else command


def _piped(command: list[str], text: str) -> bool:
    """Whether a pager showed the text; False where it cannot be started."""
    import subprocess

    sys.stdout.flush()
    env = {"LESS": "FRX", "LV": "-c", **os.environ}
    try:
        with subprocess.Popen(command, stdin=subprocess.PIPE, env=env) as pager:
            try:
                pager.communicate(text.encode("utf-8", "backslashreplace"))
            except KeyboardInterrupt:  # less handles Ctrl-C by itself
                pager.wait()
    except OSError:
        return False
    return True


def _rows(line: str, columns: int) -> int:
    """The rows that a line takes, newlines and long lines included."""
    from ra.present.clean import message
    from ra.present.text import width

    return sum(max(1, -(-width(message(part)) // columns)) for part in line.split("\n"))


def _number(name: str) -> int:
    typed = os.environ.get(name, "")
    return int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 6 else 0
