"""`ra inspect`: how does ra see one document, or one query?"""

from __future__ import annotations

from argparse import Namespace

from ra.cli.output import Output
from ra.cli.parser import Parser, one_of

DESCRIPTION = "Draw how ra sees a document, as an outline of sections, or a query, as a tree."
EXAMPLES = (
    ("ra inspect doc README.md", "the outline of a document"),
    ("ra inspect doc ../elsewhere/note.md", "also of a file outside every tree"),
    ("ra inspect doc README.md --json", "its chunks as one JSON array"),
    ("ra inspect query 'green tea OR title:pot'", "what binds to what in a query"),
    ("ra inspect query --json -- '-black tea*'", "its tree as JSON; `--` comes before a minus"),
)
SUBJECTS = ("doc", "query")


def arguments(parser: Parser) -> None:
    """What to inspect, and which one."""
    parser.add_argument(
        "subject",
        metavar="WHAT",
        type=one_of(SUBJECTS),
        choices=SUBJECTS,
        help="doc or query: a document, or a query without searching",
    )
    parser.add_argument("file", metavar="FILE", help="the document's file, or the query's text")
    parser.add_argument("--json", action="store_true", help="print its chunks or its tree as JSON")


def run(args: Namespace, out: Output) -> int:
    """`ra inspect`: draw one document's outline, or one query's tree."""
    return (_query if args.subject == "query" else _document)(args, out)


# Each subject imports what it alone needs: a query needs neither settings nor documents.


def _document(args: Namespace, out: Output) -> int:
    from ra import library
    from ra.present import json, outline

    with library.open() as kb:
        inspection = kb.inspect(args.file)
    if args.json:
        out.json([json.chunk_record(chunk) for chunk in inspection.chunks], indent=2)
    else:
        out.lines(outline.draw(inspection, out.style))
    return 0


def _query(args: Namespace, out: Output) -> int:
    from ra.present import query
    from ra.query import parse, to_json

    tree = parse(args.file)
    if args.json:
        out.json(to_json(tree), indent=2)
    elif tree is None:
        out.warn("the query is empty; it asks for nothing")
    else:
        out.lines(query.draw(tree, out.style))
    return 1 if tree is None else 0
