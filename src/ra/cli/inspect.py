"""`ra inspect`: prints the outline of a document, or the syntax tree of a query."""

from __future__ import annotations

from ra.cli.arguments import Namespace, number, option, switch, word
from ra.cli.output import Output
from ra.config.choices import STRATEGIES
from ra.errors import UsageError
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ra.search.origin import OriginTerm

DESCRIPTION = (
    "Print the outline of a document, the syntax tree of a query, or the words and rules by which "
    "`ra context` finds the context of a file."
)
EXAMPLES = (
    ("ra inspect doc README.md", "print the outline of a document"),
    ("ra inspect doc ../elsewhere/note.md", "the same, for a file outside all trees"),
    ("ra inspect doc README.md --json", "print its chunks as a JSON array"),
    ("ra inspect doc README.md --strategy leaves", "add the chunks of a strategy"),
    ("ra inspect doc README.md --terms 10", "print its most telling words"),
    ("ra inspect ctx README.md", "print the words and the rules of its context"),
    ("ra inspect query 'green tea OR title:pot'", "print the syntax tree of a query"),
    ("ra inspect query --json -- '-black tea*'", "print it as JSON; `--` before a leading minus"),
)
SUBJECTS = ("doc", "ctx", "query")
_TERMS = 20
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
    option(
        "--terms",
        metavar="N",
        check=number(int, 1, 1000),
        help="add the most telling words of the document, or print so many of the context",
    )._replace(value=_TERMS),
    switch("--json", help="print the chunks, the words or the syntax tree as JSON"),
)


def run(args: Namespace, out: Output) -> int:
    """`ra inspect`: draw one document's outline, one file's context, or one query's tree."""
    if args.subject != "doc" and args.strategy is not None:
        raise UsageError("--strategy applies to `ra inspect doc` only")
    return {"query": _query, "ctx": _context, "doc": _document}[args.subject](args, out)


# Each subject imports only what it needs: a query needs neither settings nor documents.


def _document(args: Namespace, out: Output) -> int:
    from ra import library

    with library.open(say=out.warn) as kb:
        inspection = kb.files.inspect(args.file, args.strategy)
        if args.terms is not None:
            return _words(kb.index.keywords(args.file, args.terms), args, out)
    if args.json:
        from ra.chunking.export.ra import counted

        out.json([counted(chunk).to_dict() for chunk in inspection.chunks], indent=2)
        return 0
    from ra.present import outline, pieces

    bare = inspection.strategy == "outline" and args.strategy is None
    out.lines((outline if bare else pieces).draw(inspection, out.style))
    return 0


def _context(args: Namespace, out: Output) -> int:
    from ra import library

    with library.open(update="auto", max_age=float("inf"), say=out.warn) as kb:
        origin = kb.index.context_terms(args.file, args.terms)
    if args.json:
        out.json(origin.to_dict(), indent=2)
        return 0
    from ra.present import origin as shown

    out.lines(shown.draw(origin, out.style))
    return 0


def _words(terms: Sequence[OriginTerm], args: Namespace, out: Output) -> int:
    """Print the most telling words of a document."""
    if args.json:
        out.json([term.to_dict() for term in terms], indent=2)
        return 0
    from ra.present import origin

    out.lines(origin.table(tuple(terms)))
    return 0


def _query(args: Namespace, out: Output) -> int:
    if args.terms is not None:
        raise UsageError("--terms applies to `ra inspect doc` and `ra inspect ctx` only")
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
