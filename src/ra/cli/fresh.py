"""Is the index up to date when a command reads it? Brought up to date first, unless told not to."""

from __future__ import annotations

from argparse import Namespace

from ra.cli.output import Output
from ra.cli.parser import Parser
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from ra.library import Library


def arguments(parser: Parser) -> None:
    """The flags of every command that reads the index."""
    parser.add_argument(
        "--no-update",
        dest="update",
        action="store_false",
        help="read the index as it is, without looking at the files",
    )
    tenant(parser)


def trees(parser: Parser) -> None:
    """Which trees; all if none is named."""
    parser.add_argument(
        "--tree", action="append", default=[], metavar="TREE", help="only this tree (repeatable)"
    )


def tenant(parser: Parser) -> None:
    """Whose documents; every command that shows some of them has it."""
    parser.add_argument(
        "--tenant",
        metavar="NAME",
        help="whose documents (default: 'default', or the only tenant there is)",
    )


def refresh(kb: Library, args: Namespace, out: Output) -> None:
    """Bring in what changed in the files; what deserves a look is said on stderr."""
    if not args.update:
        if not kb.settings.index_dir.is_dir():
            out.warn("there is no index yet; leave out --no-update, and it is built")
        return
    with out.progress() as progress:
        report = kb.update(progress=progress)
    for note in report.notes:
        out.warn(note)
    for tree in report.trees:
        if tree.problem:
            out.warn(tree.problem)
