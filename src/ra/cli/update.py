"""`ra update`: is the index as the files are?"""

from __future__ import annotations

from ra import library
from ra.cli.arguments import Namespace, switch, word
from ra.cli.output import Output
from ra.present import update

DESCRIPTION = "Bring the index up to date: take in what is new or changed, drop what is gone."
EXAMPLES = (
    ("ra update", "all trees"),
    ("ra update docs", "one tree"),
    ("ra update --verify", "read every file, also where time and size are the same"),
    ("ra update --full", "build the index again from nothing"),
    ("ra update --json", "what was done, as a JSON object"),
)
ARGUMENTS = (
    word("trees", metavar="TREE", times="*", help="only these trees"),
    switch("--full", help="build again what is there already"),
    switch("--verify", help="compare the content of every file, not only its time"),
    switch("--json", help="print a JSON object"),
)


def run(args: Namespace, out: Output) -> int:
    """`ra update`: compare files and index, and print what was done."""
    with library.open(say=out.warn) as kb, out.progress() as progress:
        report = kb.update(
            args.trees, full=args.full, verify=args.verify, everyone=True, progress=progress
        )
    for note in report.notes:
        out.warn(note)
    if args.json:
        out.json(update.record(report), indent=2)
    else:
        out.lines(update.draw(report, out.style))
    return 0
