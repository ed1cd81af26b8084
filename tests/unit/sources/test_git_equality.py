"""Tests that our ignore rules agree with git itself."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ra.sources import discover
from tests.robustness.marks import drawn
from tests.unit.sources.trees import tree, write

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")

FOLDERS = ("", "a", "a/b", "a/b/c", "b", "b/a", "ab", "x.md", "a b", "drafts", "a/drafts", "é")
NAMES = (
    "a",
    "b",
    "c.md",
    "ab",
    "a.b",
    "A",
    "x-y",
    "a b",
    "b ",
    "#x",
    "!x",
    "é.md",
    "[a]",
    "a]",
    "\\b",
)


def _git(repo: Path, *words: str) -> bytes:
    clean = {"PATH": os.environ["PATH"], "HOME": str(repo), "GIT_CONFIG_NOSYSTEM": "1"}
    done = subprocess.run(["git", *words], cwd=repo, env=clean, capture_output=True, check=True)
    return done.stdout


@pytest.fixture(scope="module")
def repo() -> Iterator[Path]:
    """One repository with a file of each name in each folder, all empty."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        _git(root, "init", "-q")
        for parent in FOLDERS:
            for name in NAMES:
                path = root / parent / name
                if not path.exists() and path.relative_to(root).as_posix() not in FOLDERS:
                    write(root, {str(path.relative_to(root)): ""})
        yield root


def _kept_by_git(repo: Path) -> set[str]:
    listed = _git(repo, "ls-files", "-z", "--others", "--exclude-standard").split(b"\0")
    names = {os.fsdecode(name) for name in listed if name}
    return {name for name in names if Path(name).name != ".gitignore"}


def _kept_by_ra(repo: Path) -> set[str]:
    return {found.path for found in discover(tree(repo, include=("*",))).files}


def _agree(repo: Path, rules: dict[str, bytes]) -> None:
    for name in (*FOLDERS, ".git/info"):
        (repo / name / ".gitignore").unlink(missing_ok=True)
    (repo / ".git/info/exclude").write_bytes(b"")
    for name, content in rules.items():
        (repo / name).write_bytes(content)
    assert _kept_by_ra(repo) == _kept_by_git(repo)


atoms = st.sampled_from(
    ["a", "b", "c", "ab", "x", ".md", ".", "*", "**", "***", "?", "/", "/", "**/", "/**", "/**/",
     "[ab]", "[!a]", "[^a]", "[a-c]", "[c-a]", "[]a]", "[!]a]", "[a", "[[:alpha:]]", "[[:punct:]]",
     "[[:x:]]", "[[:a]", "[\\]a]", "[a\\-c]", "[--b]", "[a-]", "\\", "\\*", "\\ ", " ", "#", "!",
     "\\#", "\\!", "\\/", "drafts", "é", "[é]", "-", "\t"]
)  # fmt: skip
globs = st.lists(atoms, min_size=1, max_size=6).map("".join)
lines = st.builds(lambda bang, glob, end: bang + glob + end,
                  st.sampled_from(["", "", "", "!"]), globs,
                  st.sampled_from(["", "", "/", " ", "  ", "\\ ", "\r"]))  # fmt: skip
ignore_files = st.builds(
    lambda bom, rows, end: bom + "\n".join(rows).encode() + end,
    st.sampled_from([b"", b"", b"", b"\xef\xbb\xbf"]),
    st.lists(lines, min_size=1, max_size=5),
    st.sampled_from([b"", b"\n", b"\r\n", b"\n\xff*\n", b"\0x\n"]),
)
places = st.sampled_from([".gitignore", ".gitignore", "a/.gitignore", "a/b/.gitignore",
                          "b/.gitignore", ".git/info/exclude"])  # fmt: skip


@drawn(8)
@given(rules=st.dictionaries(places, ignore_files, min_size=1, max_size=3))
@example({".gitignore": b"a/\n!a/b/\n"})  # no way back below a folder that is left out
@example({".gitignore": b"a/*\n!a/b/\n"})
@example({".gitignore": b"*\n!*/\n!*.md\n"})
@example({".gitignore": b"a**/b\n"})  # git: the text before the first star is matched apart
@example({".gitignore": b"/a**/c.md\nb*/**/a\n"})
@example({".gitignore": b"**\\/a\n"})
@example({".gitignore": b"b\\ \n\\#x\n\\!x\n"})
@example({".gitignore": b"a b  \r\nx-y\r\n"})
@example({".gitignore": "?.md\n[é].md\n??.md\n".encode()})
@example({".gitignore": b"*", "a/.gitignore": b"!*"})
@example({".gitignore": b"!c.md\n", ".git/info/exclude": b"*.md\n"})
def test_a_gitignore_leaves_out_what_git_leaves_out(repo: Path, rules: dict[str, bytes]) -> None:
    """SPEC 1.4: `.gitignore` is honored; every file is kept or left out as git does it."""
    _agree(repo, rules)


@pytest.mark.parametrize("inner", ["a", "a/b", "drafts"])
def test_a_tree_inside_a_repository_obeys_the_files_above_it(repo: Path, inner: str) -> None:
    """SPEC 1.4: a tree that is a part of a repository has the same documents as in the whole."""
    for name in FOLDERS:
        (repo / name / ".gitignore").unlink(missing_ok=True)
    (repo / ".git/info/exclude").write_bytes(b"x-y\n")
    write(repo, {".gitignore": "*.md\n/a/b/ab\n!a/b/c/*.md\n", "a/.gitignore": "c/a*\n!/b/c.md\n"})
    part = discover(tree(repo / inner, include=("*",)))
    kept = {name for name in _kept_by_git(repo) if name.startswith(inner + "/")}
    assert {f"{inner}/{found.path}" for found in part.files} == kept


def test_a_work_tree_obeys_the_exclude_file_of_its_repository(tmp_path: Path) -> None:
    """SPEC 1.4: in a linked work tree `.git` is a file; the exclude file is the repository's."""
    main = write(tmp_path / "main", {"a.md": "a"})
    _git(main, "init", "-q")
    _git(main, "add", "a.md")
    _git(main, "-c", "user.name=x", "-c", "user.email=x@x", "commit", "-qm", "x")
    _git(main, "worktree", "add", "-q", str(tmp_path / "other"))
    write(main, {".git/info/exclude": "secret.md\n"})
    other = write(tmp_path / "other", {"secret.md": "s"})
    assert _kept_by_git(other) == set()  # a.md is tracked, secret.md excluded
    assert [found.path for found in discover(tree(other)).files] == ["a.md"]
