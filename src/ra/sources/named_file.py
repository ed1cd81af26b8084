"""Reads a file that the user named, even if its tree does not include it."""

from __future__ import annotations

from ra.config.schema import Tree
from ra.errors import NotFound
from ra.sources import select
from ra.sources.discover import FoundFile, in_range
from ra.sources.read import check_inside


def named(tree: Tree, path: str) -> FoundFile:
    """One file of a tree, without applying `include`, `exclude` and ignore files."""
    try:
        status = (tree.root / path).stat()
    except (FileNotFoundError, NotADirectoryError):
        raise NotFound(f"{tree.root / path}: no such file") from None
    except (OSError, ValueError) as error:
        raise NotFound(f"{tree.root / path}: {error}") from None
    check_inside(tree, path)
    *folders, name = path.split("/")
    chosen = select.selection(tree.include, tree.parsers)
    cover, above = None, ""
    for folder in folders:
        cover = select.cover_of(chosen.parsers, above, folder, cover)
        above += f"{folder}/"
    parser = select.parser_of(chosen, above, name, cover)
    return FoundFile(path, status.st_size, in_range(status.st_mtime_ns), parser)
