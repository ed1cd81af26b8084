"""SPEC 6.2 to 6.6 and 12, sentence by sentence: the index matches the files."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import ra
from ra.engine.contract.store import term
from ra.engine.query import Everything, Scope
from ra.ingest import TreeReport
from tests.spec.projects import HERE, Project, is_true

SETTINGS = 'root = true\n[tree.docs]\npath = "docs"\n'
A = "---\ntags: [fruit]\naliases: [Pome]\n---\n# Apple\ngreen [pear](b.md)\n## Core\nseeds\n"
B = "# Pear\nyellow running\n"
C = "cherry\n"

Change = Callable[[Project], None]


@pytest.fixture
def project(home: Path) -> Project:
    """Three documents of one tree, and a home without settings."""
    project = Project(home.with_name("project"))
    project.settings(SETTINGS)
    project.write({"docs/a.md": A, "docs/b.md": B, "docs/sub/c.md": C})
    return project


def _rename(project: Project, old: str, new: str) -> None:
    (project.folder / new).parent.mkdir(parents=True, exist_ok=True)
    (project.folder / old).rename(project.folder / new)


def _exclude(project: Project) -> None:
    project.settings(SETTINGS + 'exclude = ["sub/", "b.md"]\n')


CHANGES: dict[str, Change] = {
    "add": lambda project: project.write({"docs/d.md": "# Plum\nred [x](a.md)\n"}),
    "add in a new folder": lambda project: project.write({"docs/new/er/d.md": "plum\n"}),
    "change": lambda project: project.write({"docs/a.md": "# Plum\nred\n"}),
    "touch": lambda project: project.touch("docs/a.md"),
    "change to empty": lambda project: project.write({"docs/a.md": ""}),
    "rename": lambda project: _rename(project, "docs/a.md", "docs/d.md"),
    "move": lambda project: _rename(project, "docs/a.md", "docs/sub/a.md"),
    "rename over another": lambda project: _rename(project, "docs/a.md", "docs/b.md"),
    "rename a folder": lambda project: _rename(project, "docs/sub", "docs/other"),
    "delete": lambda project: project.remove("docs/a.md"),
    "delete a folder": lambda project: shutil.rmtree(project.folder / "docs/sub"),
    "exclude": _exclude,
    "ignore": lambda project: project.write({"docs/.raignore": "a.md\n"}),
    "include less": lambda project: project.settings(SETTINGS + 'include = ["sub/**"]\n'),
    "read as text": lambda project: project.settings(SETTINGS + '[parsers]\n"a.md" = "text"\n'),
    "too large": lambda project: project.settings("max_file_bytes = 20\n" + SETTINGS),
    "another strategy": lambda project: project.settings(
        SETTINGS + '[chunking]\nstrategy = "none"\n'
    ),
    "another language": lambda project: project.settings(SETTINGS + 'language = "german"\n'),
    "delete everything": lambda project: shutil.rmtree(project.folder / "docs"),
}
# A tree whose folder is gone keeps what it had, and so does a file that became too large.
KEPT = {"delete everything", "too large"}


@pytest.mark.parametrize("name", [name for name in CHANGES if name not in KEPT])
def test_6_3_after_any_change_the_index_is_a_fresh_one(project: Project, name: str) -> None:
    """SPEC 6.3, 6.4: no ghost and no gap in any index."""
    project.update()
    before = project.contents(HERE)
    CHANGES[name](project)
    project.update()
    assert project.contents(HERE) != before
    is_true(project)


@pytest.mark.parametrize("name", CHANGES)
def test_6_3_a_change_undone_leaves_no_trace(project: Project, name: str) -> None:
    """SPEC 6.3: excluded and included again, deleted and restored: as it was before."""
    project.update()
    before = project.contents(HERE)
    aside = project.folder.with_name("aside")
    shutil.copytree(project.folder, aside)
    CHANGES[name](project)
    project.update()
    shutil.rmtree(project.folder)
    aside.rename(project.folder)
    project.update()
    assert project.contents(HERE) == before


def test_6_3_all_changes_one_after_the_other(project: Project) -> None:
    """SPEC 6.3: a long life ends like a fresh build."""
    project.update()
    for step in range(4):
        project.write(
            {"docs/a.md": f"{A}\nred x{step}\n", f"docs/n{step}.md": "# Plum\n[x](b.md)\n"}
        )
        project.update()
        _rename(project, f"docs/n{step}.md", f"docs/sub/m{step}.md")
        project.remove("docs/b.md")
        project.update()
        project.write({"docs/b.md": B})
        project.update()
    is_true(project)


def test_6_3_only_what_changed_is_processed(project: Project) -> None:
    """SPEC 6.3: added, removed, modified; the others keep their version."""
    first = project.report()
    assert (first.added, first.modified, first.removed, first.unchanged) == (3, 0, 0, 0)
    project.write({"docs/b.md": "# Plum\n", "docs/d.md": "x\n"})
    project.remove("docs/sub/c.md")
    second = project.report()
    assert (second.added, second.modified, second.removed, second.unchanged) == (1, 1, 1, 1)
    assert (second.touched, second.failed, second.rebuilt) == (0, 0, False)
    assert project.versions() == {"docs:a.md": 1, "docs:b.md": 2, "docs:d.md": 1}
    third = project.report()
    assert third == TreeReport("docs", unchanged=3)


def test_6_3_touched_files_cost_no_indexing(project: Project) -> None:
    """SPEC 6.3: modified means that the hash differs too; afterwards the new mtime is known."""
    project.update()
    project.touch("docs/a.md")
    report = project.report()
    assert (report.touched, report.modified, report.unchanged) == (1, 0, 2)
    assert set(project.versions().values()) == {1}
    assert project.report() == TreeReport("docs", unchanged=3)


def test_6_3_a_file_too_young_to_be_believed_is_read_again(project: Project) -> None:
    """Two changes within one tick of the clock have one mtime; the second is found."""
    path = project.folder / "docs/b.md"
    soon = 4_000_000_000_000_000_001  # later than any reading of it
    os.utime(path, ns=(soon, soon))
    project.update()
    path.write_bytes(path.read_bytes().replace(b"yellow", b"purple"))
    os.utime(path, ns=(soon, soon))
    assert project.report().modified == 1
    assert project.versions()["docs:b.md"] == 2


def test_6_3_a_renamed_file_keeps_its_digests(project: Project) -> None:
    """A renamed file's chunks keep their digests."""
    project.update()
    with ra.open(project.folder) as kb:
        before = [chunk.digest for chunk in kb.index.chunks() if chunk.path == "a.md"]
    _rename(project, "docs/a.md", "docs/d.md")
    project.update()
    with ra.open(project.folder) as kb:
        after = [chunk.digest for chunk in kb.index.chunks() if chunk.path == "d.md"]
    assert after == before != []


