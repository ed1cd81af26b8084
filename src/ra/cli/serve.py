"""`ra serve`: answers programs, agents and a web page over HTTP."""

from __future__ import annotations

from pathlib import Path

from ra.cli import fresh
from ra.cli.arguments import Namespace, number, option, repeatable, switch
from ra.cli.output import Output
from ra.errors import UsageError

DESCRIPTION = (
    "Serve the trees over HTTP: a web page at /, a JSON API below /api/v1, and MCP for agents at "
    "/mcp. It listens on this machine only; any other address needs tokens, see `ra token`. Ctrl-C "
    "ends it."
)
EXAMPLES = (
    ("ra serve", "serve the trees of this folder at http://127.0.0.1:8321/"),
    ("ra serve --port 0 --log requests.jsonl", "choose a free port; log requests to a file"),
    ("ra serve --socket", "listen on a socket of your own; `ra search` uses its models"),
    (
        "ra serve --host 0.0.0.0 --tokens --allow-host search.example.org",
        "listen on all addresses, for holders of a token",
    ),
    (
        "ra serve --allow-origin https://w.example.org --rate 20 --timeout 5",
        "let the pages of another site ask, with limits",
    ),
    (
        "ra serve --tenant default",
        "serve the trees of one tenant",
    ),
)
ARGUMENTS = (
    option("--host", metavar="ADDRESS", default="127.0.0.1", help="address to listen on"),
    option(
        "--port",
        metavar="PORT",
        default=8321,
        check=number(int, 0, 65_535),
        help="port to listen on (default: 8321; 0 chooses a free one)",
    ),
    switch("--socket", help="listen on a socket in your state folder instead of a port"),
    switch("--tokens", help="require a token for each request; other addresses always do"),
    repeatable("--allow-host", metavar="NAME", help="accept requests for this host (repeatable)"),
    repeatable("--allow-origin", metavar="URL", help="let pages of this site ask (repeatable)"),
    option(
        "--rate",
        metavar="N",
        default=100,
        check=number(int, 0),
        help="requests a second for each client (default: 100; 0 is no limit)",
    ),
    option(
        "--timeout",
        metavar="SECONDS",
        default=10,
        check=number(int, 1, 600),
        help="time for one answer (default: 10)",
    ),
    option("--log", metavar="FILE", help="append a JSON line for each request to FILE, not stderr"),
    fresh.TENANT,
)


def run(args: Namespace, out: Output) -> int:
    """`ra serve`: serve until it is asked to stop."""
    if args.socket and (args.host != "127.0.0.1" or args.tokens):
        raise UsageError("--socket cannot be combined with --host or --tokens")
    if not args.host:
        raise UsageError("--host is empty; give an address such as 127.0.0.1")
    from ra.serve.run import ServeOptions
    from ra.serve.run import run as serve

    options = ServeOptions(
        args.host,
        args.port,
        args.socket,
        args.tokens,
        tuple(args.allow_host),
        tuple(args.allow_origin),
        args.rate,
        args.timeout,
        Path(args.log) if args.log else None,
    )
    serve(options, args.tenant, out.line, out.warn)
    return 0
