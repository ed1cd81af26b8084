"""The answers of the server: each function asks the library and returns a JSON record.

The records are those of the commands (`ra.present`). Paths of this machine are left out.
"""

from __future__ import annotations

from collections.abc import Sequence

from ra.errors import QueryError, UsageError
from ra.library import GivenFile, Got, Library
from ra.library.filters import Filter
from ra.present import links as links_form
from ra.present import listing, passage, search_json
from ra.present import status as status_form
from ra.present.json import Record
from ra.query import Query, parse, plain
from ra.search.highlight import Range, merge
from ra.search.results import Report, Result
from ra.serve.markdown import rendered
from ra.serve.parameters import Given
from ra.typed import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from ra.model import ParserName

_MOST_FACETS = 200
_MOST_SCORES = 100
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
        mode=given["mode"],
        limit=given["limit"],
        filter=filter_of(given),
        aggregates=given["aggregates"],
        max_tokens=given["max_tokens"],
    )
    record = _report(report, given, explain=given["explain"])
    record["notes"] = [*notes, *record["notes"]]
    if given["curve"]:
        record["curve"] = _curve(report)
    return record


def _report(report: Report, given: Given, *, explain: bool = False) -> dict[str, Any]:
    record: dict[str, Any] = search_json.record(report, explain=explain)
    if given["html"]:
        for result, each in zip(report.results, record["results"], strict=True):
            each["html"] = rendered(result.body, _ranges(result))
    return record


def filter_of(given: Given) -> Filter | None:
    """The conditions of a request on documents; a property is a name, or `name:value`."""
    properties: dict[str, list[str]] = {}
    for each in given["property"]:
        name, mark, value = each.partition(":")
        properties.setdefault(name.strip(), []).extend([value.strip()] if mark else [])
    if not (given["tag"] or given["path"] or given["after"] or given["before"] or properties):
        return None
    wanted = {name: values or "" for name, values in properties.items()}
    return Filter(given["tag"], given["path"], given["after"], given["before"], wanted)


def _curve(report: Report) -> Record:
    """The scores before the elbow, best first, and how many of them stay."""
    cut = report.searches[0].trace.elbow
    scores = [each.score for each in (*cut.kept, *cut.dropped)[:_MOST_SCORES]]
    return {"scores": scores, "kept": len(cut.kept), "reason": str(cut.reason)}


def context(kb: Library, given: Given) -> Record:
    """The best chunks for documents of the trees, or for a text that the client sends.

    No file is read for it: what is not in the index cannot be named.
    """
    files = [given_document(kb.get(each)) for each in given["id"]]
    if given["text"]:
        files.append(GivenFile(given["path"] or "", given["text"].encode(), "markdown"))
    if not files:
        raise UsageError("give the `id` of a document, or a `text`")
    limits = {"limit": given["limit"]} if given["limit"] else {}
    report = kb.context(files, given["tree"], max_tokens=given["max_tokens"], **limits)
    return _report(report, given)


def given_document(got: Got) -> GivenFile:
    """A document of the index, as a file to find context for."""
    document = got.document
    parser: ParserName = "text" if document.path.endswith(".txt") else "markdown"
    return GivenFile(document.path, (got.heading + got.text).encode(), parser, document.id)


def likethis(kb: Library, given: Given) -> Record:
    """Chunks similar to a document or section of the trees."""
    limits = {"limit": given["limit"]} if given["limit"] else {}
    wanted = kb.get(given["id"]).id  # a name or file is resolved in the index only
    report = kb.likethis(wanted, given["tree"], max_tokens=given["max_tokens"], **limits)
    return _report(report, given)


def _ranges(result: Result) -> Sequence[Range]:
    if not result.constituents:
        return result.match_ranges
    return merge([span for part in result.matches for span in result.ranges_of(part)])


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
