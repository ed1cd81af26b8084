"""`ra chunks`: what are the pieces of these documents?"""

from __future__ import annotations

from argparse import Namespace

from ra import library
from ra.cli import fresh
from ra.cli.output import Output
from ra.cli.parser import Parser
from ra.errors import FileRefused, RaError, TreeMissing, UsageError
from ra.present import json, text

DESCRIPTION = "Print the chunks of some files, of some trees, or of everything."
EXAMPLES = (
    ("ra chunks README.md", "the chunks of one file"),
    ("ra chunks --tree docs", "of one tree"),
    ("ra chunks --json > chunks.jsonl", "all, one JSON record a line"),
    ("ra chunks --tenant default", "all of one tenant"),
)


def arguments(parser: Parser) -> None:
    """Files, trees, and the form of the output."""
    parser.add_argument("files", nargs="*", metavar="FILE", help="only these files")
    parser.add_argument(
        "--tree", action="append", default=[], metavar="TREE", help="only this tree (repeatable)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON record a line")
    fresh.tenant(parser)


def run(args: Namespace, out: Output) -> int:
    """`ra chunks`: print chunk after chunk; a bad file is reported and the others go on."""
    if args.files and args.tree:
        raise UsageError("a FILE has its tree already; name files or --tree, not both")
    found = failed = 0

    def on_failure(path: str, error: RaError) -> None:
        nonlocal failed
        failed += _counts(error, named=bool(args.files))
        out.warn(str(error))

    with library.open(tenant=args.tenant) as kb:
        for chunk in kb.chunks(args.files, args.tree, on_failure):
            found += 1
            if args.json:
                out.json(json.chunk_record(chunk))
            else:
                out.lines(text.chunk(chunk, out.style))
    if failed:
        return 2
    return 0 if found else 1


def _counts(error: RaError, *, named: bool) -> bool:
    """A missing tree is a warning (SPEC 1.6), and so is a file that only a walk came across."""
    if isinstance(error, FileRefused):
        return named or error.state == "failed"
    return not isinstance(error, TreeMissing)
