"""Finds what is not prose in MDX: imports and exports, JSX tags, expressions.

The ranges are hidden like comments, so that offsets stay those of the file. Text between tags is
Markdown. Every search that fails is remembered, so time stays linear.
"""

from __future__ import annotations

import re

from ra.model import Span

_FENCE = re.compile(rb"[ \t]*(`{3,}|~{3,})")
_MODULE = re.compile(
    rb"import\s+(?:[\"'{*]|[\w$]+\s*(?:,|from\b))|"
    rb"export\s+(?:const|let|var|default|function|async|class|type|interface|[{*])"
)
_NEXT = re.compile(rb"[<{`]")
_TICKS = re.compile(rb"`+")
_TAG = re.compile(rb"</?(?:[A-Za-z_$][\w.$-]*(?::[A-Za-z_$][\w$-]*)?)?(?=[\s/>])")
_IN_TAG = re.compile(rb"[\"'{>]")
_IN_BRACES = re.compile(rb"[\"'`{}]|/\*")
_OPEN, _CLOSE = b"([{", b")]}"


def code_spans(data: bytes, start: int) -> list[Span]:
    """The ranges of a MDX file from `start` on that are code of its page, in order."""
    found: list[Span] = []
    for begin, end in _outside_fences(data, start, found):
        _scan(data, begin, end, found)
    return sorted(found)


def _outside_fences(data: bytes, start: int, modules: list[Span]) -> list[Span]:
    """The ranges without fences and modules; the modules are added to `modules`."""
    text: list[Span] = []
    place = begin = start
    is_new_block = True
    unclosed: set[int] = set()
    while place < len(data):
        end = _line_end(data, place)
        line = data[place:end]
        if fence := _FENCE.match(line):
            text.append(Span(begin, place))
            place = begin = _fence_end(data, end, fence[1])
        elif is_new_block and _MODULE.match(line):
            text.append(Span(begin, place))
            begin = _module_end(data, place, unclosed)
            modules.append(Span(place, begin))
            place = begin
        else:
            place = end
        is_new_block = not line.strip() or begin == place
    text.append(Span(begin, len(data)))
    return [span for span in text if span.start < span.end]


def _line_end(data: bytes, place: int) -> int:
    end = data.find(b"\n", place)
    return len(data) if end < 0 else end + 1


def _fence_end(data: bytes, place: int, mark: bytes) -> int:
    """The end of the fence that was opened by this mark."""
    closing = re.compile(rb"^[ \t]*" + re.escape(mark) + rb"+[ \t]*\r?$", re.MULTILINE)
    found = closing.search(data, place)
    return _line_end(data, found.start()) if found else len(data)


def _module_end(data: bytes, place: int, unclosed: set[int]) -> int:
    """The end of an import or export: a blank line after all brackets are closed, or the first one.

    `unclosed` are those that were found to be never closed; each looks to the end of the file.
    """
    if place not in unclosed:
        after = _closed_end(data, place)
        if after is not None:
            return after
        unclosed.update(_never_closed(data, place))
    while data[place : (end := _line_end(data, place))].strip():
        place = end
    return place


def _closed_end(data: bytes, place: int) -> int | None:
    """The blank line after all brackets are closed; None if there are only others."""
    depth = 0
    has_blank = False
    while place < len(data):
        end = _line_end(data, place)
        line = data[place:end]
        if not line.strip():
            if depth <= 0:
                return place
            has_blank = True
        depth += _balance(line)
        place = end
    return None if depth > 0 and has_blank else len(data)


def _never_closed(data: bytes, place: int) -> set[int]:
    """The places from `place` on of all imports and exports that `_closed_end` finds no end for."""
    lines: list[tuple[int, int, bool]] = []
    depth = 0
    while place < len(data):
        end = _line_end(data, place)
        line = data[place:end]
        lines.append((place, depth, not line.strip()))
        depth += _balance(line)
        place = end
    found: set[int] = set()
    lowest = depth
    for begin, before, is_blank in reversed(lines):
        if is_blank:
            lowest = min(lowest, before)
        elif lowest > before and _MODULE.match(data, begin):
            found.add(begin)
    return found


def _balance(line: bytes) -> int:
    """How many brackets more are opened than closed."""
    return sum(map(line.count, (b"(", b"[", b"{"))) - sum(map(line.count, (b")", b"]", b"}")))


def _scan(data: bytes, place: int, end: int, found: list[Span]) -> None:
    """Add the tags and expressions of a range; code spans are text."""
    failed = {b"<": -1, b"{": -1, b"`": -1}
    comments = data.rfind(b"*/", place, end)
    while (mark := _NEXT.search(data, place, end)) is not None:
        place = mark.start()
        kind = mark[0]
        if place < failed[kind]:
            place += 1
            continue
        if kind == b"`":
            place = _after_ticks(data, place, end, failed)
            continue
        seek = _tag_end if kind == b"<" else _braces_end
        after = seek(data, place, end, comments)
        if after is None:
            place += 1
        elif after < 0:
            failed[kind] = end
            place += 1
        else:
            found.append(Span(place, after))
            place = after


def _after_ticks(data: bytes, place: int, end: int, failed: dict[bytes, int]) -> int:
    """The end of a code span, or of its opening mark if it is not closed."""
    opening = _TICKS.match(data, place)
    size = opening.end() - place if opening else 1
    closing = re.compile(rb"(?<!`)`{%d}(?!`)" % size).search(data, place + size, end)
    if closing is None:
        failed[b"`"] = end
        return place + size
    return closing.end()


def _tag_end(data: bytes, place: int, end: int, comments: int) -> int | None:
    """The end of a tag; None if there is none, -1 if it is not closed."""
    opening = _TAG.match(data, place, end)
    if opening is None:
        return None
    at = opening.end()
    while (mark := _IN_TAG.search(data, at, end)) is not None:
        at = mark.end()
        if mark[0] == b">":
            return at
        after = (
            _braces_end(data, mark.start(), end, comments)
            if mark[0] == b"{"
            else data.find(mark[0], at, end) + 1
        )
        if not after or after < 0:
            return -1
        at = after
    return -1


def _braces_end(data: bytes, place: int, end: int, comments: int) -> int | None:
    """The end of an expression in braces; None for the id of a heading, -1 if it is not closed.

    No comment ends after `comments`.
    """
    if data[place + 1 : place + 2] == b"#":
        return None
    depth, at = 0, place
    while (mark := _IN_BRACES.search(data, at, end)) is not None:
        at = mark.end()
        if mark[0] == b"{":
            depth += 1
        elif mark[0] == b"}":
            depth -= 1
            if not depth:
                return at
        else:
            closing = b"*/" if mark[0] == b"/*" else mark[0]
            stop = _line_end(data, at) if closing in (b'"', b"'") else end
            after = data.find(closing, at, stop) if closing != b"*/" or at <= comments else -1
            at = at if after < 0 else after + len(closing)  # an apostrophe in text
    return -1
