"""`ra init`: how do I start with settings of my own?"""

from __future__ import annotations

from pathlib import Path

from ra.cli.arguments import Namespace, switch
from ra.cli.files import write_whole
from ra.cli.output import Output
from ra.config import here, template
from ra.config.load import folder_tree_name
from ra.config.schema import FILE_NAME
from ra.errors import UsageError
from ra.parse.slugs import slugify

DESCRIPTION = "Write a settings file that names every key with its default, ready to change."
EXAMPLES = (
    ("ra init", "for this folder: .ra.toml"),
    ("ra init --global", "for all folders: ~/.ra.toml"),
    ("ra init --force", "replace the file that is there"),
)
ARGUMENTS = (
    switch("--global", into="everywhere", help="write ~/.ra.toml instead"),
    switch("--force", help="replace a file that is there"),
)


def run(args: Namespace, out: Output) -> int:
    """`ra init`: write the settings file, but never over another unasked."""
    folder = here()[0] if args.everywhere else Path.cwd()
    path = folder / FILE_NAME
    if path.is_dir():
        raise UsageError(f"{path} is a folder; move it away, then run `ra init` again")
    if not args.force and (path.exists() or path.is_symlink()):
        raise UsageError(f"{path} is already there; edit it, or replace it with `ra init --force`")
    name = folder_tree_name(folder.name, slugify)
    write_whole(path, template.user() if args.everywhere else template.project(name))
    out.line(f"wrote {path}")
    out.line("edit it, then run `ra status` to see what it covers")
    return 0
