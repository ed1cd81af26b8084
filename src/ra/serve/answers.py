"""The answers of the server: each function asks the library and returns a JSON record.

The records are those of the commands (`ra.present`). Paths of this machine are left out.
"""

from __future__ import annotations

from collections.abc import Sequence

from ra.errors import QueryError
from ra.library import Library
from ra.present import links as links_form
from ra.present import listing, passage, search_json
from ra.present import status as status_form
from ra.present.json import Record
from ra.query import Query, parse, plain
from ra.search.highlight import Range, merge
from ra.search.results import Result
from ra.serve.markdown import rendered
from ra.serve.parameters import Given
from ra.typed import Any, NamedTuple

_MOST_FACETS = 200
_MACHINE = ("files", "index", "index_bytes", "damaged", "damaged_bytes", "updated")


class Understood(NamedTuple):
    """Queries as they are searched, and notes on those that were read as plain words."""

    queries: list[str | Query]
    notes: list[str]


def understood(texts: Sequence[str], *, words: bool, fallback: bool) -> Understood:
    """The queries of a request; with `fallback`, an invalid one is read as plain words."""
    queries: list[str | Query] = []
    notes: list[str] = []
    for text in texts:
        if words:
            queries += [each for each in (plain(text),) if each is not None]
            continue
        try:
            parse(text)
        except QueryError as error:
            query = plain(text) if fallback else None
            if query is None:
                raise
            queries.append(query)
            notes.append(f"'{text}' was read as plain words: {error.problem}")
        else:
            queries.append(text)
    return Understood(queries, notes)


def search(kb: Library, given: Given) -> Record:
    """The report of a search."""
    queries, notes = understood(given["q"], words=given["words"], fallback=given["fallback"])
    params = kb.settings.search
    if given["match"]:
        params = params._replace(match=given["match"])
    report = kb.search(
        queries,
        given["tree"],
        params,
        limit=given["limit"],
        aggregates=given["aggregates"],
        max_tokens=given["max_tokens"],
    )
    record: dict[str, Any] = search_json.record(report, explain=given["explain"])
    record["notes"] = [*notes, *record["notes"]]
    if given["html"]:
        for result, each in zip(report.results, record["results"], strict=True):
            each["html"] = rendered(result.body, _ranges(result))
    return record


def _ranges(result: Result) -> Sequence[Range]:
    parts = [span for part in result.constituents for span in result.ranges_of(part)]
    return merge(parts) if result.constituents else result.match_ranges


def get(kb: Library, given: Given) -> Record:
    """A document or section."""
    got = kb.get(given["id"])
    record = passage.record(got)
    if given["html"]:
        record["html"] = rendered(got.heading + got.text)
    return record


def chunks(kb: Library, given: Given) -> Record:
    """The chunks of one document, in order."""
    found = kb.index.outline(given["id"])
    return _paged("chunks", [chunk.to_dict() for chunk in _page(found, given)], found, given)


def documents(kb: Library, given: Given) -> Record:
    """The documents of the trees."""
    found = kb.index.documents(given["tree"])
    page = [listing.document_record(each) for each in _page(found, given)]
    return _paged("documents", page, found, given)


def links(kb: Library, given: Given) -> Record:
    """The links of a document, and those of others that lead to it."""
    return links_form.document_record(kb.links.of(given["id"]))


def facets(kb: Library, given: Given) -> Record:
    """Tags and properties, the most frequent first."""
    found = kb.index.documents(given["tree"])
    return {
        name: [listing.counted_record(one) for one in listing.counted(found, name)[:_MOST_FACETS]]
        for name in ("tags", "properties")
    }


def trees(kb: Library, given: Given) -> Record:
    """The trees with their size in the index."""
    return {"trees": [_without_path(listing.tree_record(one)) for one in _listed(kb, given)]}


def status(kb: Library, given: Given) -> Record:
    """The state of each tree; nothing about this machine or other tenants."""
    record = status_form.record(kb.index.status(given["tree"]), files=False)
    kept: dict[str, Any] = {name: each for name, each in record.items() if name not in _MACHINE}
    return {**kept, "trees": [_without_path(tree) for tree in kept["trees"]]}


def _listed(kb: Library, given: Given) -> Sequence[Any]:
    return kb.trees.list(given["tree"])


def _without_path(record: Record) -> Record:
    return {name: value for name, value in record.items() if name not in ("path", "segments")}


def _page(found: Sequence[Any], given: Given) -> Sequence[Any]:
    return found[given["offset"] : given["offset"] + given["limit"]]


def _paged(name: str, page: list[Record], found: Sequence[Any], given: Given) -> Record:
    end = given["offset"] + given["limit"]
    return {name: page, "total": len(found), "next": end if end < len(found) else None}


def plain_snippet(result: Result) -> str:
    """About 150 characters of a result as plain text; of its best part, if it has several."""
    match = result.constituents[0] if result.constituents else result.match
    return "".join(piece.text for piece in match.snippet)
