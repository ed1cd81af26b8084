"""`ra status`: reports what the index contains, what changed and what was left out."""

from __future__ import annotations

from time import time_ns

from ra import library
from ra.cli import fresh
from ra.cli.arguments import Namespace, switch, word
from ra.cli.output import Output
from ra.errors import UsageError
from ra.present import status

DESCRIPTION = (
    "Report the state of each tree: indexed documents, pending changes, and files left out."
)
EXAMPLES = (
    ("ra status", "report all trees"),
    ("ra status docs", "report one tree"),
    ("ra status --files", "list every file with its state and the reason"),
    ("ra status --json", "print a JSON object"),
    ("ra status --tenant default", "report the trees of one tenant"),
    ("ra status --indexes", "list all your indexes with size and age"),
)
ARGUMENTS = (
    word("trees", metavar="TREE", times="*", help="report only these trees"),
    switch("--files", help="list every file with its state"),
    switch("--indexes", help="list the indexes of all folders with size and age"),
    switch("--json", help="print a JSON object"),
    fresh.TENANT,
)


def run(args: Namespace, out: Output) -> int:
    """`ra status`: print the contents of every tree; it updates nothing."""
    if args.indexes:
        return _indexes(args, out)
    with library.open(tenant=args.tenant, say=out.warn) as kb:
        report = kb.index.status(args.trees)
    if args.json:
        out.json(status.record(report, files=args.files), indent=2)
    else:
        out.lines(status.draw(report, out.style, files=args.files))
    return 0


def _indexes(args: Namespace, out: Output) -> int:
    """List the indexes of all folders; it opens none of them."""
    from ra.library.remove_indexes import unknown
    from ra.present import indexes  # usually the trees are requested

    if args.trees or args.files or args.tenant:
        raise UsageError("--indexes cannot be combined with TREE, --files or --tenant")
    found = library.indexes()
    if args.json:
        out.array(map(indexes.record, found))
    elif found:
        out.lines(indexes.draw(found, out.style, now=time_ns()))
    else:
        out.line("there are no indexes")
    for folder in unknown(found):
        out.warn(f"{folder}: is not known to ra; remove it by hand")
    return 0 if found else 1
