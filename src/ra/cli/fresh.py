"""Is the index up to date when a command reads it? Brought up to date first, unless told not to."""

from __future__ import annotations

from ra.cli.arguments import Namespace, option, repeatable, switch
from ra.cli.output import Output
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from ra.library import Library

# Which trees; all if none is named.
TREE = repeatable("--tree", metavar="TREE", help="only this tree (repeatable)")
# Whose documents; every command that shows some of them has it.
TENANT = option(
    "--tenant",
    metavar="NAME",
    help="whose documents (default: 'default', or the only tenant there is)",
)
# What every command has that reads the index.
ARGUMENTS = (
    switch(
        "--no-update",
        into="update",
        value=False,
        help="read the index as it is, without looking at the files",
    ),
    TENANT,
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
