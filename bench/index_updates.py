"""`python -m bench.index_updates FOLDER ROOT COUNT`: change one file, update, and so on.

Prints the most segments that the tree had meanwhile; then the files are put back as they were.
"""

from __future__ import annotations

import json
import sys
from contextlib import ExitStack
from pathlib import Path

import ra
from bench.project import TREE, change, evenly, kept
from ra.engine.open import open_engine
from ra.engine.query import Scope
from ra.library.sound_index import place_of


def most_segments(count: int, project: Path, root: Path) -> int:
    """The most segments of the tree between so many updates of one file each."""
    most = 0
    with ExitStack() as files:
        for number, path in enumerate(evenly(root, count)):
            files.enter_context(kept(path))
            change(path, number)
            with ra.open(project) as kb:
                (report,) = kb.index.update().trees
            if report.modified != 1:
                raise RuntimeError(f"{path}: the change was not seen alone: {report}")
            most = max(most, segments(project))
    return most


def segments(project: Path) -> int:
    """The segments of the only tree."""
    with ra.open(project) as kb:
        engine = open_engine(place_of(kb.settings))
    found = engine.usage(Scope("default", (TREE,)))[TREE].segments
    engine.close()
    return found


folder, tree, updates = sys.argv[1:]
print(json.dumps({"segments": most_segments(int(updates), Path(folder), Path(tree))}))
