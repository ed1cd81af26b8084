"""`ra links`: what is linked to what, and what leads nowhere?"""

from __future__ import annotations

from ra import library
from ra.cli import fresh
from ra.cli.arguments import Namespace, repeatable, switch, word
from ra.cli.output import Output
from ra.errors import NotFound, UsageError
from ra.present import links, listing

DESCRIPTION = (
    "Show the links of a document and those that lead to it, all that are broken, the documents "
    "that nothing links to, or how many links lead where."
)
EXAMPLES = (
    ("ra links docs:guide.md", "outgoing, incoming and broken links of a document"),
    ("ra links", "how many links there are, and how many lead where"),
    ("ra links --json --tree docs", "every link of a tree, as a JSON array"),
    ("ra links docs/guide.md --json", "the three groups of a document, as a JSON object"),
    ("ra links --broken", "every link that leads nowhere, and why"),
    ("ra links --orphans", "documents to which no other document links"),
    ("ra links --no-update --tenant default", "from the index as it is, of one tenant"),
)
ARGUMENTS = (
    word("doc", metavar="DOC", times="?", help="tree:path, or the path of a file in its place"),
    switch("--broken", help="only links that should lead to a document or section and do not"),
    switch("--orphans", help="documents to which no other document links"),
    repeatable("--tree", metavar="TREE", help="only links and documents of this tree (repeatable)"),
    switch("--json", help="print JSON"),
    *fresh.ARGUMENTS,
)


def run(args: Namespace, out: Output) -> int:
    """`ra links`: print what there is; nothing is exit code 1."""
    given = [args.doc is not None, args.broken, args.orphans]
    if sum(given) > 1 or (args.doc is not None and args.tree):
        raise UsageError("give a document, --broken or --orphans, not several of them; "
                         "--tree goes with the last two")  # fmt: skip
    with library.open(tenant=args.tenant, say=out.warn) as kb:
        kb.trees(args.tree)  # a mistyped name is said before any work is done
        fresh.refresh(kb, args, out)
        if args.doc is not None:
            return _document(kb, args, out)
        return 0 if _many(kb, args, out) else 1


def _document(kb: library.Library, args: Namespace, out: Output) -> int:
    try:
        found = kb.links(args.doc)
    except NotFound as error:
        out.fail(str(error))
        return 1
    if args.json:
        out.json(links.document_record(found), indent=2)
    else:
        out.lines(links.draw(found, out.style))
    return 0 if found.outgoing or found.incoming or found.broken else 1


def _many(kb: library.Library, args: Namespace, out: Output) -> int:
    if args.orphans:
        documents = kb.orphans(args.tree)
        if args.json:
            return out.array(listing.document_record(each) for each in documents)
        return out.lines(listing.document_line(each, out.style) for each in documents)
    found = kb.broken_links(args.tree) if args.broken else kb.document_links(args.tree)
    if args.json:
        return out.array(links.record(each) for each in found)
    if args.broken:
        return out.lines(links.broken_line(each, out.style) for each in found)
    out.lines(links.summary(found, out.style))
    return len(found)
