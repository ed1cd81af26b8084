"""`ra get`: what does it say at this place?"""

from __future__ import annotations

from ra import library
from ra.cli import fresh
from ra.cli.arguments import Namespace, option, switch, word
from ra.cli.output import Output
from ra.errors import NotFound
from ra.present import passage

DESCRIPTION = "Print a section or a document by its id, or some lines of it."
EXAMPLES = (
    ("ra get docs:guide.md", "a document, once and in order"),
    ("ra get project:README.md#green", "a section with its heading"),
    ("ra get README.md#green --full-document", "the document in which a section stands"),
    ("ra get docs/guide.md --lines 4-6", "these lines of a file, the last one included"),
    ("ra get docs:pot.md --json", "as a JSON object"),
    ("ra get docs:pot.md --no-update --tenant default", "from the index as it is, of one tenant"),
)


def _lines(typed: str) -> tuple[int, int]:
    """`4-6` as the first line and the last; `4` alone is both."""
    first, dash, last = typed.partition("-")
    both = (first, last if dash else first)
    try:
        start, end = (int(number) for number in both if number.isascii() and number.isdigit())
    except ValueError:  # no numbers, or more digits than Python reads
        start = end = 0
    if 1 <= start <= end:
        return start, end
    raise ValueError(f"'{typed}' are no lines; write the first and the last, for example 4-6")


ARGUMENTS = (
    word(
        "id",
        metavar="ID",
        help="tree:path or tree:path#slug, or the path of a file in their place",
    ),
    switch("--full-document", help="print the whole document of a section"),
    option(
        "--lines",
        metavar="A-B",
        check=_lines,
        help="print only these lines of the document, counted from 1",
    ),
    switch("--json", help="print a JSON object"),
    *fresh.ARGUMENTS,
)


def run(args: Namespace, out: Output) -> int:
    """`ra get`: print one place; if it is not there, exit code 1."""
    with library.open(tenant=args.tenant, say=out.warn) as kb:
        fresh.refresh(kb, args, out)
        try:
            got = _place(kb, args)
        except NotFound as error:
            out.fail(str(error))
            return 1
    if got.stale:
        out.warn(f"{got.document.id}: the file cannot be read now; this is its last good version")
    if args.json:
        out.json(passage.record(got), indent=2)
    else:
        out.lines(passage.draw(got, out.style))
    return 0


def _place(kb: library.Library, args: Namespace) -> library.Got:
    got = kb.get(args.id)
    if args.full_document or args.lines:
        got = kb.get(got.document.id)
    return passage.only_lines(got, *args.lines) if args.lines else got
