"""Makes the slug of a heading by GitHub's rule, with repeats collapsed (SPEC 2.4)."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
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


@lru_cache(maxsize=512)  # headings that pages share; the others occur once
def slugify(text: str) -> str:
    """The slug of one heading, before duplicates in its document are numbered."""
    slug = text.lower().translate(_LETTERS)
    while "--" in slug:
        slug = slug.replace("--", "-")
    return slug.strip("-") or FALLBACK


def assign(texts: Iterable[str], names: Sequence[str | None] = ()) -> list[str]:
    """One slug for each heading of a document, in order, all different.

    `names` are the slugs that authors gave their headings; they count before all others.
    """
    used: dict[str, int] = {}
    slugs = []
    given = _given(names) if any(names) else []
    used.update(dict.fromkeys(filter(None, given), 0))
    for number, text in enumerate(texts):
        if given and (name := given[number]):
            slugs.append(name)
            continue
        slug = base = slugify(text)
        while slug in used:
            used[base] += 1
            slug = f"{base}-{used[base]}"
        used[slug] = 0
        slugs.append(slug)
    return slugs


def _given(names: Sequence[str | None]) -> list[str | None]:
    """The given names; one that repeats an earlier one does not count."""
    seen: set[str] = set()
    first: list[str | None] = []
    for name in names:
        is_new = name is not None and name not in seen
        first.append(name if is_new else None)
        seen.update([name] if name else [])
    return first
