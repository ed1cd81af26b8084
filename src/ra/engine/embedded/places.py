"""Where do chunks stand in their documents? Looked up by address; a version never changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ra.engine.embedded.catalog import Catalog
from ra.engine.embedded.rows import Address, PlaceRow, breadcrumb
from ra.engine.query import Node
from ra.errors import IndexDamaged

_MOST = 20_000  # kept at a time: some 8 MB

Rows = Mapping[Address, PlaceRow]


class Places:
    """The places that were asked for last, and which chunk of a tree goes by which id."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._rows: dict[Address, PlaceRow] = {}
        self._addresses: dict[str, Address] = {}

    def of(self, addresses: Iterable[Address]) -> dict[Address, PlaceRow]:
        """The places of those that there are."""
        kept = self._rows
        wanted = dict.fromkeys(addresses)
        missing = [address for address in wanted if address not in kept]
        if not missing:
            return {address: kept[address] for address in wanted}
        if len(kept) + len(missing) > _MOST:
            kept = self._rows = {}
            missing = list(wanted)
        kept.update(self._catalog.places(missing))
        return {address: kept[address] for address in wanted if address in kept}

    def with_ancestors(self, addresses: Iterable[Address]) -> dict[Address, PlaceRow]:
        """The places of those that there are, and of all above them."""
        found: dict[Address, PlaceRow] = {}
        todo = set(addresses)
        while todo:
            level = self.of(todo)
            found.update(level)
            above = {row.parent_address for row in level.values() if row.parent is not None}
            todo = above - found.keys()
        return found

    def remember(self, ids: Mapping[Address, str]) -> None:
        """Note which chunks go by these ids: whoever asks for one of them next need not look."""
        if len(self._addresses) >= _MOST:
            self._addresses = {}
        self._addresses.update((one, address) for address, one in ids.items())

    def remembered(self, ids: Iterable[str]) -> dict[str, Address]:
        """Where chunks were found; the version may have been replaced since."""
        known = self._addresses
        return {one: known[one] for one in ids if one in known}


def node(row: PlaceRow, ids: Mapping[Address, str]) -> Node:
    """The place of a chunk, by its own id and that of the one above it."""
    return Node(None if row.parent is None else ids[row.parent_address], row.depth, row.siblings)


def titles(row: PlaceRow, rows: Rows) -> tuple[str, ...]:
    """The breadcrumb of a chunk: the titles above it and its own."""
    if row.parent is None:
        return breadcrumb(row.crumb, row.title, None)
    if row.parent >= row.position:
        raise IndexError("a chunk stands before its parent")
    return breadcrumb(row.crumb, row.title, titles(rows[row.parent_address], rows))


class Sensible:
    """Rows that cannot be read back were never written so."""

    def __init__(self, what: str) -> None:
        self._what = what

    def __enter__(self) -> None: ...

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        if isinstance(error, (ValueError, LookupError, TypeError, AttributeError, RecursionError)):
            raise IndexDamaged(f"the rows of {self._what} make no sense: {error}") from error
