"""Tests of `ra status`."""

from __future__ import annotations

import os
import re
import shutil
import time
from pathlib import Path

import pytest

from tests.cli.command import Sandbox
from tests.cli.indexes import records

TWO_TREES = '[tree.docs]\npath = "docs"\n[tree.notes]\npath = "notes"\n'


def test_status_counts_documents_and_chunks(box: Sandbox) -> None:
    """Issue 3: per tree the folder, documents and chunks of the index."""
    box.write({".ra.toml": TWO_TREES, "docs/a.md": "# A\nx\n## B\ny\n", "notes/b.txt": "z\n"})
    box.ra("update")
    done = box.ra("status")
    assert done.code == 0
    assert str(box.folder / ".ra.toml") in done.out
    assert str(box.folder / "docs") in done.out
    assert "1 document · 3 chunks · 13 B" in done.out
    trees = box.ra("status", "--json").json["trees"]
    assert [(tree["name"], tree["documents"], tree["chunks"]) for tree in trees] == [
        ("docs", 1, 3),
        ("notes", 1, 1),
    ]


def test_status_of_one_tree(box: Sandbox) -> None:
    """Only the trees that are named."""
    box.write({".ra.toml": TWO_TREES, "docs/a.md": "x", "notes/b.md": "y"})
    assert [tree["name"] for tree in box.ra("status", "notes", "--json").json["trees"]] == ["notes"]


def test_a_missing_tree_is_a_warning(box: Sandbox) -> None:
    """SPEC 1.6: a tree whose folder is missing is a warning; the other trees work."""
    box.write({".ra.toml": TWO_TREES, "docs/a.md": "x\n"})
    box.ra("update")
    done = box.ra("status")
    assert done.code == 0
    assert "warning: " in done.out
    assert "1 document" in done.out
    docs, notes = box.ra("status", "--json").json["trees"]
    assert docs["problem"] is None
    assert notes["problem"]


def test_files_are_listed_with_state_and_reason(box: Sandbox) -> None:
    """SPEC 1.6: skipped or failed one by one with a reason that `ra status --files` shows."""
    box.write(
        {
            ".ra.toml": "max_file_bytes = 100\n",
            ".raignore": "hidden.md\n",
            "good.md": "# T\ntext\n",
            "bad.md": b"caf\xe9\n",
            "big.md": "x" * 101,
            "binary.md": b"\x00\x01\x02" * 9,
            "hidden.md": "x",
        }
    )
    box.ra("update")
    files = {
        file["path"]: file
        for file in box.ra("status", "--files", "--json").json["trees"][0]["files"]
    }
    assert {path: file["state"] for path, file in files.items()} == {
        "good.md": "indexed",
        "bad.md": "failed",
        "big.md": "skipped",
        "binary.md": "skipped",
        "hidden.md": "ignored",
    }
    assert files["bad.md"]["code"] == "CHUNKING_FAILED"
    assert all(file["reason"] for path, file in files.items() if path != "good.md")
    text = box.ra("status", "--files")
    assert text.code == 0
    for path, file in files.items():
        assert any(
            line.split()[:2] == [file["state"], path] and file["reason"] in line
            for line in text.out.splitlines()
        )


def test_warnings_name_the_file(box: Sandbox) -> None:
    """SPEC 2.1 and 4.1: malformed front matter and a large body are warnings in `ra status`."""
    box.write(
        {
            ".ra.toml": "[chunking]\nmax_chunk_size = 10\n",
            "front.md": "---\na: [\n---\nx\n",
            "large.md": "# Long\n" + "word " * 9,
        }
    )
    box.ra("update")
    done = box.ra("status")
    assert done.code == 0
    warnings = box.ra("status", "--json").json["trees"][0]["warnings"]
    assert {"front.md", "large.md"} == {warning["path"] for warning in warnings}
    large = [w["message"] for w in warnings if "large.md#long" in w["message"]]
    assert large and "45" in large[0]
    assert all(warning["message"] in done.out for warning in warnings)


def _states(box: Sandbox) -> dict[str, str]:
    [tree] = box.ra("status", "--files", "--json").json["trees"]
    return {file["path"]: file["state"] for file in tree["files"]}


