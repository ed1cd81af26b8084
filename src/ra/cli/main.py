"""Runs the command line `ra`: parses it, runs the command and returns the exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress

from ra.cli.commands import load
from ra.cli.interrupt import INTERRUPTED, interruptible, uninterruptible
from ra.cli.output import Output, finish, prepare_streams, silence
from ra.cli.parser import command_parser, split, top_parser
from ra.errors import RaError, UsageError

FOUND, ERROR = 0, 2


def main(words: Sequence[str] | None = None) -> int:
    """The command `ra`; exit codes follow grep: 0 found, 1 nothing, 2 error."""
    if words is not None:
        return _code(words)
    code = _code(sys.argv[1:])
    _end(code)
    return code


def _code(words: Sequence[str]) -> int:
    """Run the command; every outcome becomes an exit code."""
    try:
        interruptible()
        code = _outcome(words)
        uninterruptible()
        return code
    except KeyboardInterrupt:
        silence()
        return INTERRUPTED


def _outcome(words: Sequence[str]) -> int:
    """Run the command; every error except Ctrl-C becomes an exit code."""
    prepare_streams()
    try:
        code = _run(list(words))
        finish()
        return code
    except KeyboardInterrupt:
        raise
    except BrokenPipeError:  # the reader has closed the pipe: `ra chunks | head`
        silence()
        return FOUND
    except RaError as error:
        Output().fail(str(error))
        return error.exit_code
    except BaseException as error:  # noqa: BLE001 - the edge; native parsers panic outside Exception
        return _unexpected(error, debug="--debug" in words)


def _end(code: int) -> None:
    """End the process at once: all output is written, and the system frees memory faster than
    Python.

    Tracers and profilers need a regular exit.
    """
    if sys.gettrace() is None and sys.getprofile() is None:
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError):  # of a failed command: its exit code already reports it
                stream.flush()
        os._exit(code)


def _run(words: Sequence[str]) -> int:
    before, name, after = split(words)
    args = top_parser().read(before)
    if args.version or name == "version":
        from ra import __version__

        Output(args.color).line(f"ra {__version__}")
        return FOUND
    if name is None:
        name = "help"
    elif args.help:
        name, after = "help", [name]
    args = command_parser(name, args).read(after)
    if args.help:
        from ra.cli.usage import usage  # only a help page needs it

        Output(args.color).line(usage(name))
        return FOUND
    _enter(args.directory)
    return load(name).run(args, Output(args.color))


def _enter(directory: str | None) -> None:
    try:
        if directory is None:
            os.getcwd()  # noqa: PTH109 - not to know it, but to know that it is there
        else:
            os.chdir(directory)
    except (OSError, ValueError) as error:
        where = "the current folder" if directory is None else f"-C {directory}"
        reason = getattr(error, "strerror", None) or error
        raise UsageError(f"{where}: {reason}; choose a folder that exists") from error


def _unexpected(error: BaseException, *, debug: bool) -> int:
    if debug:
        import traceback

        traceback.print_exception(error)
    hint = "" if debug else "; run again with --debug for the traceback"
    Output().fail(f"unexpected error: {type(error).__name__}: {error}{hint}")
    return ERROR
