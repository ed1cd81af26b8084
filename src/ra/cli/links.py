"""`ra links`: prints links between documents, broken links and orphans."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ra import library
from ra.cli import files, fresh
from ra.cli.arguments import Namespace, option, repeatable, switch, word
from ra.cli.output import Output
from ra.errors import NotFound, OutputUnwritable, UsageError
from ra.library.records import LinkGraph
from ra.present import links, listing

DESCRIPTION = (
    "Print the outgoing and incoming links of a document, all broken links, or all documents "
    "without incoming links. Without arguments, count the links."
)
EXAMPLES = (
    ("ra links docs:guide.md", "print the links of one document"),
    ("ra links", "count the links by target"),
    ("ra links --json --tree docs", "export all links of one tree"),
    ("ra links docs/guide.md --json", "print the links of one document as JSON"),
    ("ra links --broken", "list all broken links with the reason"),
    ("ra links docs/pot.md --check", "fail if a link of a document is broken; without DOC, of all"),
    ("ra links --orphans", "list documents without incoming links"),
    ("ra links --graph links.svg", "draw the links; links.html can be moved and searched"),
    ("ra links --no-update --tenant default", "read one tenant, without an update"),
)
ARGUMENTS = (
    word(
        "doc",
        metavar="DOC",
        times="?",
        help="tree:path, a file path, or the name or alias of a note",
    ),
    switch("--broken", help="list links whose document or section does not exist"),
    switch("--check", help="list broken links as --broken does; exit with 1 if there are any"),
    switch("--orphans", help="list documents without incoming links"),
    option("--graph", metavar="FILE", help="draw the links between documents, as .svg or .html"),
    repeatable(
        "-t", "--tree", metavar="TREE", help="only links and documents of this tree (repeatable)"
    ),
    switch("--json", help="print JSON"),
    *fresh.ARGUMENTS,
)


def run(args: Namespace, out: Output) -> int:
    """`ra links`: print the links; exit code 1 if there are none, with --check if some are
    broken.
    """
    _check_arguments(args)
    with fresh.opened(args, out) as kb:
        kb.trees.select(args.tree)  # report a mistyped name before any work
        fresh.refresh(kb, args, out)
        if args.doc is not None:
            return _document(kb, args, out)
        if args.graph is not None:
            return _graph(kb.links.graph(args.tree), Path(args.graph), out)
        if args.check:
            return _check(kb.links.all(args.tree), args, out)
        return 0 if _many(kb, args, out) else 1


def _check_arguments(args: Namespace) -> None:
    alone = (args.broken, args.check, args.orphans, args.graph is not None)
    given = [args.doc is not None and not args.check, *alone]
    if sum(given) > 1 or (args.doc is not None and args.tree):
        raise UsageError(
            "DOC, --broken, --check, --orphans and --graph exclude each other, except DOC with "
            "--check; --tree cannot be combined with DOC"
        )
    if args.graph is not None and Path(args.graph).suffix.lower() not in (".svg", ".html"):
        raise UsageError(f"--graph {args.graph}: the name must end with .svg or .html")


def _graph(graph: LinkGraph, file: Path, out: Output) -> int:
    """Draw the links; 1 if there is no document."""
    from ra.present import graph_picture  # loads numpy

    draw = graph_picture.svg if file.suffix.lower() == ".svg" else graph_picture.html
    files.write_whole(file, draw(graph), OutputUnwritable)
    out.line(links.drawn(graph, str(file), graph_picture.shown(graph)))
    return 0 if graph.documents else 1


def _document(kb: library.Library, args: Namespace, out: Output) -> int:
    try:
        found = kb.links.of(args.doc)
    except NotFound as error:
        out.fail(str(error))
        return 2 if args.check else 1
    if args.check:
        return _check([*found.outgoing, *found.broken], args, out)
    if args.json:
        out.json(links.document_record(found), indent=2)
    else:
        out.lines(links.draw(found, out.style))
    return 0 if found.outgoing or found.incoming or found.broken else 1


def _check(found: Sequence[library.LinkFound], args: Namespace, out: Output) -> int:
    """Print the broken ones of these links; 1 if there are any."""
    broken = [link for link in found if link.is_broken]
    if args.json:
        out.array(links.record(each) for each in broken)
    else:
        out.lines(links.broken_line(each, out.style) for each in broken)
        out.line(links.checked(len(broken), len(found)))
    return 1 if broken else 0


def _many(kb: library.Library, args: Namespace, out: Output) -> int:
    if args.orphans:
        documents = kb.links.orphans(args.tree)
        if args.json:
            return out.array(listing.document_record(each) for each in documents)
        return out.lines(listing.document_line(each, out.style) for each in documents)
    found = kb.links.broken(args.tree) if args.broken else kb.links.all(args.tree)
    if args.json:
        return out.array(links.record(each) for each in found)
    if args.broken:
        return out.lines(links.broken_line(each, out.style) for each in found)
    out.lines(links.summary(found, out.style))
    return len(found)
