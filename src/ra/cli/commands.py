"""The table of all commands. A command's module is imported only when it runs."""

from __future__ import annotations

from importlib import import_module

from ra.errors import UsageError, did_you_mean
from ra.typed import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from typing import Protocol

    from ra.cli.arguments import Argument, Namespace
    from ra.cli.output import Output

    class CommandModule(Protocol):
        """The interface of a command's module."""

        DESCRIPTION: str
        EXAMPLES: tuple[tuple[str, str], ...]
        ARGUMENTS: tuple[Argument, ...]

        def run(self, args: Namespace, out: Output) -> int:
            """Run the command and return the exit code."""


class Command(NamedTuple):
    """One command in the list of commands; its module is `ra.cli.NAME`."""

    name: str
    group: str
    summary: str


COMMANDS: tuple[Command, ...] = (
    Command("search", "Search", "search for sections that match a query"),
    Command("find", "Search", "search while you type, with a preview"),
    Command("context", "Search", "print sections related to files"),
    Command("likethis", "Search", "print sections similar to a section or a file"),
    Command("ask", "Search", "answer a question, with citations"),
    Command("get", "Search", "print a section or a document by its id"),
    Command("ls", "Search", "list trees, documents or chunks"),
    Command("links", "Search", "print links between documents, and broken links"),
    Command("update", "Index", "update the index"),
    Command("watch", "Index", "keep the index up to date while files change"),
    Command("embed", "Index", "compute embeddings for semantic search"),
    Command("status", "Index", "report indexed, changed and excluded files"),
    Command("doctor", "Index", "check the index for damage"),
    Command("forget", "Index", "remove indexes"),
    Command("eval", "Index", "measure search quality"),
    Command("inspect", "Documents", "print the outline of a document or the tree of a query"),
    Command("chunks", "Documents", "print or export the chunks of documents"),
    Command("serve", "Serve", "serve search over HTTP, with a web page"),
    Command("mcp", "Serve", "serve search to an agent (MCP)"),
    Command("token", "Serve", "make, list and revoke tokens of a server"),
    Command("init", "Settings", "write a settings file"),
    Command("config", "Settings", "print the settings in effect"),
    Command("agents", "Settings", "write instructions for agents into AGENTS.md"),
    Command("trust", "Settings", "allow settings to use folders outside their own"),
    Command("completion", "Shell", "print a completion script for your shell"),
    Command("help", "Shell", "print the help of a command"),
)
NAMES: tuple[str, ...] = tuple(command.name for command in COMMANDS)


def load(name: str) -> CommandModule:
    """The module of a command; an unknown name is a `UsageError` with the nearest one."""
    if name not in NAMES:
        hint = did_you_mean(name, NAMES)
        raise UsageError(f"unknown command '{name}'{hint}\nrun `ra --help` to see all commands")
    module: CommandModule = import_module(f"ra.cli.{name}")
    return module
