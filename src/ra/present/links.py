"""Formats links: in groups for people, as records for programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from ra.present import clean, text
from ra.present.json import Record
from ra.present.style import Style
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from ra.library import DocLinks, LinkFound
    from ra.library.records import LinkGraph, LinkState

_OUTCOMES: tuple[tuple[LinkState, str], ...] = (
    ("document", "lead to a document"),
    ("external", "lead elsewhere"),
    ("file", "lead to a file that is not a document"),
    ("no_section", "lead to a section that does not exist"),
    ("no_document", "lead to a document that does not exist"),
)


def draw(found: DocLinks, style: Style) -> Iterator[str]:
    """The links of a document to others, those of others to it, the broken ones, and the rest."""
    document = found.document
    yield f"{style.name(clean.name(document.id))}  {clean.line(document.title)}"
    inside = [link for link in found.outgoing if link.target_document]
    outside = [link for link in found.outgoing if not link.target_document]
    groups = (
        ("outgoing", inside, _outgoing),
        ("incoming", found.incoming, _incoming),
        ("broken", found.broken, _broken),
        ("elsewhere", outside, _elsewhere),
    )
    for name, links, line in groups:
        if links:
            yield ""
            yield style.bold(f"{name} ({len(links)})")
            yield from (f"  {line(link, style)}" for link in links)


def broken_line(link: LinkFound, style: Style) -> str:
    """The position of a broken link, and why it is broken."""
    place = f"{link.source_document}:{link.line}"
    return f"{style.name(clean.name(place))}  {written(link)}  {style.warning(_note(link))}"


def drawn(graph: LinkGraph, file: str, shown: int) -> str:
    """What a picture shows."""
    documents = text.count(len(graph.documents), "document")
    links = text.count(sum(edge.links for edge in graph.edges), "link")
    return f"{clean.name(file)}: {shown:,} of {documents}, {links} between documents"


def checked(broken: int, total: int) -> str:
    """The result of a check."""
    return f"{text.count(broken, 'broken link') if broken else 'no broken links'} of {total:,}"


def summary(links: Sequence[LinkFound], style: Style) -> Iterator[str]:
    """The number of links, and of each kind."""
    counts = Counter(link.state for link in links)
    yield style.bold(text.count(len(links), "link"))
    for state, meaning in _OUTCOMES:
        if counts[state]:
            yield f"  {counts[state]:>6,}  {meaning}"


def written(link: LinkFound) -> str:
    """The link as written in the text, without its label."""
    if link.syntax != "wikilink":
        return clean.line(link.original_url)
    fragment = f"#{link.fragment}" if link.fragment is not None else ""
    return clean.line(f"{'!' if link.embed else ''}[[{link.original_url}{fragment}]]")


def _outgoing(link: LinkFound, style: Style) -> str:
    where = style.name(clean.name(link.target_chunk or link.target_document or ""))
    usual = ("path", "attachment", *(["name"] if link.link_type == "WIKILINK" else []))
    odd = link.note or (f"by its {link.how}" if link.how not in usual else "")
    return f"{_line(link, style)}  {written(link)}  {where}" + (_aside(odd, style) if odd else "")


def _incoming(link: LinkFound, style: Style) -> str:
    place = style.name(clean.name(f"{link.source_document}:{link.line}"))
    section = (link.target_chunk or "").removeprefix(link.target_document or "")
    return f"{place}  {written(link)}" + (_aside(section, style) if section else "")


def _broken(link: LinkFound, style: Style) -> str:
    return f"{_line(link, style)}  {written(link)}  {style.warning(_note(link))}"


def _elsewhere(link: LinkFound, style: Style) -> str:
    note = _aside(link.note, style) if link.note else ""
    return f"{_line(link, style)}  {written(link)}{note}"


def _line(link: LinkFound, style: Style) -> str:
    return style.dim(f"line {link.line}")


def _note(link: LinkFound) -> str:
    return clean.line(link.note)


def _aside(text: str, style: Style) -> str:
    return style.dim(f"  {clean.line(text)}")


def record(link: LinkFound) -> Record:
    """One link: the row of `document_links`; those of `cross_links` are marked (S1 §9)."""
    return {
        "source_document": link.source_document,
        "source_chunk": link.source_chunk,
        "line": link.line,
        "original_url": link.original_url,
        "fragment": link.fragment,
        "link_type": link.link_type,
        "syntax": link.syntax,
        "embed": link.embed,
        "state": link.state,
        "target_document": link.target_document,
        "target_chunk": link.target_chunk,
        "cross_link": link.is_cross_link,
        "how": link.how,
        "note": link.note,
    }


def document_record(found: DocLinks) -> Record:
    """The three groups of a document."""
    return {
        "document": found.document.id,
        "outgoing": [record(link) for link in found.outgoing],
        "incoming": [record(link) for link in found.incoming],
        "broken": [record(link) for link in found.broken],
    }
