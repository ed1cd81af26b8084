"""Counts the tokens that a text costs a language model (SPEC 8.10, 4.4).

The counts are those of cl100k_base. Its vocabulary is part of the package: nothing is fetched.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

# Together they name what `count` gives, for fingerprints. Raise VERSION with any other result.
NAME = "cl100k_base"
VERSION = "1"


def count(text: str) -> int:
    """The number of tokens of a text; what looks like a control token is counted as plain text."""
    try:
        return _counter()(text)
    except UnicodeEncodeError:  # half a surrogate pair, as an argument of a command line can have
        return _counter()(text.encode("utf-16", "surrogatepass").decode("utf-16", "replace"))


@cache
def _counter() -> Callable[[str], int]:
    from ra.text.cl100k.counts import counter  # 25 ms that only a command pays that counts tokens

    return counter()
