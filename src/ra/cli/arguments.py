"""Declares the arguments and flags of a command as plain values."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from types import SimpleNamespace

from ra.errors import did_you_mean
from ra.typed import Any, Literal, NamedTuple

Times = Literal["1", "?", "*", "+"]


class Namespace(SimpleNamespace):
    """The parsed values, typed or default: one attribute for each argument and flag."""


class Argument(NamedTuple):
    """A positional argument, which has no `flags`, or a flag; one without a `metavar` is a switch.

    `value` is what a switch sets; a flag with a `metavar` and a `value` takes a number that may be
    left out. `check` converts the typed text, or raises a `ValueError` with the reason. A flag that
    `ends` the line stops parsing. An argument without `help` is hidden.
    """

    dest: str
    flags: tuple[str, ...]
    metavar: str
    help: str
    default: Any = None
    value: Any = None
    times: Times = "1"
    check: Callable[[str], Any] = str
    choices: tuple[str, ...] = ()
    repeatable: bool = False
    ends: bool = False
    dash_hint: str = ""

    @property
    def title(self) -> str:
        """Its name in messages."""
        return "/".join(self.flags) or self.metavar


def word(
    dest: str,
    *,
    metavar: str,
    help: str,
    times: Times = "1",
    choices: Sequence[str] = (),
    dash_hint: str = "",
) -> Argument:
    """A positional argument; only the last one may repeat. `{}` in its help lists the choices."""
    return Argument(
        dest,
        (),
        metavar,
        _listing(help, choices),
        default=[] if times == "*" else None,
        times=times,
        check=one_of(choices) if choices else str,
        choices=tuple(choices),
        dash_hint=dash_hint,
    )


def option(
    *flags: str,
    metavar: str,
    help: str,
    default: Any = None,
    check: Callable[[str], Any] = str,
    choices: Sequence[str] = (),
) -> Argument:
    """A flag with a value, named by its last spelling. `{}` in its help lists the choices."""
    return Argument(
        _name(flags[-1]),
        flags,
        metavar,
        _listing(help, choices),
        default=default,
        check=one_of(choices) if choices else check,
        choices=tuple(choices),
    )


def repeatable(*flags: str, metavar: str, help: str) -> Argument:
    """A flag with a value that may be repeated; all values are collected."""
    return option(*flags, metavar=metavar, help=help, default=[])._replace(repeatable=True)


def switch(*flags: str, help: str, into: str = "", value: object = True) -> Argument:
    """A flag without a value; it sets the attribute `into` to `value`."""
    return Argument(into or _name(flags[-1]), flags, "", help, default=value is False, value=value)


def one_of(choices: Sequence[str]) -> Callable[[str], str]:
    """A check that accepts these words and suggests the nearest one."""

    def check(typed: str) -> str:
        if typed in choices:
            return typed
        names = ", ".join(choices)
        wanted = f"one of {names}" if len(choices) > 1 else f"'{names}'"
        raise ValueError(f"'{typed}' is not {wanted}{did_you_mean(typed, choices)}")

    return check


def number(
    kind: type[int] | type[float], low: int, high: int | None = None
) -> Callable[[str], float]:
    """A check that accepts a number within bounds."""
    name = "a whole number" if kind is int else "a number"
    bounds = f"at least {low}" if high is None else f"from {low} to {high}"

    def check(typed: str) -> float:
        try:
            value = kind(typed)
        except ValueError:
            value = kind(low) - 1
        if low <= value <= (sys.maxsize if high is None else high):
            return value
        raise ValueError(f"'{typed}' is not {name}, {bounds}")

    return check


def _name(flag: str) -> str:
    return flag.lstrip("-").replace("-", "_")


def _listing(help: str, choices: Sequence[str]) -> str:
    return help.replace("{}", ", ".join(choices))
