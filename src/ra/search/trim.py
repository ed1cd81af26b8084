"""What is left of the answers within a token budget? (SPEC 8.10)"""

from __future__ import annotations

from collections.abc import Sequence

from ra.model import Span
from ra.search.budget import Fit, fit
from ra.search.ranges import clip
from ra.search.report import Answer, Found
from ra.search.snippet import snippet
from ra.text.counter import count


def trimmed(answers: Sequence[Answer], max_tokens: int) -> tuple[tuple[Answer, ...], Fit]:
    """As many of the answers as fit into so many tokens, and what that took."""
    printed = [(f"> {' › '.join(each.found.chunk.breadcrumb)}", each.body) for each in answers]
    done = fit(printed, max_tokens, count)
    kept = [
        _cut(answer, one.body) if one.state == "cut" else answer
        for answer, one in zip(answers, done.results, strict=True)
        if one.state != "dropped"
    ]
    return tuple(kept), done


def _cut(answer: Answer, body: str) -> Answer:
    """An answer with the start of its text alone, and what is in it of its parts."""
    if not answer.constituents:
        ranges = clip(answer.found.ranges, _size(body))
        found = answer.found._replace(ranges=ranges, snippet=snippet(body, ranges))
        return answer._replace(found=found, body=body, cut=True)
    end = answer.found.chunk.byte_start + _size(body)
    return answer._replace(
        body=body,
        cut=True,
        constituents=tuple(_up_to(end, part) for part in answer.constituents),
        own=_up_to(end, answer.own) if answer.own else None,
    )


def _up_to(end: int, part: Found) -> Found:
    """What there is of a part before this byte of its document."""
    chunk = part.chunk
    whole = Span(chunk.byte_start, chunk.byte_start + _size(chunk.body))  # if it was written anew
    size = sum(max(0, min(end, span.end) - span.start) for span in chunk.spans or (whole,))
    text = chunk.body.encode()[:size].decode(errors="ignore")
    ranges = clip(part.ranges, size)
    return part._replace(ranges=ranges, snippet=snippet(text, ranges) if text.strip() else ())


def _size(text: str) -> int:
    return len(text.encode())
