"""What is known about one setting?"""

from __future__ import annotations

from ra.typed import Literal, NamedTuple

ValueType = Literal["bool", "int", "float", "string", "strings"]


class Key(NamedTuple):
    """One setting. In `name` a `*` stands for what the user names: a tree, a pattern.

    `example` is the right-hand side of a TOML line. `minimum` and `maximum` bound a number,
    `minimum` the length of a list. A key that `inherits` takes its default from the key it names.
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
