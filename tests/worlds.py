"""Builds small libraries for search tests."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ra import config
from ra.config.schema import Search
from ra.library import Library
from ra.parse import slugs
from ra.search.highlight import SnippetPart
from ra.search.results import Report

DAY = 24 * 60 * 60
START = 1_600_000_000  # 2020-09-13: long ago, so that no file is too young to be believed

# What is cut, dropped or taken together hides what was found; this shows it all.
RAW: dict[str, Any] = {
    "cutoff_ratio": 0.0,
    "relevance_floor": 0.0,
    "limit": 1000,
    "max_candidates": 1000,
}


def marked(pieces: Iterable[SnippetPart], before: str = "", after: str = "") -> str:
    """A snippet as plain text, with these marks around its matches."""
    return "".join(f"{before}{text}{after}" if is_match else text for text, is_match in pieces)


Trees = Mapping[str, Mapping[str, str]]


class World:
    """Trees of documents that can be searched."""

    def __init__(self, library: Library) -> None:
        self.library = library

    def params(self, **changes: Any) -> Search:
        """The settings of `[search]` with some changed; a limit is the number of results."""
        alone = {"brief_limit": 0} if "limit" in changes else {}
        return self.library.settings.search._replace(**{**alone, **changes})

    def search(self, query: str | Sequence[str], **changes: Any) -> Report:
        """The whole answer."""
        return self.library.search(query, params=self.params(**changes))

    def hits(self, query: str | Sequence[str], **changes: Any) -> list[str]:
        """The ids of all that is found, best first, nothing cut or taken together."""
        params = self.params(**{**RAW, **changes})
        report = self.library.search(query, params=params, aggregates=False)
        return [answer.match.chunk.id for answer in report.results]

    def names(self, query: str | Sequence[str], **changes: Any) -> set[str]:
        """The names of the files that are found, without tree and suffix."""
        found = self.hits(query, **changes)
        return {one.partition(":")[2].partition("#")[0].removesuffix(".md") for one in found}


@contextmanager
def world(folder: Path, trees: Trees, settings: str = "") -> Iterator[World]:
    """A library with these trees, each a folder of documents; `settings` go before them.

    Settings in `home/` below the folder are those of the user.
    """
    home = folder / "home"
    home.mkdir(exist_ok=True)
    lines = [settings] if (home / ".ra.toml").exists() else ["root = true", settings]
    for name, files in trees.items():
        if f"[tree.{name}]" not in settings:
            lines += [f"[tree.{name}]", f'path = "{name}"']
        for number, (path, text) in enumerate(files.items()):
            file = folder / name / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8", newline="")
            os.utime(file, (START + number, START + number))
    (folder / ".ra.toml").write_text("\n".join(lines), encoding="utf-8")
    loaded = config.load(
        folder, home=home, cache=home / "cache", state=home / "state", tree_name=slugs.slugify
    )
    with Library(loaded) as library:
        library.index.update(everyone=True)
        yield World(library)
