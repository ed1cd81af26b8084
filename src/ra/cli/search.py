"""`ra search`: prints the sections that match a query, best first."""

from __future__ import annotations

import os
import sys

from ra import library
from ra.cli import fresh
from ra.cli.arguments import Namespace, number, option, switch, word
from ra.cli.output import Output
from ra.config.choices import MATCHES, RANKINGS
from ra.errors import UsageError
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ra.config.schema import Search
    from ra.present.file_links import FileLinks
    from ra.present.search import Display
    from ra.query import Query
    from ra.search.results import Report

    Form = Callable[[Report, Display], Iterator[str]]

DESCRIPTION = (
    "Search for sections: `ra search 'A B'` for both words, `ra search A B` for each. An argument "
    "is a query of its own; the results of several queries alternate. The best section comes first."
)
EXAMPLES = (
    ("ra search 'green tea' pot -n 3", "the best sections for 'green tea', for pot, the next ones"),
    ("ra search tea -o matches --limit 20 --tree project", "the matching lines in a tree"),
    ("ra search tea --output vimgrep --no-pager", "lines that an editor opens: file:line:column"),
    ("ra search tea --open 1", "open the first result in $EDITOR"),
    ("ra search tea --json --no-aggregation --max-tokens 500", "JSON within a token budget"),
    ("ra search --no-update --tenant default -- '-black tea'", "`--` before a leading minus"),
    ("ra search tee --explain --fuzzy 1 --match any", "explain the results"),
    ("ra search tea --ranking fields --cutoff-ratio 0.5", "rank and cut in another way"),
    ("ra search 'tea (pot' -v --words", "read the query as plain words; print ids and scores"),
    (
        "ra search tea --mode keyword --max-candidates 20 --aggregation-threshold 0.8",
        "merge subsections only where most of them match",
    ),
)
OUTPUTS = ("list", "full", "matches", "vimgrep", "json")
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
        help="the query; each of several queries gets its share of the results",
        dash_hint="; put `--` before a query that starts with '-'",
    ),
    fresh.TREE,
    # Output.
    option(
        "-o",
        "--output",
        metavar="FORM",
        choices=OUTPUTS,
        help="output form: {} (default: list on a terminal, full in a pipe)",
    ),
    switch("--json", into="output", value="json", help="the same as -o json"),
    switch(
        "--explain",
        help="print the parsed query, every stage and the scores, then the results",
    ),
    switch("-v", into="verbose", help="print ids, stages, scores and reasons"),
    switch("--no-pager", into="paged", value=False, help="print long output without a pager"),
    option(
        "--open",
        metavar="N",
        check=number(int, 1),
        help="open result N, or the first, in $EDITOR at its line",
    )._replace(value=1),
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
        "-f",
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
    from ra.query import each_of, plain

    with fresh.opened(args, out) as kb:
        kb.trees.select(args.tree)  # report a mistyped name before any work
        query: list[str | Query] = args.query
        if args.words:
            query = [words for words in map(plain, args.query) if words is not None]
        each_of(query)  # report a mistake before any work
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
        _answer(report, kb, args, out)
    return 0 if report.limited else 1


def _answer(report: Report, kb: library.Library, args: Namespace, out: Output) -> None:
    """Print the report, or open one of its results."""
    if args.open and report.results:
        _open(report, kb, args.open)
    elif args.output == "json":
        from ra.present import search_json

        out.json(search_json.record(report, explain=args.explain))
    else:
        _print(report, kb, args, out)


def _params(args: Namespace, settings: Search) -> Search:
    given = {key: getattr(args, flag) for flag, key in _SETTINGS.items()}
    return settings._replace(**{key: value for key, value in given.items() if value is not None})


def _print(report: Report, kb: library.Library, args: Namespace, out: Output) -> None:
    from ra.cli.screen import screen, show
    from ra.present import search

    explained: list[str] = []
    if args.explain or args.verbose:
        from ra.present import explain

        draw = explain.draw if args.explain else explain.stages
        explained += draw(report, out.style)
    if not report.results:
        out.lines(explained)
        _nothing(report, kb, args, out)
        return
    places, size = _places(kb), screen()
    verbose = args.verbose or args.explain
    page = search.display(report, out.style, places, verbose=verbose, screen=size)
    output = args.output or ("list" if sys.stdout.isatty() else "full")
    notes = list(search.notes(report))
    if output == "vimgrep":  # every line is a place
        for note in notes:
            out.warn(note)
        notes = []
    lines = (*explained, *map(out.style.warning, notes), *_form(output)(report, page))
    show(lines, out, paged=args.paged)


def _form(output: str) -> Form:
    """The function that prints an output form; its module is loaded when it is used."""
    if output == "list":
        from ra.present.result_list import short

        return short
    if output == "vimgrep":
        from ra.present.vimgrep import vimgrep

        return vimgrep
    from ra.present import search

    return search.matches if output == "matches" else search.full


def _places(kb: library.Library) -> FileLinks:
    from ra.present.file_links import FileLinks

    return FileLinks(
        {tree.name: tree.root for tree in kb.trees.select()},
        kb.settings.cwd,
        links=sys.stdout.isatty() and os.environ.get("TERM") != "dumb",
    )


def _nothing(report: Report, kb: library.Library, args: Namespace, out: Output) -> None:
    """Say why there is no result; the files are listed once more for what was left out."""
    from ra.present.nothing_found import nothing_found

    for sentence in nothing_found(report, kb.index.status(args.tree).trees):
        out.warn(sentence)


def _open(report: Report, kb: library.Library, number: int) -> None:
    from ra.cli.screen import edit

    if number > len(report):
        found = "is 1 result" if len(report) == 1 else f"are {len(report)} results"
        raise UsageError(f"--open {number}: there {found}")
    match = report[number - 1].match
    code = edit(_places(kb).file(match.chunk), match.lines.line)
    if code:
        raise UsageError(f"$EDITOR ended with exit code {code}")