def test_6_3_absolute_paths_are_not_stored(project: Project) -> None:
    """SPEC 6.3: an index can move with its folder."""
    project.update()
    name = str(project.folder).encode()
    files = [path for path in project.index.rglob("*") if path.is_file()]
    assert files
    assert [path for path in files if name in path.read_bytes()] == []


def test_6_3_a_moved_project_keeps_its_index(project: Project) -> None:
    """SPEC 1.3: an index beside the documents, where that is trusted, moves along with them."""
    project.settings('index.place = ".ra"\n' + SETTINGS)
    project.trust()
    project.update()
    assert project.index == project.folder / ".ra"
    before = project.contents(HERE)
    moved = Project(project.folder.with_name("elsewhere") / "deep")
    moved.folder.parent.mkdir()
    project.folder.rename(moved.folder)
    moved.trust()
    assert moved.report() == TreeReport("docs", unchanged=3)
    assert moved.contents(HERE) == before


def test_6_3_full_builds_everything_again(project: Project) -> None:
    """`ra update --full` builds everything again."""
    project.update()
    before = project.contents(HERE)
    report = project.report(full=True)
    assert report.added + report.modified == 3
    assert project.contents(HERE) == before


TWO = SETTINGS + '[tree.notes]\npath = "notes"\n'
BOTH = Scope("default", ("docs", "notes"))


