"""`python bench/index_floor.py MODULES ROOT CATALOG`: the least that an update can do.

It imports the modules that the command imports, walks the tree, asks for the time and size of
each file, and reads the rows of the manifest. It compares nothing and knows no rules.
"""

import os
import sqlite3
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path


def walk(root: str) -> dict[str, tuple[int, int]]:
    """Size and time of each Markdown file."""
    found = {}
    todo = [root]
    while todo:
        with os.scandir(todo.pop()) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    todo.append(entry.path)
                elif entry.name.endswith(".md"):
                    status = entry.stat(follow_symlinks=False)
                    found[entry.path] = (status.st_size, status.st_mtime_ns)
    return found


modules, root, catalog = sys.argv[1:]
for name in Path(modules).read_text(encoding="utf-8").split():
    with suppress(ImportError):  # the command tries some in vain, too
        import_module(name)
files = walk(root)
rows = sqlite3.connect(catalog).execute("SELECT * FROM files").fetchall()
if not 0 < len(rows) <= len(files):
    sys.exit(f"{len(files)} files and {len(rows)} rows: this is not the floor of that update")
