"""Parses a command line into values; an error suggests the nearest valid word.

It replaces `argparse`, which costs a cold search 4 %.
"""

from __future__ import annotations

from collections.abc import Sequence

from ra.cli.arguments import Argument, Namespace, option, switch
from ra.cli.commands import load
from ra.errors import UsageError, did_you_mean
from ra.present.style import COLOR_CHOICES
from ra.typed import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing import NoReturn

_HELP = switch("-h", "--help", help="print this help")
_EVERYWHERE = (
    option("-C", "--directory", metavar="DIR", help="run as if started in this folder"),
    option(
        "--color",
        metavar="WHEN",
        choices=COLOR_CHOICES,
        default="auto",
        help="when to use colors: {} (default: auto)",
    ),
    switch("--debug", help="print a traceback for an unexpected error"),
)


class Parser:
    """Parses the words after a name: its own arguments, and those of every command."""

    def __init__(
        self, prog: str, own: tuple[Argument, ...], common: tuple[Argument, ...] = ()
    ) -> None:
        self.prog, self.own, self.common = prog, own, common
        self.arguments = own + common
        self.words = tuple(each for each in self.arguments if not each.flags)
        self.flags = {flag: each for each in self.arguments for flag in each.flags}

    def read(self, words: Sequence[str]) -> Namespace:
        """A value for each argument; a mistyped flag is reported before a missing argument."""
        self._check_flags(words)
        # Where arguments share an attribute, the default of the first one applies.
        args = Namespace(**{each.dest: each.default for each in reversed(self.arguments)})
        others: list[str] = []
        rest = list(reversed(words))
        while rest and (word := rest.pop()) != "--":
            if not _is_flag(word):
                others.append(word)
                continue
            for flag, text in self._flags_of(word, rest):
                self._take(flag, text, args)
                if flag.ends:
                    return args
        self._place([*others, *reversed(rest)], args)
        return args

    def _check_flags(self, words: Sequence[str]) -> None:
        for before, word in zip(["", *words], words, strict=False):
            if word == "--":
                return
            if self._takes_a_value(before) and _is_negative(word):
                continue
            if _is_flag(word) and (flag := _parted(word)[0]) not in self.flags:
                hint = did_you_mean(flag, self.flags) + self._dash_hint()
                self._fail(f"unknown flag '{flag}' for `{self.prog}`{hint}")

    def _takes_a_value(self, word: str) -> bool:
        return word in self.flags and bool(self.flags[word].metavar)

    def _flags_of(self, word: str, rest: list[str]) -> list[tuple[Argument, str | None]]:
        """The flags of a word, one or a few like `-vn`; the last may take the next word."""
        name, text = _parted(word)
        flag = self.flags[name]
        switches: list[tuple[Argument, str | None]] = []
        while text and name[1] != "-" and not flag.metavar and f"-{text[0]}" in self.flags:
            switches.append((flag, None))
            flag, text = self.flags[f"-{text[0]}"], text[1:] or None
        if flag.metavar and flag.value is not None and not (text or _has_number(rest)):
            return [*switches, (flag, None)]  # its value may be left out
        if flag.metavar and text is None:
            if not rest or (rest[-1].startswith("-") and not _is_negative(rest[-1])):
                self._fail(f"argument {flag.title}: expected a value")
            text = rest.pop()
        elif text is not None and not flag.metavar:
            problem = f"does not take a value, but {text!r} follows"
            self._fail(f"argument {flag.title}: {problem}{self._dash_hint()}")
        return [*switches, (flag, text)]

    def _take(self, flag: Argument, text: str | None, args: Namespace) -> None:
        value = flag.value if text is None else self._checked(flag, text)
        if flag.repeatable:
            value = [*getattr(args, flag.dest), value]
        setattr(args, flag.dest, value)

    def _place(self, words: list[str], args: Namespace) -> None:
        """Assign each word to an argument; the last one takes the rest if it may repeat."""
        missing = []
        for place in self.words:
            many = place.times in ("*", "+")
            taken, words = (words, []) if many else (words[:1], words[1:])
            values = [self._checked(place, text) for text in taken]
            if values:
                setattr(args, place.dest, values if many else values[0])
            elif place.times in ("1", "+"):
                missing.append(place.metavar)
        if missing:
            self._fail(f"missing argument: {', '.join(missing)}")
        if words:
            self._fail(f"unexpected argument '{words[0]}'")

    def _checked(self, argument: Argument, text: str) -> Any:
        try:
            return argument.check(text)
        except ValueError as error:
            self._fail(f"argument {argument.title}: {error}")

    def _dash_hint(self) -> str:
        """The hint for a word that begins with a dash and is not a flag."""
        return "".join(word.dash_hint for word in self.words)

    def _fail(self, message: str) -> NoReturn:
        raise UsageError(f"{message}\nrun `{self.prog} --help` for usage")


def _is_flag(word: str) -> bool:
    """Whether a word is a flag; a lone dash, or one before a space, is text: `- [ ] buy milk`."""
    return word.startswith("-") and word.lstrip("-")[:1].strip() != ""


def _has_number(rest: Sequence[str]) -> bool:
    """Whether the next word is a number, and not the query."""
    word = rest[-1] if rest else ""
    return word.isascii() and (word.isdigit() or _is_negative(word))


def _is_negative(word: str) -> bool:
    """Whether it is a negative number: no flag accepts one, but the message names its bounds."""
    return word.startswith("-") and word[1:2].isdigit() and word[1:].replace(".", "").isdigit()


def _parted(word: str) -> tuple[str, str | None]:
    """A flag, and the value in the same word: `--limit=3`, `-n3`, `-n=3`."""
    if word.startswith("--"):
        flag, equals, text = word.partition("=")
        return flag, text if equals else None
    return word[:2], word[2:].removeprefix("=") if len(word) > 2 else None


def split(words: Sequence[str]) -> tuple[Sequence[str], str | None, Sequence[str]]:
    """The flags before the command, the command, and the words after it."""
    valued = {flag for each in _EVERYWHERE if each.metavar for flag in each.flags}
    at = 0
    while at < len(words) and words[at].startswith("-"):
        at += 2 if words[at] in valued else 1
    if at >= len(words):
        return words, None, ()
    return words[:at], words[at], words[at + 1 :]


def top_parser() -> Parser:
    """The parser of the words before the command."""
    return Parser("ra", (switch("-V", "--version", help="print the version"), _HELP), _EVERYWHERE)


def command_parser(name: str, before: Namespace | None = None) -> Parser:
    """The parser of one command; global flags keep the values given before it."""
    kept = (flag._replace(default=getattr(before, flag.dest, flag.default)) for flag in _EVERYWHERE)
    return Parser(f"ra {name}", load(name).ARGUMENTS, (_HELP._replace(ends=True), *kept))
