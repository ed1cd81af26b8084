"""`ra find`: searches while you type, with a preview; Enter opens a result or prints its id."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable

from ra.cli import fresh
from ra.cli.arguments import Namespace, word
from ra.cli.output import Output
from ra.errors import RaError, UsageError
from ra.present import clean
from ra.typed import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ra.library import Library
    from ra.search.results import Report, Result

DESCRIPTION = (
    "Search while you type, with a preview. Enter opens the chosen result in $EDITOR, or prints "
    "its id where no editor is set or the output is a pipe; Esc ends. Without a terminal it prints "
    "the ids of all results."
)
EXAMPLES = (
    ("ra find", "type, choose with the arrow keys, press Enter"),
    ("ra find tea --tree project", "begin with a query, in one tree"),
    ("ra find tea --no-update --tenant default", "print ids, without an update"),
)
ARGUMENTS = (
    word("query", metavar="QUERY", times="*", help="the query to begin with"),
    fresh.TREE,
    *fresh.ARGUMENTS,
)
_ENTER, _ESCAPE, _UP, _DOWN = "enter", "escape", "up", "down"
_KEYS = {
    "\r": _ENTER, "\n": _ENTER, "\x03": _ESCAPE, "\x04": _ESCAPE, "\x1b": _ESCAPE,
    "\x1b[A": _UP, "\x1bOA": _UP, "\x10": _UP, "\x1b[B": _DOWN, "\x1bOB": _DOWN, "\x0e": _DOWN,
}  # fmt: skip
# A key: an escape sequence as a whole, such as an arrow, or one character.
_KEY = re.compile(r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|O.)|.", re.DOTALL)


class State(NamedTuple):
    """What was typed, what it found, which result is chosen, and a note."""

    typed: str
    report: Report | None = None
    chosen: int = 0
    note: str = "type to search"


def run(args: Namespace, out: Output) -> int:
    """`ra find`: exit code 1 if nothing was chosen or found."""
    with fresh.opened(args, out) as kb:
        kb.trees.select(args.tree)
        fresh.refresh(kb, args, out)

        def look(typed: str) -> State:
            return _searched(typed, kb, args.tree)

        state = look(" ".join(args.query))
        if not sys.stdin.isatty():
            return _print_all(state, out)
        chosen = _interact(state, look, out)
        if chosen is None:
            return 1
        return _take(chosen, kb, out)


def _print_all(state: State, out: Output) -> int:
    found = state.report.results if state.report else ()
    out.lines(clean.name(result.id) for result in found)
    return 0 if found or not state.typed else 1


def _take(result: Result, kb: Library, out: Output) -> int:
    """Open the result in the editor of a person at a terminal; else print its id."""
    editor = os.environ.get("VISUAL") or os.environ.get("EDITOR")
    if not (editor and sys.stdout.isatty()):
        out.line(clean.name(result.id))
        return 0
    from ra.cli.screen import edit

    roots = {tree.name: tree.root for tree in kb.trees.select() if tree.source == "files"}
    if result.tree not in roots:  # a commit
        out.line(clean.name(result.id))
        return 0
    return edit(roots[result.tree] / result.path, result.line)


def _searched(typed: str, kb: Library, trees: list[str]) -> State:
    """The results for what was typed; a word may be incomplete."""
    if not typed.strip():
        return State(typed)
    try:
        report = kb.search(typed, trees)
        if not report and typed[-1].isalnum():
            report = kb.search(f"{typed}*", trees)
    except RaError as error:
        return State(typed, note=str(error).splitlines()[0])
    count = len(report)
    return State(typed, report, note="1 result" if count == 1 else f"{count} results")


def pressed(state: State, key: str, look: Callable[[str], State]) -> State:
    """The state after a key that edits the query or moves the choice."""
    name = _KEYS.get(key)
    if name in (_UP, _DOWN):
        last = len(state.report) - 1 if state.report else 0
        return state._replace(chosen=min(max(state.chosen + (name == _DOWN) * 2 - 1, 0), last))
    if key in ("\x7f", "\x08"):
        return look(state.typed[:-1])
    if key == "\x15":  # Ctrl-U
        return look("")
    return look(state.typed + key) if key.isprintable() else state


def _interact(state: State, look: Callable[[str], State], out: Output) -> Result | None:
    """Draw on the terminal and read keys until one ends; the chosen result, or None."""
    try:
        import termios
        import tty
    except ImportError as error:
        raise UsageError("ra find needs a POSIX terminal; use `ra search`") from error
    from ra.present.find_frame import frame

    terminal = os.open("/dev/tty", os.O_RDWR)
    before = termios.tcgetattr(terminal)
    try:
        tty.setraw(terminal, termios.TCSADRAIN)  # keep what was typed before
        os.write(terminal, b"\x1b[?1049h")
        while True:
            size = os.get_terminal_size(terminal)
            lines = frame(*state, (size.columns or 80, size.lines or 24), out.style)
            cursor = f"\x1b[1;{min(len(state.typed) + 3, size.columns or 80)}H"
            os.write(terminal, ("\x1b[H\x1b[J" + "\r\n".join(lines) + cursor).encode())
            typed = os.read(terminal, 4096).decode("utf-8", "replace")
            for key in _KEY.findall(typed):
                if _KEYS.get(key) == _ESCAPE:
                    return None
                if _KEYS.get(key) == _ENTER:
                    found = state.report.results if state.report else ()
                    return found[state.chosen] if found else None
                state = pressed(state, key, look)
            if not typed:
                return None
    finally:
        os.write(terminal, b"\x1b[?1049l")
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)
        os.close(terminal)
