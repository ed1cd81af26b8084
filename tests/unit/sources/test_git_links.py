"""Tests of a `.git` that is not a folder: it may lead only to git's own folders (SPEC 1.9)."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ra.sources import discover
from tests.unit.sources.trees import tree, write

pytestmark = pytest.mark.skipif(os.name != "posix", reason="links and pipes are of POSIX")


def taken(folder: Path) -> list[str]:
    """The documents of the tree `repo`."""
    return [file.path for file in discover(tree(folder / "repo")).files]


@pytest.fixture(name="folder")
def _folder(tmp_path: Path) -> Path:
    """A tree of two documents; elsewhere a file of rules that would leave one out."""
    write(tmp_path, {"repo/a.md": "", "repo/b.md": "", "far/info/exclude": "a.md\n"})
    return tmp_path


def work_tree(folder: Path, back: str) -> None:
    """Make `repo` a work tree of `far`, whose note of it says `back`."""
    write(folder, {"far/HEAD": "", "far/worktrees/x/HEAD": "", "far/worktrees/x/gitdir": back})
    write(folder, {"far/worktrees/x/commondir": "../..\n"})
    write(folder, {"repo/.git": "gitdir: ../far/worktrees/x\n"})


@pytest.mark.parametrize("back", ["{}/repo/.git\n", "../../../repo/.git"])
def test_a_work_tree_has_the_rules_of_its_repository(folder: Path, back: str) -> None:
    """SPEC 1.4: `.git` is a file there, whose folder names the common one."""
    work_tree(folder, back.format(folder))
    assert taken(folder) == ["b.md"]


@pytest.mark.parametrize("back", ["{}/other/.git\n", "", "{}/repo", "\0"])
def test_a_work_tree_that_the_repository_does_not_know_leads_nowhere(
    folder: Path, back: str
) -> None:
    """SPEC 1.9: an archive could name any repository of the user; that one says if it is so."""
    work_tree(folder, back.format(folder))
    assert taken(folder) == ["a.md", "b.md"]


def test_a_submodule_has_the_rules_of_its_own_folder(folder: Path) -> None:
    """SPEC 1.4: without `commondir` the folder itself is meant; it is in the `.git` above."""
    modules = ".git/modules/repo"
    write(folder, {f"{modules}/HEAD": "", f"{modules}/info/exclude": "a.md\n"})
    write(folder, {"repo/.git": f"gitdir: ../{modules}\n"})
    assert taken(folder) == ["b.md"]


def test_another_repository_is_not_the_one_of_this_folder(folder: Path) -> None:
    """SPEC 1.9: neither named by a file, nor behind a link, nor as the common folder."""
    write(folder, {"far/HEAD": "", "repo/.git": f"gitdir: {folder / 'far'}\n"})
    assert taken(folder) == ["a.md", "b.md"]
    (folder / "repo" / ".git").unlink()
    (folder / "repo" / ".git").symlink_to("../far", target_is_directory=True)
    assert taken(folder) == ["a.md", "b.md"]
    (folder / "repo" / ".git").unlink()
    write(folder, {"repo/x/.git/own/HEAD": "", "repo/x/.git/own/commondir": f"{folder}/far\n"})
    write(folder, {"repo/x/y/.git": "gitdir: ../.git/own\n", "repo/x/y/a.md": ""})
    assert "x/y/a.md" in taken(folder)


NOT_GIT = ["gitdir: ../far\n", "../far\n", "", "gitdir:\n", "gitdir: \0\n", "x" * 10_000]


@pytest.mark.parametrize("text", NOT_GIT)
def test_a_file_that_names_no_repository_leads_nowhere(folder: Path, text: str) -> None:
    """SPEC 1.9: an archive can hold a `.git` that git itself would never check out."""
    write(folder, {"repo/.git": text})
    assert taken(folder) == ["a.md", "b.md"]


def test_a_link_to_another_folder_leads_nowhere(folder: Path) -> None:
    """SPEC 1.9: nor does a link."""
    (folder / "repo" / ".git").symlink_to("../far", target_is_directory=True)
    assert taken(folder) == ["a.md", "b.md"]


PIPES = [
    "repo/.git", "far/HEAD", "far/info/exclude", "far/worktrees/x/HEAD", "far/worktrees/x/gitdir",
    "far/worktrees/x/commondir",
]  # fmt: skip


@pytest.mark.parametrize("name", PIPES)
def test_a_pipe_makes_nobody_wait(folder: Path, name: str) -> None:
    """SPEC 1.9: what is no regular file is not opened."""
    work_tree(folder, f"{folder}/repo/.git")
    (folder / name).unlink(missing_ok=True)
    os.mkfifo(folder / name)
    assert "b.md" in taken(folder)


def test_rules_behind_a_link_are_not_read(folder: Path) -> None:
    """SPEC 1.9: neither the file nor its folder may be one."""
    write(folder, {"repo/.git/HEAD": ""})
    (folder / "repo/.git/info").symlink_to(folder / "far" / "info", target_is_directory=True)
    assert taken(folder) == ["a.md", "b.md"]
