"""The arguments and the output of commands that print the results of a search."""

from __future__ import annotations

import os
import sys

from ra import library
from ra.cli import fresh
from ra.cli.arguments import Namespace, number, option, switch
from ra.cli.output import Output
from ra.config.choices import MODES, RANKINGS
from ra.errors import UsageError
from ra.typed import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ra.present.file_links import FileLinks
    from ra.present.search import Display
    from ra.query import Query
    from ra.search.results import Report

    Form = Callable[[Report, Display], Iterator[str]]

OUTPUTS = ("list", "full", "matches", "vimgrep", "json")
# Each flag that overrides a setting of `[search]`, and that setting.
_SETTINGS = {
    "limit": "limit",
    "mode": "mode",
    "match": "match",
    "ranking": "ranking",
    "fuzzy": "fuzzy_distance",
    "max_candidates": "max_candidates",
    "cutoff_ratio": "cutoff_ratio",
    "aggregation_threshold": "aggregation_threshold",
}

OUTPUT = (
    fresh.TREE,
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
)
MODE = option(
    "--mode", metavar="MODE", choices=MODES, help="search by words, by meaning, or by both: {}"
)
RANKING = option("--ranking", metavar="NAME", choices=RANKINGS, help="ranking function: {}")
LIMITS = (
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
)
ARGUMENTS = (*OUTPUT, MODE, RANKING, *LIMITS)
"""The arguments of a command without a typed query."""


def changes(args: Namespace) -> dict[str, Any]:
    """The settings of `[search]` that flags override."""
    given = {key: getattr(args, flag, None) for flag, key in _SETTINGS.items()}
    named = {key: value for key, value in given.items() if value is not None}
    return {**named, "brief_limit": 0} if "limit" in named else named


def answer(report: Report, kb: library.Library, args: Namespace, out: Output) -> None:
    """Print the report, or open one of its results."""
    if args.open and report.results:
        _open(report, kb, args.open)
    elif args.output == "json":
        from ra.present import search_json

        out.json(search_json.record(report, explain=args.explain))
    else:
        _print(report, kb, args, out)


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
        {tree.name: tree.root for tree in kb.trees.select() if tree.source == "files"},
        kb.settings.cwd,
        links=sys.stdout.isatty() and os.environ.get("TERM") != "dumb",
    )


def _nothing(report: Report, kb: library.Library, args: Namespace, out: Output) -> None:
    """Say why there is no result; the files are listed once more for what was left out."""
    from ra.library.pattern_check import suffixes
    from ra.present.nothing_found import nothing_found

    for note in dict.fromkeys(note for one in report.searches for note in one.trace.notes):
        out.warn(note)
    trees = kb.index.status(args.tree).trees
    for sentence in nothing_found(report, trees, suffixes):
        out.warn(sentence)
    if report.origin is None:
        unknown_names([report.query], kb, args, out)
    here = kb.settings.cwd
    if not any(here.is_relative_to(tree.root) or tree.root.is_relative_to(here) for tree in trees):
        out.warn("the current folder is in no tree that was searched")


def unknown_names(
    queries: Sequence[Query | None], kb: library.Library, args: Namespace, out: Output
) -> None:
    """Say which properties, tags and trees of queries without a result do not exist."""
    from ra.present import unknown_names as present

    if asked := [field for query in queries for field in present.asked_names(query)]:
        trees = [tree.name for tree in kb.trees.select()]
        for sentence in present.unknown_names(asked, kb.index.documents(args.tree), trees):
            out.warn(sentence)


def _open(report: Report, kb: library.Library, number: int) -> None:
    from ra.cli.screen import edit

    if number > len(report):
        found = "is 1 result" if len(report) == 1 else f"are {len(report)} results"
        raise UsageError(f"--open {number}: there {found}")
    match = report[number - 1].match
    if match.chunk.tree not in _places(kb).roots:
        raise UsageError(
            f"--open {number}: a commit has no file; `ra get {match.chunk.id}` prints it"
        )
    code = edit(_places(kb).file(match.chunk), match.lines.line)
    if code:
        raise UsageError(f"$EDITOR ended with exit code {code}")
