"""`ra search`: prints the sections that match a query, best first."""

from __future__ import annotations

import os
import sys

from ra import library
from ra.cli import fresh
from ra.cli.arguments import Namespace, number, option, switch, word
from ra.cli.output import Output
from ra.config.choices import MATCHES, RANKINGS
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from ra.config.schema import Search
    from ra.search.results import Report

DESCRIPTION = (
    "Search for sections that match a query, and print them, best first. Each argument is a query "
    "of its own: `ra search A B` finds A or B, `ra search 'A B'` finds both words."
)
EXAMPLES = (
    ("ra search green", "print the sections that contain a word"),
    ("ra search 'green tea' pot -o list -n 3", "(green AND tea) OR pot"),
    ("ra search tea --output matches --limit 20 --tree project", "the matching lines in a tree"),
    ("ra search tea --json --no-aggregation --max-tokens 500", "print JSON within a token budget"),
    ("ra search --no-update --tenant default -- '-black tea'", "put `--` before a leading minus"),
    ("ra search tee --explain --fuzzy 1 --cutoff-ratio 0.5", "explain the results"),
    ("ra search black --match any --ranking fields --mode keyword", "change matching and ranking"),
    ("ra search --words 'error: tree: \"tea' -o list", "search for a pasted text as plain words"),
    ("ra search tea -v --max-candidates 20 --aggregation-threshold 0.8", "print the scores"),
)
OUTPUTS = ("full", "list", "matches", "json")
MODES = ("keyword",)
# Each flag that overrides a setting of `[search]`, and that setting.
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
        help="the query; several queries are combined with OR",
        dash_hint="; put `--` before a query that starts with '-'",
    ),
    fresh.TREE,
    # Output.
    option(
        "-o",
        "--output",
        metavar="FORM",
        choices=OUTPUTS,
        default="full",
        help="output form: {} (default: full)",
    ),
    switch("--json", into="output", value="json", help="the same as -o json"),
    switch(
        "--explain",
        help="print the parsed query, every stage and the scores, then the results",
    ),
    switch("-v", into="verbose", help="print stages, scores and reasons"),
    # Matching.
    switch("--words", help="search for the text as plain words, without operators"),
    option("--mode", metavar="MODE", choices=MODES, help="retrieval mode: {}"),
    option(
        "--match",
        metavar="MODE",
        choices=MATCHES,
        help="require all words, any word, or decide by query length: {}",
    ),
    option("--ranking", metavar="NAME", choices=RANKINGS, help="ranking function: {}"),
    option(
        "--fuzzy",
        metavar="N",
        check=number(int, 0, 1),
        help="maximum edit distance of fuzzy matches: 0 or 1",
    ),
    # Limits and aggregation.
    option("-n", "--limit", metavar="N", check=number(int, 1), help="maximum number of results"),
    option(
        "--max-candidates",
        metavar="N",
        check=number(int, 1),
        help="maximum number of hits to process after merging the trees",
    ),
    option(
        "--cutoff-ratio",
        metavar="RATIO",
        check=number(float, 0, 1),
        help="cut the results before the first score below this share of the one above; 0 is off",
    ),
    option(
        "--aggregation-threshold",
        metavar="RATIO",
        check=number(float, 0),
        help="share of subsections that must match to be merged into their section",
    ),
    switch(
        "--no-aggregation",
        into="aggregates",
        value=False,
        help="print every hit separately",
    ),
    option(
        "--max-tokens",
        metavar="N",
        check=number(int, 1),
        help="maximum number of tokens of all breadcrumbs and texts",
    ),
    *fresh.ARGUMENTS,
)


def run(args: Namespace, out: Output) -> int:
    """`ra search`: print the results; exit code 1 if there are none."""
    from ra.library.run_search import hints
    from ra.query import any_of, plain
    from ra.query.ast import one_of

    with fresh.opened(args, out) as kb:
        kb.trees.select(args.tree)  # report a mistyped name before any work
        read = one_of(map(plain, args.query)) if args.words else any_of(args.query)
        query = read if args.words else args.query  # a mistake in it is reported by now
        fresh.refresh(kb, out)
        report = kb.search(
            query,
            args.tree,
            _params(args, kb.settings.search),
            aggregates=args.aggregates,
            max_tokens=args.max_tokens or 0,
        )
        for note in hints(query):
            out.warn(note)
        if args.output == "json":
            from ra.present import search_json

            out.json(search_json.record(report, brief=bool(args.max_tokens)), indent=2)
        else:
            _print(report, kb, args, out)
    return 0 if report.trace.limited else 1


def _params(args: Namespace, settings: Search) -> Search:
    given = {key: getattr(args, flag) for flag, key in _SETTINGS.items()}
    return settings._replace(**{key: value for key, value in given.items() if value is not None})


def _print(report: Report, kb: library.Library, args: Namespace, out: Output) -> None:
    from ra.present import search
    from ra.present.file_links import FileLinks

    if args.explain or args.verbose:
        from ra.present import explain

        out.lines((explain.draw if args.explain else explain.stages)(report, out.style))
    if not report.results:
        out.warn(search.nothing(report))
        return
    out.lines(out.style.warning(note) for note in search.notes(report))
    places = FileLinks(
        {tree.name: tree.root for tree in kb.trees.select()},
        kb.settings.cwd,
        links=sys.stdout.isatty() and os.environ.get("TERM") != "dumb",
    )
    page = search.page_for(report, out.style, places, verbose=args.verbose or args.explain)
    out.lines(search.FORMS[args.output](report, page))
