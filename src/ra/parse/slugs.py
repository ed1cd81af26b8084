"""Makes the slug of a heading by GitHub's rule, with repeats collapsed (SPEC 2.4)."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import lru_cache

FALLBACK = "heading"


class _Letters(dict[int, str | None]):
    """Maps a code point to its slug character, cached."""

    def __missing__(self, code: int) -> str | None:
        character = chr(code)
        if character.isspace():
            kept: str | None = "-"
        elif character in "-_" or unicodedata.category(character)[0] in "LMN":
            kept = character
        else:
            kept = None
        self[code] = kept
        return kept


_LETTERS = _Letters()


@lru_cache(maxsize=4096)
def slugify(text: str) -> str:
    """The slug of one heading, before duplicates in its document are numbered."""
    slug = text.lower().translate(_LETTERS)
    while "--" in slug:
        slug = slug.replace("--", "-")
    return slug.strip("-") or FALLBACK


def assign(texts: Iterable[str]) -> list[str]:
    """One slug for each heading of a document, in order, all different."""
    used: dict[str, int] = {}
    slugs = []
    for text in texts:
        slug = base = slugify(text)
        while slug in used:
            used[base] += 1
            slug = f"{base}-{used[base]}"
        used[slug] = 0
        slugs.append(slug)
    return slugs
