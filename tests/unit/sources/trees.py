"""Makes trees for the tests of `ra.sources`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ra.config.schema import DEFAULT_CHUNKING, INCLUDE, Tree


def tree(root: Path, **changes: object) -> Tree:
    """A tree with the default settings but for `changes`."""
    plain = Tree(
        name="docs",
        root=root,
        local=True,
        include=INCLUDE,
        exclude=(),
        tenant="default",
        language="english",
        respect_gitignore=True,
        max_file_bytes=20 * 1024 * 1024,
        chunking=DEFAULT_CHUNKING,
        parsers=(),
    )
    return plain._replace(**changes)  # type: ignore[arg-type]


def write(root: Path, files: Mapping[str, str | bytes]) -> Path:
    """Write files below a folder, with the folders they need."""
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return root
