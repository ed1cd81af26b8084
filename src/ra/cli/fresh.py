"""Updates the index before a command reads it, unless `--no-update` is given."""

from __future__ import annotations

from ra.cli.arguments import Namespace, option, repeatable, switch
from ra.cli.output import Output
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from ra.library import Library
    from ra.library.access import UpdateMode

# Trees; all if none is named.
TREE = repeatable("-t", "--tree", metavar="TREE", help="read only this tree (repeatable)")
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
    """The library of a command that reads, updated once; with --no-update it must exist."""
    from ra import library

    mode: UpdateMode = "auto" if args.update else "never"
    return library.open(tenant=args.tenant, update=mode, max_age=float("inf"), say=out.warn)


def refresh(kb: Library, args: Namespace, out: Output) -> None:
    """Update the index now, with a progress line; without this the first read does it silently."""
    if args.update:  # otherwise the modules for it are not loaded
        kb.index.refresh(out.progress())
