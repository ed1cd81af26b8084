"""Measures `ra likethis`: how many of the documents that one links to are most similar."""

from __future__ import annotations

import sys
from collections import defaultdict
from pathlib import Path

import ra
from bench import corpora

FIRST = 10
DOCUMENTS = 150


def main(*, quick: bool, folders: tuple[Path, ...] = (), modes: tuple[str, ...] = ()) -> None:
    """Print recall@10 for a sample of the documents of each corpus that link to others."""
    print(f"{'corpus':<12} mode      documents  recall@{FIRST}")
    for folder in folders or (corpora.folder("rust-book"), corpora.folder("mdn")):
        with ra.open(folder, update="missing") as kb:
            linked = _linked(kb)
            names = sorted(linked)
            some = names[:: max(1, len(names) // (DOCUMENTS // 5 if quick else DOCUMENTS))]
            for mode in modes or ("keyword",):
                shares = [_recall(kb, name, linked[name], mode) for name in some]
                mean = sum(shares) / len(shares)
                print(f"{folder.name:<12} {mode:<9} {len(some):9}  {mean:.3f}", flush=True)


def _linked(kb: ra.Library) -> dict[str, set[str]]:
    """For each document the others that it links to."""
    found: dict[str, set[str]] = defaultdict(set)
    for link in kb.links.all():
        if link.target_document and link.is_cross_link:
            found[link.source_document].add(link.target_document)
    return found


def _recall(kb: ra.Library, name: str, linked: set[str], mode: str) -> float:
    report = kb.likethis(
        name, limit=FIRST, mode=mode, relevance_floor=0.0, cutoff_ratio=0.0, token_target=0
    )
    return len(linked & {result.doc_id for result in report}) / min(FIRST, len(linked))


if __name__ == "__main__":
    known = ("keyword", "semantic", "hybrid")
    chosen = tuple(word for word in sys.argv[1:] if word in known)
    places = tuple(Path(word).resolve() for word in sys.argv[1:] if word not in known)
    main(quick=False, folders=places, modes=chosen)
