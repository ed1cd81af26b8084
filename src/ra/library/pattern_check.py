"""Checks the trees of a status: patterns without effect, and files that two trees contain."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from pathlib import PurePath

from ra.config.schema import INCLUDE, Tree
from ra.library.records import TreeStatus
from ra.sources import Listing
from ra.sources.select import matches_any

_DOCUMENTS = ("indexed", "new", "changed", "stale")
_MOST_FILES = 2_000  # that are counted in a folder without documents


def unused_patterns(tree: Tree, listing: Listing | None) -> list[str]:
    """A message for each pattern of the settings that matches no file; the defaults may."""
    if listing is None or tree.source == "git":
        return []
    paths = [each.path for each in listing.files] + [each.path for each in listing.refused]
    files = [path for path in paths if path[-1:] != "/"]
    reasons = {each.reason for each in listing.refused}
    include = () if tree.include == INCLUDE else tree.include
    idle = [
        f"include pattern '{pattern}' matches no file"
        for pattern in include
        if not pattern.startswith("!") and not matches_any(pattern, files)
    ]
    return idle + [
        f"exclude pattern '{pattern}' excludes nothing"
        for pattern in tree.exclude
        if not pattern.startswith("!") and f"exclude: {pattern}" not in reasons
    ]


def suffixes(root: str) -> Counter[str]:
    """The suffixes of the files in a folder, up to some thousand; hidden names do not count."""
    found = Counter[str]()
    for _, folders, names in os.walk(root):
        folders[:] = [name for name in folders if not name.startswith(".")]
        found.update(PurePath(name).suffix for name in names if not name.startswith("."))
        if found.total() > _MOST_FILES:
            break
    return found


def with_overlaps(trees: Sequence[TreeStatus]) -> list[TreeStatus]:
    """The trees, each with a warning for every later one that contains the same files."""
    places = [_places(tree) for tree in trees]
    found = []
    for at, tree in enumerate(trees):
        warnings = list(tree.warnings)
        for other, there in zip(trees[at + 1 :], places[at + 1 :], strict=True):
            shared = len(places[at] & there) if other.tenant == tree.tenant else 0
            if shared:
                files = "1 file is" if shared == 1 else f"{shared:,} files are"
                warnings.append(f"{files} also in tree '{other.name}'")
        found.append(tree._replace(warnings=tuple(warnings)))
    return found


def _places(tree: TreeStatus) -> set[str]:
    """The documents of a tree by their place on disk."""
    root = os.path.realpath(tree.root)
    return {f"{root}/{file.path}" for file in tree.files if file.state in _DOCUMENTS}
