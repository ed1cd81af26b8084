"""Cuts results to a token budget: whole ones first, then the start of one (SPEC 8.10)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ra.model import Span
from ra.search.candidates import Stage
from ra.search.highlight import clip, snippet
from ra.text import counter
from ra.text.boundaries import back_to_boundary
from ra.typed import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from ra.search.results import Match, Result, ShownPassage

_NEAR = 80  # characters; with white space farther away, the script has no spaces between words

State = Literal["whole", "cut", "dropped"]


class Fitted(NamedTuple):
    """The printed part of one result. `tokens` counts breadcrumb and body."""

    state: State
    body: str
    tokens: int


class Fit(NamedTuple):
    """The printed parts of all results, in order, and the tokens they take."""

    results: tuple[Fitted, ...]
    tokens: int
    limit: int

    def stage(self) -> Stage:
        """What the stage did."""
        dropped = sum(one.state == "dropped" for one in self.results)
        facts = {"limit": self.limit, "tokens": self.tokens, "dropped": dropped}
        note = f"{self.tokens:,} of {self.limit:,} tokens, {dropped} dropped"
        return Stage("budget", facts, (note,))


def trimmed(results: Sequence[Result], max_tokens: int) -> tuple[tuple[Result, ...], Fit]:
    """The results that fit into `max_tokens`; the last one may be cut."""
    printed = [(f"> {' › '.join(each.match.chunk.breadcrumb)}", each.body) for each in results]
    done = fit(printed, max_tokens, counter.count)
    kept = [
        _cut(result, one.body) if one.state == "cut" else result
        for result, one in zip(results, done.results, strict=True)
        if one.state != "dropped"
    ]
    return tuple(kept), done


def _cut(result: Result, body: str) -> Result:
    """A result with the start of its text, and the parts of it inside that text."""
    if result.passages:
        return result._replace(body=body, cut=True, passages=_up_to_size(result, _size(body)))
    if not result.constituents:
        ranges = clip(result.match.ranges, _size(body))
        match = result.match.clipped(ranges, snippet(body, ranges))
        return result._replace(match=match, body=body, cut=True)
    end = result.match.chunk.byte_start + _size(body)
    return result._replace(
        body=body,
        cut=True,
        constituents=tuple(_up_to(end, part) for part in result.constituents),
        own=_up_to(end, result.own) if result.own else None,
    )


def _up_to_size(result: Result, size: int) -> tuple[ShownPassage, ...]:
    """The passages of which the first `size` bytes of the body have a part."""
    kept, before = [], 0
    for each in result.passages:
        if before < size:
            kept.append(each)
        before += each.end - each.start
    return tuple(kept)


def _up_to(end: int, part: Match) -> Match:
    """The part up to this byte of its document."""
    chunk = part.chunk
    whole = Span(chunk.byte_start, chunk.byte_start + _size(chunk.body))  # rewritten by `spec_v1`
    size = sum(max(0, min(end, span.end) - span.start) for span in chunk.spans or (whole,))
    text = chunk.body.encode()[:size].decode(errors="ignore")
    ranges = clip(part.ranges, size)
    return part.clipped(ranges, snippet(text, ranges) if text.strip() else ())


def _size(text: str) -> int:
    return len(text.encode())


def fit(results: Sequence[tuple[str, str]], limit: int, count: Callable[[str], int]) -> Fit:
    """Keep results, given as breadcrumb and body, in order while they fit.

    The first one that does not fit is cut at a line or a word. Those after it are dropped: a worse
    result must not replace a better one.
    """
    fitted: list[Fitted] = []
    room = limit
    for breadcrumb, body in results:
        label, size = count(breadcrumb), count(body)
        if label + size <= room:
            fitted.append(Fitted("whole", body, label + size))
            room -= label + size
            continue
        start = cut(body, room - label, count) if label <= room else ""
        if start:
            fitted.append(Fitted("cut", start, label + count(start)))
        else:
            fitted.append(Fitted("dropped", "", 0))
        room = -1
    used = sum(result.tokens for result in fitted)
    return Fit(tuple(fitted), used, limit)


def cut(text: str, limit: int, count: Callable[[str], int]) -> str:
    """The start of a text that has at most `limit` tokens, without broken lines or words.

    A line is broken where keeping it whole would leave less than half.
    """
    end = _reach(text, limit, count)
    while end > 0:
        start = text[: _place(text, end)].rstrip()
        if count(start) <= limit:  # a shorter text can have more tokens, though it rarely does
            return start
        end = len(start) - 1
    return ""


def _reach(text: str, limit: int, count: Callable[[str], int]) -> int:
    """About how many characters have `limit` tokens; long texts are not counted as a whole."""
    low, high = 0, min(len(text), 4 * max(limit, 0) + 1)
    while high < len(text) and count(text[:high]) <= limit:
        low, high = high, min(len(text), 2 * high)
    while low < high:
        middle = (low + high + 1) // 2
        if count(text[:middle]) <= limit:
            low = middle
        else:
            high = middle - 1
    return low


def _place(text: str, end: int) -> int:
    """The best place to cut up to `end`: the end of a line, else of a word."""
    word = end
    if end < len(text) and not text[end].isspace():
        space = max(text.rfind(" ", 0, end), text.rfind("\n", 0, end), 0)
        word = space if end - space <= _NEAR else max(space, back_to_boundary(text, end))
    line = text.rfind("\n", 0, word + 1)
    return line if 2 * line >= word else word
