"""`ra init`: writes a settings file with every key."""

from __future__ import annotations

import os
from pathlib import Path

from ra.cli.arguments import Namespace, switch
from ra.cli.files import write_whole
from ra.cli.output import Output
from ra.config import here, template
from ra.config.apply_trust import survey
from ra.config.load import folder_tree_name
from ra.config.safe_open import look
from ra.config.schema import FILE_NAME
from ra.config.trust import recall, remember
from ra.errors import UsageError
from ra.parse.slugs import slugify
from ra.present import clean

DESCRIPTION = "Write a settings file that lists every key with its default, commented out."
EXAMPLES = (
    ("ra init", "write .ra.toml in this folder"),
    ("ra init --global", "write the global file ~/.ra.toml"),
    ("ra init --force", "replace an existing file"),
)
ARGUMENTS = (
    switch("--global", into="everywhere", help="write the global file, ~/.ra.toml"),
    switch("--force", help="replace an existing file"),
)


def run(args: Namespace, out: Output) -> int:
    """`ra init`: write the settings file; replace an existing one only with --force."""
    home, _, state, _ = here()
    folder = home if args.everywhere else Path.cwd().resolve()
    path = folder / FILE_NAME
    if path.is_dir():
        raise UsageError(f"{path} is a folder; move it away, then run `ra init` again")
    if not args.force and (path.exists() or path.is_symlink()):
        again = "ra init --global --force" if args.everywhere else "ra init --force"
        raise UsageError(f"{path} already exists; edit it, or replace it with `{again}`")
    if not args.everywhere:
        _check_link(path, state)
    name = folder_tree_name(folder.name, slugify)
    write_whole(path, template.user() if args.everywhere else template.project(name))
    _trust_own(path, home.resolve(), state)
    real = Path(os.path.realpath(path))
    through = f" through the link {clean.name(str(path))}" if path.is_symlink() else ""
    out.line(f"wrote {clean.name(str(real if through else path))}{through}")
    out.line("edit it, then run `ra status` to see what it covers")
    return 0


def _check_link(path: Path, state: Path) -> None:
    """Write through a link of a project only if the user trusts it: it may lead anywhere."""
    if not path.is_symlink():
        return
    real = Path(os.path.realpath(path))
    record = recall(state, path)
    if record is None or record.whole is None or record.whole.target != str(real):
        way = "" if real.is_relative_to(path.parent) else ", or allow it with `ra trust` first"
        raise UsageError(f"{path} is a link to {real}; remove it{way}")


def _trust_own(path: Path, home: Path, state: Path) -> None:
    """Trust the file that the user has just requested."""
    found = look(path, is_global=path.parent == home)
    record = survey(found, home) if found else None
    if record and not record.is_empty:
        remember(state, record)