def test_6_4_another_language_builds_only_that_tree(project: Project) -> None:
    """SPEC 6.4: a change rebuilds only the affected trees."""
    project.settings(TWO)
    project.write({"notes/n.md": B})
    project.update()
    project.settings(TWO + 'language = "german"\n')
    reports = {report.name: report for report in project.update().trees}
    assert (reports["docs"].rebuilt, reports["notes"].rebuilt) == (False, True)
    assert reports["docs"] == TreeReport("docs", unchanged=3)
    is_true(project, BOTH)
    store = project.store()
    assert store.find(term("text", "running", "german"), BOTH) == ["notes:n.md#pear"]
    assert store.find(term("text", "running", "english"), BOTH) == ["docs:b.md#pear"]
    store.engine.close()


def test_6_4_the_default_language_counts_too(project: Project) -> None:
    """SPEC 1.4, 6.4: `[search] stemmer` is the language of trees that name none."""
    project.settings(TWO + 'language = "english"\n')
    project.write({"notes/n.md": B})
    project.update()
    project.settings(TWO + 'language = "english"\n[search]\nstemmer = "german"\n')
    rebuilt = {report.name: report.rebuilt for report in project.update().trees}
    assert rebuilt == {"docs": True, "notes": False}


def test_6_4_a_tree_removed_from_the_settings_leaves(project: Project) -> None:
    """SPEC 6.4: tree changes are handled; nothing of it is left, nothing else is touched."""
    project.settings(TWO)
    project.write({"notes/n.md": B})
    project.update()
    project.settings(SETTINGS)
    assert project.report() == TreeReport("docs", unchanged=3)
    is_true(project, BOTH)
    project.settings(TWO)
    reports = {report.name: report for report in project.update().trees}
    assert reports["notes"].added == 1
    assert reports["docs"] == TreeReport("docs", unchanged=3)
    is_true(project, BOTH)


def test_6_5_an_interrupted_update_is_finished_by_the_next(project: Project) -> None:
    """SPEC 6.5: the next command finishes the work and loses nothing."""
    project.write({f"docs/many/{number}.md": f"# Plum\nred x{number}\n" for number in range(1100)})

    def stop(_: str, done: int, total: int) -> None:
        if done < total:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), ra.open(project.folder) as kb:
        kb.index.update(progress=stop)
    left = project.update()
    (report,) = left.trees
    assert left.recovered + report.added <= 1103
    assert report.added < 1103
    assert len(project.versions()) == 1103
    is_true(project)


def test_1_6_a_missing_folder_is_a_problem_of_its_tree(project: Project) -> None:
    """SPEC 1.6: the other trees work, and what is known of the missing one stays."""
    project.settings(TWO)
    project.write({"notes/n.md": B})
    project.update()
    before = project.contents(BOTH)
    (project.folder / "notes").rename(project.folder / "away")
    docs, notes = project.update().trees
    assert docs == TreeReport("docs", unchanged=3)
    assert notes.problem is not None
    assert "notes" in notes.problem
    (project.folder / "away").rename(project.folder / "notes")
    assert project.update().trees[1] == TreeReport("notes", unchanged=1)
    assert project.contents(BOTH) == before


@pytest.mark.parametrize(
    ("bad", "why"), [(b"caf\xe9\n", "UTF-8"), (b"\0\1\2\3" * 100, ""), (b"x" * 30_000_000, "")]
)
def test_1_8_the_last_good_version_stays(project: Project, bad: bytes, why: str) -> None:
    """SPEC 1.8: a known file that becomes undecodable, binary or too large is stale."""
    project.update()
    project.write({"docs/b.md": bad})
    project.update()
    with ra.open(project.folder) as kb:
        assert kb.get("docs:b.md#pear").text.strip().endswith("yellow running")
        states = {file.path: file for tree in kb.index.status().trees for file in tree.files}
    assert states["b.md"].state == "stale"
    assert why in states["b.md"].reason
    project.write({"docs/b.md": "# Plum\nred\n"})
    project.update()
    is_true(project)


