"""`ra context`: prints the sections that are related to files."""

from __future__ import annotations

import sys

from ra.cli import fresh, results
from ra.cli.arguments import Namespace, number, option, switch, word
from ra.cli.output import Output
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from ra.library import GivenFile

DESCRIPTION = (
    "Print the sections that are related to files: documents that name them, or that are about "
    "what their names, headings and text are about. Several files are treated as one."
)
EXAMPLES = (
    ("ra context docs/guide.md", "sections related to a file, without the file itself"),
    ("ra context docs/guide.md README.md -n 3 --tree docs", "for two files together"),
    ("ra context docs/guide.md --explain --terms 20 -o list", "the words, the rules, the stages"),
    ("ra context - < README.md", "for a text on standard input"),
    ("ra context --diff", "for what a working copy changes, new files included"),
    (
        "ra context docs/guide.md -v --mode keyword --ranking fields --no-pager",
        "print ids, scores and reasons",
    ),
    (
        "ra context docs/guide.md --cutoff-ratio 0.5 --aggregation-threshold 0.8",
        "cut earlier, merge later",
    ),
    ("ra context docs/guide.md --no-aggregation", "print every hit separately"),
    ("ra context docs/guide.md --json --max-tokens 500 --no-update", "JSON within a token budget"),
    (
        "ra context docs/guide.md --open 1 --tenant default --max-candidates 9",
        "open the first result in $EDITOR",
    ),
)
ARGUMENTS = (
    word(
        "file",
        metavar="FILE",
        times="*",
        help="the files; `-` is standard input",
        dash_hint="; put `--` before a name that starts with '-'",
    ),
    switch("--diff", help="add the lines that the git working copy changes"),
    option(
        "--terms",
        metavar="N",
        check=number(int, 1, 1000),
        help="how many words of the files are searched for",
    ),
    *results.ARGUMENTS,
    *fresh.ARGUMENTS,
)


def run(args: Namespace, out: Output) -> int:
    """`ra context`: print the results; exit code 1 if there are none."""
    with fresh.opened(args, out) as kb:
        kb.trees.select(args.tree)  # report a mistyped name before any work
        files: list[str | GivenFile] = [_given(name) for name in args.file]
        if args.diff:
            files += kb.files.changed()
            if not files:
                out.warn("the working copy changes nothing")
                return 1
        fresh.refresh(kb, args, out)
        report = kb.context(
            files,
            args.tree,
            terms=args.terms,
            aggregates=args.aggregates,
            max_tokens=args.max_tokens or 0,
            **results.changes(args),
        )
        results.answer(report, kb, args, out)
    return 0 if report.limited else 1


def _given(name: str) -> str | GivenFile:
    if name != "-":
        return name
    from ra.library import GivenFile

    data = sys.stdin.buffer.read(_MOST_STDIN)
    return GivenFile("", data, "markdown")


_MOST_STDIN = 10_000_000  # the largest sample size
