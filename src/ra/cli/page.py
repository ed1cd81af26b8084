"""Builds the page of `ra help`: all commands, examples, global flags and exit codes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from ra.cli.commands import COMMANDS
from ra.cli.parser import top_parser
from ra.present.style import Style

_TRY = (
    ("ra search tea", "search the current folder"),
    ("ra ls chunks", "list all sections"),
    ("ra get README.md", "print a document or section"),
    ("ra inspect doc README.md", "print the outline of a document"),
    ("ra status --files", "list all files, with the reason if one is left out"),
    ("ra init", "write a settings file"),
)
_CODES = (("0", "found"), ("1", "nothing found"), ("2", "error; see stderr"))


def page(style: Style) -> Iterator[str]:
    """Commands in groups, examples, flags and exit codes."""
    yield f"{style.bold('ra')} searches folders of Markdown and prints the matching sections."
    yield ""
    yield f"{style.bold('Usage:')} ra [FLAGS] COMMAND [ARGUMENTS]"
    for group, commands in groupby(COMMANDS, key=lambda command: command.group):
        yield from _table(group, [(command.name, command.summary) for command in commands], style)
    yield from _table("Examples", list(_TRY), style)
    yield from _table("Global flags", list(_flags()), style)
    yield from _table("Exit codes", list(_CODES), style)
    yield ""
    yield "Run `ra COMMAND --help` for the help of a command."


def _flags() -> Iterator[tuple[str, str]]:
    for each in top_parser().arguments:
        yield f"{', '.join(each.flags)} {each.metavar}", each.help


def _table(title: str, rows: list[tuple[str, str]], style: Style) -> Iterator[str]:
    wide = max(12, *(len(name) for name, _ in rows))
    yield ""
    yield style.bold(f"{title}:")
    for name, meaning in rows:
        yield f"  {style.name(name.ljust(wide))}  {meaning}"
