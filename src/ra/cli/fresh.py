"""Updates the index before a command reads it, unless `--no-update` is given."""

from __future__ import annotations

from ra.cli.arguments import Namespace, option, repeatable, switch
from ra.cli.output import Output
from ra.errors import IndexUnwritable
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from ra.library import Library

# Trees; all if none is named.
TREE = repeatable("--tree", metavar="TREE", help="read only this tree (repeatable)")
# The tenant; every command that shows documents has it.
TENANT = option(
    "--tenant",
    metavar="NAME",
    help="tenant to read (default: 'default', or the only tenant)",
)
# The arguments of every command that reads the index.
ARGUMENTS = (
    switch(
        "--no-update",
        into="update",
        value=False,
        help="do not check the files for changes; a damaged index is still rebuilt",
    ),
    TENANT,
)


def opened(args: Namespace, out: Output) -> Library:
    """The library of a command that reads; with --no-update a missing index is an error."""
    from ra import library

    return library.open(tenant=args.tenant, say=out.warn, build=args.update)


def refresh(kb: Library, args: Namespace, out: Output) -> None:
    """Index changed files; print remarks on stderr.

    Where the index cannot be written, it can still be read (SPEC 6.6).
    """
    if not args.update:
        return
    try:
        with out.progress() as progress:
            report = kb.update(progress=progress)
    except IndexUnwritable as error:
        if not kb.has_index():
            raise
        out.warn(f"{error}\nresults come from the index without these changes")
        return
    for note in report.notes:
        out.warn(note)
    for tree in report.trees:
        if tree.problem:
            out.warn(tree.problem)
