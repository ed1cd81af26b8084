"""`python -m bench chunking`: compares strategies on sets with known answers.

Prints a table in Markdown: how good the ranking is, and how much text is returned for it. Sets
with passages also tell how much of what answers was returned, and how much of that answers.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.ranking import SETS, defaults
from ra.chunking import STRATEGIES
from ra.evaluate import run
from ra.evaluate.results import Measured
from ra.evaluate.sets import opened

NAMES = ("vespa-docs-a", "squad2-dev-a", "chroma-chunking-a")
QUICK = ("chroma-chunking-a",)
_HEADS = ("set", "strategy", "chunks", "nDCG@10", "recall@10", "covered", "results", "bytes",
          "recall", "precision", "IoU")  # fmt: skip


def main(*, quick: bool = False) -> None:
    """Every strategy over each set, in the same run."""
    print(f"| {' | '.join(_HEADS)} |")
    print("|---|---|" + "---:|" * (len(_HEADS) - 2), flush=True)
    for name in QUICK if quick else NAMES:
        archive = SETS / f"{name}.tar.xz"
        if not archive.is_file():
            sys.exit(f"bench: {archive} is missing; put the archive of the set there")
        with opened(archive) as chosen:
            for strategy in STRATEGIES:
                with TemporaryDirectory() as folder:
                    settings = defaults(Path(folder))
                    cutting = settings.chunking._replace(strategy=strategy)
                    ours = settings._replace(chunking=cutting)
                    found = run.measured(chosen, ours, Path(folder) / "index")
                print(_row(strategy, found), flush=True)


def _row(strategy: str, found: Measured) -> str:
    cells = [
        found.name,
        f"`{strategy}`",
        f"{found.chunks:,}",
        f"{found.mean(lambda each: each.ndcg):.4f}",
        f"{found.mean(lambda each: each.recall):.4f}",
        f"{found.mean(lambda each: each.covered):.4f}",
        f"{found.mean(lambda each: each.results):.1f}",
        f"{found.mean(lambda each: each.size):,.0f}",
        *(f"{share:.4f}" for share in found.passages or ()),
    ]
    return f"| {' | '.join([*cells, *[''] * (len(_HEADS) - len(cells))])} |"
