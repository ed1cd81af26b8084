"""Which documents does a filter mean: `tree:`, `doc:`, `path:a/b`, `after:`, `before:`?"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from ra.engine.query import Among, Bool, Boost, Dated, Everything, Query, Under
from ra.query.fields import day


def filters(tree: str, today: date) -> Callable[[str, str], Query]:
    """A function from a filter's name and value to what it means in one tree."""

    def meant(name: str, value: str) -> Query:
        if name == "tree":
            return Boost(Everything(), 0.0) if value == tree else Bool()
        if name == "doc":
            return Among(frozenset({value, f"{tree}:{value}"}))
        if name == "path":
            return Under(value.removeprefix("/").removeprefix("./"))
        border = day(value, today).toordinal()
        return Dated(border, None) if name == "after" else Dated(None, border)

    return meant
