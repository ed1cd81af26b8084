"""Tests of the limits of ignore files."""

from __future__ import annotations

from pathlib import Path

import pytest

from ra.sources import Listing, discover
from ra.sources.ignore import (
    MAX_LINES,
    MAX_NESTED,
    MAX_WILD_BYTES,
    MAX_WILDCARDS,
    Intake,
    TooManyPatterns,
)
from tests.robustness.marks import torture
from tests.unit.sources.trees import tree, write

WILD = "\n".join(f"*.x{number}" for number in range(MAX_WILDCARDS + 1))
LONG = "x\n" * (MAX_LINES + 1)
WIDE = "*a" * (MAX_WILD_BYTES // 2 + 1)


def _listed(root: Path, files: dict[str, str]) -> Listing:
    return discover(tree(write(root, files)))


@pytest.mark.parametrize(
    ("text", "bound"),
    [(WILD, "5,000 patterns"), (LONG, "100,000 lines"), (WIDE, "250,000 bytes of patterns")],
)
@pytest.mark.parametrize("name", [".gitignore", ".raignore"])
def test_a_folder_with_too_many_patterns_is_left_out(
    tmp_path: Path, name: str, text: str, bound: str
) -> None:
    """What such a file would leave out is not taken in, and the other folders are listed."""
    files = {f"a/{name}": text, "a/secret.md": "s", "a/b/c.md": "c", "d/e.md": "e"}
    listing = _listed(tmp_path, files)
    assert [found.path for found in listing.files] == ["d/e.md"]
    (refused,) = listing.refused
    assert (refused.path, refused.state, refused.code) == ("a/", "failed", "TOO_MANY_PATTERNS")
    assert refused.reason.startswith(f"a/{name}: more than {bound}")
    assert refused.reason.endswith("the folder is left out")


def test_a_repository_above_with_too_many_patterns_leaves_the_tree_out(tmp_path: Path) -> None:
    """Its rules hold for the tree as well."""
    (tmp_path / ".git").mkdir()
    (tmp_path / ".gitignore").write_text(WILD, encoding="utf-8")
    listing = _listed(tmp_path / "tree", {"a.md": "a"})
    assert listing.files == ()
    assert [(one.path, one.code) for one in listing.refused] == [("./", "TOO_MANY_PATTERNS")]


def test_many_plain_patterns_are_fine(tmp_path: Path) -> None:
    """Names and paths without wildcards are looked up; the last rule that matches decides."""
    lines = [f"name-{number}.md\n/sub/path-{number}.md\n" for number in range(20_000)]
    text = "".join([*lines, "!name-7.md\n", "!/sub/path-7.md\n", "/sub/path-8.md/\n"])
    names = ("name-7.md", "name-8.md", "sub/path-7.md", "sub/path-9.md", "path-9.md")
    listing = _listed(tmp_path, {".gitignore": text, **dict.fromkeys(names, "x")})
    assert [found.path for found in listing.files] == ["name-7.md", "path-9.md", "sub/path-7.md"]


def test_a_long_comment_is_no_pattern(tmp_path: Path) -> None:
    """Only what becomes a rule is counted."""
    files = {".gitignore": f"# {WIDE}\n{'a/' * MAX_WILD_BYTES}\n", "a.md": "a"}
    assert [found.path for found in _listed(tmp_path, files).files] == ["a.md"]


def test_ignore_files_inside_each_other_are_bounded(tmp_path: Path) -> None:
    """Each is asked about every name below it."""
    folders = ["d/" * depth for depth in range(MAX_NESTED + 2)]
    files = {f"{folder}{name}": "x\n" for folder in folders for name in (".raignore", "a.md")}
    listing = _listed(tmp_path, files)
    assert len(listing.files) == MAX_NESTED
    (refused,) = listing.refused
    assert (refused.path, refused.code) == (folders[MAX_NESTED], "TOO_MANY_PATTERNS")


@torture
def test_all_ignore_files_of_a_walk_are_bounded_together() -> None:
    """Many files, each within its bound, are stopped too."""
    intake = Intake(lambda _path, _reason: None)
    data = b"\n".join(b"*.x%d" % number for number in range(MAX_WILDCARDS))
    with pytest.raises(TooManyPatterns, match="all ignore files: more than 100,000 patterns"):
        for _ in range(21):
            intake.rules(".gitignore", data)
