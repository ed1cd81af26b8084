"""Writes the output of a command: lines and records to stdout, warnings to stderr."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterable
from contextlib import suppress

from ra.errors import OutputUnwritable
from ra.present import clean
from ra.present.style import ColorChoice, Style, symbols_for, wants_color
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import TextIO

    from ra.cli.progress import ProgressLine


class Output:
    """The two streams, and the style of text on each."""

    def __init__(self, color: ColorChoice = "auto") -> None:
        self._out, self._err = sys.stdout, sys.stderr
        self.style = _style(self._out, color)
        self._ascii_only = not (self._out.encoding or "").lower().startswith("utf")
        self._err_style = _style(self._err, color)

    def line(self, text: str = "") -> None:
        """One line for people."""
        self._write(text + "\n")

    def lines(self, texts: Iterable[str]) -> int:
        """Many lines for people; return their number."""
        count = 0
        for text in texts:
            self.line(text)
            count += 1
        return count

    def json(self, value: object, *, indent: int | None = None) -> None:
        """One value for programs; without `indent` it is one line."""
        from ra.present import json  # most of what is printed is for people

        self.line(json.encode(value, ascii_only=self._ascii_only, indent=indent))

    def array(self, values: Iterable[object]) -> int:
        """A JSON array with one value per line, written as the values come; return their number."""
        from ra.present import json

        count = 0
        for value in values:
            start = ",\n" if count else "[\n"
            self._write(start + json.encode(value, ascii_only=self._ascii_only))
            count += 1
        self.line("\n]" if count else "[]")
        return count

    def prompt(self, text: str) -> None:
        """Ask for a line of input; on stderr, so that stdout has answers only."""
        with suppress(OSError):
            self._out.flush()
            self._err.write(text)
            self._err.flush()

    def progress(self) -> ProgressLine:
        """A progress line on stderr for long work."""
        from ra.cli.progress import ProgressLine  # few commands have such work

        return ProgressLine(self._err, self._err_style)

    def warn(self, text: str) -> None:
        """A warning; the command goes on."""
        self._message(self._err_style.warning("ra:"), text)

    def fail(self, text: str) -> None:
        """The reason why the command ends."""
        self._message(self._err_style.bad("ra:"), text)

    def _write(self, text: str) -> None:
        try:
            self._out.write(text)
        except BrokenPipeError:  # the reader has closed the pipe
            raise
        except OSError as error:
            raise _unwritable(error) from error

    def _message(self, label: str, text: str) -> None:
        with suppress(OSError):  # a closed stream is noticed at the next line
            self._out.flush()
        with suppress(OSError):  # where no message can be printed, the exit code reports it
            self._err.write(f"{label} {clean.message(text)}\n")


def prepare_streams() -> None:
    """Make streams safe for any text: unencodable characters become escapes."""
    # A stream that was closed by the caller (`ra status >&-`) is None. Input has no descriptor, as
    # `ra mcp` reports that it needs one.
    sys.stdin = sys.stdin or io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def finish() -> None:
    """Flush stdout."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise _unwritable(error) from error


def silence() -> None:
    """Give up stdout, so that buffered output raises nothing at exit."""
    with open(os.devnull, "wb") as nowhere:  # noqa: PTH123 - os.devnull is no Path
        os.dup2(nowhere.fileno(), sys.stdout.fileno())


def _unwritable(error: OSError) -> OutputUnwritable:
    silence()
    reason = error.strerror or error
    return OutputUnwritable(
        f"the output cannot be written: {reason}; free disk space or redirect it elsewhere"
    )


def _style(stream: TextIO, color: ColorChoice) -> Style:
    on = wants_color(color, terminal=stream.isatty(), env=os.environ)
    return Style(on, symbols_for(stream.encoding))
