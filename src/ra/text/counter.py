"""Counts the tokens that a text costs a language model (SPEC 8.10, 4.4).

The counts are those of cl100k_base. Its vocabulary is part of the package, so nothing is
downloaded.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

# Both identify the results of `count` in fingerprints. Raise VERSION when any result changes.
NAME = "cl100k_base"
VERSION = "1"


def count(text: str) -> int:
    """The number of tokens of a text; text that looks like a control token counts as plain text."""
    try:
        return _counter()(text)
    except UnicodeEncodeError:  # half a surrogate pair, which a command-line argument can contain
        return _counter()(text.encode("utf-16", "surrogatepass").decode("utf-16", "replace"))


@cache
def _counter() -> Callable[[str], int]:
    from ra.text.cl100k.counts import counter  # 25 ms, only for commands that count tokens

    return counter()
