"""Finds the passage of a section that is closest to the query, for results without its words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate

from ra.embed.onnx_model import PASSAGE
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from ra.search.query_vectors import QueryVector

_LENGTH = 300  # characters, about two sentences
_MOST = 12  # passages of one section
_TOKEN = re.compile(r"\w{1,8}|[^\w\s]")  # about what a tokenizer of words and their parts makes
_SHORT = 200  # characters; the start of a shorter section shows most of it

Range = tuple[int, int]
"""A start and an end in characters."""


def closest(
    bodies: Mapping[str, str], query: QueryVector, known: Mapping[str, Sequence[float]]
) -> dict[str, int]:
    """Where the closest passage of each of these bodies begins, in characters.

    `known` has the cosines of the passages that were embedded with a section. Those of other
    bodies are embedded, all together; a body without a second passage is left out.
    """
    long = {one: body for one, body in bodies.items() if len(body) > _SHORT}
    cut = {one: paragraphs(body) for one, body in long.items()}
    several = {one: _fewer(starts) for one, starts in cut.items() if len(starts) > 1}
    found = {
        one: _closest_known(bodies[one], cut[one], known[one]) for one in several if one in known
    }
    several = {one: starts for one, starts in several.items() if one not in known}
    texts = [bodies[one][start:end] for one, starts in several.items() for start, end in starts]
    if not texts:
        return found
    cosines = (query.embed(texts) @ query.vector).tolist()
    for one, starts in several.items():
        own, cosines = cosines[: len(starts)], cosines[len(starts) :]
        best = max(range(len(own)), key=own.__getitem__)
        found[one] = starts[best][0]
    return found


def _closest_known(body: str, ranges: Sequence[Range], cosines: Sequence[float]) -> int:
    """Where the paragraphs begin that share most with the closest of some equal passages.

    A model reads the first tokens of a text only, and passages are parts of these.
    """
    most = PASSAGE * (1 + 0.5 / len(cosines))
    sizes = _sizes(body, ranges, most * len(cosines))
    length = min(sum(sizes) / len(cosines), most)
    first = length * max(range(len(cosines)), key=cosines.__getitem__)
    ends = list(accumulate(sizes))
    shared = [
        min(end, first + length) - max(end - size, first)
        for size, end in zip(sizes, ends, strict=True)
    ]
    return ranges[max(range(len(shared)), key=shared.__getitem__)][0]


def _sizes(body: str, ranges: Iterable[Range], most: float) -> list[int]:
    """The tokens of each range; of the first ones, if these have more."""
    sizes: list[int] = []
    total = 0
    for start, end in ranges:
        sizes.append(len(_TOKEN.findall(body, start, end)))
        total += sizes[-1]
        if total > most:
            break
    return sizes


def passages(body: str) -> list[Range]:
    """The same, at most so many: each costs as much as embedding a section."""
    return _fewer(paragraphs(body))


def paragraphs(body: str) -> list[Range]:
    """Paragraphs of a text as ranges of characters, short ones together."""
    found: list[Range] = []
    at = 0
    for paragraph in body.split("\n\n"):
        end = at + len(paragraph)
        if paragraph.strip():
            start = at + len(paragraph) - len(paragraph.lstrip())
            if found and end - found[-1][0] <= _LENGTH:
                found[-1] = found[-1][0], end
            else:
                found.append((start, end))
        at = end + 2
    return found


def _fewer(ranges: Sequence[Range]) -> list[Range]:
    """The ranges, neighbors united until there are few enough."""
    each = -(-len(ranges) // _MOST)
    groups = [ranges[at : at + each] for at in range(0, len(ranges), each or 1)]
    return [(group[0][0], group[-1][1]) for group in groups]
