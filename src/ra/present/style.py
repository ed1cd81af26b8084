"""Chooses colors and symbols for a terminal; plain ANSI codes, so no library is imported."""

from __future__ import annotations

from collections.abc import Mapping

from ra.typed import Literal, NamedTuple

ColorChoice = Literal["auto", "always", "never"]
COLOR_CHOICES: tuple[ColorChoice, ...] = ("auto", "always", "never")


class Symbols(NamedTuple):
    """The symbols of a drawing."""

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
    """Whether to use color, and which symbols the stream can encode."""

    color: bool = False
    symbols: Symbols = FINE

    def bold(self, text: str) -> str:
        """Headings and other text to read first."""
        return self._paint("1", text)

    def dim(self, text: str) -> str:
        """Secondary text."""
        return self._paint("2", text)

    def name(self, text: str) -> str:
        """An id, slug or flag that can be typed."""
        return self._paint("36", text)

    def good(self, text: str) -> str:
        """Success."""
        return self._paint("32", text)

    def warning(self, text: str) -> str:
        """A warning."""
        return self._paint("33", text)

    def match(self, text: str) -> str:
        """A match."""
        return self._paint("1;33", text)

    def bad(self, text: str) -> str:
        """An error."""
        return self._paint("31", text)

    def _paint(self, code: str, text: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.color and text else text


def wants_color(choice: ColorChoice, *, terminal: bool, env: Mapping[str, str]) -> bool:
    """Color only on a terminal, never with `NO_COLOR` or a dumb one; `always` overrides."""
    if choice != "auto":
        return choice == "always"
    return terminal and not env.get("NO_COLOR") and env.get("TERM") != "dumb"


def symbols_for(encoding: str | None) -> Symbols:
    """Symbols that a stream with this encoding can write."""
    try:
        "".join(FINE).encode(encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return PLAIN
    return FINE