def test_status_looks_and_changes_nothing(box: Sandbox) -> None:
    """Issue 3: freshness: how many files differ from the index; status itself does not update."""
    box.write({"a.md": "# A\n", "b.md": "# B\n", "c.md": "# C\n"})
    first = box.ra("status")
    assert first.code == 0
    assert "not built yet" in first.out
    assert "0 documents" in first.out
    assert "pending changes: 3 added" in first.out
    assert _states(box) == {"a.md": "new", "b.md": "new", "c.md": "new"}
    box.ra("update")
    fresh = box.ra("status")
    assert "3 documents" in fresh.out
    assert "not built yet" not in fresh.out
    assert "pending changes" not in fresh.out
    box.write({"b.md": "# Another\n", "d.md": "# D\n"})
    (box.folder / "c.md").unlink()
    for _ in range(2):
        later = box.ra("status")
        assert "3 documents" in later.out
        assert "pending changes: 1 added · 1 modified · 1 removed" in later.out
    [tree] = box.ra("status", "--json").json["trees"]
    assert tree["changes"] == {"added": 1, "modified": 1, "removed": 1}
    states = _states(box)
    assert (states["a.md"], states["b.md"], states["d.md"]) == ("indexed", "changed", "new")


def test_a_known_file_that_goes_bad_is_stale(box: Sandbox) -> None:
    """SPEC 1.8: the last good version stays searchable and is reported as stale."""
    box.write({"a.md": "# A\n"})
    box.ra("update")
    box.write({"a.md": b"caf\xe9\n"})
    box.ra("update")
    done = box.ra("status", "--files")
    assert "1 document" in done.out
    assert "stale: 1 file" in done.out
    [file] = box.ra("status", "--files", "--json").json["trees"][0]["files"]
    assert (file["state"], file["code"]) == ("stale", "CHUNKING_FAILED")
    assert "UTF-8" in file["reason"]


def test_the_index_has_a_place_a_size_and_a_time(box: Sandbox) -> None:
    """Issue 3: sizes and freshness."""
    box.write({".ra.toml": "", "a.md": "# A\n"})
    before = box.ra("status", "--json").json
    assert before["updated"] is None
    box.ra("update")
    after = box.ra("status", "--json").json
    assert after["index"] == str(box.built)
    assert after["index_bytes"] > 0
    assert after["updated"].endswith("Z")
    assert after["trees"][0]["segments"] == 1


def test_only_the_trees_of_one_tenant(box: Sandbox) -> None:
    """SPEC 12: `--tenant`; the default is `default`."""
    box.write({".ra.toml": TWO_TREES + 'tenant = "team"\n', "docs/a.md": "x", "notes/b.md": "y"})
    assert [tree["name"] for tree in box.ra("status", "--json").json["trees"]] == ["docs"]
    done = box.ra("status", "--tenant", "team")
    assert "notes (local, tenant team)" in done.out
    assert "docs" not in done.out.partition("notes (local")[2]


# Every index


def test_all_indexes_are_listed_from_anywhere(box: Sandbox) -> None:
    """SPEC 1.3: each with its folder, size and age; nothing of the current folder is needed."""
    for name in ("one", "two"):
        box.write({f"../{name}/a.md": "# A\n"})
        assert box.ra("-C", f"../{name}", "update").code == 0
    shutil.rmtree(box.folder.parent / "two")
    box.write({".ra.toml": "tree = 1\n"})  # a mistake, which is not read
    before = sorted(box.folder.parent.rglob("*"))
    for folder in (box.folder, box.home, Path(box.home.anchor), box.folder.parent):
        done = box.ra("-C", str(folder), "status", "--indexes")
        assert (done.code, done.err) == (0, "")
        lines = done.out.splitlines()
        assert lines[0] == str(box.folder.parent / "one")
        assert lines[1].startswith(f"  {box.indexes / 'one-'}")
        assert re.fullmatch(r"  \d+\.\d KiB · used today", lines[2])
        assert lines[3] == f"{box.folder.parent / 'two'}  the folder is gone"
        assert re.fullmatch(r"2 indexes · \d+\.\d KiB", lines[-1])
    assert sorted(box.folder.parent.rglob("*")) == before


def test_the_list_as_json(box: Sandbox) -> None:
    """The same facts for programs."""
    box.write({"a.md": "# A\n"})
    box.ra("update")
    [record] = box.ra("status", "--indexes", "--json").json
    used = record.pop("used")
    assert used.endswith("Z")
    assert record == {
        "index": str(box.built),
        "folder": str(box.folder),
        "folder_exists": True,
        "bytes": box.ra("status", "--json").json["index_bytes"],
        "damaged": [],
        "damaged_bytes": 0,
        "problem": None,
    }


