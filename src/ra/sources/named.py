"""How would one file be read that somebody named, be it in the listing of its tree or not?"""

from __future__ import annotations

from ra.config.schema import Tree
from ra.errors import NotFound
from ra.sources import select
from ra.sources.discover import Found


def named(tree: Tree, path: str) -> Found:
    """One file of a tree, without asking `include`, `exclude` and ignore files."""
    try:
        status = (tree.root / path).stat()
    except (FileNotFoundError, NotADirectoryError):
        raise NotFound(f"{tree.root / path}: no such file") from None
    except (OSError, ValueError) as error:
        raise NotFound(f"{tree.root / path}: {error}") from None
    *folders, name = path.split("/")
    chosen = select.selection(tree.include, tree.parsers)
    cover, above = None, ""
    for folder in folders:
        cover = select.cover_of(chosen.parsers, above, folder, cover)
        above += f"{folder}/"
    parser = select.parser_of(chosen, above, name, cover)
    return Found(path, status.st_size, status.st_mtime_ns, parser)
