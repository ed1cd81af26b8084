"""`ra mcp`: answers an agent over standard input and output."""

from __future__ import annotations

from ra.cli import fresh
from ra.cli.arguments import Namespace
from ra.cli.output import Output

DESCRIPTION = (
    "Serve the trees to an agent by the Model Context Protocol (MCP) on standard input and output. "
    "The agent's host starts it; see the guide on agents for its settings."
)
EXAMPLES = (
    ("ra mcp", "serve the trees of this folder"),
    ("ra -C docs mcp", "serve the trees of another folder"),
    ("ra mcp --tenant default", "serve one tenant"),
)
ARGUMENTS = (fresh.TENANT,)


def run(args: Namespace, out: Output) -> int:
    """`ra mcp`: serve until the input ends."""
    from ra.serve.stdio import run as serve

    serve(args.tenant, out.warn)
    return 0