def test_1_8_a_stale_file_that_is_gone_leaves(project: Project) -> None:
    """SPEC 1.8: only a file that is gone or excluded leaves the index."""
    project.update()
    project.write({"docs/b.md": b"\xff"})
    project.update()
    project.remove("docs/b.md")
    project.update()
    is_true(project)


def test_1_6_a_file_that_never_was_good(project: Project) -> None:
    """SPEC 1.6: one bad file never stops the others; made good, it is taken in."""
    project.write({"docs/bad.md": b"\xff"})
    report = project.report()
    assert (report.added, report.failed) == (3, 1)
    assert "docs:bad.md" not in project.versions()
    project.write({"docs/bad.md": "good\n"})
    project.update()
    assert project.versions()["docs:bad.md"] == 1
    is_true(project)


def _snapshot(folder: Path) -> dict[str, tuple[bytes, int, int]]:
    files = [path for path in folder.rglob("*") if path.is_file()]
    return {
        str(path): (path.read_bytes(), path.stat().st_mtime_ns, path.stat().st_mode)
        for path in files
    }


def test_1_3_sources_are_never_changed(project: Project) -> None:
    """SPEC 1.3: byte for byte, and nothing is added beside them."""
    before = _snapshot(project.folder)
    project.update()
    project.update(full=True)
    project.update(verify=True)
    with ra.open(project.folder) as kb:
        list(kb.index.chunks())
        kb.get("docs:a.md")
        kb.index.status()
        kb.index.doctor()
    assert _snapshot(project.folder) == before
    assert {path.name for path in project.folder.iterdir()} == {".ra.toml", "docs"}


def test_1_3_without_settings_nothing_is_written_beside_the_documents(project: Project) -> None:
    """SPEC 1.3: the index goes to the user's cache folder."""
    folder = project.folder / "docs"
    project.remove(".ra.toml")
    with ra.open(folder) as kb:
        kb.index.update()
        assert len(kb.index.documents()) == 3
        assert folder not in kb.settings.index_dir.parents
    assert not (folder / ".ra").exists()
    assert not (project.folder / ".ra").exists()


def test_1_3_the_index_is_never_walked(project: Project) -> None:
    """SPEC 1.3: also when the project folder itself is the tree."""
    settings = '[tree.docs]\npath = "."\ninclude = ["**/*"]\n'
    project.settings(f'root = true\nindex.place = ".ra"\n{settings}')
    project.trust()
    project.update()
    assert (project.folder / ".ra" / "identity").is_file()
    assert (project.folder / ".ra" / ".gitignore").read_text("utf-8") == "*\n"
    project.write({".ra/own.md": "x\n"})
    project.update()
    assert not [one for one in project.versions() if ".ra/" in one]


def test_12_tenants_do_not_feel_each_other(project: Project) -> None:
    """SPEC 12: another tenant's documents change no score, order or count."""
    project.settings(TWO + 'tenant = "other"\n')
    project.write({"notes/n.md": B})
    project.update(tenant="default")
    project.update(tenant="other")
    before = project.contents(HERE)
    project.write({f"notes/{number}.md": "pear yellow running\n" for number in range(20)})
    project.update(tenant="default")
    project.update(tenant="other")
    assert project.contents(HERE) == before
    store = project.store()
    assert len(store.find(Everything(), Scope("other", ("docs", "notes")))) == 22
    assert store.find(Everything(), Scope("other", ("docs",))) == []
    store.engine.close()


def test_12_a_tree_that_changes_its_tenant_moves(project: Project) -> None:
    """SPEC 12: the old tenant keeps nothing of it."""
    project.update()
    project.settings(SETTINGS + 'tenant = "other"\n')
    project.update()
    nothing, _ = project.contents(HERE)
    assert nothing.documents == []
    is_true(project, Scope("other", ("docs",)))
