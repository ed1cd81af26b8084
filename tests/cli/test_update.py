"""Tests of `ra update`."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.cli.command import COMMAND, SECONDS, Sandbox

needs_marks = pytest.mark.skipif(sys.platform == "win32", reason="no ctime there")

LONG_AGO = 1_600_000_000
TWO_TREES = '[tree.docs]\npath = "docs"\n[tree.notes]\npath = "notes"\n'


def done(box: Sandbox, *words: str) -> dict[str, object]:
    """What an update did to the first tree, without what it did not do."""
    outcome = box.ra("update", "--json", *words)
    assert outcome.code == 0, outcome.err
    tree = outcome.json["trees"][0]
    return {name: value for name, value in tree.items() if value and name != "rebuilt"}


def test_an_update_tells_what_it_did(box: Sandbox) -> None:
    """SPEC 6.3: added, modified and removed files, and only those, are processed."""
    box.write({"a.md": "# A\n", "b.md": "# B\n", "c.md": "# C\n"})
    for path in box.folder.glob("*.md"):  # one that has just been written would be read again
        os.utime(path, (LONG_AGO, LONG_AGO))
    assert done(box) == {"name": "project", "added": 3}
    assert done(box) == {"name": "project", "unchanged": 3}
    box.write({"b.md": "# Other\n", "d.md": "# D\n"})
    (box.folder / "c.md").unlink()
    assert done(box) == {
        "name": "project",
        "added": 1,
        "modified": 1,
        "removed": 1,
        "unchanged": 1,
    }


def test_an_update_is_shown_for_people(box: Sandbox) -> None:
    """Issue 3: what was done, a line for each tree; what did not happen is not listed."""
    box.write({".ra.toml": TWO_TREES, "docs/a.md": "# A\n", "docs/b.md": "x", "notes/n.md": "y"})
    assert box.ra("update").out.splitlines() == [
        "docs   2 added · full build",
        "notes  1 added · full build",
    ]
    (box.folder / "docs/a.md").unlink()
    box.write({"docs/b.md": "longer"})
    outcome = box.ra("update")
    assert outcome == (
        0,
        "docs   1 modified · 1 removed\nnotes  up to date · 1 unchanged\n",
        "",
    )


def test_only_the_trees_that_are_named(box: Sandbox) -> None:
    """`ra update TREE`: the others wait."""
    box.write({".ra.toml": TWO_TREES, "docs/a.md": "# A\n", "notes/n.md": "y"})
    assert [tree["name"] for tree in box.ra("update", "notes", "--json").json["trees"]] == ["notes"]
    assert box.ra("ls", "docs", "--no-update").out == "notes:n.md  n\n"


def test_a_touched_file_is_not_indexed_again(box: Sandbox) -> None:
    """SPEC 6.3: modified means that the content differs, not only the time."""
    box.write({"a.md": "# A\n"})
    done(box)
    os.utime(box.folder / "a.md", (1_000_000_000, 1_000_000_000))
    assert done(box) == {"name": "project", "touched": 1}
    assert done(box) == {"name": "project", "unchanged": 1}


@needs_marks
def test_what_time_and_size_hide_is_found(box: Sandbox) -> None:
    """SPEC 6.3: files of one size and mtime that change places are found by a plain search."""
    box.write({"a.md": "# One\n\nalpha\n", "b.md": "# Two\n\nomega\n"})
    for name in ("a.md", "b.md"):
        os.utime(box.folder / name, (1_000_000_000, 1_000_000_000))
    done(box)
    for old, new in (("a", "t"), ("b", "a"), ("t", "b")):
        (box.folder / f"{old}.md").rename(box.folder / f"{new}.md")
    found = box.ra("search", "alpha", "--json").json["results"]
    assert [result["path"] for result in found] == ["b.md"]
    assert done(box) == {"name": "project", "unchanged": 2}


def test_verify_reads_every_file(box: Sandbox) -> None:
    """`--verify` compares contents, whatever time and size say."""
    box.write({"a.md": "# One\n"})
    os.utime(box.folder / "a.md", (1_000_000_000, 1_000_000_000))
    done(box)
    assert done(box) == {"name": "project", "unchanged": 1}
    assert done(box, "--verify") == {"name": "project", "touched": 1}


def test_full_builds_again(box: Sandbox) -> None:
    """Issue 3: `--full` takes every file in anew."""
    box.write({"a.md": "# A\n", "b.md": "# B\n"})
    done(box)
    outcome = box.ra("update", "--full", "--json")
    assert outcome.code == 0
    [tree] = outcome.json["trees"]
    assert tree["rebuilt"] is True
    assert tree["added"] + tree["modified"] == 2
    assert box.ra("doctor").code == 0


def test_a_bad_file_is_counted_and_the_others_go_on(box: Sandbox) -> None:
    """SPEC 1.6: one bad file never stops the others; the update itself did not fail."""
    box.write({"a.md": "# A\n", "bad.md": b"caf\xe9\n"})
    outcome = box.ra("update")
    assert outcome.code == 0
    assert "1 added" in outcome.out
    assert "1 failed" in outcome.out
    assert "ra status --files" in outcome.out


def test_a_missing_tree_is_a_warning(box: Sandbox) -> None:
    """SPEC 1.6: the other trees are updated."""
    box.write({".ra.toml": TWO_TREES, "docs/a.md": "# A\n"})
    outcome = box.ra("update")
    assert outcome.code == 0
    assert "docs   1 added" in outcome.out
    assert "warning: " in outcome.out
    assert box.ra("update", "--json").json["trees"][1]["problem"]


def test_an_unknown_tree_is_an_error(box: Sandbox) -> None:
    """STYLE 7: with the nearest name; nothing is done."""
    outcome = box.ra("update", "projct")
    assert (outcome.code, outcome.out) == (2, "")
    assert "did you mean 'project'?" in outcome.err


@pytest.mark.skipif(os.name != "posix", reason="the lock of POSIX systems")
def test_a_second_writer_waits_and_says_for_whom(box: Sandbox) -> None:
    """SPEC 6.6: a second writer waits (with a message) and then proceeds."""
    import fcntl

    box.write({".ra.toml": "", "a.md": "# A\n"})
    done(box)
    box.write({"b.md": "# B\n"})
    with (box.built / "writer.lock").open("r+") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        waiting = subprocess.Popen(
            [*COMMAND, "update"],
            cwd=box.folder,
            env=box.env(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert waiting.stderr is not None
        assert b"ra: waiting for another ra process (pid " in waiting.stderr.readline()
        assert waiting.poll() is None
        fcntl.flock(lock, fcntl.LOCK_UN)
    out, err = waiting.communicate(timeout=SECONDS)
    assert (waiting.returncode, out, err) == (0, "project  1 added · 1 unchanged\n".encode(), b"")


def test_every_tenant_is_updated(box: Sandbox) -> None:
    """An update looks after the whole index, not after what one tenant may see."""
    box.write({".ra.toml": TWO_TREES + 'tenant = "team"\n', "docs/a.md": "x", "notes/b.md": "y"})
    assert [tree["name"] for tree in box.ra("update", "--json").json["trees"]] == ["docs", "notes"]
    assert box.ra("update", "notes").code == 0
    assert "2 trees · 2 documents" in box.ra("doctor").out
    assert box.ra("ls", "docs", "--no-update", "--tenant", "team").out == "notes:b.md  b\n"


def test_several_tenants_without_a_default_must_be_named(box: Sandbox) -> None:
    """SPEC 12: the default is `default`, or the only one there is; else nobody is guessed."""
    trees = TWO_TREES.replace("[tree.notes]", 'tenant = "one"\n[tree.notes]') + 'tenant = "two"\n'
    box.write({".ra.toml": trees, "docs/a.md": "x", "notes/b.md": "y"})
    assert box.ra("update").code == 0
    for words in (["ls", "docs"], ["get", "docs:a.md"], ["status"], ["chunks"]):
        outcome = box.ra(*words)
        assert (outcome.code, outcome.out) == (2, ""), words
        assert "several tenants (one, two): choose one with --tenant" in outcome.err
        assert box.ra(*words, "--tenant", "one").code == 0
