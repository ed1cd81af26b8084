"""Builds the help page of one command, wrapped to the width of the terminal."""

from __future__ import annotations

import os
import textwrap
from collections.abc import Iterator, Sequence

from ra.cli.arguments import Argument
from ra.cli.commands import load
from ra.cli.parser import Parser, command_parser

_WIDEST, _USUAL = 100, 80
_MARGIN = 30  # maximum indentation of descriptions


def usage(name: str) -> str:
    """The help page of a command: what it does, usage, arguments, flags and examples."""
    module, parser, width = load(name), command_parser(name), min(_columns(), _WIDEST)
    groups = {
        "arguments": parser.words,
        "flags": [each for each in parser.own if each.flags and each.help],
        "global flags": parser.common,
    }
    longest = max(len(_typed(each)) for group in groups.values() for each in group)
    margin = min(longest + 4, _MARGIN, max(width - 20, 4))
    about = textwrap.fill(module.DESCRIPTION, width, break_on_hyphens=False)
    parts = [about, _line(parser)]
    for title, group in groups.items():
        if group:
            rows = (row for each in group for row in _rows(each, margin, width))
            parts.append("\n".join([f"{title}:", *rows]))
    return "\n\n".join([*parts, "\n".join(["examples:", *_examples(module.EXAMPLES, width)])])


def _examples(examples: Sequence[tuple[str, str]], width: int) -> Iterator[str]:
    """Each example with its purpose beside it, or below it where one line would be too long."""
    wide = max(len(line) for line, _ in examples)
    beside = all(wide + 4 + len(why) <= width for _, why in examples)
    for line, why in examples:
        if beside:
            yield f"  {line:{wide}}  {why}"
        else:
            yield f"  {line}"
            yield f"      {why}"


def _line(parser: Parser) -> str:
    """The usage line; the flags are listed below it."""
    words = [part for each in parser.words for part in _repeated(each)]
    return " ".join([f"usage: {parser.prog}", "[FLAGS]", *words])


def _repeated(word: Argument) -> list[str]:
    name, more = word.metavar, f"[{word.metavar} ...]"
    return {"1": [name], "?": [f"[{name}]"], "*": [more], "+": [name, more]}[word.times]


def _rows(argument: Argument, margin: int, width: int) -> Iterator[str]:
    """An argument and its description, which starts on the next line if there is no room
    beside it.
    """
    name = f"  {_typed(argument)}"
    lines = textwrap.wrap(argument.help, max(width - margin, 11))
    if len(name) + 2 > margin:
        yield name
    else:
        yield f"{name:{margin}}{lines.pop(0)}"
    for line in lines:
        yield " " * margin + line


def _typed(argument: Argument) -> str:
    return ", ".join(_valued(argument, flag) for flag in argument.flags) or argument.metavar


def _valued(argument: Argument, flag: str) -> str:
    if argument.metavar and argument.value is not None:
        return f"{flag} [{argument.metavar}]"
    return f"{flag} {argument.metavar}" if argument.metavar else flag


def _columns() -> int:
    try:
        return int(os.environ.get("COLUMNS", "")) or _USUAL
    except ValueError:
        pass
    try:
        return os.get_terminal_size().columns or _USUAL
    except OSError:
        return _USUAL
