"""`ra update`: indexes new and changed files and removes deleted ones."""

from __future__ import annotations

from ra import library
from ra.cli.arguments import Namespace, switch, word
from ra.cli.output import Output
from ra.present import update

DESCRIPTION = "Update the index: add new files, reindex changed ones, remove deleted ones."
EXAMPLES = (
    ("ra update", "update all trees"),
    ("ra update docs", "update one tree"),
    ("ra update --verify", "read every file, even if its time and size are unchanged"),
    ("ra update --full", "rebuild the whole index"),
    ("ra update --no-embed", "leave new and changed sections without embeddings"),
    ("ra update --json", "print a JSON object"),
)
ARGUMENTS = (
    word("trees", metavar="TREE", times="*", help="update only these trees"),
    switch("--full", help="rebuild the index"),
    switch("--verify", help="compare the content of every file, not only time and size"),
    switch(
        "--no-embed",
        into="embed",
        value=False,
        help="do not embed changes in trees that `ra embed` has embedded",
    ),
    switch("--json", help="print a JSON object"),
)


def run(args: Namespace, out: Output) -> int:
    """`ra update`: compare files and index, and print the changes."""
    try:
        with library.open(say=out.warn) as kb, out.progress() as progress:
            report = kb.index.update(
                args.trees, full=args.full, verify=args.verify, everyone=True, progress=progress
            )
            if args.embed:
                for done in kb.index.embed(
                    args.trees, everyone=True, started=True, progress=progress.embedding
                ):
                    if done.problem:
                        out.warn(f"{done.name}: not embedded: {done.problem}")
    except KeyboardInterrupt:
        out.warn("interrupted; the next command continues from what was saved")
        raise
    for note in report.notes:
        out.warn(note)
    if args.json:
        out.json(update.record(report), indent=2)
    else:
        out.lines(update.draw(report, out.style))
    return 0
