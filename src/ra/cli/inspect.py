"""`ra inspect`: how does ra see one document?"""

from __future__ import annotations

from argparse import Namespace

from ra import library
from ra.cli.output import Output
from ra.cli.parser import Parser, one_of
from ra.present import json, outline

DESCRIPTION = "Draw the outline of a document: its sections, their places and sizes, and warnings."
EXAMPLES = (
    ("ra inspect doc README.md", "the outline as a tree"),
    ("ra inspect doc ../elsewhere/note.md", "also of a file outside every tree"),
    ("ra inspect doc README.md --json", "its chunks as one JSON array"),
)
SUBJECTS = ("doc",)


def arguments(parser: Parser) -> None:
    """What to inspect, and which one."""
    parser.add_argument(
        "subject", metavar="doc", type=one_of(SUBJECTS), choices=SUBJECTS, help="a document"
    )
    parser.add_argument("file", metavar="FILE", help="the document's file")
    parser.add_argument("--json", action="store_true", help="print its chunks as a JSON array")


def run(args: Namespace, out: Output) -> int:
    """`ra inspect doc`: draw one document's outline."""
    with library.open() as kb:
        inspection = kb.inspect(args.file)
    if args.json:
        out.json([json.chunk_record(chunk) for chunk in inspection.chunks], indent=2)
    else:
        out.lines(outline.draw(inspection, out.style))
    return 0
