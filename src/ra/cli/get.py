"""`ra get`: prints a section, a document or a range of lines by id."""

from __future__ import annotations

import sys

from ra import library
from ra.cli import fresh
from ra.cli.arguments import Namespace, option, switch, word
from ra.cli.output import Output
from ra.errors import NotFound
from ra.present import clean, passage

DESCRIPTION = "Print a section, a document or a range of lines by its id."
EXAMPLES = (
    ("ra get docs:guide.md", "print a document"),
    ("ra get project:README.md#green", "print a section with its heading"),
    ("ra get README.md#green --full-document", "print the document of a section"),
    ("ra get guide", "print a note by its file name, title or alias"),
    ("ra get docs/guide.md:4", "print the section with line 4"),
    ("ra get docs/guide.md --lines 4-6", "print lines 4 to 6 of a file"),
    ("ra get docs:pot.md --json", "print a JSON object"),
    ("ra get docs:pot.md --no-update --tenant default", "read one tenant, without an update"),
)


def _lines(typed: str) -> tuple[int, int]:
    """Parse `4-6` as the first and last line; `4` alone is both, `4-` has no end."""
    first, dash, last = typed.partition("-")
    both = (first, (last or str(sys.maxsize)) if dash else first)
    try:
        start, end = (int(number) for number in both if number.isascii() and number.isdigit())
    except ValueError:  # not numbers, or more digits than Python converts
        start = end = 0
    if 1 <= start <= end:
        return start, end
    raise ValueError(f"invalid line range '{typed}'; use FIRST-LAST or FIRST-, for example 4-6")


ARGUMENTS = (
    word(
        "id",
        metavar="ID",
        help="tree:path or tree:path#slug; or a file path, path:line, the name or alias of a note, "
        "`[[Name#Heading]]`, Name#^block",
    ),
    switch("--full-document", help="print the whole document of a section"),
    option(
        "--lines",
        metavar="FIRST-LAST",
        check=_lines,
        help="print only these lines of the document, from 1, for example 4-6 or 4-",
    ),
    switch("--json", help="print a JSON object"),
    *fresh.ARGUMENTS,
)


def run(args: Namespace, out: Output) -> int:
    """`ra get`: print a section or document; exit code 1 if it does not exist."""
    with fresh.opened(args, out) as kb:
        fresh.refresh(kb, args, out)
        try:
            got = _place(kb, args)
        except NotFound as error:
            out.fail(str(error))
            return 1
    if got.stale:
        name = clean.name(got.document.id)
        out.warn(f"{name}: the file cannot be read now; this is its last good version")
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
