"""How many tokens does a text cost a language model? (SPEC 8.10, 4.4)

The counts are those of cl100k_base. The vocabulary comes with the library, so nothing is fetched.
"""

from __future__ import annotations

from functools import cache

from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from splintr import AnyTokenizer

# Together they name what `count` gives, for fingerprints. Raise VERSION with any other result.
NAME = "cl100k_base"
VERSION = "1"


def count(text: str) -> int:
    """The number of tokens of a text; what looks like a control token is counted as plain text."""
    try:
        return _count(text)
    except UnicodeEncodeError:  # half a surrogate pair, as an argument of a command line can have
        return _count(text.encode("utf-16", "surrogatepass").decode("utf-16", "replace"))


def _count(text: str) -> int:
    tokenizer = _tokenizer()
    if "<|" in text:  # it may name a control token
        return len(tokenizer.encode_ordinary(text))
    return len(tokenizer.encode_flat(text)) // 4  # four bytes for each, in half the time of a list


@cache
def _tokenizer() -> AnyTokenizer:
    from splintr import Tokenizer  # 25 ms and 30 MB that only those pay who count tokens

    return Tokenizer.from_pretrained(NAME)
