"""The legs of retrieval: one table, each leg a function from the analyzed query to its hits."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date

from ra.config.schema import Search
from ra.search import keyword
from ra.search.candidates import Leg, LegName
from ra.search.keyword import Target
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from ra.engine.protocol import Reader

    LegFunction = Callable[[Sequence[Target], Reader, Search, date], list[Leg]]

LEGS: Mapping[LegName, LegFunction] = {
    "keyword": keyword.retrieve,  # BM25 over the terms of the query
}


def retrieve(targets: Sequence[Target], engine: Reader, params: Search, today: date) -> list[Leg]:
    """The hits of every leg in every tree."""
    return [leg for each in LEGS.values() for leg in each(targets, engine, params, today)]
