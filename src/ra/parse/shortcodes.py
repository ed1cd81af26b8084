"""Reads the links that site generators write as shortcodes, outside of code.

Hugo: `{{< ref "posts/one.md#part" >}}` and `relref`; Jekyll: `{% link one.md %}` and
`{% post_url one %}`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

from ra.model import Link
from ra.parse.note_marks import LiteralRange

_SHORTCODE = re.compile(
    r'\{\{[<%][ \t]*(?:rel)?ref[ \t]+"([^"\n]+)"[^{}\n]*[>%]\}\}'
    r"|\{%-?[ \t]*(?:link|post_url)[ \t]+([^\s{}%]+)[ \t]*-?%\}"
)


def with_shortcodes(text: str, links: Sequence[Link], code: Sequence[LiteralRange]) -> list[Link]:
    """The links of a text, also those in shortcodes, in order of their offsets in bytes."""
    found = list(links)
    ranges = [one for one in code if one.kind == "code"]
    starts = [one.start for one in ranges]
    size, last = 0, 0
    for match in _SHORTCODE.finditer(text):
        size += len(text[last : match.start()].encode())
        start, last = size, match.end()
        size += len(match[0].encode())
        target = next(name for name in match.groups() if name)
        path, mark, fragment = target.partition("#")
        before = bisect_right(starts, start)
        if path and not (before and start < ranges[before - 1].end):
            found.append(Link(target, fragment if mark else None, "markup", False, start, size))
    return sorted(found, key=lambda link: link.start)
