"""`ra status`: what is in my trees, and what is not?"""

from __future__ import annotations

from argparse import Namespace

from ra import library
from ra.cli.output import Output
from ra.cli.parser import Parser
from ra.present import status

DESCRIPTION = "Tell what each tree holds: documents, chunks, files left out, warnings."
EXAMPLES = (
    ("ra status", "all trees"),
    ("ra status docs", "one tree"),
    ("ra status --files", "every file with its state and the reason"),
    ("ra status --json", "as a JSON object"),
)


def arguments(parser: Parser) -> None:
    """Which trees, and how much of them."""
    parser.add_argument("trees", nargs="*", metavar="TREE", help="only these trees")
    parser.add_argument("--files", action="store_true", help="list every file")
    parser.add_argument("--json", action="store_true", help="print a JSON object")


def run(args: Namespace, out: Output) -> int:
    """`ra status`: print what every tree holds."""
    with library.open() as kb:
        report = kb.status(args.trees)
    if args.json:
        out.json(status.record(report, files=args.files), indent=2)
    else:
        out.lines(status.draw(report, out.style, files=args.files))
    return 0
