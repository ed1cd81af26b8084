"""SPEC 11, the Python API: up to date by itself, results a sequence with the names of the JSON."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from pathlib import Path

import pytest

import ra
from tests.cli.command import Sandbox

TEA = "# Tea\n\nGreen tea is brewed cool.\n\n## Pot\n\nWarm the pot for green tea.\n"


@pytest.fixture
def notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of notes of a user without settings."""
    folder = tmp_path / "home" / "notes"
    folder.mkdir(parents=True)
    (folder / "tea.md").write_text(TEA, encoding="utf-8")
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(folder.parent))
    for name in ("XDG_CACHE_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(folder.parent)
    yield folder


def test_the_example_of_the_specification(notes: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """SPEC 11: as it is written there, in a folder that was never indexed."""
    kb = ra.open("notes")
    for result in kb.search("green tea", limit=5):
        print(result.id, result.score, result.text)
    kb.close()
    assert "notes:tea.md" in capsys.readouterr().out


def test_a_library_follows_the_files(notes: Path) -> None:
    """SPEC 11: up to date by itself like the commands."""
    with ra.open(notes) as kb:
        assert not kb.search("oolong")
        (notes / "oolong.md").write_text("oolong\n", encoding="utf-8")
        assert [result.id for result in kb.search("oolong")] == ["notes:oolong.md"]
        assert kb.get("notes:oolong.md").text == "oolong\n"
        (notes / "oolong.md").unlink()
        assert not kb.search("oolong")
        assert len(kb.index.documents()) == 1


def test_an_update_that_fails_leaves_the_index_old(
    notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever interrupts one update gets the next, however young the index may be."""
    with ra.open(notes) as kb:
        assert kb.search("green")
    (notes / "oolong.md").write_text("oolong\n", encoding="utf-8")

    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with ra.open(notes, max_age=math.inf) as kb:
        with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
            patch.setattr("ra.ingest.update", interrupted)
            kb.search("oolong")
        assert kb.search("oolong")


def test_max_age_reads_a_young_index_as_it_is(notes: Path) -> None:
    """An index that was updated shortly before is not compared with the files again."""
    with ra.open(notes, max_age=math.inf) as kb:
        assert kb.search("green")
        (notes / "oolong.md").write_text("oolong\n", encoding="utf-8")
        assert not kb.search("oolong")
        kb.index.update()
        assert kb.search("oolong")


def test_what_is_never_updated(notes: Path) -> None:
    """`never` is the flag `--no-update`; `missing` builds an index and then leaves it."""
    with ra.open(notes, update="never") as kb, pytest.raises(ra.IndexMissing):
        kb.search("green")
    with ra.open(notes, update="missing") as kb:
        assert kb.search("green")
        (notes / "oolong.md").write_text("oolong\n", encoding="utf-8")
        assert not kb.search("oolong")


def test_inside_a_snapshot_nothing_is_updated(notes: Path) -> None:
    """`reading`: all answers come from one state."""
    with ra.open(notes) as kb:

        def twice() -> list[int]:
            before = len(kb.search("oolong"))
            (notes / "oolong.md").write_text("oolong\n", encoding="utf-8")
            return [before, len(kb.search("oolong"))]

        assert kb.reading(twice) == [0, 0]
        assert len(kb.search("oolong")) == 1


def test_a_report_is_the_sequence_of_its_results(notes: Path) -> None:
    """SPEC 11: results a sequence; its fields are still there by name."""
    with ra.open(notes) as kb:
        report = kb.search("green tea", aggregates=False)
        none = kb.search("nothing-like-this")
    assert len(report) == len(report.results) == 2
    assert list(report) == [report[0], report[1]] == list(report[:2])
    assert report[-1] in report
    assert bool(report)
    assert not none
    changed = report._replace(notes=("x",))
    assert (changed.notes, changed.results, list(changed)) == (("x",), report.results, [*report])
    assert repr(report) == f"<Report 2 results, {report.verdict.strength}>"
    assert repr(report[0]) == f"<Result {report[0].id} {report[0].score:.3f}>"


def test_limit_and_trees(notes: Path) -> None:
    """`limit=` bounds the results; `trees=` is one name or several."""
    with ra.open(notes) as kb:
        assert len(kb.search("green", limit=1, aggregates=False)) == 1
        assert kb.search("green", trees="notes")
        assert kb.search("green", trees=["notes"])
        assert [tree.name for tree in kb.trees] == ["notes"]
        with pytest.raises(ra.UnknownTree):
            kb.search("green", trees="other")
        with pytest.raises(ra.RaError, match="limit"):
            kb.search("green", limit=0)


@pytest.mark.parametrize("query", ["green tea", "pot", "absent"])
def test_names_and_records_equal_the_json(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, query: str
) -> None:
    """SPEC 11: flat names that equal the JSON's; `to_dict` is its record."""
    box = Sandbox(tmp_path / "project", tmp_path / "home")
    box.home.mkdir()
    box.write({"tea.md": TEA, "more.md": "# More\n\n## A\n\ngreen tea\n\n## B\n\ngreen tea\n"})
    whole = json.loads(box.ra("search", query, "--json").out)
    box.enter(monkeypatch)
    with ra.open(box.folder) as kb:
        report = kb.search(query)
    record = json.loads(json.dumps(report.to_dict()))
    assert record == whole
    for result, expected in zip(report, whole["results"], strict=True):
        assert json.loads(json.dumps(result.to_dict())) == expected
        for name in ("id", "doc_id", "tree", "path", "title", "score", "prefix", "body"):
            assert getattr(result, name) == expected[name], name
        for name in ("line", "line_start", "line_end", "aggregated", "cut"):
            assert getattr(result, name) == expected[name], name
        assert [*result.breadcrumb, *result.tags] == expected["breadcrumb"] + expected["tags"]


def test_a_home_folder_is_expanded(notes: Path) -> None:
    """`~` is the home folder, as in a shell."""
    with ra.open("~/notes") as kb:
        assert kb.search("green")


def test_what_cannot_be_opened(notes: Path) -> None:
    """The error says what the path is."""
    with pytest.raises(ra.NotFound, match="a file, not a folder"):
        ra.open(notes / "tea.md")
    with pytest.raises(ra.NotFound, match="no such folder"):
        ra.open(notes / "gone")
    with pytest.raises(ra.UsageError, match="auto, missing, never"):
        ra.open(notes, update="often")  # type: ignore[arg-type]
    with pytest.raises(ra.UsageError, match="max_age"):
        ra.open(notes, max_age=-1)
