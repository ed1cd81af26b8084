"""Draws the links between documents as a picture: SVG, or a page that can be moved and searched.

Titles and paths come from the documents, so every text is escaped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import sqrt
from xml.sax.saxutils import escape, quoteattr

from ra.engine.records import DocumentRecord
from ra.library.records import LinkGraph
from ra.present import clean
from ra.present.graph_layout import Point, places
from ra.present.graph_page import PAGE
from ra.present.text import count, fit
from ra.typed import NamedTuple

MOST = 500  # documents that a picture can show
_SIZE, _MARGIN, _TOP = 1000, 60, 60
_LABELS = 40  # documents with most links have their titles beside them
_LABEL_WIDTH = 28  # characters
# Colors that color-blind readers can tell apart (Okabe and Ito 2008); the last is for the rest.
_COLORS = (
    "#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#b8a400", "#777777",
)  # fmt: skip


class _Node(NamedTuple):
    id: str
    title: str
    group: str
    links: int
    place: Point


def svg(graph: LinkGraph) -> str:
    """The picture as one SVG file, without anything from elsewhere."""
    nodes, edges = _nodes(graph)
    groups = _groups(nodes)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_SIZE} {_SIZE + _TOP}"'
            ' font-family="system-ui, sans-serif">',
            f"<title>{escape(_title(graph, nodes))}</title>",
            f'<rect width="{_SIZE}" height="{_SIZE + _TOP}" fill="#ffffff"/>',
            *_head(graph, nodes, groups),
            '<g id="graph">',
            '<g stroke="#8a8a8a" stroke-opacity="0.45">',
            *(_line(nodes, one, other, number) for (one, other), number in edges.items()),
            "</g>",
            '<g stroke="#ffffff">',
            *(_circle(at, node, groups) for at, node in enumerate(nodes)),
            "</g>",
            '<g font-size="13" fill="#222222" paint-order="stroke" stroke="#ffffff"'
            ' stroke-width="3">',
            *_labels(nodes),
            "</g>",
            "</g>",
            "</svg>",
            "",
        ]
    )


def html(graph: LinkGraph) -> str:
    """The picture as one HTML page: drag and scroll it, type to find a document."""
    nodes, _ = _nodes(graph)
    return PAGE.replace("@TITLE@", escape(_title(graph, nodes))).replace("@SVG@", svg(graph))


def shown(graph: LinkGraph) -> int:
    """How many documents a picture of this graph shows: those with links, up to a number."""
    linked = {end for edge in graph.edges for end in (edge.source, edge.target)}
    return min(len(linked), MOST)


def _nodes(graph: LinkGraph) -> tuple[list[_Node], dict[tuple[int, int], int]]:
    """The documents with most links, and the number of links between each two of them."""
    degrees: Counter[str] = Counter()
    for edge in graph.edges:
        degrees[edge.source] += edge.links
        degrees[edge.target] += edge.links
    linked = [one for one in graph.documents if degrees[one.id]]
    by_links = sorted(linked, key=lambda one: (-degrees[one.id], one.id))[:MOST]
    shown = sorted(by_links, key=lambda one: one.id)
    number = {one.id: at for at, one in enumerate(shown)}
    edges: Counter[tuple[int, int]] = Counter()
    for edge in graph.edges:
        if edge.source in number and edge.target in number and edge.source != edge.target:
            edges[number[edge.source], number[edge.target]] += edge.links
    radii = [_radius(degrees[one.id]) for one in shown]
    spots = places(list(edges), [(each + 1.5) / (_SIZE - 2 * _MARGIN) for each in radii])
    nodes = [
        _Node(one.id, clean.line(one.title), group, degrees[one.id], spot)
        for one, group, spot in zip(shown, _group_names(shown), spots, strict=True)
    ]
    return nodes, dict(edges)


def _group_names(documents: Sequence[DocumentRecord]) -> list[str]:
    """What has one color: a tree, or of an only tree the first folder in which documents differ."""
    if len({one.tree for one in documents}) > 1:
        return [one.tree for one in documents]
    folders = [one.path.split("/")[:-1] for one in documents]
    while folders and len({tuple(each[:1]) for each in folders}) == 1 and folders[0]:
        folders = [each[1:] for each in folders]
    return [each[0] if each else "." for each in folders]


def _groups(nodes: Sequence[_Node]) -> dict[str, str]:
    """The color of each group; the largest groups have one of their own."""
    sizes = Counter(node.group for node in nodes)
    largest = [name for name, _ in sorted(sizes.items(), key=lambda one: (-one[1], one[0]))]
    return {name: _COLORS[min(at, len(_COLORS) - 1)] for at, name in enumerate(largest)}


def _title(graph: LinkGraph, nodes: Sequence[_Node]) -> str:
    links = sum(edge.links for edge in graph.edges)
    text = f"{count(len(graph.documents), 'document')}, {count(links, 'link')} between them"
    if len(nodes) == MOST:
        return f"{text}; the {MOST} with most links are shown"
    alone = len(graph.documents) - len(nodes)
    return f"{text}; {alone:,} without links are not shown" if alone else text


def _head(graph: LinkGraph, nodes: Sequence[_Node], groups: dict[str, str]) -> Iterator[str]:
    """The title, and what the colors mean."""
    yield (
        f'<text x="20" y="26" font-size="16" fill="#222222">{escape(_title(graph, nodes))}</text>'
    )
    x, own = 20, list(groups.items())[: len(_COLORS) - 1]
    more = [("others", _COLORS[-1])] if len(groups) > len(own) else []
    for name, color in (*own, *more):
        label = fit(clean.line(name), 18)
        yield f'<circle cx="{x + 6}" cy="46" r="6" fill="{color}"/>'
        yield f'<text x="{x + 17}" y="51" font-size="13" fill="#444444">{escape(label)}</text>'
        x += 34 + 8 * len(label)


def _xy(node: _Node) -> Point:
    room = _SIZE - 2 * _MARGIN
    return _MARGIN + node.place[0] * room, _TOP + _MARGIN + node.place[1] * room


def _radius(links: int) -> float:
    return 3.5 + sqrt(min(links, 150)) * 1.4


def _line(nodes: Sequence[_Node], one: int, other: int, links: int) -> str:
    (x1, y1), (x2, y2) = _xy(nodes[one]), _xy(nodes[other])
    return (
        f'<line data-ends="{one} {other}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" '
        f'y2="{y2:.1f}" stroke-width="{min(0.7 + 0.3 * links, 3):.1f}"/>'
    )


def _circle(at: int, node: _Node, groups: dict[str, str]) -> str:
    x, y = _xy(node)
    about = escape(f"{node.title}\n{clean.line(node.id)}\n{count(node.links, 'link')}")
    return (
        f'<circle data-node="{at}" data-name={quoteattr(node.title.lower())} cx="{x:.1f}" '
        f'cy="{y:.1f}" r="{_radius(node.links):.1f}" fill="{groups[node.group]}">'
        f"<title>{about}</title></circle>"
    )


def _labels(nodes: Sequence[_Node]) -> Iterator[str]:
    """Titles of documents with most links, where they cover no other title."""
    taken: list[tuple[float, float, float]] = []
    by_links = sorted(nodes, key=lambda node: (-node.links, node.id))
    for node in by_links:
        label = fit(node.title, _LABEL_WIDTH)
        (x, y), wide = _xy(node), 7.6 * len(label)
        beside, anchor = x + _radius(node.links) + 3, "start"
        if beside + wide > _SIZE:
            beside, anchor = x - _radius(node.links) - 3, "end"
        left = beside if anchor == "start" else beside - wide
        free = all(
            abs(y - other) > 15 or left > end or left + wide < start for start, end, other in taken
        )
        if free and len(taken) < _LABELS:
            taken.append((left, left + wide, y))
            place = f'x="{beside:.1f}" y="{y + 4:.1f}" text-anchor="{anchor}"'
            yield f"<text {place}>{escape(label)}</text>"
