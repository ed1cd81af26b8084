"""Finds the passage of a section that is closest to the query, for results without its words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from ra.search.query_vectors import QueryVector

_LENGTH = 300  # characters, about two sentences
_MOST = 12  # passages of one section
_SHORT = 200  # characters; the start of a shorter section shows most of it


def closest(bodies: Mapping[str, str], query: QueryVector) -> dict[str, int]:
    """Where the closest passage of each of these bodies begins, in characters.

    All passages are embedded together; a body without a second passage is left out.
    """
    cut = {one: passages(body) for one, body in bodies.items() if len(body) > _SHORT}
    several = {one: starts for one, starts in cut.items() if len(starts) > 1}
    texts = [bodies[one][start:end] for one, starts in several.items() for start, end in starts]
    if not texts:
        return {}
    cosines = (query.embed(texts) @ query.vector).tolist()
    found: dict[str, int] = {}
    for one, starts in several.items():
        own, cosines = cosines[: len(starts)], cosines[len(starts) :]
        best = max(range(len(own)), key=own.__getitem__)
        found[one] = starts[best][0]
    return found


def passages(body: str) -> list[tuple[int, int]]:
    """Paragraphs of a text as ranges of characters, short ones together, at most so many."""
    found: list[tuple[int, int]] = []
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
    return _fewer(found)


def _fewer(ranges: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The ranges, neighbors united until there are few enough."""
    each = -(-len(ranges) // _MOST)
    groups = [ranges[at : at + each] for at in range(0, len(ranges), each or 1)]
    return [(group[0][0], group[-1][1]) for group in groups]
