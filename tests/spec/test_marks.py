"""SPEC 6.3: a change that keeps size and mtime is detected."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

import ra
from ra.ingest import TreeReport
from ra.sources import discover
from tests.spec.projects import HERE, START, Project, is_true

needs_marks = pytest.mark.skipif(sys.platform == "win32", reason="no ctime there")


@pytest.fixture
def project(home: Path) -> Project:
    """Three documents of one tree, two of them of one size and mtime."""
    project = Project(home.with_name("project"))
    project.settings('root = true\n[tree.docs]\npath = "docs"\n')
    project.write({"docs/a.md": "# Apple\n\ngreen\n"})
    project.write({"docs/x.md": "# One\n\nalpha\n", "docs/y.md": "# Two\n\nomega\n"})
    for name in ("x", "y"):
        os.utime(project.folder / f"docs/{name}.md", (START, START))
    project.update()
    return project


def _rewrite_unseen(project: Project) -> None:
    """Change a file's content, but neither its size nor its mtime."""
    path = project.folder / "docs/x.md"
    path.write_bytes(path.read_bytes().replace(b"alpha", b"gamma"))
    os.utime(path, (START, START))


def _note_marks(project: Project) -> None:
    """Let the manifest have the marks of now, as on a system whose marks never change."""
    with ra.open(project.folder) as kb:
        (tree,) = kb.trees.select()
    marks = {found.path: found.mark for found in discover(tree).files}
    store = project.store()
    try:
        known = store.engine.manifest(HERE).values()
        store.apply(note=[file._replace(mark=marks[file.path]) for file in known])
    finally:
        store.engine.close()


@needs_marks
def test_content_that_changes_under_the_same_size_and_mtime_is_found(project: Project) -> None:
    """The system's own note of a change (ctime) cannot be set back."""
    _rewrite_unseen(project)
    report = project.report()
    assert (report.modified, report.unchanged) == (1, 2)
    assert project.versions() == {"docs:a.md": 1, "docs:x.md": 2, "docs:y.md": 1}
    is_true(project)
    assert project.report() == TreeReport("docs", unchanged=3)


@needs_marks
def test_swapped_files_of_one_size_and_mtime_are_found(project: Project) -> None:
    """`mv a t; mv b a; mv t b`: archives and `cp -p` give many files one mtime."""
    for old, new in (("x", "t"), ("y", "x"), ("t", "y")):
        (project.folder / f"docs/{old}.md").rename(project.folder / f"docs/{new}.md")
    assert project.report().modified == 2
    is_true(project)


@needs_marks
def test_changed_rights_cost_no_indexing(project: Project) -> None:
    """SPEC 6.3: a file with another ctime and the same hash is only noted again."""
    (project.folder / "docs/a.md").chmod(0o600)
    report = project.report()
    assert (report.touched, report.modified, report.unchanged) == (1, 0, 2)
    assert set(project.versions().values()) == {1}
    assert project.report() == TreeReport("docs", unchanged=3)


def test_verify_finds_what_the_walk_cannot_tell(project: Project) -> None:
    """Other content under the same size, mtime and mark is found by `--verify`."""
    _rewrite_unseen(project)
    _note_marks(project)
    assert project.report() == TreeReport("docs", unchanged=3)
    report = project.report(verify=True)
    assert (report.modified, report.added, report.removed) == (1, 0, 0)
    assert project.versions() == {"docs:a.md": 1, "docs:x.md": 2, "docs:y.md": 1}
    is_true(project)
