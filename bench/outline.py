"""Measures turning bytes into outline chunks, as a ratio to bare pyromark."""

from __future__ import annotations

from statistics import median
from time import process_time

from bench.corpora import UNPACKED, markdown_files
from bench.measure import child
from ra.chunking import divide
from ra.config.schema import DEFAULT_CHUNKING
from ra.document import Source
from ra.parse import parse
from ra.parse.events import PARSER

ROUNDS, QUICK_ROUNDS = 9, 3


def main(*, quick: bool = False) -> None:
    """Print CPU seconds, MB/s, the ratio and the peak memory for all of MDN."""
    rounds = QUICK_ROUNDS if quick else ROUNDS
    paths = markdown_files("mdn")
    memory = child("bench.outline_memory", project=UNPACKED)["megabytes"]
    files = [path.read_bytes() for path in paths]
    names = [path.name for path in paths]
    size = sum(map(len, files)) / 1e6

    totals: dict[str, list[float]] = {"bare": [], "outline": []}
    for _ in range(rounds):
        bare = outline = 0.0
        for name, data in zip(names, files, strict=True):
            start = process_time()
            for _event in PARSER.events_with_range(data.decode()):
                pass
            middle = process_time()
            divide(parse(Source("mdn", name, data, 0, "markdown")), DEFAULT_CHUNKING)
            bare += middle - start
            outline += process_time() - middle
        totals["bare"].append(bare)
        totals["outline"].append(outline)
    seconds = {name: median(each) for name, each in totals.items()}
    ratio = seconds["outline"] / seconds["bare"]
    print(
        f"{len(files):,} files, {size:.1f} MB, median of {rounds} rounds, taking turns file by file"
    )
    for name, label in (("bare", "pyromark events alone"), ("outline", "bytes to outline chunks")):
        print(f"{label:24} {seconds[name]:6.2f} CPU s {size / seconds[name]:6.1f} MB/s")
    print(f"{'ratio':24} {ratio:6.2f} (goal: at most 2.0)")
    print(f"{'peak memory':24} {memory:6.1f} MB, file by file (goal: under 60)")
