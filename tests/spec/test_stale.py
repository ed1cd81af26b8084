"""SPEC 1.8 and 6.4: the last good version of a file survives a rebuild of its tree."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

import ra
from ra.engine.contract.store import Contents
from ra.engine.query import Scope
from tests.robustness.marks import sampled
from tests.robustness.world import NOBODY, World, generation_of, path_of, word_of
from tests.robustness.world import SETTINGS as WORLD_SETTINGS
from tests.spec.projects import HERE, Project, fresh

SETTINGS = 'root = true\nmax_file_bytes = 5000\n[tree.docs]\npath = "docs"\n'
TWO = SETTINGS + '[tree.notes]\npath = "notes"\n'
BOTH = Scope("default", ("docs", "notes"))
A = "# Apple\ngreen [pear](b.md)\n"
B = "---\ntags: [fruit]\n---\n# Pear\nyellow running\n## Core\nseeds [apple](a.md)\n"

Step = Callable[[Project], object]


def _strategy(project: Project) -> None:
    project.settings(SETTINGS + '[chunking]\nstrategy = "none"\n')
    project.update()


def _language(project: Project) -> None:
    project.settings(SETTINGS + 'language = "german"\n')
    project.update()


BREAKS: dict[str, Step] = {
    "not UTF-8": lambda project: project.write({"docs/b.md": b"caf\xe9\n"}),
    "binary": lambda project: project.write({"docs/b.md": b"\0\1\2\3" * 100}),
    "too large": lambda project: project.write({"docs/b.md": b"x" * 6000}),
    "a link out of the tree": lambda project: _link(project, project.folder / ".ra.toml"),
    "no more than a name": lambda project: _link(project, project.folder / "nowhere"),
}
REBUILDS: dict[str, Step] = {
    "strategy": _strategy,
    "language": _language,
    "full": lambda project: project.update(full=True),
}


# `known` before, or found by the rebuild. Every fourth has each cause and each rebuild.
STALE = [(how, known, each) for how in BREAKS for known in (True, False) for each in REBUILDS]


def _link(project: Project, target: Path) -> None:
    project.remove("docs/b.md")
    (project.folder / "docs/b.md").symlink_to(target)


@pytest.fixture
def project(home: Path) -> Project:
    """Two documents, indexed."""
    project = Project(home.with_name("project"))
    project.settings(SETTINGS)
    project.write({"docs/a.md": A, "docs/b.md": B})
    project.update()
    return project


@pytest.fixture
def whole(project: Project) -> Project:
    """The same project, whose files stay good."""
    return fresh(project)


def _states(project: Project) -> dict[str, tuple[str, str]]:
    with ra.open(project.folder) as kb:
        trees = kb.index.status().trees
    return {file.path: (file.state, file.reason) for tree in trees for file in tree.files}


def _without_files(found: tuple[Contents, object]) -> tuple[Contents, object]:
    contents, postings = found
    return contents._replace(manifest={}), postings


@pytest.mark.parametrize(("how", "known", "rebuild"), sampled(STALE, *STALE[::4]))
def test_1_8_a_stale_file_survives_a_rebuild(
    project: Project, whole: Project, how: str, known: bool, rebuild: str
) -> None:
    """SPEC 1.8, 6.4: every index is as if the last good version were built with the new settings,
    and the file is stale for the same reason as without a rebuild.
    """
    BREAKS[how](project)
    if known:
        project.update()
        before = _states(project)
    REBUILDS[rebuild](project)
    REBUILDS[rebuild](whole)
    assert _without_files(project.contents(HERE)) == _without_files(whole.contents(HERE))
    after = _states(project)
    assert after["b.md"][0] == "stale"
    assert after["b.md"][1]
    if known:
        assert after == before
    project.update()
    assert _without_files(project.contents(HERE)) == _without_files(whole.contents(HERE))
    assert _states(project) == after


@pytest.mark.parametrize("rebuild", REBUILDS)
def test_1_8_a_stale_file_survives_many_rebuilds_and_recovers(
    project: Project, whole: Project, rebuild: str
) -> None:
    """SPEC 1.8: it is stale as often as it must be, and good bytes end that."""
    BREAKS["not UTF-8"](project)
    for step in (rebuild, "full", "strategy", rebuild):
        REBUILDS[step](project)
        REBUILDS[step](whole)
    assert _states(project)["b.md"][0] == "stale"
    for each in (project, whole):
        each.ticks = 100
        each.write({"docs/b.md": "# Plum\nred\n"})
        REBUILDS[rebuild](each)
    assert project.contents(HERE) == whole.contents(HERE)


@pytest.mark.parametrize("rebuild", REBUILDS)
def test_1_8_a_file_that_can_be_read_again_is_taken_in(
    project: Project, whole: Project, rebuild: str
) -> None:
    """SPEC 1.8: what was stale and is good when the tree is built again needs no rescue."""
    BREAKS["not UTF-8"](project)
    project.update()
    for each in (project, whole):
        each.ticks = 100
        each.write({"docs/b.md": "# Plum\nred\n"})
        REBUILDS[rebuild](each)
    assert project.contents(HERE) == whole.contents(HERE)


@pytest.mark.parametrize(
    "leave",
    [
        lambda project: project.remove("docs/b.md"),
        lambda project: project.write({"docs/.raignore": "b.md\n"}),
    ],
    ids=["gone", "excluded"],
)
@pytest.mark.parametrize("rebuild", REBUILDS)
def test_1_8_what_is_gone_or_excluded_leaves(project: Project, leave: Step, rebuild: str) -> None:
    """SPEC 1.8: only a file that is gone or excluded leaves the index, and that it does."""
    BREAKS["not UTF-8"](project)
    project.update()
    leave(project)
    REBUILDS[rebuild](project)
    assert project.contents(HERE) == fresh(project).contents(HERE)


@pytest.mark.parametrize(
    ("settings", "scope"),
    [
        (SETTINGS + 'tenant = "other"\n', Scope("other", ("docs",))),
        (SETTINGS.replace("tree.docs", "tree.pages"), Scope("default", ("pages",))),
    ],
    ids=["tenant", "name"],
)
def test_12_another_tree_inherits_nothing(project: Project, settings: str, scope: Scope) -> None:
    """SPEC 12: a tree of another tenant or name is a new one, and the old one has left."""
    BREAKS["not UTF-8"](project)
    project.update()
    project.settings(settings)
    project.update()
    assert project.contents(scope) == fresh(project).contents(scope)
    assert project.contents(HERE)[0].documents == []


def test_6_4_a_tree_that_nobody_asked_for_is_rescued_too(project: Project) -> None:
    """SPEC 6.4: a setting of all trees concerns them all, whichever is updated first."""
    project.settings(TWO)
    project.write({"notes/n.md": "# Plum\nred\n", "notes/gone.md": "x\n"})
    project.update()
    project.write({"notes/n.md": b"\xff"})
    project.remove("notes/gone.md")
    project.settings(TWO + '[chunking]\nstrategy = "none"\n')
    with ra.open(project.folder) as kb:
        kb.index.update(["docs"])
    before = ["a.md", "b.md", "gone.md", "n.md"]
    assert [one.path for one in project.contents(BOTH)[0].documents] == before
    project.update()
    assert [one.path for one in project.contents(BOTH)[0].documents] == ["a.md", "b.md", "n.md"]
    assert _states(project)["n.md"][0] == "stale"
    assert "notes:n.md" in project.contents(BOTH)[0].outlines


@pytest.mark.parametrize("rebuild", REBUILDS)
def test_1_6_a_tree_whose_folder_is_away_keeps_its_documents(
    project: Project, whole: Project, rebuild: str
) -> None:
    """SPEC 1.6: a drive that is not mounted is no reason to forget what is on it."""
    (project.folder / "docs").rename(project.folder / "away")
    REBUILDS[rebuild](project)
    REBUILDS[rebuild](whole)
    assert project.contents(HERE) == whole.contents(HERE)
    (project.folder / "away").rename(project.folder / "docs")
    report = project.report()
    assert (report.unchanged, report.added, report.modified) == (2, 0, 0)
    assert project.contents(HERE) == whole.contents(HERE)


def test_1_8_what_the_new_settings_refuse_is_reported(project: Project) -> None:
    """SPEC 1.6: if the old bytes are no document any more either, the file has failed."""
    project.settings('root = true\n[tree.docs]\npath = "docs"\n[parsers]\n"b.md" = "text"\n')
    project.write({"docs/b.md": "*a* " * 700_000})
    project.update()
    assert _states(project)["b.md"][0] == "indexed"
    project.write({"docs/b.md": b"\xff"})
    project.settings('root = true\n[tree.docs]\npath = "docs"\n[chunking]\nstrategy = "none"\n')
    project.update()
    state, reason = _states(project)["b.md"]
    assert (state, "UTF-8" in reason) == ("failed", True)
    assert [one.path for one in project.contents(HERE)[0].documents] == ["a.md"]


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE texts SET data = zeroblob(40)",
        "UPDATE texts SET data = (SELECT data FROM texts ORDER BY document LIMIT 1)",
        "DELETE FROM texts",
    ],
    ids=["no text", "another text", "none"],
)
def test_9_a_damaged_text_is_not_rescued(project: Project, damage: str) -> None:
    """Decision 0011: what cannot be trusted is not carried on, and the rebuild goes on."""
    BREAKS["not UTF-8"](project)
    project.update()
    with closing(sqlite3.connect(generation_of(project.index) / "catalog.sqlite")) as db, db:
        db.execute(damage)
    REBUILDS["strategy"](project)
    assert _states(project)["b.md"][0] == "failed"
    assert project.contents(HERE) == fresh(project).contents(HERE)
    assert not list(project.index.glob("damaged-*"))


@pytest.mark.skipif(os.name != "posix", reason="there are no users to change to on this system")
@pytest.mark.parametrize("words", [(), ("--full",)])
def test_1_8_rights_are_no_part_of_a_time(words: tuple[str, ...]) -> None:
    """SPEC 1.8: a file that may not be read any more is stale, though its mtime is the same."""
    with tempfile.TemporaryDirectory() as place:
        world = World(Path(place) / "open")
        world.fill(3)
        Path(place).chmod(0o755)
        world.give_to(NOBODY)
        assert world.ra("update", user=NOBODY).code == 0
        (world.folder / path_of(1)).chmod(0)
        world.write(".ra.toml", WORLD_SETTINGS + '[chunking]\nstrategy = "none"\n')
        done = world.ra("update", *words, "--json", user=NOBODY)
        (report,) = done.json["trees"]
        assert (report["added"], report["failed"], report["rebuilt"]) == (2, 1, True)
        got = world.ra("get", f"docs:{path_of(1)}", "--no-update", user=NOBODY)
        assert word_of(1) in got.out
        assert "last good version" in got.err


def test_1_8_the_report_counts_it_as_failed(project: Project) -> None:
    """SPEC 1.6: that a file could not be taken in is said, whatever else was done."""
    BREAKS["not UTF-8"](project)
    project.settings(SETTINGS + '[chunking]\nstrategy = "none"\n')
    report = project.report()
    assert (report.added, report.failed, report.rebuilt) == (1, 1, True)


def test_1_3_a_rescue_changes_no_file(project: Project) -> None:
    """SPEC 1.3: the sources stay as they are."""
    BREAKS["not UTF-8"](project)
    aside = project.folder.with_name("aside")
    shutil.copytree(project.folder / "docs", aside)
    REBUILDS["strategy"](project)
    here = {path.name: path.read_bytes() for path in (project.folder / "docs").iterdir()}
    assert here == {path.name: path.read_bytes() for path in aside.iterdir()}
