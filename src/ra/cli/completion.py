"""`ra completion`: prints a completion script for a shell."""

from __future__ import annotations

from ra.cli.arguments import Namespace, option, switch, word
from ra.cli.output import Output
from ra.errors import RaError, UsageError

DESCRIPTION = (
    "Print a script that completes commands, flags, tree names, files, and names of notes and "
    "sections in your shell."
)
EXAMPLES = (
    ("source <(ra completion bash)", "in ~/.bashrc"),
    ("source <(ra completion zsh)", "in ~/.zshrc, after compinit"),
    ("ra completion fish | source", "in ~/.config/fish/config.fish"),
)
_MOST = 500
SHELLS = ("bash", "zsh", "fish")
ARGUMENTS = (
    word("shell", metavar="SHELL", times="?", choices=SHELLS, help="the shell: {}"),
    switch("--trees", help=""),  # hidden: used by the scripts
    option("--names", metavar="START", help=""),  # hidden, too
)


def run(args: Namespace, out: Output) -> int:
    """`ra completion`: print the script, or the names of the trees."""
    if args.trees:
        out.lines(_tree_names())
    elif args.names is not None:
        out.lines(_names(args.names))
    elif args.shell is None:
        raise UsageError(f"missing argument: SHELL; use one of {', '.join(SHELLS)}")
    else:
        from ra.cli import shells  # imports every command

        out.line(shells.SCRIPTS[args.shell](shells.specs()).rstrip("\n"))
    return 0


def _tree_names() -> list[str]:
    """The trees of this folder; empty if the settings are broken, since completion prints no
    errors.
    """
    from ra import library

    try:
        with library.open(say=lambda _: None) as kb:
            return [tree.name for tree in kb.settings.trees]
    except (RaError, OSError):
        return []


def _names(start: str) -> list[str]:
    """The names of notes and sections in the index as it is; empty if there is none."""
    from ra import library

    try:
        with library.open(update="never", say=lambda _: None) as kb:
            return [name for name in kb.index.names(start) if "\n" not in name][:_MOST]
    except (RaError, OSError):
        return []
