"""`ra token`: makes, lists and revokes the tokens of servers."""

from __future__ import annotations

from ra.cli import fresh
from ra.cli.arguments import Namespace, option, switch, word
from ra.cli.output import Output
from ra.errors import NotFound, UsageError
from ra.present import clean
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from ra.serve.tokens import AccessToken

DESCRIPTION = (
    "Make a token for `ra serve`, list all tokens, or revoke one. A token opens one tenant of this "
    "project. It is printed once; only a hash of it is stored."
)
EXAMPLES = (
    ("ra token new", "make a token and print it"),
    ("ra token new --name laptop --tenant default", "name it, and choose its tenant"),
    ("ra token list", "list all tokens"),
    ("ra token list --json", "print a JSON array"),
    ("ra token revoke laptop", "revoke a token by its name or id"),
)
_ACTIONS = ("new", "list", "revoke")
ARGUMENTS = (
    word("action", metavar="ACTION", choices=_ACTIONS, help="what to do: {}"),
    word("id", metavar="ID", times="?", help="the id or name of the token to revoke"),
    option("--name", metavar="NAME", help="a name for the list"),
    switch("--json", help="print JSON"),
    fresh.TENANT,
)


def run(args: Namespace, out: Output) -> int:
    """`ra token`: exit code 1 if there are no tokens to list, or none with this id."""
    if (args.id is not None) != (args.action == "revoke"):
        raise UsageError("give an ID with `ra token revoke`, and only there")
    if args.action != "new" and (args.name or args.tenant):
        raise UsageError("--name and --tenant go with `ra token new`")
    if args.action == "new":
        return _new(args, out)
    return _list(args, out) if args.action == "list" else _revoke(args, out)


def _new(args: Namespace, out: Output) -> int:
    from ra import library
    from ra.serve import tokens

    with library.open(tenant=args.tenant, say=out.warn) as kb:
        kb.trees.select()  # an error if the tenant has no tree
        settings = kb.settings
        made = tokens.create(
            settings.state_dir, kb.tenant, tokens.place_of(settings), args.name or ""
        )
    if args.json:
        out.json({**_record(made.token), "token": made.secret}, indent=2)
    else:
        out.line(made.secret)
    return 0


def _list(args: Namespace, out: Output) -> int:
    from ra.config import here
    from ra.serve.tokens import tokens

    known = tokens(here().state)
    if args.json:
        out.array(map(_record, known))
    else:
        out.lines(_line(token, out) for token in known)
        if not known:
            out.warn("no tokens; make one with `ra token new`")
    return 0 if known else 1


def _revoke(args: Namespace, out: Output) -> int:
    from ra.config import here
    from ra.serve.tokens import revoke

    try:
        token = revoke(here().state, args.id)
    except NotFound as error:
        out.fail(str(error))
        return 1
    if args.json:
        out.json(_record(token), indent=2)
    else:
        out.line(f"revoked {_line(token, out)}")
    return 0


def _record(token: AccessToken) -> dict[str, object]:
    return {
        "id": token.id,
        "name": token.name,
        "tenant": token.tenant,
        "project": token.place,
        "created": token.created,
    }


def _line(token: AccessToken, out: Output) -> str:
    facts = [token.tenant, token.created, clean.name(token.place)]
    name = f"  {clean.line(token.name)}" if token.name else ""
    return f"{out.style.name(token.id)}{name}  {out.style.dim(out.style.symbols.dot.join(facts))}"
