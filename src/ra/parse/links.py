"""Where does a link point, as it is written? `aims` and `resolve` say what that means (SPEC 5)."""

from __future__ import annotations

from ra.model import Link, LinkSyntax

_SYNTAX: dict[str, LinkSyntax] = {
    "Inline": "inline",
    "Reference": "reference",
    "Collapsed": "reference",
    "Shortcut": "reference",
    "Autolink": "autolink",
    "Email": "autolink",
}
_new = tuple.__new__  # half the cost of calling a named tuple


def read_link(
    url: str, written_as: str | dict[str, object], embed: bool, start: int, end: int
) -> Link | None:
    """The link, or nothing for an empty target and for an anchor in the same document."""
    if not isinstance(written_as, str):
        url = url.removesuffix("\\")  # in a table the bar before the label is escaped
        if "\n" in url or "\r" in url:
            return None  # a wikilink stands on one line
    path, mark, fragment = url.partition("#")
    target = path.strip()
    if not target:
        return None
    syntax: LinkSyntax = "wikilink"
    if isinstance(written_as, str):
        target, syntax = url, _SYNTAX[written_as]
    return _new(Link, (target, fragment if mark else None, syntax, embed, start, end))
