"""Defines the record of one settings key."""

from __future__ import annotations

from ra.typed import Literal, NamedTuple

ValueType = Literal["bool", "int", "float", "string", "strings", "patterns"]
Trust = Literal["", "outside", "always"]
TREE_NAME = "[A-Za-z0-9][A-Za-z0-9_.-]*"


class Element(str):
    """A table of an array as a part of a key: its number, from 1; `[2]` in `rules[2].match`."""

    __slots__ = ()


class Secret:
    """A value from the environment that is never shown: its text is `set` or `not set`."""

    __slots__ = ("_value",)

    def __init__(self, value: str = "") -> None:
        self._value = value

    def reveal(self) -> str:
        """The value itself, for the request that needs it."""
        return self._value

    def __bool__(self) -> bool:
        return bool(self._value)

    def __str__(self) -> str:
        return "set" if self._value else "not set"

    def __repr__(self) -> str:
        return f"Secret({self})"


class Key(NamedTuple):
    """One setting. In `name` a `*` stands for a name that the user chooses: a tree, a pattern.

    A name with `[]` belongs to an array of tables: `context.rules[].match` is set in each
    `[[context.rules]]`. Arrays of several files are concatenated, the nearest first (SPEC 1.1).

    `example` is the right-hand side of a TOML line. `minimum` and `maximum` bound a number,
    `minimum` the length of a list. `patterns` are strings; a single one needs no list. A key that
    `inherits` takes its default from the named key.
    `trust` defines when a project's value needs the user's trust (SPEC 1.9): when the path leads
    out of the folder of its settings file, or always; a default never does. `secret` names the
    environment variable that provides the value; files may not.
    """

    name: str
    type: ValueType
    default: object
    help: str
    example: str
    choices: tuple[str, ...] = ()
    minimum: float | None = None
    maximum: float | None = None
    inherits: str = ""
    required: bool = False
    trust: Trust = ""
    is_path: bool = False
    secret: str = ""
