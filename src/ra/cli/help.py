"""`ra help`: prints the help of ra or of one command."""

from __future__ import annotations

from ra.cli.arguments import Namespace, word
from ra.cli.commands import NAMES
from ra.cli.output import Output
from ra.cli.page import page

DESCRIPTION = "Print the help of ra, or of one command."
EXAMPLES = (("ra help", "list all commands"), ("ra help chunks", "print the help of one command"))
ARGUMENTS = (word("command", metavar="COMMAND", times="?", choices=NAMES, help="the command"),)


def run(args: Namespace, out: Output) -> int:
    """`ra help`: print the page of all commands or of one."""
    if args.command:
        from ra.cli.usage import usage  # not needed for the page of all commands

        out.line(usage(args.command))
    else:
        out.lines(page(out.style))
    return 0
