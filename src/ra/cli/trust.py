"""`ra trust`: allows settings to use folders outside their own, or lists and revokes that."""

from __future__ import annotations

from pathlib import Path

from ra.cli.arguments import Namespace, switch, word
from ra.cli.output import Output
from ra.config import here
from ra.config.apply_trust import command, current, standing, survey
from ra.config.nearest_file import known_file, nearest
from ra.config.trust import (
    TrustRecord,
    check_readable,
    forget,
    recall,
    records,
    remember,
    unreadable,
)
from ra.errors import UsageError
from ra.present import clean, trust

DESCRIPTION = (
    "Allow a settings file to use folders outside its own: folders to search, a place for the "
    "index."
)
EXAMPLES = (
    ("ra trust", "trust the nearest settings file"),
    ("ra trust --dry-run", "print what would be trusted"),
    ("ra trust ../project", "trust the settings file of another folder"),
    ("ra trust --list", "list all trusted settings files and their state"),
    ("ra trust --revoke", "revoke the trust"),
    ("ra trust --list --json", "print a JSON array"),
)
ARGUMENTS = (
    word(
        "folder",
        metavar="FOLDER",
        times="?",
        help="folder of the settings file (default: the current one)",
    ),
    switch("--dry-run", help="print what would be trusted, and record nothing"),
    switch("--list", help="list all trusted settings files"),
    switch("--revoke", help="revoke the trust"),
    switch("--json", help="print JSON"),
)


def run(args: Namespace, out: Output) -> int:
    """`ra trust`: show the values that need trust, and record them."""
    if args.folder == "":
        raise UsageError("FOLDER is empty; give a folder, or omit it for the current one")
    if args.list and (args.revoke or args.folder):
        raise UsageError("--list cannot be combined with FOLDER or --revoke")
    if args.dry_run and (args.list or args.revoke):
        raise UsageError("--dry-run cannot be combined with --list or --revoke")
    if args.list:
        return _list(args, out)
    return (_revoke if args.revoke else _allow)(args, out)


def _allow(args: Namespace, out: Output) -> int:
    home, _, state, _ = here()
    home = home.resolve()
    found = nearest(_folder(args), home)
    record = survey(found, home)
    if not args.dry_run:
        _keep(record, state)
    is_kept = recall(state, found.path) == record
    if args.json:
        kept: trust.State = "trusted" if is_kept else "untrusted"
        out.json(trust.record_of(record, "none" if record.is_empty else kept), indent=2)
    elif record.is_empty:
        out.line(f"nothing in {clean.name(record.file)} needs trust")
    else:
        out.lines(trust.draw(record, out.style))
        out.line(_outcome(args, found.path.parent, is_kept=is_kept))
    return 0


def _keep(record: TrustRecord, state: Path) -> None:
    if record.is_empty:
        forget(state, Path(record.file))  # the file no longer contains the trusted values
    else:
        remember(state, record)


def _outcome(args: Namespace, folder: Path, *, is_kept: bool) -> str:
    """The new state, and the command that reverts it."""
    words = "ra trust --revoke" if is_kept else "ra trust"
    way = command(words, folder) if args.folder else f"`{words}`"
    if is_kept:
        return f"trusted while these values are unchanged; to undo, run {way}"
    return f"not trusted, nothing was recorded; to trust it, run {way}"


def _list(args: Namespace, out: Output) -> int:
    home, _, state, _ = here()
    home = home.resolve()
    check_readable(state)
    found = [(record, standing(record, home)) for record in records(state)]
    unread = unreadable(state)
    for path in unread:
        out.warn(f"{path}: is not a readable trust record; it allows nothing")
    if args.json:
        out.array(trust.record_of(each, "lapsed" if why else "trusted", why) for each, why in found)
    elif not found and not unread:
        out.line("nothing is trusted")
    for record, why in () if args.json else found:
        if why:
            out.lines(trust.draw_lapsed(record, current(record, home), out.style, why))
        else:
            out.lines(trust.draw(record, out.style))
    return 0 if found else 1


def _revoke(args: Namespace, out: Output) -> int:
    home, _, state, _ = here()
    check_readable(state)
    file = known_file(_folder(args), home.resolve(), state)
    record = recall(state, file) or TrustRecord(str(file), None, ())
    revoked = forget(state, file)
    if args.json:
        out.json(trust.record_of(record, "revoked" if revoked else "none"), indent=2)
    else:
        said = "revoked" if revoked else "nothing was trusted"
        out.line(f"{said}: {clean.name(str(file))}")
    return 0 if revoked else 1


def _folder(args: Namespace) -> Path:
    return Path(args.folder or ".")
