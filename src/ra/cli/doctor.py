"""`ra doctor`: checks the whole index for damage."""

from __future__ import annotations

from ra import library
from ra.cli.arguments import Namespace, switch
from ra.cli.output import Output
from ra.present import doctor

DESCRIPTION = "Check the whole index for damage: read everything and compare checksums."
EXAMPLES = (
    ("ra doctor", "check the index; exit code 2 if it is damaged"),
    ("ra doctor --json", "print a JSON object"),
)
ARGUMENTS = (switch("--json", help="print a JSON object"),)


def run(args: Namespace, out: Output) -> int:
    """`ra doctor`: check everything, change nothing."""
    with library.open(say=out.warn) as kb:
        checkup = kb.index.doctor()
    if args.json:
        out.json(doctor.record(checkup), indent=2)
    else:
        out.lines(doctor.draw(checkup, out.style))
    return 2 if checkup.problems else 0
