"""`ra chunks`: what are the pieces of these documents?"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from ra import library
from ra.chunk.records import FORM_NAMES
from ra.cli import fresh
from ra.cli.arguments import Namespace, option, switch, word
from ra.cli.output import Output
from ra.config.names import STRATEGIES
from ra.errors import FileRefused, RaError, TreeMissing, UsageError
from ra.present import clean, text
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from ra.library.checking import Checked

T = TypeVar("T")

DESCRIPTION = "Print or check the chunks of some files, of some trees, or of everything."
EXAMPLES = (
    ("ra chunks README.md", "the chunks of one file"),
    ("ra chunks --tree docs", "of one tree"),
    ("ra chunks --json > chunks.jsonl", "all, one JSON record a line"),
    ("ra chunks --tenant default", "all of one tenant"),
    ("ra chunks README.md --strategy leaves", "as another strategy would cut them"),
    ("ra chunks --format ragdocs --json", "the records that another program expects"),
    ("ra chunks --strategy spec_v1 --format spec-v1 --json", "with ids that never change"),
    ("ra chunks --validate", "check the chunks of spec_v1 against its list"),
)
ARGUMENTS = (
    word("files", metavar="FILE", times="*", help="only these files"),
    fresh.TREE,
    option(
        "--strategy",
        metavar="NAME",
        choices=STRATEGIES,
        help="cut by another strategy than the settings say: {}",
    ),
    switch("--json", help="print one JSON record a line"),
    option(
        "--format",
        metavar="FORM",
        choices=FORM_NAMES,
        help="the form of the records with --json: {} (default: ra)",
    ),
    switch(
        "--validate",
        help="check what spec_v1 makes of the documents; exit code 2 if a rule is broken",
    ),
    fresh.TENANT,
)


def run(args: Namespace, out: Output) -> int:
    """`ra chunks`: print chunk after chunk; a bad file is reported and the others go on."""
    _check(args)
    failed = 0

    def on_failure(path: str, error: RaError) -> None:
        nonlocal failed
        failed += _counts(error, named=bool(args.files))
        out.warn(str(error))

    with library.open(tenant=args.tenant) as kb:
        if args.validate:
            checked = kb.validate(args.files, args.tree, on_failure)
            found, broken = _validated(checked, out)
            failed += broken
        elif args.json:
            choice = (args.format or FORM_NAMES[0], args.files, args.tree, on_failure)
            found = _each(kb.records(*choice, strategy=args.strategy), out.json)
        else:
            chunks = kb.chunks(args.files, args.tree, on_failure, strategy=args.strategy)
            found = _each(chunks, lambda chunk: out.lines(text.chunk(chunk, out.style)))
    if failed:
        return 2
    return 0 if found else 1


def _check(args: Namespace) -> None:
    """A flag without effect would be a wrong answer that looks right."""
    if args.files and args.tree:
        raise UsageError("a FILE has its tree already; name files or --tree, not both")
    if args.format and not args.json:
        raise UsageError("--format is the form of JSON records; add --json")
    if args.validate and (args.json or args.strategy):
        flag = "--json" if args.json else "--strategy"
        raise UsageError(f"--validate checks the chunks of spec_v1 and prints none; drop {flag}")


def _validated(checked: Iterable[Checked], out: Output) -> tuple[int, int]:
    """Print every rule that is broken, then the sum; how much was checked, how much is broken."""
    documents = chunks = broken = 0
    for one in checked:
        documents, chunks = documents + 1, chunks + one.chunks
        broken += out.lines(map(clean.line, one.problems))
    what = f"{text.count(chunks, 'spec_v1 chunk')} of {text.count(documents, 'document')}"
    if broken:
        out.fail(f"{what} checked: {text.count(broken, 'problem')}")
    elif chunks:
        out.line(f"{what} checked: every rule holds")
    return chunks, broken


def _each(values: Iterable[T], show: Callable[[T], object]) -> int:
    """Show them as they come; how many there were."""
    count = 0
    for value in values:
        show(value)
        count += 1
    return count


def _counts(error: RaError, *, named: bool) -> bool:
    """A missing tree is a warning (SPEC 1.6), and so is a file that only a walk came across."""
    if isinstance(error, FileRefused):
        return named or error.state == "failed"
    return not isinstance(error, TreeMissing)
