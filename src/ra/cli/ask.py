"""`ra ask`: answers a question from the documents, with citations."""

from __future__ import annotations

import sys

from ra.cli import fresh
from ra.cli.arguments import Namespace, number, option, switch, word
from ra.cli.output import Output
from ra.config.choices import MODES
from ra.errors import UsageError
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ra.answer.records import Answer
    from ra.library import Library

DESCRIPTION = (
    "Answer a question from your documents. The answer quotes the sentences that answer it, each "
    "with a citation. With `llm.url` in the settings a language model writes the answer, and every "
    "sentence is checked against what it cites."
)
EXAMPLES = (
    ("ra ask 'How hot should green tea be?'", "sentences that answer, with their places"),
    ("ra ask 'How do I warm the pot?' --sentences 5 --tree docs", "quote more, from one tree"),
    ("ra ask 'How hot is green tea?' --json --max-tokens 500", "JSON, evidence within a budget"),
    ("ra ask 'How hot is tea?' --no-llm --mode keyword --tenant default", "quote, by words"),
    ("ra ask 'How hot is tea?' --no-update", "read the index as it is"),
    ("ra ask --interactive 'How hot is green tea?'", "read more questions from standard input"),
    ("ra ask -i 'How hot is green tea?'", "the same"),
    ("ra ask 'How hot is green tea?' --dry-run", "print what a language model would be sent"),
)
ARGUMENTS = (
    word("question", metavar="QUESTION", times="*", help="the question; words are joined"),
    fresh.TREE,
    switch("--json", help="print a JSON object"),
    option(
        "--max-tokens",
        metavar="N",
        check=number(int, 1),
        help="maximum number of tokens of the evidence (default: 3000)",
    ),
    option(
        "--sentences",
        metavar="N",
        check=number(int, 1),
        help="maximum number of sentences to quote (default: 3)",
    ),
    option(
        "--mode",
        metavar="MODE",
        choices=MODES,
        help="retrieval mode: {} (default: hybrid if there are embeddings)",
    ),
    switch("--no-llm", into="llm", value=False, help="quote the documents, generate nothing"),
    switch("--dry-run", help="print the request for the language model, and send nothing"),
    switch(
        "-i", "--interactive", help="ask several questions; a follow-up refers to the last ones"
    ),
    *fresh.ARGUMENTS,
)


def run(args: Namespace, out: Output) -> int:
    """`ra ask`: print the answer; exit code 1 if there is none."""
    question = " ".join(args.question)
    if not (question.strip() or args.interactive):
        raise UsageError("no question; write one, or use -i to ask several")
    with fresh.opened(args, out) as kb:
        kb.trees.select(args.tree)
        fresh.refresh(kb, args, out)
        if args.dry_run:
            from ra.library.ask import AskOptions

            options = AskOptions(args.tree, args.max_tokens or 3000)
            out.json(kb.answers.request(question, options), indent=2)
            return 0
        if args.interactive:
            return _converse(question, kb, args, out)
        return 0 if _answer(question, (), kb, args, out).sentences else 1


def _converse(question: str, kb: Library, args: Namespace, out: Output) -> int:
    """Answer questions until the input ends; the exit code is that of the last answer."""
    asked: list[str] = []
    code = 1
    while True:
        if question.strip():
            done = _answer(question, asked, kb, args, out)
            asked.append(done.asked)
            code = 0 if done.sentences else 1
        line = _typed(out)
        if line is None:
            return code
        question = line


def _typed(out: Output) -> str | None:
    """The next line of standard input; None at its end. A prompt is shown on a terminal only."""
    if sys.stdin.isatty():
        out.prompt("> ")
    line = sys.stdin.readline()
    return line if line else None


def _answer(
    question: str, before: Sequence[str], kb: Library, args: Namespace, out: Output
) -> Answer:
    from ra.present import answer as present

    done = kb.ask(
        question,
        args.tree,
        max_tokens=args.max_tokens or 3000,
        sentences=args.sentences or 3,
        mode=args.mode,
        llm=args.llm,
        before=before,
    )
    if args.json:
        out.json(done.to_dict())
        return done
    out.lines(present.draw(done, out.style))
    return done
