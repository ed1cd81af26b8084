"""`ra help`: what can be done, and how?"""

from __future__ import annotations

from argparse import Namespace

from ra.cli.commands import NAMES
from ra.cli.output import Output
from ra.cli.page import page
from ra.cli.parser import Parser, command_parser, one_of

DESCRIPTION = "Show what ra can do, or how one command is used."
EXAMPLES = (("ra help", "all commands"), ("ra help chunks", "one command"))


def arguments(parser: Parser) -> None:
    """One command, or none for all."""
    parser.add_argument(
        "command", nargs="?", metavar="COMMAND", type=one_of(NAMES), help="which command"
    )


def run(args: Namespace, out: Output) -> int:
    """`ra help`: print the page of all commands or of one."""
    if args.command:
        out.line(command_parser(args.command).format_help().rstrip("\n"))
    else:
        out.lines(page(out.style))
    return 0