def test_the_age_of_an_index_is_told_in_days(box: Sandbox) -> None:
    """SPEC 1.3: size and age."""
    box.write({"a.md": "# A\n"})
    box.ra("update")
    [record] = records(box)
    for days, shown in ((1, "used 1 day ago"), (45, "used 45 days ago"), (-3, "used today")):
        os.utime(record, (time.time() - days * 86_400,) * 2)
        assert box.ra("status", "--indexes").out.splitlines()[2].endswith(f" · {shown}")


def test_no_index_at_all_is_nothing_found(box: Sandbox) -> None:
    """Exit code 1; nothing is built for the list."""
    box.write({"a.md": "# A\n"})
    done = box.ra("status", "--indexes")
    assert (done.code, done.out, done.err) == (1, "there are no indexes\n", "")
    done = box.ra("status", "--indexes", "--json")
    assert (done.code, done.json) == (1, [])
    assert list(box.home.iterdir()) == []


@pytest.mark.parametrize("words", [["docs"], ["--files"], ["--tenant", "default"]])
def test_the_list_takes_no_trees(box: Sandbox, words: list[str]) -> None:
    """STYLE 7: a word that would be ignored is an error."""
    done = box.ra("status", "--indexes", *words)
    assert (done.code, done.out) == (2, "")
    assert "--indexes cannot be combined with" in done.err


def test_patterns_are_shown_and_those_without_effect_are_warned_of(box: Sandbox) -> None:
    """findings/rust-ra 1.1: patterns, and a warning for one that matches nothing."""
    box.write(
        {
            ".ra.toml": "[tree.docs]\npath = 'docs'\n"
            "include = ['*.md', 'guides/', '*.rst', '!x.md']\nexclude = ['old/', 'draft/']\n",
            "docs/a.md": "x",
            "docs/guides/b.org": "y",
            "docs/old/c.md": "z",
        }
    )
    done = box.ra("status")
    assert done.code == 0
    assert "include  *.md, guides/, *.rst, !x.md" in done.out
    assert "exclude  old/, draft/" in done.out
    [tree] = box.ra("status", "--json").json["trees"]
    assert tree["notes"] == [
        "include pattern '*.rst' matches no file",
        "exclude pattern 'draft/' excludes nothing",
    ]
    assert all(f"warning: {note}" in done.out for note in tree["notes"])


def test_default_patterns_are_never_warned_of(box: Sandbox) -> None:
    """A folder without text files is no mistake."""
    box.write({"a.md": "x"})
    done = box.ra("status")
    assert "include  **/*.md, **/*.markdown, **/*.txt" in done.out
    assert "warning" not in done.out


def test_overlapping_trees_are_named(box: Sandbox) -> None:
    """Issue 15: overlapping trees are said, with the number of files in both."""
    box.write(
        {
            ".ra.toml": "[tree.all]\npath = '.'\n[tree.docs]\npath = 'docs'\n"
            "[tree.rest]\npath = '.'\nexclude = ['docs/', 'c.md']\n",
            "docs/a.md": "x",
            "docs/b.md": "y",
            "c.md": "z",
            "d.md": "w",
        }
    )
    trees = box.ra("status", "--json").json["trees"]
    assert {tree["name"]: tree["notes"] for tree in trees} == {
        "all": ["2 files are also in tree 'docs'", "1 file is also in tree 'rest'"],
        "docs": [],
        "rest": [],
    }


def test_the_folder_is_searched_beside_global_trees(box: Sandbox) -> None:
    """SPEC 1.3, findings S8: a global file does not switch off the current folder."""
    box.write({"here.md": "# Here\n\nzebra\n"})
    (box.home / "brain").mkdir(parents=True)
    (box.home / "brain" / "far.md").write_text("# Far\n\nzebra\n", encoding="utf-8")
    (box.home / ".ra.toml").write_text("[tree.brain]\npath = 'brain'\n", encoding="utf-8")
    found = box.ra("search", "zebra", "--json").json["results"]
    assert {result["id"].partition(":")[0] for result in found} == {"brain", "project"}
    assert found[0]["id"].startswith("project:")
