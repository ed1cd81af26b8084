"""`ra search`: where is the answer?"""

from __future__ import annotations

import os
import sys

from ra import library
from ra.cli import fresh
from ra.cli.arguments import Namespace, number, option, switch, word
from ra.cli.output import Output
from ra.config.names import MATCHES, RANKINGS
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from ra.config.schema import Search
    from ra.search.report import Report

DESCRIPTION = "Find the sections that answer a query, best first, and print them."
EXAMPLES = (
    ("ra search green", "whole sections that have the word"),
    ("ra search 'green tea' pot -o list -n 3", "both words, or the third: three short results"),
    ("ra search tea --output matches --limit 20 --tree project", "the lines that match, of a tree"),
    ("ra search tea --json --no-aggregation --max-tokens 500", "for a program with little room"),
    ("ra search --no-update --tenant default -- '-black tea'", "`--` comes before a minus"),
    ("ra search tee --explain --fuzzy 1 --cutoff-ratio 0.5", "how the results came about"),
    ("ra search black --match any --ranking fields --mode keyword", "other ways to match"),
    ("ra search tea -v --max-candidates 20 --aggregation-threshold 0.8", "scores and reasons"),
)
OUTPUTS = ("full", "list", "matches", "json")
MODES = ("keyword",)
# Each flag that takes the place of a setting of `[search]`, and that setting.
_SETTINGS = {
    "limit": "limit",
    "match": "match",
    "ranking": "ranking",
    "fuzzy": "fuzzy_distance",
    "max_candidates": "max_candidates",
    "cutoff_ratio": "cutoff_ratio",
    "aggregation_threshold": "aggregation_threshold",
}

ARGUMENTS = (
    word(
        "query",
        metavar="QUERY",
        times="+",
        help="what to search for; of several any may match",
        dash_hint="; a query that begins with '-' comes after `--`",
    ),
    fresh.TREE,
    # What is printed.
    option(
        "-o",
        "--output",
        metavar="FORM",
        choices=OUTPUTS,
        default="full",
        help="what to print of each result: {}",
    ),
    switch("--json", into="output", value="json", help="the same as -o json"),
    switch(
        "--explain",
        help="print the tree of the query and what every stage did, then the results",
    ),
    switch("-v", into="verbose", help="add scores, reasons and stages"),
    # What matches.
    option("--mode", metavar="MODE", choices=MODES, help="by what is searched: {}"),
    option("--match", metavar="HOW", choices=MATCHES, help="which bare words must be found: {}"),
    option("--ranking", metavar="NAME", choices=RANKINGS, help="how matches are put in order: {}"),
    option(
        "--fuzzy",
        metavar="N",
        check=number(int, 0, 1),
        help="how many letters a word may differ by: 0 or 1",
    ),
    # Where results end, and how they are put together.
    option("-n", "--limit", metavar="N", check=number(int, 1), help="how many results at most"),
    option(
        "--max-candidates",
        metavar="N",
        check=number(int, 1),
        help="how many hits are looked at after all trees are put together",
    ),
    option(
        "--cutoff-ratio",
        metavar="SHARE",
        check=number(float, 0, 1),
        help="end before the first score below this share of the one before; 0 turns that off",
    ),
    option(
        "--aggregation-threshold",
        metavar="SHARE",
        check=number(float, 0),
        help="the share of a section's children that must match to be shown as that section",
    ),
    switch(
        "--no-aggregation",
        into="aggregates",
        value=False,
        help="show every hit for itself, never its section",
    ),
    option(
        "--max-tokens",
        metavar="N",
        check=number(int, 1),
        help="how many tokens all printed breadcrumbs and texts may have together",
    ),
    *fresh.ARGUMENTS,
)


def run(args: Namespace, out: Output) -> int:
    """`ra search`: print what was found; nothing is exit code 1."""
    with library.open(tenant=args.tenant, say=out.warn) as kb:
        kb.trees(args.tree)  # a mistyped name is said before any work is done
        _checked(args.query)
        fresh.refresh(kb, args, out)
        report = kb.search(
            args.query,
            args.tree,
            _params(args, kb.settings.search),
            aggregates=args.aggregates,
            max_tokens=args.max_tokens or 0,
        )
        if args.output == "json":
            from ra.present import found

            out.json(found.record(report, brief=bool(args.max_tokens)), indent=2)
        else:
            _print(report, kb, args, out)
    return 0 if report.trace.limited else 1


def _checked(texts: list[str]) -> None:
    """A mistake in a query is said before the index is touched."""
    from ra.query import any_of

    any_of(texts)


def _params(args: Namespace, settings: Search) -> Search:
    given = {key: getattr(args, flag) for flag, key in _SETTINGS.items()}
    return settings._replace(**{key: value for key, value in given.items() if value is not None})


def _print(report: Report, kb: library.Library, args: Namespace, out: Output) -> None:
    from ra.present import search
    from ra.present.places import Places

    if args.explain or args.verbose:
        from ra.present import explain

        out.lines((explain.draw if args.explain else explain.stages)(report, out.style))
    if not report.answers:
        out.warn(search.nothing(report))
        return
    out.lines(out.style.warning(note) for note in search.notes(report))
    places = Places(
        {tree.name: tree.root for tree in kb.trees()},
        kb.settings.cwd,
        kb.text,
        links=sys.stdout.isatty() and os.environ.get("TERM") != "dumb",
    )
    page = search.page_for(report, out.style, places, verbose=args.verbose or args.explain)
    out.lines(search.FORMS[args.output](report, page))
