"""Suggests the field or property that a name before a colon may mean (SPEC 7)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ra.query.fields import ALIASES, FIELDS
from ra.text.edit_distance import within_one_edit

# A name at the start of a token and, directly after its colon, a value that is no URL.
_NAMED = re.compile(r"(?:(?<![^\s(-]))([a-zA-Z]{2,12}):(?=[^\s:/])")
_FIELDS = (*FIELDS, *ALIASES)
_PROPERTIES = frozenset({"author", "email"})  # of commits, the filters that people try first


def mistyped_fields(text: str) -> Iterator[str]:
    """A note for each name before a colon that is one edit away from a field, or a property."""
    for name in dict.fromkeys(_NAMED.findall(text)):
        if name not in _FIELDS:
            near = [field for field in _FIELDS if within_one_edit(name.lower(), field)]
            if name in _PROPERTIES:
                yield f"'{name}:' is searched as text; write [{name}:…] to ask for the property"
            elif near:
                yield f"'{name}:' is searched as text; did you mean '{near[0]}:'?"
