"""`ra chunks`: prints or exports the chunks of documents, or validates them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from ra import library
from ra.chunking.export import FORM_NAMES
from ra.cli import fresh
from ra.cli.arguments import Namespace, option, switch, word
from ra.cli.output import Output
from ra.config.choices import STRATEGIES
from ra.errors import FileRefused, RaError, TreeMissing, UsageError
from ra.present import clean, text
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from ra.chunking.spec_v1.checklist import Checked

T = TypeVar("T")

DESCRIPTION = "Print, export or validate the chunks of files, of trees, or of all documents."
EXAMPLES = (
    ("ra chunks README.md", "print the chunks of one file"),
    ("ra chunks --tree docs", "print the chunks of one tree"),
    ("ra chunks --json > chunks.jsonl", "export all chunks, one JSON record a line"),
    ("ra chunks --tenant default", "print the chunks of one tenant"),
    ("ra chunks README.md --strategy leaves", "use another chunking strategy"),
    ("ra chunks --format ragdocs --json", "export records with metadata"),
    ("ra chunks --strategy spec_v1 --format spec-v1 --json", "export records with stable ids"),
    ("ra chunks --validate", "validate the chunks of spec_v1"),
)
ARGUMENTS = (
    word("files", metavar="FILE", times="*", help="only these files"),
    fresh.TREE,
    option(
        "--strategy",
        metavar="NAME",
        choices=STRATEGIES,
        help="chunking strategy to use instead of the one in the settings: {}",
    ),
    switch("--json", help="print one JSON record a line"),
    option(
        "--format",
        metavar="FORM",
        choices=FORM_NAMES,
        help="form of the --json records: {} (default: ra)",
    ),
    switch(
        "--validate",
        help="validate the chunks of spec_v1; exit code 2 if a rule is violated",
    ),
    fresh.TENANT,
)


def run(args: Namespace, out: Output) -> int:
    """`ra chunks`: print the chunks; a bad file is reported and the others continue."""
    _check(args)
    failed = 0

    def on_failure(path: str, error: RaError) -> None:
        nonlocal failed
        failed += _counts(error, named=bool(args.files))
        out.warn(str(error))

    with library.open(tenant=args.tenant, say=out.warn) as kb:
        if args.validate:
            checked = kb.files.validate(args.files, args.tree, on_failure)
            found, broken = _validated(checked, out)
            failed += broken
        elif args.json:
            choice = (args.format or FORM_NAMES[0], args.files, args.tree, on_failure)
            found = _each(kb.files.records(*choice, strategy=args.strategy), out.json)
        else:
            chunks = kb.files.chunks(args.files, args.tree, on_failure, strategy=args.strategy)
            found = _each(chunks, lambda chunk: out.lines(text.chunk(chunk, out.style)))
    if failed:
        return 2
    return 0 if found else 1


def _check(args: Namespace) -> None:
    """Reject flags without effect: they would give a wrong result that looks right."""
    if args.files and args.tree:
        raise UsageError("FILE and --tree exclude each other; use one of them")
    if args.format and not args.json:
        raise UsageError("--format requires --json")
    if args.validate and (args.json or args.strategy):
        flag = "--json" if args.json else "--strategy"
        raise UsageError(f"--validate cannot be combined with {flag}")


def _validated(checked: Iterable[Checked], out: Output) -> tuple[int, int]:
    """Print every broken rule, then the totals; return the number checked and broken."""
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
    """Print values one by one; return their number."""
    count = 0
    for value in values:
        show(value)
        count += 1
    return count


def _counts(error: RaError, *, named: bool) -> bool:
    """Whether a failure sets the exit code: not a missing tree (SPEC 1.6), nor a file found by a
    walk.
    """
    if isinstance(error, FileRefused):
        return named or error.state == "failed"
    return not isinstance(error, TreeMissing)
