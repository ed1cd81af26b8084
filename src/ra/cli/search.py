"""`ra search`: prints the sections that match a query, best first."""

from __future__ import annotations

from ra.cli import fresh, results
from ra.cli.arguments import Namespace, number, option, switch, word
from ra.cli.output import Output
from ra.config.choices import MATCHES
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from ra.query import Query

DESCRIPTION = (
    "Search for sections: `ra search 'A B'` for both words, `ra search A B` for each. An argument "
    "is a query of its own; the results of several queries alternate. The best section comes first."
)
EXAMPLES = (
    ("ra search 'green tea' pot -n 3", "the best sections for 'green tea', for pot, the next ones"),
    ("ra search tea -o matches --limit 20 --tree project", "the matching lines in a tree"),
    ("ra search tea --output vimgrep --no-pager", "lines that an editor opens: file:line:column"),
    ("ra search tea --open 1", "open the first result in $EDITOR"),
    (
        "ra search 'hot tea' --mode hybrid --like-answer 'Pour boiling water over it.'",
        "search by words and by meaning",
    ),
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
ARGUMENTS = (
    word(
        "query",
        metavar="QUERY",
        times="+",
        help="the query; each of several queries gets its share of the results",
        dash_hint="; put `--` before a query that starts with '-'",
    ),
    *results.OUTPUT,
    # Matching.
    switch("--words", help="search for the text as plain words, without operators"),
    results.MODE,
    option(
        "--like-answer",
        metavar="TEXT",
        help="search for sections like this guess of the answer, by meaning",
    ),
    option(
        "--match",
        metavar="MODE",
        choices=MATCHES,
        help="require all words, any word, or decide by query length: {}",
    ),
    results.RANKING,
    option(
        "-f",
        "--fuzzy",
        metavar="N",
        check=number(int, 0, 1),
        help="maximum edit distance of fuzzy matches: 0 or 1",
    ),
    *results.LIMITS,
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
        fresh.refresh(kb, args, out)
        params = kb.settings.search._replace(**results.changes(args))
        if params.mode != "keyword":
            kb.index.borrow_models()
        report = kb.search(
            query,
            args.tree,
            params,
            aggregates=args.aggregates,
            max_tokens=args.max_tokens or 0,
            like_answer=args.like_answer or "",
        )
        for note in hints(query):
            out.warn(note)
        results.answer(report, kb, args, out)
    return 0 if report.limited else 1
