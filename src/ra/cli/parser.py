"""How is a command line read? argparse, with mistakes that name the nearest valid word."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Sequence

from ra.cli.commands import load
from ra.errors import UsageError, did_you_mean
from ra.present.style import COLOR_CHOICES
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import NoReturn

vars(argparse)["_"] = str  # it would load `locale` to look for translations of its own words

# The flags for every command that take the next word as their value.
_VALUE_FLAGS = frozenset({"-C", "--directory", "--color"})
_DEFAULTS: dict[str, str | bool | None] = {"directory": None, "color": "auto", "debug": False}


class Formatter(argparse.RawDescriptionHelpFormatter):
    """Help as wide as the terminal, 100 columns at most."""

    def __init__(self, prog: str) -> None:
        # Given a width, argparse does not import shutil, which every start would pay for.
        super().__init__(prog, max_help_position=30, width=min(_columns(), 100))


class Parser(argparse.ArgumentParser):
    """A parser whose mistakes are `UsageError`s."""

    dash_hint = ""  # what to say when a word that begins with a dash is no flag

    def __init__(self, prog: str, description: str = "", epilog: str = "") -> None:
        super().__init__(
            prog=prog,
            description=description,
            epilog=epilog,
            formatter_class=Formatter,
            allow_abbrev=False,
            add_help=False,
        )
        self._positionals.title, self._optionals.title = "words", "flags"

    def error(self, message: str) -> NoReturn:
        """Raise what argparse would print before it ends the process."""
        if "ignored explicit argument" in message:  # `-verbose` where `-v` is a flag
            message += self.dash_hint
        raise UsageError(f"{message}\nrun `{self.prog} --help` to see how it is used")

    def flags(self) -> tuple[str, ...]:
        """Every flag in every spelling."""
        return tuple(self._option_string_actions)

    def read(self, words: Sequence[str], into: argparse.Namespace) -> argparse.Namespace:
        """Parse the words; a mistyped flag is named before a missing word is."""
        self._check_flags(words)
        args, extra = self.parse_known_args(self._flags_first(words), into)
        if extra:
            self.error(f"'{extra[0]}' is one word too many for `{self.prog}`")
        return args

    def _flags_first(self, words: Sequence[str]) -> list[str]:
        """Flags, each with its value, before all other words: argparse takes those in one run."""
        flags: list[str] = []
        others: list[str] = []
        rest = list(reversed(words))
        while rest and (word := rest.pop()) != "--":
            if not word.startswith("-") or word == "-":
                others.append(word)
                continue
            flags.append(word)
            if self._wants_value(word) and rest and not rest[-1].startswith("-"):
                flags.append(rest.pop())
        others += reversed(rest)
        return [*flags, "--", *others] if others else flags

    def _wants_value(self, word: str) -> bool:
        """Whether the next word belongs to this flag, or to the last one of a few like `-vn`."""
        if word.startswith("--"):
            return self._takes_value(word)
        takes = [self._takes_value(f"-{letter}") for letter in word[1:]]
        return takes[-1] and not any(takes[:-1])

    def _takes_value(self, flag: str) -> bool:
        action = self._option_string_actions.get(flag)
        return action is not None and action.nargs != 0

    def _check_flags(self, words: Sequence[str]) -> None:
        known = self.flags()
        for word in words:
            if word == "--":
                return
            flag = word.partition("=")[0] if word.startswith("--") else word[:2]
            if word.startswith("-") and word != "-" and flag not in known:
                hint = did_you_mean(flag, known) + self.dash_hint
                self.error(f"unknown flag '{flag}' for `{self.prog}`{hint}")


def one_of(choices: Sequence[str]) -> Callable[[str], str]:
    """A type for `add_argument` that accepts these words and hints at the nearest one."""

    def check(word: str) -> str:
        if word in choices:
            return word
        names = ", ".join(choices)
        wanted = f"one of {names}" if len(choices) > 1 else f"'{names}'"
        hint = did_you_mean(word, choices)
        raise argparse.ArgumentTypeError(f"'{word}' is not {wanted}{hint}")

    return check


def choice(
    parser: argparse._ActionsContainer,
    choices: Sequence[str],
    *names: str,
    metavar: str,
    help: str,
) -> None:
    """An argument that is one of these words; its help lists them."""
    parser.add_argument(
        *names,
        metavar=metavar,
        type=one_of(choices),
        choices=choices,
        help=f"{help}: {', '.join(choices)}",
    )


def split(words: Sequence[str]) -> tuple[Sequence[str], str | None, Sequence[str]]:
    """The flags before the command, the command, and the words after it."""
    at = 0
    while at < len(words) and words[at].startswith("-"):
        at += 2 if words[at] in _VALUE_FLAGS else 1
    if at >= len(words):
        return words, None, ()
    return words[:at], words[at], words[at + 1 :]


def read_top(words: Sequence[str]) -> argparse.Namespace:
    """What stands before the command; mostly that is nothing, which needs no parser."""
    nothing = argparse.Namespace(version=False, help=False, **_DEFAULTS)
    return top_parser().read(words, nothing) if words else nothing


def top_parser() -> Parser:
    """The parser of what stands before the command."""
    parser = Parser("ra")
    parser.add_argument("--version", action="store_true", help="show the version")
    parser.add_argument("-h", "--help", action="store_true", help="show this help")
    _common(parser)
    return parser


def command_parser(name: str) -> Parser:
    """The parser of one command, the flags for every command included."""
    module = load(name)
    wide = max(len(line) for line, _ in module.EXAMPLES)
    examples = "".join(f"\n  {line:{wide}}  {why}" for line, why in module.EXAMPLES)
    parser = Parser(f"ra {name}", module.DESCRIPTION, f"examples:{examples}")
    module.arguments(parser)
    group = parser.add_argument_group("for every command")
    group.add_argument("-h", "--help", action="help", help="show this help")
    _common(group)
    return parser


def _common(parser: argparse._ActionsContainer) -> None:
    # Without defaults of its own, a command's parser keeps what stood before the command.
    parser.add_argument(
        "-C",
        "--directory",
        metavar="DIR",
        default=argparse.SUPPRESS,
        help="run as if started in this folder",
    )
    parser.add_argument(
        "--color",
        metavar="WHEN",
        type=one_of(COLOR_CHOICES),
        choices=COLOR_CHOICES,
        default=argparse.SUPPRESS,
        help=f"use colors: {', '.join(COLOR_CHOICES)} (default: auto)",
    )
    parser.add_argument(
        "--debug",
        action="store_true",
        default=argparse.SUPPRESS,
        help="show a traceback when something unexpected happens",
    )


def _columns() -> int:
    try:
        return int(os.environ.get("COLUMNS", "")) or 80
    except ValueError:
        pass
    try:
        return os.get_terminal_size().columns or 80
    except OSError:
        return 80
