"""Which commands are there? One literal table; a command's module is imported when it runs."""

from __future__ import annotations

from importlib import import_module

from ra.errors import UsageError, did_you_mean
from ra.typed import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from typing import Protocol

    from ra.cli.arguments import Argument, Namespace
    from ra.cli.output import Output

    class CommandModule(Protocol):
        """What a command's module holds."""

        DESCRIPTION: str
        EXAMPLES: tuple[tuple[str, str], ...]
        ARGUMENTS: tuple[Argument, ...]

        def run(self, args: Namespace, out: Output) -> int:
            """Do it, and return the exit code."""


class Command(NamedTuple):
    """One command, as the list of commands shows it; its module is `ra.cli.NAME`."""

    name: str
    group: str
    summary: str


COMMANDS: tuple[Command, ...] = (
    Command("search", "Read", "find the sections that answer a query"),
    Command("get", "Read", "print a section or a document by its id"),
    Command("ls", "Read", "list trees, documents or chunks"),
    Command("links", "Read", "show which documents are linked, and which links are broken"),
    Command("update", "Index", "bring the index up to date with the files"),
    Command("status", "Index", "tell what is in each tree, and what was left out and why"),
    Command("doctor", "Index", "check the whole index for damage"),
    Command("eval", "Index", "measure the search by questions with known answers"),
    Command("inspect", "See documents", "draw the outline of a document or the tree of a query"),
    Command("chunks", "See documents", "print the chunks of documents"),
    Command("init", "Settings", "write a settings file to start from"),
    Command("config", "Settings", "show the settings that hold here"),
    Command("completion", "Shell", "print a script that completes commands in your shell"),
    Command("help", "Shell", "show the help of a command"),
)
NAMES: tuple[str, ...] = tuple(command.name for command in COMMANDS)


def load(name: str) -> CommandModule:
    """The module of a command; an unknown name is a `UsageError` with the nearest one."""
    if name not in NAMES:
        hint = did_you_mean(name, NAMES)
        raise UsageError(f"unknown command '{name}'{hint}\nrun `ra --help` to see all commands")
    module: CommandModule = import_module(f"ra.cli.{name}")
    return module
