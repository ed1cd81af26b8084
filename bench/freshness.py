"""Measures how long it takes to list the files of MDN: by a walk, and by a remembered one."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from bench import corpora
from ra import config
from ra.parse.slugs import slugify
from ra.sources import discover
from ra.sources.remembered import listed

ROUNDS = 6


def main(*, quick: bool) -> None:
    """Print the CPU of both, in turn."""
    folder = corpora.folder("mdn")
    with tempfile.TemporaryDirectory() as home:
        place = Path(home)
        settings = config.load(
            folder, home=place, cache=place / "cache", state=place / "state", tree_name=slugify
        )
        tree, memory = settings.trees[0], place / "cache" / "listings" / "index" / "tree"
        listed(tree, memory, time.time_ns())
        for _ in range(2 if quick else ROUNDS):
            start = time.process_time()
            walked = discover(tree)
            between = time.process_time()
            known = listed(tree, memory, time.time_ns())
            end = time.process_time()
            assert walked == known, "the remembered walk differs"
            print(
                f"walk {1000 * (between - start):.0f} ms, remembered {1000 * (end - between):.0f}"
            )
