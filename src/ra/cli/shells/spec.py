"""What can stand where on a command line? Read from the parsers of all commands."""

from __future__ import annotations

import argparse

from ra.cli.commands import COMMANDS, NAMES
from ra.cli.parser import Parser, command_parser, top_parser
from ra.typed import Literal, NamedTuple

Kind = Literal["none", "choices", "trees", "files", "folders"]

# A value's name in the help says what completes it.
_KINDS: dict[str, Kind] = {
    "TREE": "trees",
    "FILE": "files",
    "ID": "files",
    "DOC": "files",
    "DIR": "folders",
}


class Value(NamedTuple):
    """What a word may be."""

    kind: Kind
    choices: tuple[str, ...] = ()
    name: str = ""


class Flag(NamedTuple):
    """A flag in all its spellings; `value` is None for a switch."""

    names: tuple[str, ...]
    help: str
    value: Value | None
    repeatable: bool


class CommandSpec(NamedTuple):
    """One command; the words in their order, the last one `endless` if it may repeat.

    The name "" stands for what comes before the command.
    """

    name: str
    summary: str
    flags: tuple[Flag, ...]
    words: tuple[Value, ...]
    endless: bool


def specs() -> tuple[CommandSpec, ...]:
    """The words before the command, then every command."""
    top = _spec("", "", top_parser())
    return (top, *(_spec(name, summary, command_parser(name)) for name, _, summary in COMMANDS))


def _spec(name: str, summary: str, parser: Parser) -> CommandSpec:
    flags = [action for action in parser._actions if action.option_strings]
    words = [action for action in parser._actions if not action.option_strings]
    return CommandSpec(
        name,
        summary,
        tuple(_flag(action) for action in flags if action.help != argparse.SUPPRESS),
        tuple(_value(action) for action in words),
        endless=bool(words) and words[-1].nargs in ("*", "+"),
    )


def _flag(action: argparse.Action) -> Flag:
    value = None if action.nargs == 0 else _value(action)
    repeatable = isinstance(action.default, list)
    return Flag(tuple(action.option_strings), action.help or "", value, repeatable)


def _value(action: argparse.Action) -> Value:
    name = str(action.metavar or action.dest)
    if action.choices is not None:
        return Value("choices", tuple(str(choice) for choice in action.choices), name)
    if name == "COMMAND":
        return Value("choices", NAMES, name)
    return Value(_KINDS.get(name, "none"), (), name)
