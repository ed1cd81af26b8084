"""Tests that the nearest settings file wins."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from ra.config.effective import flat, origins
from tests.unit.config.world import world


class Declared(NamedTuple):
    """What one made-up settings file says; None is silence."""

    max_file_bytes: int | None
    respect_gitignore: bool | None
    max_chunk_size: int | None
    parsers: dict[str, str]
    trees: dict[str, int | None]

    def toml(self) -> str:
        """The text of the file; a tree's number is its own `max_file_bytes`."""
        lines = []
        if self.max_file_bytes is not None:
            lines.append(f"max_file_bytes = {self.max_file_bytes}")
        if self.respect_gitignore is not None:
            lines.append(f"respect_gitignore = {str(self.respect_gitignore).lower()}")
        if self.max_chunk_size is not None:
            lines.append(f"chunking.max_chunk_size = {self.max_chunk_size}")
        lines += [f"parsers.'{glob}' = '{parser}'" for glob, parser in self.parsers.items()]
        for name, size in self.trees.items():
            lines.append(f"[tree.{name}]\npath = '{name}'")
            if size is not None:
                lines.append(f"max_file_bytes = {size}")
        return "\n".join(lines)


SIZES = st.none() | st.integers(1, 99)
FILES = st.builds(
    Declared,
    SIZES,
    st.none() | st.booleans(),
    SIZES,
    st.dictionaries(st.sampled_from(["*.a", "b/**", "*"]), st.sampled_from(["markdown", "text"])),
    st.dictionaries(st.sampled_from(["x", "y", "z"]), SIZES),
)
# From the folder worked in upwards; home is the third, so the climb passes it.
NESTS = st.lists(st.none() | FILES, min_size=5, max_size=5)
HOME = 2


@given(NESTS)
def test_the_nearest_file_wins_and_the_global_one_is_last(nest: list[Declared | None]) -> None:
    """SPEC 1.1: nearest scalar wins, a tree is replaced whole by name, `~/.ra.toml` is lowest."""
    with tempfile.TemporaryDirectory() as top:
        place = world(Path(top) / "above")
        folders = [place.project, *place.project.parents][: len(nest)]
        for folder, declared in zip(folders, nest, strict=True):
            if declared:
                place.write(folder, declared.toml())
        settings = place.load()
        order = [n for n in (0, 1, 3, 4, HOME) if nest[n]]
        files = [file for n in order if (file := nest[n])]
        assert settings.files == tuple(folders[n] / ".ra.toml" for n in order)
        assert settings.max_file_bytes == nearest([f.max_file_bytes for f in files], 20 * 1024**2)
        assert settings.respect_gitignore == nearest([f.respect_gitignore for f in files], True)
        assert settings.chunking.max_chunk_size == nearest([f.max_chunk_size for f in files], 50000)
        expected_parsers: dict[str, str] = {}
        expected_trees: dict[str, tuple[Path, bool, int]] = {}
        for number, file in zip(order, files, strict=True):
            for glob, parser in file.parsers.items():
                expected_parsers.setdefault(glob, parser)
            for name, size in file.trees.items():
                tree = (folders[number] / name, number != HOME, size or settings.max_file_bytes)
                expected_trees.setdefault(name, tree)
        assert list(settings.parsers) == list(expected_parsers.items())
        found = [(t.name, (t.root, t.local, t.max_file_bytes)) for t in settings.trees]
        # SPEC 1.3: the folder stays, unless a project declares trees in it or below it.
        local_roots = [root for root, local, _ in expected_trees.values() if local]
        declaring = [folders.index(root.parent) for root in local_roots]
        nearest_file = next((n for n in order if n != HOME), 0)
        free = [n for n in (nearest_file, 0) if n < min(declaring, default=len(nest))]
        if free:
            name, (place_of, is_local, _) = found.pop(0)
            assert (name, place_of, is_local) == (folders[free[0]].name, folders[free[0]], True)
        assert found == list(expected_trees.items())
        assert list(origins(settings)) == [key for key, _ in flat(settings)]
        assert set(origins(settings).values()) <= {None, *settings.files}


def nearest(values: list[int | None] | list[bool | None], default: int | bool) -> int | bool:
    """The first value that is said."""
    return next((value for value in values if value is not None), default)
