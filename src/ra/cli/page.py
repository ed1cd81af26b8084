"""What can be done with ra? The page of all commands."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from ra.cli.commands import COMMANDS
from ra.cli.parser import top_parser
from ra.present.style import Style

_TRY = (
    ("ra search tea", "find the sections about something"),
    ("ra ls chunks", "every place that has a name"),
    ("ra get README.md", "read one of them"),
    ("ra inspect doc README.md", "see how a document is cut"),
    ("ra status --files", "which files count, and why the others do not"),
    ("ra init", "settle which folders are searched"),
)
_CODES = (("0", "found"), ("1", "nothing found"), ("2", "error; the reason is on stderr"))


def page(style: Style) -> Iterator[str]:
    """Commands in groups, lines to try, flags and exit codes."""
    yield f"{style.bold('ra')} finds the place in your documents: every heading is a chunk."
    yield ""
    yield f"{style.bold('Usage:')} ra [FLAGS] COMMAND [WORDS]"
    for group, commands in groupby(COMMANDS, key=lambda command: command.group):
        yield from _table(group, [(command.name, command.summary) for command in commands], style)
    yield from _table("Try", list(_TRY), style)
    yield from _table("Flags for every command", list(_flags()), style)
    yield from _table("Exit codes", list(_CODES), style)
    yield ""
    yield "`ra COMMAND --help` tells more about each."


def _flags() -> Iterator[tuple[str, str]]:
    for each in top_parser().arguments:
        yield f"{', '.join(each.flags)} {each.metavar}", each.help


def _table(title: str, rows: list[tuple[str, str]], style: Style) -> Iterator[str]:
    wide = max(12, *(len(name) for name, _ in rows))
    yield ""
    yield style.bold(f"{title}:")
    for name, meaning in rows:
        yield f"  {style.name(name.ljust(wide))}  {meaning}"
