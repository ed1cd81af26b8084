"""`ra inspect`: prints the outline of a document, or the syntax tree of a query."""

from __future__ import annotations

from ra.cli.arguments import Namespace, option, switch, word
from ra.cli.output import Output
from ra.config.choices import STRATEGIES
from ra.errors import UsageError

DESCRIPTION = "Print the outline of a document, or the syntax tree of a query."
EXAMPLES = (
    ("ra inspect doc README.md", "print the outline of a document"),
    ("ra inspect doc ../elsewhere/note.md", "the same, for a file outside all trees"),
    ("ra inspect doc README.md --json", "print its chunks as a JSON array"),
    ("ra inspect doc README.md --strategy leaves", "add the chunks of a strategy"),
    ("ra inspect query 'green tea OR title:pot'", "print the syntax tree of a query"),
    ("ra inspect query --json -- '-black tea*'", "print it as JSON; `--` before a leading minus"),
)
SUBJECTS = ("doc", "query")
ARGUMENTS = (
    word(
        "subject",
        metavar="WHAT",
        choices=SUBJECTS,
        help="what to inspect: {}",
    ),
    word("file", metavar="FILE|QUERY", help="the file of a document, or a query"),
    option(
        "--strategy",
        metavar="NAME",
        choices=STRATEGIES,
        help="print the chunks of this strategy next to the outline: {}",
    ),
    switch("--json", help="print the chunks or the syntax tree as JSON"),
)


def run(args: Namespace, out: Output) -> int:
    """`ra inspect`: draw one document's outline, or one query's tree."""
    return (_query if args.subject == "query" else _document)(args, out)


# Each subject imports only what it needs: a query needs neither settings nor documents.


def _document(args: Namespace, out: Output) -> int:
    from ra import library

    with library.open(say=out.warn) as kb:
        inspection = kb.files.inspect(args.file, args.strategy)
    if args.json:
        from ra.chunk.export.ra import counted

        out.json([counted(chunk).to_dict() for chunk in inspection.chunks], indent=2)
        return 0
    from ra.present import outline, pieces

    bare = inspection.strategy == "outline" and args.strategy is None
    out.lines((outline if bare else pieces).draw(inspection, out.style))
    return 0


def _query(args: Namespace, out: Output) -> int:
    if args.strategy is not None:
        raise UsageError("--strategy applies to `ra inspect doc` only")
    from ra.present import query
    from ra.query import parse, to_json

    tree = parse(args.file)
    if args.json:
        out.json(to_json(tree), indent=2)
    elif tree is None:
        out.warn("the query is empty; type at least one word")
    else:
        out.lines(query.draw(tree, out.style))
    return 1 if tree is None else 0
