"""`ra ls`: lists the trees, documents or chunks of the index."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ra import library
from ra.cli import fresh
from ra.cli.arguments import Namespace, switch, word
from ra.cli.output import Output
from ra.errors import UsageError
from ra.present import listing
from ra.typed import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ra.query import Query

DESCRIPTION = "List the trees, documents, chunks, tags or properties of the index, one per line."
EXAMPLES = (
    ("ra ls trees", "list all trees with their size"),
    ("ra ls docs", "list all documents with their title"),
    ("ra ls chunks --tree docs", "list the chunks of one tree with their breadcrumb"),
    ("ra ls docs --json", "print a JSON array"),
    ("ra ls docs 'tag:kitchen pot'", "list the documents in which a query matches"),
    ("ra ls docs '[tags]' -l", "list documents with a property, with date, size and tags"),
    ("ra ls tags", "list all tags with the number of their documents"),
    ("ra ls properties", "list the properties of front matter with their counts"),
    ("ra ls docs --no-update", "list the index as it is, without an update"),
    ("ra ls docs --tenant default", "list the documents of one tenant"),
)
SUBJECTS = ("trees", "docs", "chunks", "tags", "properties")
ARGUMENTS = (
    word("subject", metavar="WHAT", choices=SUBJECTS, help="what to list: {}"),
    word(
        "queries",
        metavar="QUERY",
        times="*",
        help="list only what matches a query, word for word; several are alternatives",
    ),
    switch("-l", "--long", help="add details to each line: dates, sizes, tags, patterns, values"),
    fresh.TREE,
    switch("--json", help="print a JSON array"),
    *fresh.ARGUMENTS,
)


def run(args: Namespace, out: Output) -> int:
    """`ra ls`: print one line for each entry; exit code 1 if there are none."""
    if args.subject == "trees" and args.queries:
        raise UsageError("QUERY cannot be combined with 'trees'; use --tree to choose some")
    queries = _parsed(args.queries)
    with fresh.opened(args, out) as kb:
        kb.trees.select(args.tree)  # report a mistyped name before any work
        fresh.refresh(kb, args, out)
        form = listing.FORMS[args.subject]
        items = _items(kb, args.subject, args.tree, args.queries or None)
        if args.json:
            found = out.array(form.record(item) for item in items)
        else:
            line = form.long if args.long else form.line
            found = out.lines(line(item, out.style) for item in items)
        if queries and not found:
            _explain(queries, kb, args, out)
    return 0 if found else 1


def _parsed(texts: Sequence[str]) -> Sequence[Query | None]:
    if not texts:
        return ()
    from ra.query import each_of  # few lists have a query

    if None in (queries := each_of(texts)):
        raise UsageError("QUERY is empty; omit it to list everything")
    return queries


def _explain(
    queries: Sequence[Query | None], kb: library.Library, args: Namespace, out: Output
) -> None:
    """Say that nothing matches, and which names of the queries do not exist."""
    from ra.cli import results

    out.warn("nothing matches; `ra ls` takes every word as typed")
    results.unknown_names(queries, kb, args, out)


def _items(
    kb: library.Library, subject: str, trees: Sequence[str], queries: Sequence[str] | None
) -> Iterable[Any]:
    if subject == "trees":
        return kb.trees.list(trees)
    if subject in ("tags", "properties"):
        return listing.counted(kb.index.documents(trees, queries), subject)
    if subject == "docs":
        return kb.index.documents(trees, queries)
    return kb.index.chunks(trees, queries)
