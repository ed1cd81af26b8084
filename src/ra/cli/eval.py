"""`ra eval`: measures search quality on sets of questions with known answers."""

from __future__ import annotations

from pathlib import Path

from ra import library
from ra.cli import files
from ra.cli.arguments import Namespace, option, switch, word
from ra.cli.output import Output
from ra.config.choices import MODES, STRATEGIES, Strategy
from ra.config.schema import Settings
from ra.errors import OutputUnwritable, UsageError

DESCRIPTION = "Measure search quality on sets of questions with known answers."
EXAMPLES = (
    ("ra eval ../tea-set", "measure one set"),
    ("ra eval ../tea-set --json > before.json", "save all metrics, also of each question"),
    ("ra eval ../tea-set --baseline before.json", "compare with that run"),
    ("ra eval ../tea-set --plot quality.svg", "draw the metrics as bars"),
    ("ra eval ../tea-set --strategy leaves", "measure another chunking strategy"),
    ("ra eval ../tea-set --modes", "compare keyword, semantic and hybrid search"),
)
ARGUMENTS = (
    word("sets", metavar="SET", times="*", help="the folder of a set, or its .tar.xz archive"),
    option(
        "--strategy",
        metavar="NAME",
        choices=STRATEGIES,
        help="chunking strategy to use instead of the one in the settings: {}",
    ),
    switch("--modes", help="embed the sets, and compare keyword, semantic and hybrid search"),
    switch("--json", help="print a JSON object"),
    option("--baseline", metavar="FILE", help="compare with the --json output of an earlier run"),
    option("--plot", metavar="FILE.svg", help="draw the metrics of each set, as SVG"),
)


def run(args: Namespace, out: Output) -> int:
    """`ra eval`: measure every set with the settings in effect."""
    # Help and completion import every command, without these.
    from ra.evaluate import records, table
    from ra.evaluate.run import measure_modes

    if not args.sets:
        raise UsageError("missing argument: SET; give a folder or a .tar.xz archive")
    if args.plot is not None and Path(args.plot).suffix.lower() != ".svg":
        raise UsageError(f"--plot {args.plot}: the name must end with .svg")
    baseline = None if args.baseline is None else records.read(Path(args.baseline))
    with library.open(say=out.warn) as kb:
        settings = _cut_by(args.strategy, kb.settings)
    with out.progress() as progress:
        modes = MODES if args.modes else (settings.search.mode,)
        measured = [
            one
            for place in args.sets
            for one in measure_modes(Path(place), settings, progress, modes)
        ]
    if args.json:
        out.json(records.record(measured, settings, baseline), indent=2)
    else:
        out.lines(table.draw(measured, baseline, out.style))
    if args.plot is not None:
        from ra.evaluate import plot  # few runs are drawn

        files.write_whole(Path(args.plot), plot.svg(measured, baseline), OutputUnwritable)
    return 0


def _cut_by(strategy: Strategy | None, settings: Settings) -> Settings:
    if strategy is None:
        return settings
    return settings._replace(chunking=settings.chunking._replace(strategy=strategy))
