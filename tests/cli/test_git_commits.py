"""Tests of git as a source: the commits of a repository are documents (`source = "git"`)."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from tests.cli.command import Outcome, Sandbox
from tests.repositories import (
    BORROWED,
    Repository,
    borrow,
    needs_git,
    repository,
    with_pipe,
    with_traps,
)

pytestmark = needs_git

SETTINGS = 'root = true\n[tree.history]\npath = "."\nsource = "git"\n'
RACE = "Fix the race of two writers\n\nThe lock was taken after the file was opened.\n"


@pytest.fixture
def repo(box: Sandbox) -> Repository:
    """Three commits by two people."""
    box.write({".ra.toml": SETTINGS})
    made = repository(box.folder, box.env())
    made.commit(
        {"src/lock.py": "1\n", "docs/a.md": "a\n"}, "2023-01-02", "First version", "Ben Ode"
    )
    made.commit({"src/lock.py": "2\n"}, "2025-03-04", RACE, "Anna Smith")
    made.commit({"docs/a.md": "b\n"}, "2025-05-06", "Fix a race in the guide", "Ben Ode")
    return made


def _titles(done: Outcome) -> list[str]:
    assert done.code in (0, 1), done.err
    return sorted(dict.fromkeys(each["breadcrumb"][0] for each in done.json["results"]))


def _search(box: Sandbox, query: str, *words: str) -> list[str]:
    return _titles(box.ra("search", query, "--json", *words))


def test_messages_and_changed_paths_are_searched(repo: Repository, box: Sandbox) -> None:
    """Issue 17: commit messages and changed paths as searchable documents."""
    both = ["Fix a race in the guide", "Fix the race of two writers"]
    assert _search(box, "fix race") == both
    assert _search(box, "opened lock") == ["Fix the race of two writers"]
    assert _search(box, "lock.py") == ["First version", "Fix the race of two writers"]
    assert "history" in box.ra("status").out


def test_a_repository_without_commits_has_nothing_to_search(box: Sandbox) -> None:
    """Files choose no commits, so the message speaks of neither patterns nor suffixes."""
    box.write({".ra.toml": SETTINGS, "a.md": "tea"})
    repository(box.folder, box.env())
    done = box.ra("search", "tea")
    assert done.code == 1
    assert "no commit is in 'history'" in done.err
    assert "there are" not in done.err


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("race [author:anna]", ["Fix the race of two writers"]),
        ("race [email:ben]", ["Fix a race in the guide"]),
        ("race after:2025-05", ["Fix a race in the guide"]),
        ("race before:2025-05", ["Fix the race of two writers"]),
        ("path:src/", ["First version", "Fix the race of two writers"]),
        ("race path:SRC/lock", ["Fix the race of two writers"]),
        ("race path:docs", ["Fix a race in the guide"]),
        ("race -path:docs", ["Fix the race of two writers"]),
        ("[commit:none]", []),
    ],
)
def test_filters(repo: Repository, box: Sandbox, query: str, found: list[str]) -> None:
    """Issue 17: filters by author, after, before and path."""
    assert _search(box, query) == found


def test_a_commit_is_found_by_its_name(repo: Repository, box: Sandbox) -> None:
    """Ids are `tree:commit`; the start of a name is enough where only one has it."""
    name = repo.git("rev-parse", "HEAD~")
    for wanted in (f"history:{name}", name, name[:8], f"history:{name[:12]}"):
        done = box.ra("get", wanted)
        assert done.code == 0, done.err
        for part in ("Fix the race of two writers", "The lock was taken", "src/lock.py", "Anna"):
            assert part in done.out
    assert box.ra("get", "0000000").code == 1
    shown = box.ra("search", "opened lock", "-o", "list").out
    assert f"history:{name[:12]}" in shown
    assert "a commit has no file" in box.ra("search", "opened lock", "--open").err


def test_only_new_commits_are_read(repo: Repository, box: Sandbox, tmp_path: Path) -> None:
    """Incremental by commit; a search after which nothing was committed starts no program."""
    assert len(_search(box, "race")) == 2
    done = box.ra("search", "race", "--json", PATH=str(tmp_path))
    assert (len(_titles(done)), done.err) == (2, "")
    repo.commit({"docs/a.md": "c\n"}, "2025-06-07", "Another race, won")
    report = box.ra("update", "--json").json["trees"][0]
    assert (report["added"], report["unchanged"], report["removed"]) == (1, 3, 0)
    assert "Another race, won" in _search(box, "race")


def test_a_rewritten_history_leaves_no_trace(repo: Repository, box: Sandbox) -> None:
    """Commits that are no longer in the history leave the index."""
    assert len(_search(box, "race")) == 2
    repo.git("commit", "--amend", "-qm", "Say it otherwise", date="2025-07-08")
    assert _search(box, "race") == ["Fix the race of two writers"]
    assert _search(box, "otherwise") == ["Say it otherwise"]
    repo.git("reset", "-q", "--hard", "HEAD~2")
    assert _search(box, "race") == []


def test_a_folder_has_the_commits_that_changed_it(repo: Repository, box: Sandbox) -> None:
    """A tree in a folder of the repository; its files may be another tree beside it."""
    settings = SETTINGS.replace('"."', '"docs"')
    box.write({".ra.toml": f'{settings}[tree.docs]\npath = "docs"\n'})
    found = _search(box, "race first", "--match", "any", "-t", "history")
    assert found == ["First version", "Fix a race in the guide"]
    assert box.ra("get", "docs/a.md").out.endswith("b\n")


def test_without_a_repository_the_tree_has_a_problem(box: Sandbox, tmp_path: Path) -> None:
    """SPEC 1.6: a warning; the other trees work."""
    box.write({".ra.toml": f'{SETTINGS}[tree.docs]\npath = "."\n', "a.md": "race\n"})
    done = box.ra("search", "race", "--json")
    assert (_titles(done), "is not in a git repository" in done.err) == (["a"], True)
    repository(box.folder, box.env())
    assert _search(box, "race") == ["a"]


def test_strange_messages(repo: Repository, box: Sandbox) -> None:
    """What people write is text, whatever it contains; it never becomes front matter."""
    for number, message in enumerate(
        [
            "---\nauthor: x\n---\nowl one",
            'owl: "two" \\ three',
            "owl\x1b[31m \u2028 \U0001f989",
            "# owl",
        ]
    ):
        repo.commit({"n": str(number)}, "2025-08-09", message, 'Eve "E" \\ <x>')
    repo.git("commit", "--allow-empty", "--allow-empty-message", "-qm", "", date="2025-08-10")
    done = box.ra("search", "owl [author:eve]", "--json", "-n", "20")
    assert len(_titles(done)) == 4, done.out
    assert "\x1b" not in done.out
    assert not any(each["warnings"] for each in box.ra("ls", "docs", "--json").json)


def test_commits_execute_nothing_of_a_foreign_repository(
    repo: Repository, box: Sandbox, tmp_path: Path
) -> None:
    """SPEC 1.9: what comes with a folder is data, never a command."""
    trap = with_traps(repo, tmp_path)
    with_pipe(repo, tmp_path)
    env = {"PATH": f".{os.pathsep}{os.environ['PATH']}"}
    found = _titles(box.ra("search", "race", "--json", **env))
    assert (len(found), trap.exists()) == (2, False)


def test_a_repository_elsewhere_is_refused(repo: Repository, box: Sandbox, tmp_path: Path) -> None:
    """SPEC 1.9: what comes with a folder reads nothing outside of it."""
    foreign = Sandbox(tmp_path / "foreign", tmp_path / "other")
    for folder in foreign:
        folder.mkdir()
    foreign.write({".git": f"gitdir: {box.folder / '.git'}\n", ".ra.toml": SETTINGS})
    done = foreign.ra("search", "race", "--json")
    assert (done.code, done.out) == (2, "")
    assert "outside the folder" in done.err


@pytest.mark.parametrize("kind", BORROWED)
def test_objects_elsewhere_are_refused(
    repo: Repository, box: Sandbox, tmp_path: Path, kind: str
) -> None:
    """SPEC 1.9: no link and no alternate in `.git` leads to another repository of the user."""
    foreign = Sandbox(tmp_path / "foreign", tmp_path / "other")
    for folder in foreign:
        folder.mkdir()
    borrow(repo, foreign.folder, kind)
    foreign.write({".ra.toml": f'{SETTINGS}[tree.docs]\npath = "."\n', "a.md": "race\n"})
    done = foreign.ra("search", "race", "--json")
    assert _titles(done) == ["a"]
    assert str(foreign.folder / ".git" / "objects") in done.err
    assert "race" not in foreign.ra("context", "--diff", "--explain").out


def test_a_repository_that_cannot_be_read_stops_no_other_tree(box: Sandbox) -> None:
    """SPEC 1.6: a warning; the other trees work."""
    repository(box.folder, box.env())
    (box.folder / ".git" / "HEAD").write_text("1" * 40 + "\n", encoding="ascii")
    box.write({".ra.toml": f'{SETTINGS}[tree.docs]\npath = "."\n', "a.md": "race\n"})
    done = box.ra("search", "race", "--json")
    assert (_titles(done), "repository cannot be read" in done.err) == (["a"], True)


def test_a_source_may_change(repo: Repository, box: Sandbox) -> None:
    """A tree of commits becomes one of files and back."""
    assert len(_search(box, "race")) == 2
    box.write({".ra.toml": SETTINGS.replace('"git"', '"files"'), "b.md": "race\n"})
    assert _search(box, "race") == ["b"]
    box.write({".ra.toml": SETTINGS})
    assert len(_search(box, "race")) == 2
    shutil.rmtree(box.folder / ".git")
    done = box.ra("search", "race", "--json")
    assert "is not in a git repository" in done.err
