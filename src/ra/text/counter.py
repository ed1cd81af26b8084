"""How many tokens does a text cost a language model? (SPEC 8.10, 4.4)

The counts are those of cl100k_base. The vocabulary comes with the library, so nothing is fetched.
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
        return len(_encoder()(text))
    except UnicodeEncodeError:  # half a surrogate pair, as an argument of a command line can have
        whole = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        return len(_encoder()(whole))


@cache
def _encoder() -> Callable[[str], list[int]]:
    from splintr import Tokenizer  # 25 ms and 30 MB that only those pay who count tokens

    return Tokenizer.from_pretrained(NAME).encode_ordinary
