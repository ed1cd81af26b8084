"""`ra inspect`: how does ra see one document, or one query?"""

from __future__ import annotations

from ra.cli.arguments import Namespace, option, switch, word
from ra.cli.output import Output
from ra.config.names import STRATEGIES
from ra.errors import UsageError

DESCRIPTION = "Draw how ra sees a document, as an outline of sections, or a query, as a tree."
EXAMPLES = (
    ("ra inspect doc README.md", "the outline of a document"),
    ("ra inspect doc ../elsewhere/note.md", "also of a file outside every tree"),
    ("ra inspect doc README.md --json", "its chunks as one JSON array"),
    ("ra inspect doc README.md --strategy leaves", "the outline, and beside it the pieces"),
    ("ra inspect query 'green tea OR title:pot'", "what binds to what in a query"),
    ("ra inspect query --json -- '-black tea*'", "its tree as JSON; `--` comes before a minus"),
)
SUBJECTS = ("doc", "query")
ARGUMENTS = (
    word(
        "subject",
        metavar="WHAT",
        choices=SUBJECTS,
        help="a document, or a query without searching: {}",
    ),
    word("file", metavar="FILE", help="the document's file, or the query's text"),
    option(
        "--strategy",
        metavar="NAME",
        choices=STRATEGIES,
        help="show the pieces that a strategy makes of it: {}",
    ),
    switch("--json", help="print its chunks or its tree as JSON"),
)


def run(args: Namespace, out: Output) -> int:
    """`ra inspect`: draw one document's outline, or one query's tree."""
    return (_query if args.subject == "query" else _document)(args, out)


# Each subject imports what it alone needs: a query needs neither settings nor documents.


def _document(args: Namespace, out: Output) -> int:
    from ra import library

    with library.open() as kb:
        inspection = kb.inspect(args.file, args.strategy)
    if args.json:
        from ra.chunk.records import counted, ra_record

        out.json([ra_record(counted(chunk)) for chunk in inspection.chunks], indent=2)
        return 0
    from ra.present import outline, pieces

    bare = inspection.strategy == "outline" and args.strategy is None
    out.lines((outline if bare else pieces).draw(inspection, out.style))
    return 0


def _query(args: Namespace, out: Output) -> int:
    if args.strategy is not None:
        raise UsageError("a query is not cut; --strategy is for `ra inspect doc`")
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
