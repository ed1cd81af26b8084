"""Chooses colors and symbols for a terminal; plain ANSI codes, so no library is imported."""

from __future__ import annotations

from collections.abc import Mapping

from ra.typed import Literal, NamedTuple

ColorChoice = Literal["auto", "always", "never"]
COLOR_CHOICES: tuple[ColorChoice, ...] = ("auto", "always", "never")


class Symbols(NamedTuple):
    """The marks of a drawing."""

    branch: str
    last: str
    line: str
    crumb: str
    dot: str
    dash: str
    full: str
    empty: str


FINE = Symbols("├── ", "└── ", "│   ", " › ", " · ", "–", "█", "░")
PLAIN = Symbols("|-- ", "`-- ", "|   ", " > ", " - ", "-", "#", ".")


class Style(NamedTuple):
    """Whether to color, and which marks the stream can carry."""

    color: bool = False
    symbols: Symbols = FINE

    def bold(self, text: str) -> str:
        """What the eye should find first."""
        return self._paint("1", text)

    def dim(self, text: str) -> str:
        """What may be read later."""
        return self._paint("2", text)

    def name(self, text: str) -> str:
        """An id, slug or flag that can be typed again."""
        return self._paint("36", text)

    def good(self, text: str) -> str:
        """What went well."""
        return self._paint("32", text)

    def warning(self, text: str) -> str:
        """What deserves a look."""
        return self._paint("33", text)

    def match(self, text: str) -> str:
        """A word that was searched for."""
        return self._paint("1;33", text)

    def bad(self, text: str) -> str:
        """What went wrong."""
        return self._paint("31", text)

    def _paint(self, code: str, text: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.color and text else text


def wants_color(choice: ColorChoice, *, terminal: bool, env: Mapping[str, str]) -> bool:
    """Colors only on a terminal, never with `NO_COLOR` or a dumb one; `always` overrides."""
    if choice != "auto":
        return choice == "always"
    return terminal and not env.get("NO_COLOR") and env.get("TERM") != "dumb"


def symbols_for(encoding: str | None) -> Symbols:
    """Marks that a stream of this encoding can carry."""
    try:
        "".join(FINE).encode(encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return PLAIN
    return FINE
