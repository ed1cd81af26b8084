"""Measures `ra likethis`: whether sections that are linked to each other count as similar.

Two sections are linked if one has a link to the other, or to the document of which the other is the
first section. Sections of one document do not count: `likethis` leaves them out. Nor do links of
sections that have more than ten: those are tables of contents.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

import ra
from bench import corpora

FIRST = 10
SECTIONS = 300
MOST_LINKS = 10


def main(*, quick: bool, folders: tuple[Path, ...] = (), modes: tuple[str, ...] = ()) -> None:
    """Print recall@10 for a sample of the linked sections of each corpus."""
    print(f"{'corpus':<12} mode      sections  links  recall@{FIRST}")
    for folder in folders or (corpora.folder("rust-book"), corpora.folder("mdn")):
        with ra.open(folder, update="missing") as kb:
            linked = _linked(kb)
            names = sorted(linked)
            some = names[:: max(1, len(names) // (SECTIONS // 5 if quick else SECTIONS))]
            count = sum(len(linked[name]) for name in some)
            for mode in modes or ("keyword",):
                shares = [_recall(kb, name, linked[name], mode) for name in some]
                mean = sum(shares) / len(shares)
                row = f"{folder.name:<12} {mode:<9} {len(some):8}  {count:5}  {mean:.3f}"
                print(row, flush=True)


def _linked(kb: ra.Library) -> dict[str, set[str]]:
    """For each section those of other documents that it links to, or that link to it."""
    first = _first_sections(kb.index.chunks())
    targets: dict[str, set[str]] = defaultdict(set)
    for link in kb.links.all():
        if link.is_cross_link and link.target_chunk:
            source = first.get(link.source_chunk, link.source_chunk)
            targets[source].add(first.get(link.target_chunk, link.target_chunk))
    found: dict[str, set[str]] = defaultdict(set)
    for source, some in targets.items():
        if len(some) <= MOST_LINKS:
            found[source] |= some
            for target in some:
                found[target].add(source)
    return found


def _first_sections(chunks: Iterable[ra.Chunk]) -> dict[str, str]:
    """For each document the first chunk that a search may return."""
    first: dict[str, str] = {}
    for chunk in chunks:
        if chunk.hit:
            first.setdefault(chunk.doc_id, chunk.id)
    return first


def _recall(kb: ra.Library, name: str, linked: set[str], mode: str) -> float:
    whole = kb.settings.search._replace(relevance_floor=0.0, cutoff_ratio=0.0, token_target=0)
    report = kb.likethis(name, params=whole, aggregates=False, limit=FIRST, mode=mode)
    return len(linked & {result.id for result in report}) / min(FIRST, len(linked))


if __name__ == "__main__":
    known = ("keyword", "semantic", "hybrid")
    chosen = tuple(word for word in sys.argv[1:] if word in known)
    places = tuple(Path(word).resolve() for word in sys.argv[1:] if word not in known)
    main(quick=False, folders=places, modes=chosen)
