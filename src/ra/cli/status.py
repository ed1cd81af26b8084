"""`ra status`: what is in my trees, and what is not?"""

from __future__ import annotations

from ra import library
from ra.cli import fresh
from ra.cli.arguments import Namespace, switch, word
from ra.cli.output import Output
from ra.present import status

DESCRIPTION = (
    "Tell what the index holds of each tree, what was left out and why, and what has changed since."
)
EXAMPLES = (
    ("ra status", "all trees"),
    ("ra status docs", "one tree"),
    ("ra status --files", "every file with its state and the reason"),
    ("ra status --json", "as a JSON object"),
    ("ra status --tenant default", "only the trees of one tenant"),
)
ARGUMENTS = (
    word("trees", metavar="TREE", times="*", help="only these trees"),
    switch("--files", help="list every file"),
    switch("--json", help="print a JSON object"),
    fresh.TENANT,
)


def run(args: Namespace, out: Output) -> int:
    """`ra status`: print what every tree holds; nothing is updated."""
    with library.open(tenant=args.tenant, say=out.warn) as kb:
        report = kb.status(args.trees)
    if args.json:
        out.json(status.record(report, files=args.files), indent=2)
    else:
        out.lines(status.draw(report, out.style, files=args.files))
    return 0
