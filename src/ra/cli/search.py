"""`ra search`: where is the answer?"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable

from ra import library
from ra.cli import fresh
from ra.cli.output import Output
from ra.cli.parser import Parser, choice
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


def arguments(parser: Parser) -> None:
    """What to search for, where, how, and what to print."""
    parser.dash_hint = "; a query that begins with '-' comes after `--`"
    parser.add_argument(
        "query", metavar="QUERY", nargs="+", help="what to search for; of several any may match"
    )
    fresh.trees(parser)
    _output(parser)
    _matching(parser)
    _cutting(parser)
    fresh.arguments(parser)


def _output(parser: Parser) -> None:
    choice(parser, OUTPUTS, "-o", "--output", metavar="FORM", help="what to print of each result")
    parser.add_argument(
        "--json", dest="output", action="store_const", const="json", help="the same as -o json"
    )
    parser.set_defaults(output="full")
    parser.add_argument(
        "--explain",
        action="store_true",
        help="print the tree of the query and what every stage did, then the results",
    )
    parser.add_argument(
        "-v", dest="verbose", action="store_true", help="add scores, reasons and stages"
    )


def _matching(parser: Parser) -> None:
    choice(parser, MODES, "--mode", metavar="MODE", help="by what is searched")
    choice(parser, MATCHES, "--match", metavar="HOW", help="which bare words must be found")
    choice(parser, RANKINGS, "--ranking", metavar="NAME", help="how matches are put in order")
    _whole(parser, "--fuzzy", least=0, most=1, help="how many letters a word may differ by: 0 or 1")


def _cutting(parser: Parser) -> None:
    _whole(parser, "-n", "--limit", help="how many results at most")
    _whole(
        parser,
        "--max-candidates",
        help="how many hits are looked at after all trees are put together",
    )
    _share(
        parser,
        "--cutoff-ratio",
        most=1,
        help="end before the first score below this share of the one before; 0 turns that off",
    )
    _share(
        parser,
        "--aggregation-threshold",
        help="the share of a section's children that must match to be shown as that section",
    )
    parser.add_argument(
        "--no-aggregation",
        dest="aggregates",
        action="store_false",
        help="show every hit for itself, never its section",
    )
    _whole(
        parser,
        "--max-tokens",
        help="how many tokens all printed breadcrumbs and texts may have together",
    )


def run(args: argparse.Namespace, out: Output) -> int:
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
    return 0 if report.answers else 1


def _checked(texts: list[str]) -> None:
    """A mistake in a query is said before the index is touched."""
    from ra.query import any_of

    any_of(texts)


def _params(args: argparse.Namespace, settings: Search) -> Search:
    given = {key: getattr(args, flag) for flag, key in _SETTINGS.items()}
    return settings._replace(**{key: value for key, value in given.items() if value is not None})


def _print(report: Report, kb: library.Library, args: argparse.Namespace, out: Output) -> None:
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
        lambda doc_id: kb.get(doc_id).text,
        links=sys.stdout.isatty() and os.environ.get("TERM") != "dumb",
    )
    page = search.page_for(report, out.style, places, verbose=args.verbose or args.explain)
    out.lines(search.FORMS[args.output](report, page))


def _whole(parser: Parser, *flags: str, help: str, least: int = 1, most: int | None = None) -> None:
    parser.add_argument(*flags, metavar="N", type=_number(int, least, most), help=help)


def _share(parser: Parser, flag: str, *, help: str, most: int | None = None) -> None:
    parser.add_argument(flag, metavar="SHARE", type=_number(float, 0, most), help=help)


def _number(
    kind: type[int] | type[float], low: int, high: int | None = None
) -> Callable[[str], float]:
    """A type for `add_argument`: a number within bounds."""
    name = "a whole number" if kind is int else "a number"
    bounds = f"at least {low}" if high is None else f"from {low} to {high}"

    def check(word: str) -> float:
        try:
            value = kind(word)
        except ValueError:
            value = kind(low) - 1
        if low <= value <= (sys.maxsize if high is None else high):
            return value
        raise argparse.ArgumentTypeError(f"'{word}' is not {name}, {bounds}")

    return check
