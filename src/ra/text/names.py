"""Names of documents and sections as keys: two names that differ only in spelling are equal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from unicodedata import normalize

from ra.names import file_name

_DIGITS, _LETTERS = b"0123456789", b"abcdefghijklmnopqrstuvwxyz"
_LOWER_WORDS = b" " * 48 + _DIGITS + b" " * 7 + _LETTERS + b" " * 6 + _LETTERS + b" " * 133
"""Maps the bytes of ASCII: capitals to small letters, all but letters and digits to spaces."""
_PAGE, _HEADING = "page ", "heading "  # a name of a document and a heading never meet
LANGUAGE = "language "


def name_key(name: str) -> str:
    """The words of a name in small letters; "" if it has none."""
    if name.isascii():  # without a pattern: several times faster, and called for every heading
        return b" ".join(name.encode().translate(_LOWER_WORDS).split()).decode()
    return " ".join(re.findall(r"[^\W_]+", normalize("NFKC", name).casefold()))


def page_key(name: str) -> str:
    """The term by which the index finds the documents of this name; "" for a name without words."""
    key = name_key(name)
    return f"{_PAGE}{key}" if key else ""


@lru_cache(maxsize=4096)  # most headings of a folder occur again
def heading_key(name: str) -> str:
    """The term by which the index finds the sections with this heading."""
    key = name_key(name)
    return f"{_HEADING}{key}" if key else ""


def language_key(analysis: str) -> str:
    """The term by which the index finds the chunks of this analysis (`ra.text.languages`)."""
    return f"{LANGUAGE}{analysis}"


def page_keys(title: str, path: str, aliases: Iterable[str]) -> Iterator[str]:
    """The keys of all names of a document, each once."""
    keys = dict.fromkeys(map(page_key, (title, file_name(path), *aliases)))
    return filter(None, keys)
