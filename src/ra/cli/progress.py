"""Draws a progress bar on stderr for long work, and removes it when the work is done."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType

from ra.present.style import Style
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Self, TextIO

MOMENT = 0.5  # seconds before the first drawing
BETWEEN = 0.1  # seconds between drawings

_CLEAR = "\r\x1b[K"


class ProgressLine:
    """The last line of a terminal during long work.

    Without a terminal that can erase a line, it writes nothing.
    """

    def __init__(
        self, stream: TextIO, style: Style, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._stream, self._style, self._clock = stream, style, clock
        self._able = stream.isatty() and os.environ.get("TERM") != "dumb"
        self._next = clock() + MOMENT
        self._first: tuple[str, int, float] | None = None  # tree, files done and time at its start
        self._drawn = False
        self._begun: tuple[str, float, int] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.clear()

    def __call__(self, tree: str, done: int, total: int) -> None:
        """Record the progress of one tree; draw it if it is due."""
        if not self._able:
            return
        now = self._clock()
        if self._first is None or self._first[0] != tree:
            self._first = (tree, done, now)
        if now < self._next:
            return
        from ra.present.progress import bar  # most work is done before the first drawing

        self._next = now + BETWEEN
        self._drawn = True
        _, before, start = self._first
        rate = (done - before) / (now - start) if now > start else 0.0
        line = bar(tree, done, total, _columns(self._stream), self._style, rate)
        self._write(_CLEAR + line)

    def embedding(self, tree: str, done: int, total: int) -> None:
        """Record the progress of embeddings; draw it with rate and time left."""
        now = self._clock()
        if self._begun is None or self._begun[0] != tree:
            self._begun = tree, now, done
        if not self._able or now < self._next:
            return
        from ra.present.progress import embedding_bar

        _, start, first = self._begun
        rate = (done - first) / (now - start) if now > start else 0.0
        self._next = now + BETWEEN
        self._drawn = True
        line = embedding_bar(tree, (done, total), rate, _columns(self._stream), self._style)
        self._write(_CLEAR + line)

    def clear(self) -> None:
        """Erase the line, so that other text can be printed there."""
        if self._drawn:
            self._drawn = False
            self._write(_CLEAR)

    def _write(self, text: str) -> None:
        with suppress(OSError):  # a bar that cannot be drawn must not stop the work
            self._stream.write(text)
            self._stream.flush()


def _columns(stream: TextIO) -> int:
    try:
        return os.get_terminal_size(stream.fileno()).columns or 80
    except (OSError, ValueError):
        return 80
