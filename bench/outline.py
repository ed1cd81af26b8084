"""What does it cost to turn bytes into outline chunks? As a ratio to bare pyromark."""

from __future__ import annotations

from bench.corpora import markdown_files
from bench.measure import interleaved, peak_megabytes
from ra.chunk import STRATEGIES
from ra.model import Source
from ra.parse import parse
from ra.parse.events import PARSER

ROUNDS = 9


def main() -> None:
    """Print CPU seconds, MB/s, the ratio and the peak memory for all of MDN."""
    paths = markdown_files("mdn")
    memory = peak_megabytes("bench.outline_memory")
    files = [path.read_bytes() for path in paths]
    names = [path.name for path in paths]
    size = sum(map(len, files)) / 1e6

    def bare() -> None:
        for data in files:
            for _ in PARSER.events_with_range(data.decode()):
                pass

    def outline() -> None:
        for name, data in zip(names, files, strict=True):
            STRATEGIES["outline"](parse(Source("mdn", name, data, 0, "markdown")))

    seconds = interleaved({"bare": bare, "outline": outline}, ROUNDS)
    ratio = seconds["outline"] / seconds["bare"]
    print(f"{len(files):,} files, {size:.1f} MB, median of {ROUNDS} interleaved rounds")
    for name, label in (("bare", "pyromark events alone"), ("outline", "bytes to outline chunks")):
        print(f"{label:24} {seconds[name]:6.2f} CPU s {size / seconds[name]:6.1f} MB/s")
    print(f"{'ratio':24} {ratio:6.2f} (goal: at most 2.0)")
    print(f"{'peak memory':24} {memory:6.1f} MB, file by file (goal: under 60)")
