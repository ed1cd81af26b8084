"""Caches the outline positions of chunks by address; a version never changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ra.engine.embedded.catalog import Catalog
from ra.engine.embedded.rows import Address, DocumentRow, PlaceRow, breadcrumb, chunk_id
from ra.errors import IndexDamaged
from ra.typed import NamedTuple

_MOST = 40_000  # cached, about 27 MB: a search by meaning compares 200 chunks


class Location(NamedTuple):
    """The outline position and names of a chunk; `above` is the position of its parent."""

    address: Address
    id: str
    path: str
    title: str
    above: Address | None
    depth: int
    siblings: int
    crumb: str | None
    slug: str | None
    part: int
    start: int
    end: int


Standing = Mapping[Address, Location]


class _LocationCache(NamedTuple):
    by_address: dict[Address, Location]
    by_id: dict[str, Address]


class Locations:
    """The most recently used places."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._kept = _LocationCache({}, {})

    def of(self, tree: str, addresses: Iterable[Address]) -> dict[Address, Location]:
        """The places of these addresses in the tree."""
        kept = self._kept
        there = kept.by_address
        wanted = dict.fromkeys(addresses)
        if there.keys() >= wanted.keys():
            return {address: there[address] for address in wanted}
        missing = [address for address in wanted if address not in there]
        if len(there) + len(missing) > _MOST:
            kept = self._kept = _LocationCache({}, {})
            there, missing = kept.by_address, list(wanted)
        self._read(tree, missing, kept)
        return {address: there[address] for address in wanted if address in there}

    def _read(self, tree: str, addresses: list[Address], kept: _LocationCache) -> None:
        rows = self._catalog.places(addresses)
        documents = self._catalog.documents({row[0] for row in rows})
        with Sensible(tree):
            for row in rows:
                found = place(tree, documents[row[0]], row)
                kept.by_address[found.address] = found
                kept.by_id[found.id] = found.address

    def with_ancestors(self, tree: str, addresses: Iterable[Address]) -> dict[Address, Location]:
        """The places of these addresses in the tree, and of all ancestors."""
        found: dict[Address, Location] = {}
        todo: Iterable[Address | None] = addresses
        while todo:
            cached, missing = self._kept.by_address.get, []
            for address in todo:
                while address is not None and address not in found:
                    one = cached(address)
                    if one is None:
                        missing.append(address)
                        break
                    found[address] = one
                    address = one.above
            level = self.of(tree, missing) if missing else {}
            found.update(level)
            todo = [one.above for one in level.values()]
        return found

    def named(self, ids: Iterable[str]) -> dict[str, Address]:
        """Cached addresses by chunk id; the version may have been replaced since."""
        known = self._kept.by_id
        return {one: known[one] for one in ids if one in known}


def place(tree: str, document: DocumentRow, row: PlaceRow) -> Location:
    """The place that a row means."""
    key, position, parent, depth, title, slug, part, start, end, siblings, crumb, _ = row
    named = chunk_id(f"{tree}:{document.path}", slug, part)
    title = document.title if title is None else title
    above = None if parent is None else (key, parent)
    values = (key, position), named, document.path, title, above, depth, siblings, crumb, slug
    return Location._make((*values, part, start, end))


def parent_id(one: Location, places: Standing) -> str | None:
    """The id of the parent chunk, if there is one."""
    return None if one.above is None else places[one.above].id


def titles(one: Location, places: Standing) -> tuple[str, ...]:
    """The breadcrumb of a chunk: the titles above it and its own."""
    if one.above is None:
        return breadcrumb(one.crumb, one.title, None)
    if one.above >= one.address:
        raise IndexError("a chunk precedes its parent")
    return breadcrumb(one.crumb, one.title, titles(places[one.above], places))


class Sensible:
    """Reports undecodable rows as `IndexDamaged`."""

    def __init__(self, what: str) -> None:
        self._what = what

    def __enter__(self) -> None: ...

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        if isinstance(error, (ValueError, LookupError, TypeError, AttributeError, RecursionError)):
            raise IndexDamaged(f"the rows of {self._what} cannot be decoded: {error}") from error
