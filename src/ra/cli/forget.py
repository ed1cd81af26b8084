"""`ra forget`: removes indexes to free disk space."""

from __future__ import annotations

from ra.cli.arguments import Namespace, option, switch, word
from ra.cli.output import Output
from ra.errors import UsageError
from ra.present import indexes

DESCRIPTION = (
    "Remove indexes. Your documents are not touched. The next command that needs an index "
    "rebuilds it."
)
EXAMPLES = (
    ("ra forget", "remove the index used in this folder"),
    ("ra forget ../elsewhere", "remove the index of another folder, even a deleted one"),
    ("ra forget --unused 30d", "remove all indexes not used for 30 days"),
    ("ra forget --all --dry-run", "list all indexes that would be removed"),
    ("ra forget --json", "print a JSON object"),
)


def _age(typed: str) -> str:
    from ra.query.fields import is_age  # completion loads every command

    if is_age(typed):
        return typed
    raise ValueError(f"'{typed}' is not an age; use days, weeks, months or years: 30d, 4w, 3m, 1y")


ARGUMENTS = (
    word(
        "folders",
        metavar="FOLDER",
        times="*",
        help="folder whose indexes to remove (default: the current one)",
    ),
    option(
        "--unused",
        metavar="AGE",
        check=_age,
        help="remove all indexes not used for this long: 30d, 4w, 3m, 1y",
    ),
    switch("--all", help="remove all indexes"),
    switch("--dry-run", help="print what would be removed, and remove nothing"),
    switch("--json", help="print a JSON object"),
)


def run(args: Namespace, out: Output) -> int:
    """`ra forget`: remove indexes, and report the space freed."""
    from ra.library import remove_indexes  # completion loads every command

    if bool(args.folders) + bool(args.unused) + args.all > 1:
        raise UsageError("FOLDER, --unused and --all exclude each other; use one of them")
    if "" in args.folders:
        raise UsageError("FOLDER is empty; give a folder, or omit it for the current one")
    chosen = remove_indexes.chosen(args.folders, args.unused, everything=args.all)
    done = remove_indexes.forget(chosen.known, out.warn, dry_run=args.dry_run)
    if args.json:
        out.json(indexes.removed_record(done, chosen.notes, dry_run=args.dry_run), indent=2)
    else:
        out.lines(indexes.draw_removed(done, out.style, dry_run=args.dry_run))
    for message in (*chosen.notes, *indexes.remarks(done)):
        out.warn(message)
    if any(each.problem for each in done) or (done and chosen.notes):
        return 2
    return int(not done)
