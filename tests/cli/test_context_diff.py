"""Tests of `ra context --diff`: what a working copy changes, read without executing anything."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.cli.command import Outcome, Sandbox
from tests.repositories import Repository, needs_git, repository, with_pipe, with_traps

pytestmark = needs_git

DOCS = {
    "docs/owl.md": "owl\n",
    "docs/hawk.md": "hawk\n",
    "docs/crow.md": "crow\n",
    "src/probe.py": "owl\n" * 3,
    ".ra.toml": 'root = true\n[tree.docs]\npath = "docs"\n',
}


@pytest.fixture
def project(box: Sandbox) -> Sandbox:
    """Documents and a source file, committed."""
    repository(box.folder, box.env()).commit(DOCS, "2020-01-01", "first")
    return box


def _ids(done: Outcome) -> list[str]:
    assert done.code in (0, 1), done.err
    return sorted(result["doc_id"] for result in done.json["results"])


def test_only_changed_lines_count(project: Sandbox) -> None:
    """SPEC 9.1: what a working copy changes: edits, staged or not."""
    project.write({"src/probe.py": "owl\n" * 3 + "hawk\n"})
    assert _ids(project.ra("context", "--diff", "--json")) == ["docs:hawk.md"]
    Repository(project.folder, project.env()).git("add", ".")
    assert _ids(project.ra("context", "--diff", "--json")) == ["docs:hawk.md"]


def test_new_and_removed_files_count(project: Sandbox) -> None:
    """SPEC 9.1: new files as a whole, of removed ones what they said; ignored ones do not."""
    project.write({"new.txt": "hawk\n", "skip.txt": "crow\n", ".gitignore": "skip.txt\n"})
    assert _ids(project.ra("context", "--diff", "--json")) == ["docs:hawk.md"]
    (project.folder / "new.txt").unlink()
    (project.folder / "src/probe.py").unlink()
    assert _ids(project.ra("context", "--diff", "--json")) == ["docs:owl.md"]


def test_nothing_changed_is_said(project: Sandbox) -> None:
    """SPEC 11: exit code 1 and a reason."""
    done = project.ra("context", "--diff")
    assert (done.code, done.out) == (1, "")
    assert "the working copy changes nothing" in done.err


def test_a_changed_document_is_left_out(project: Sandbox) -> None:
    """SPEC 9.1: the files themselves are no results."""
    project.write({"docs/owl.md": "owl and hawk\n"})
    assert _ids(project.ra("context", "--diff", "--json")) == ["docs:hawk.md"]


def test_a_repository_without_a_commit_is_all_new(box: Sandbox) -> None:
    """SPEC 9.1: before the first commit everything is new, and left out as a result."""
    box.write(DOCS)
    repository(box.folder, box.env())
    assert box.ra("context", "--diff").code == 1


def test_without_a_repository_the_command_says_so(box: Sandbox) -> None:
    """SPEC 1.10: what is missing."""
    box.write(DOCS)
    done = box.ra("context", "--diff")
    assert done.code == 2
    assert "not in a git repository" in done.err


def test_a_diff_executes_nothing_of_a_foreign_repository(project: Sandbox, tmp_path: Path) -> None:
    """SPEC 1.9: what comes with a folder is data, never a command."""
    trap = with_traps(Repository(project.folder, project.env()), tmp_path)
    project.write({"src/probe.py": "hawk\n"})
    env = {"PATH": f".{os.pathsep}{os.environ['PATH']}"}
    assert "docs:hawk.md" in _ids(project.ra("context", "--diff", "--json", **env))
    assert not trap.exists()


@pytest.mark.parametrize("name", ["config", "index", "info/exclude", "refs/x", "objects/pack/x"])
def test_a_diff_does_not_wait_at_a_pipe(project: Sandbox, name: str) -> None:
    """SPEC 1.9: git opens what a repository has under the names that it knows."""
    place = project.folder / ".git" / name
    place.unlink(missing_ok=True)
    os.mkfifo(place)
    done = project.ra("context", "--diff")
    assert (done.code, done.out) == (2, "")
    assert f"{place} is a pipe" in done.err


def test_a_diff_includes_no_other_settings(project: Sandbox, tmp_path: Path) -> None:
    """SPEC 1.9: an include may name a private file, or a pipe at which git waits."""
    with_pipe(Repository(project.folder, project.env()), tmp_path)
    done = project.ra("context", "--diff")
    assert (done.code, done.out) == (2, "")
    assert "includes other files" in done.err


@pytest.mark.parametrize("kind", ["file", "link", "index"])
def test_a_diff_of_another_repository_is_refused(
    project: Sandbox, tmp_path: Path, kind: str
) -> None:
    """SPEC 1.9: a folder cannot name a repository outside of it that does not name it back."""
    foreign = Sandbox(tmp_path / "foreign", project.home)
    foreign.folder.mkdir()
    theirs = project.folder / ".git"
    if kind == "index":
        own = repository(foreign.folder, foreign.env()).folder / ".git"
        (own / "index").symlink_to(theirs / "index")
    elif kind == "file":
        foreign.write({".git": f"gitdir: {theirs}\n"})
    else:
        (foreign.folder / ".git").symlink_to(theirs)
    done = foreign.ra("context", "--diff", "--explain")
    assert (done.code, done.out) == (2, "")
    assert str(foreign.folder / ".git") in done.err
