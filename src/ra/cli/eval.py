"""`ra eval`: how good is the search?"""

from __future__ import annotations

from pathlib import Path

from ra import library
from ra.cli.arguments import Namespace, option, switch, word
from ra.cli.output import Output
from ra.config.names import STRATEGIES, Strategy
from ra.config.schema import Settings
from ra.errors import UsageError

DESCRIPTION = "Ask the questions of a set with known answers, and measure what is found."
EXAMPLES = (
    ("ra eval ../tea-set", "a folder with documents, questions and their answers"),
    ("ra eval ../tea-set --json > before.json", "every figure, down to each question"),
    (
        "ra eval ../tea-set --json > before.json && ra eval ../tea-set --baseline before.json",
        "what changed since an earlier run",
    ),
    ("ra eval ../tea-set --strategy leaves", "with the documents cut in another way"),
)
ARGUMENTS = (
    word("sets", metavar="SET", times="*", help="a folder or a .tar.xz archive of a set"),
    option(
        "--strategy",
        metavar="NAME",
        choices=STRATEGIES,
        help="cut the documents by another strategy: {}",
    ),
    switch("--json", help="print a JSON object"),
    option("--baseline", metavar="FILE", help="compare with what --json printed in an earlier run"),
)


def run(args: Namespace, out: Output) -> int:
    """`ra eval`: measure every set with the settings that hold here."""
    # Help and completion read every command; they need not pay for this one's work.
    from ra.evaluate import records, table
    from ra.evaluate.run import measure

    if not args.sets:
        raise UsageError("which set? name a folder or a .tar.xz archive, as in `ra eval FOLDER`")
    baseline = None if args.baseline is None else records.read(Path(args.baseline))
    with library.open(say=out.warn) as kb:
        settings = _cut_by(args.strategy, kb.settings)
    with out.progress() as progress:
        measured = [measure(Path(place), settings, progress) for place in args.sets]
    if args.json:
        out.json(records.record(measured, settings, baseline), indent=2)
    else:
        out.lines(table.draw(measured, baseline, out.style))
    return 0


def _cut_by(strategy: Strategy | None, settings: Settings) -> Settings:
    if strategy is None:
        return settings
    return settings._replace(chunking=settings.chunking._replace(strategy=strategy))
