"""Where does a link point, as it is written? Resolution against documents comes later (SPEC 5)."""

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


def read_link(
    url: str, written_as: str | dict[str, object], embed: bool, start: int, end: int
) -> Link | None:
    """The link, or nothing for an empty target and for an anchor in the same document."""
    if not isinstance(written_as, str):
        url = url.removesuffix("\\")  # in a table the bar before the label is escaped
    target, mark, fragment = url.partition("#")
    target = target.strip()
    if not target:
        return None
    if isinstance(written_as, str):
        return Link(url, fragment if mark else None, _SYNTAX[written_as], embed, start, end)
    return Link(target, fragment if mark else None, "wikilink", embed, start, end)
