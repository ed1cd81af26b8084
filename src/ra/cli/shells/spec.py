"""Collects what the completion scripts need from the parsers of all commands."""

from __future__ import annotations

from ra.cli.arguments import Argument
from ra.cli.commands import COMMANDS
from ra.cli.parser import Parser, command_parser, top_parser
from ra.typed import Literal, NamedTuple

Kind = Literal["none", "choices", "trees", "files", "folders", "documents"]

# A value's metavar defines how it is completed.
_KINDS: dict[str, Kind] = {
    "TREE": "trees",
    "FILE": "files",
    "FILE|QUERY": "files",
    "ID": "documents",
    "DOC": "documents",
    "DIR": "folders",
    "FOLDER": "folders",
}


class Completion(NamedTuple):
    """The values that a word may have."""

    kind: Kind
    choices: tuple[str, ...] = ()
    name: str = ""


class Flag(NamedTuple):
    """A flag in all its spellings; `value` is None for a switch."""

    names: tuple[str, ...]
    help: str
    value: Completion | None
    repeatable: bool


class CommandSpec(NamedTuple):
    """One command; the words in order, the last one `endless` if it may repeat.

    The name "" stands for the words before the command.
    """

    name: str
    summary: str
    flags: tuple[Flag, ...]
    words: tuple[Completion, ...]
    endless: bool


def specs() -> tuple[CommandSpec, ...]:
    """The words before the command, then every command."""
    top = _spec("", "", top_parser())
    return (top, *(_spec(name, summary, command_parser(name)) for name, _, summary in COMMANDS))


def _spec(name: str, summary: str, parser: Parser) -> CommandSpec:
    return CommandSpec(
        name,
        summary,
        tuple(_flag(each) for each in parser.arguments if each.flags and each.help),
        tuple(_value(each) for each in parser.words),
        endless=bool(parser.words) and parser.words[-1].times in ("*", "+"),
    )


def _flag(flag: Argument) -> Flag:
    return Flag(flag.flags, flag.help, _value(flag) if flag.metavar else None, flag.repeatable)


def _value(argument: Argument) -> Completion:
    name = argument.metavar
    if argument.choices:
        return Completion("choices", argument.choices, name)
    return Completion(_KINDS.get(name, "none"), (), name)
