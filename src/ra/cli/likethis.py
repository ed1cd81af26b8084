"""`ra likethis`: prints the sections that are similar to a section or a file."""

from __future__ import annotations

from ra.cli import fresh, results
from ra.cli.arguments import Namespace, number, option, word
from ra.cli.output import Output

DESCRIPTION = (
    "Print the sections that are similar to a section, a document or a file. Sections of the "
    "document itself are left out."
)
EXAMPLES = (
    ("ra likethis docs/guide.md", "sections similar to a document"),
    ("ra likethis docs:guide.md --tree docs -n 3 -o list", "the same by its id, in one tree"),
    ("ra likethis docs:guide.md --explain --max-terms 10", "the words that were compared"),
    (
        "ra likethis docs/pot.md --min-doc-freq 1 --max-doc-freq 9 --min-term-freq 1",
        "words that are neither too rare nor too common",
    ),
    (
        "ra likethis docs/guide.md --min-word-len 2 --max-word-len 20 --boost 2",
        "words of some length, with more weight",
    ),
    (
        "ra likethis docs/guide.md -v --mode keyword --ranking fields --no-pager",
        "print ids, scores and reasons",
    ),
    (
        "ra likethis docs/guide.md --cutoff-ratio 0.5 --aggregation-threshold 0.8",
        "cut earlier, merge later",
    ),
    ("ra likethis docs/guide.md --no-aggregation", "print every hit separately"),
    ("ra likethis docs/guide.md --json --max-tokens 500 --no-update", "JSON within a token budget"),
    (
        "ra likethis docs/guide.md --open 1 --tenant default --max-candidates 9",
        "open the first result in $EDITOR",
    ),
)
ARGUMENTS = (
    word("wanted", metavar="ID", help="the id of a section or document, or a file"),
    option(
        "--min-doc-freq",
        metavar="N",
        check=number(int, 1),
        help="ignore words in fewer sections than this (default: 2)",
    ),
    option(
        "--max-doc-freq",
        metavar="N",
        check=number(int, 1),
        help="ignore words in more sections than this",
    ),
    option(
        "--min-term-freq",
        metavar="N",
        check=number(int, 1),
        help="ignore words that occur less often in the text (default: 1)",
    ),
    option(
        "--max-terms",
        metavar="N",
        check=number(int, 1, 1000),
        help="how many words are compared (default: 50)",
    ),
    option(
        "--min-word-len",
        metavar="N",
        check=number(int, 1),
        help="ignore words with fewer letters (default: 3)",
    ),
    option(
        "--max-word-len",
        metavar="N",
        check=number(int, 1),
        help="ignore words with more letters (default: 40)",
    ),
    option(
        "--boost",
        metavar="FACTOR",
        check=number(float, 0),
        help="multiply the weight of each word by this (default: 1)",
    ),
    *results.ARGUMENTS,
    *fresh.ARGUMENTS,
)
_WORDS = (
    "min_doc_freq", "max_doc_freq", "min_term_freq", "max_terms", "min_word_len", "max_word_len",
    "boost",
)  # fmt: skip


def run(args: Namespace, out: Output) -> int:
    """`ra likethis`: print the results; exit code 1 if there are none."""
    with fresh.opened(args, out) as kb:
        kb.trees.select(args.tree)  # report a mistyped name before any work
        fresh.refresh(kb, args, out)
        from ra.library.likethis import LikeWords

        given = {name: getattr(args, name) for name in _WORDS}
        words = LikeWords()._replace(
            **{name: value for name, value in given.items() if value is not None}
        )
        report = kb.likethis(
            args.wanted,
            args.tree,
            words=words,
            aggregates=args.aggregates,
            max_tokens=args.max_tokens or 0,
            **results.changes(args),
        )
        results.answer(report, kb, args, out)
    return 0 if report.limited else 1
