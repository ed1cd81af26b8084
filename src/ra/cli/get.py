"""`ra get`: what does it say at this place?"""

from __future__ import annotations

import argparse

from ra import library
from ra.cli import fresh
from ra.cli.output import Output
from ra.cli.parser import Parser
from ra.errors import NotFound
from ra.present import passage

DESCRIPTION = "Print a section or a document by its id, or some lines of it."
EXAMPLES = (
    ("ra get docs:guide.md", "a document, once and in order"),
    ("ra get project:README.md#green", "a section with its heading"),
    ("ra get README.md#green --full-document", "the document in which a section stands"),
    ("ra get docs/guide.md --lines 4-6", "these lines of a file, the last one included"),
    ("ra get docs:pot.md --json", "as a JSON object"),
    ("ra get docs:pot.md --no-update --tenant default", "from the index as it is, of one tenant"),
)


def arguments(parser: Parser) -> None:
    """Which place, and how much around it."""
    parser.add_argument(
        "id", metavar="ID", help="tree:path or tree:path#slug, or the path of a file in their place"
    )
    parser.add_argument(
        "--full-document", action="store_true", help="print the whole document of a section"
    )
    parser.add_argument(
        "--lines",
        metavar="A-B",
        type=_lines,
        help="print only these lines of the document, counted from 1",
    )
    parser.add_argument("--json", action="store_true", help="print a JSON object")
    fresh.arguments(parser)


def run(args: argparse.Namespace, out: Output) -> int:
    """`ra get`: print one place; if it is not there, exit code 1."""
    with library.open(tenant=args.tenant, say=out.warn) as kb:
        fresh.refresh(kb, args, out)
        try:
            got = _place(kb, args)
        except NotFound as error:
            out.fail(str(error))
            return 1
    if got.stale:
        out.warn(f"{got.document.id}: the file cannot be read now; this is its last good version")
    if args.json:
        out.json(passage.record(got), indent=2)
    else:
        out.lines(passage.draw(got, out.style))
    return 0


def _place(kb: library.Library, args: argparse.Namespace) -> library.Got:
    got = kb.get(args.id)
    if args.full_document or args.lines:
        got = kb.get(got.document.id)
    return passage.only_lines(got, *args.lines) if args.lines else got


def _lines(word: str) -> tuple[int, int]:
    """`4-6` as the first line and the last; `4` alone is both."""
    first, dash, last = word.partition("-")
    numbers = [first, last] if dash else [first, first]
    if all(number.isascii() and number.isdigit() for number in numbers):
        start, end = int(numbers[0]), int(numbers[1])
        if 1 <= start <= end:
            return start, end
    raise argparse.ArgumentTypeError(
        f"'{word}' are no lines; write the first and the last, for example 4-6"
    )
