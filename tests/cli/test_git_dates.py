"""Tests of dates by git: front matter, else the last commit of a file, else its mtime."""

from __future__ import annotations

import os
import shutil
import stat
from pathlib import Path

import pytest

from tests.cli.command import Outcome, Sandbox
from tests.repositories import Repository, needs_git, repository, with_pipe, with_traps

pytestmark = needs_git

MTIME = 978_350_400  # 2001-01-01 12:00


@pytest.fixture
def repo(box: Sandbox) -> Repository:
    """Two commits of three documents, whose files all have an older mtime."""
    made = repository(box.folder, box.env())
    made.commit({"owl.md": "owl\n", "hawk.md": "hawk\n"}, "2015-03-01")
    made.commit(
        {"hawk.md": "hawk again\n", "crow.md": "---\ndate: 2005-05-05\n---\ncrow\n"}, "2018-04-02"
    )
    _age(box.folder)
    return made


def _age(folder: Path) -> None:
    for place in folder.rglob("*.md"):
        os.utime(place, (MTIME, MTIME))


def _days(box: Sandbox, *words: str) -> dict[str, str]:
    """The day of each document, after an update."""
    done = box.ra("ls", "docs", "--json", *words)
    assert done.code == 0, done.err
    return {each["path"]: (each["updated"] or each["mtime"])[:10] for each in done.json}


def _found(done: Outcome) -> list[str]:
    assert done.code in (0, 1), done.err
    return sorted(each["path"] for each in done.json["results"])


def test_front_matter_then_the_last_commit_then_the_file(repo: Repository, box: Sandbox) -> None:
    """SPEC 8.5, with git's last commit of a file before its mtime."""
    box.write({"new.md": "new\n"})
    os.utime(box.folder / "new.md", (MTIME, MTIME))
    assert _days(box) == {
        "owl.md": "2015-03-01",
        "hawk.md": "2018-04-02",
        "crow.md": "2005-05-05",
        "new.md": "2001-01-01",
    }
    found = box.ra("search", "(owl OR hawk OR crow OR new) after:2010", "--json")
    assert _found(found) == ["hawk.md", "owl.md"]
    assert _found(box.ra("search", "hawk before:2018-04-01", "--json")) == []


def test_an_uncommitted_change_has_the_time_of_the_file(repo: Repository, box: Sandbox) -> None:
    """What is not committed was changed when the file was; a commit changes that afterwards."""
    assert _days(box)["owl.md"] == "2015-03-01"
    box.write({"owl.md": "owl, edited\n"})
    os.utime(box.folder / "owl.md", (1_577_880_000, 1_577_880_000))  # 2020-01-01
    assert _days(box)["owl.md"] == "2020-01-01"
    repo.commit({}, "2021-06-07")
    assert _days(box) == {"owl.md": "2021-06-07", "hawk.md": "2018-04-02", "crow.md": "2005-05-05"}
    box.write({"owl.md": "owl, edited again\n"})
    os.utime(box.folder / "owl.md", (MTIME, MTIME))
    assert _days(box)["owl.md"] == "2001-01-01"
    box.write({"owl.md": "owl, edited\n"})
    assert _days(box)["owl.md"] == "2021-06-07"


def test_a_tree_may_use_the_times_of_files(repo: Repository, box: Sandbox) -> None:
    """`dates = "file"`, and back."""
    for dates, day in (("git", "2015-03-01"), ("file", "2001-01-01"), ("git", "2015-03-01")):
        box.write({".ra.toml": f'root = true\n[tree.t]\npath = "."\ndates = "{dates}"\n'})
        assert _days(box)["owl.md"] == day


def test_the_history_may_be_rewritten(repo: Repository, box: Sandbox) -> None:
    """An amended commit, another branch, and no repository any more."""
    assert _days(box)["hawk.md"] == "2018-04-02"
    repo.git("commit", "--amend", "-qm", "other", date="2019-09-09")
    assert _days(box) == {"owl.md": "2015-03-01", "hawk.md": "2019-09-09", "crow.md": "2005-05-05"}
    repo.git("checkout", "-q", "--orphan", "fresh")
    repo.commit({}, "2022-02-02")
    assert _days(box)["owl.md"] == _days(box)["hawk.md"] == "2022-02-02"
    repo.git("checkout", "-q", "main")
    _age(box.folder)
    assert _days(box)["hawk.md"] == "2019-09-09"
    shutil.rmtree(box.folder / ".git")
    assert _days(box)["hawk.md"] == "2001-01-01"


def test_only_new_commits_are_read(repo: Repository, box: Sandbox) -> None:
    """An old commit that is gone since does not matter."""
    first = repo.git("rev-parse", "HEAD~")
    assert _days(box)["owl.md"] == "2015-03-01"
    lost = box.folder / ".git/objects" / first[:2] / first[2:]
    lost.chmod(stat.S_IRWXU)
    lost.unlink()
    repo.commit({"hawk.md": "hawk, third\n"}, "2023-03-03")
    assert _days(box) == {"owl.md": "2015-03-01", "hawk.md": "2023-03-03", "crow.md": "2005-05-05"}


def test_without_a_change_git_is_not_run(repo: Repository, box: Sandbox, tmp_path: Path) -> None:
    """A search whose files and commits did not change starts no program."""
    assert _days(box)["owl.md"] == "2015-03-01"
    done = box.ra("search", "owl after:2015", "--json", PATH=str(tmp_path))
    assert (_found(done), done.err) == (["owl.md"], "")


def test_renames_and_merges(repo: Repository, box: Sandbox) -> None:
    """A renamed file has the time of the commit that renamed it; a merge that of what it took."""
    repo.git("mv", "owl.md", "eagle.md")
    repo.commit({}, "2019-01-01")
    repo.git("checkout", "-q", "-b", "side", "HEAD~")
    repo.commit({"side.md": "side\n", "hawk.md": "hawk, by the side\n"}, "2020-02-02")
    repo.git("checkout", "-q", "main")
    repo.git("merge", "-q", "--no-ff", "-m", "take in", "side", date="2021-03-03")
    _age(box.folder)
    assert _days(box) == {
        "eagle.md": "2019-01-01",
        "side.md": "2020-02-02",
        "hawk.md": "2020-02-02",
        "crow.md": "2005-05-05",
    }
    repo.git("checkout", "-q", "-b", "discarded")
    repo.commit({"eagle.md": "not kept\n"}, "2022-01-01")
    repo.git("checkout", "-q", "main")
    repo.git("merge", "-q", "-s", "ours", "-m", "ours", "discarded", date="2022-02-02")
    _age(box.folder)
    assert _days(box)["eagle.md"] == "2019-01-01"


def test_a_tree_in_a_folder_of_the_repository(repo: Repository, box: Sandbox) -> None:
    """Paths of the tree are those of the repository below a folder; line ends may differ."""
    repo.commit({"docs/ä b.md": "one\n", "docs/x/c.md": "two\n"}, "2016-01-02")
    repo.commit({"owl.md": "owl, third\n"}, "2020-01-01")
    box.write({"docs/x/c.md": "two\r\n", ".ra.toml": 'root = true\n[tree.t]\npath = "docs"\n'})
    _age(box.folder)
    assert _days(box) == {"ä b.md": "2016-01-02", "x/c.md": "2016-01-02"}


def test_a_shallow_clone_tells_only_what_it_has(
    repo: Repository, box: Sandbox, tmp_path: Path
) -> None:
    """The oldest commit of a shallow clone seems to add everything: its files have their mtime."""
    repo.commit({"owl.md": "owl, third\n"}, "2020-01-01")
    clone = Sandbox(tmp_path / "clone", box.home)
    repo.git("clone", "-q", "--depth", "2", f"file://{box.folder}", str(clone.folder))
    _age(clone.folder)
    first = clone.ra("ls", "docs", "--json")
    assert "the clone is shallow" in first.err
    days = {"owl.md": "2020-01-01", "hawk.md": "2001-01-01", "crow.md": "2005-05-05"}
    assert _days(clone) == days
    assert clone.ra("ls", "docs").err == ""  # said once
    Repository(clone.folder, clone.env()).git("fetch", "-q", "--unshallow")
    assert _days(clone) == {**days, "hawk.md": "2018-04-02"}


def test_other_places_of_a_repository(repo: Repository, box: Sandbox, tmp_path: Path) -> None:
    """A linked work tree and a submodule have their repositories elsewhere."""
    linked = Sandbox(tmp_path / "linked", box.home)
    repo.git("worktree", "add", "-q", "-b", "linked", str(linked.folder))
    _age(linked.folder)
    assert _days(linked)["owl.md"] == "2015-03-01"
    outer = repository(tmp_path / "outer", box.env())
    outer.git("submodule", "--quiet", "add", f"file://{box.folder}", "inner")
    outer.commit({"top.md": "top\n"}, "2020-01-01")
    _age(outer.folder)
    assert _days(Sandbox(outer.folder / "inner", box.home))["owl.md"] == "2015-03-01"
    around = _days(Sandbox(outer.folder, box.home))
    assert (around["top.md"], around["inner/owl.md"]) == ("2020-01-01", "2001-01-01")


def test_packed_references_and_no_commit(repo: Repository, box: Sandbox, tmp_path: Path) -> None:
    """The last commit is found wherever git keeps it; before the first one there is none."""
    repo.git("pack-refs", "--all")
    repo.git("gc", "-q")
    assert _days(box)["owl.md"] == "2015-03-01"
    repo.git("checkout", "-q", "--detach", "HEAD~")
    _age(box.folder)
    assert _days(box) == {"owl.md": "2015-03-01", "hawk.md": "2015-03-01"}
    empty = Sandbox(tmp_path / "empty", box.home)
    repository(empty.folder, box.env())
    empty.write({"a.md": "a\n"})
    _age(empty.folder)
    assert _days(empty) == {"a.md": "2001-01-01"}


def test_without_git_the_times_of_files_count(
    repo: Repository, box: Sandbox, tmp_path: Path
) -> None:
    """A missing program or a damaged repository is said once, and files have their mtime."""
    done = box.ra("search", "owl", "--json", PATH=str(tmp_path))
    assert "git is not installed" in done.err
    assert box.ra("search", "owl before:2002", "--json", PATH=str(tmp_path)).err == ""
    assert _found(box.ra("search", "owl before:2002", "--json")) == ["owl.md"]
    assert box.ra("update", "--verify").code == 0
    assert _days(box)["owl.md"] == "2015-03-01"
    shutil.rmtree(box.folder / ".git/objects")
    (box.folder / ".git/objects").mkdir()
    (box.folder / ".git/HEAD").write_text("1" * 40 + "\n", encoding="ascii")
    assert "git cannot read" in box.ra("ls", "docs").err
    assert _days(box)["owl.md"] == "2001-01-01"


def test_dates_execute_nothing_of_a_foreign_repository(
    repo: Repository, box: Sandbox, tmp_path: Path
) -> None:
    """SPEC 1.9: what comes with a folder is data, never a command."""
    trap = with_traps(repo, tmp_path)
    with_pipe(repo, tmp_path)
    env = {"PATH": f".{os.pathsep}{os.environ['PATH']}"}
    done = box.ra("search", "owl after:2015-03-01", "--json", **env)
    assert (_found(done), trap.exists()) == (["owl.md"], False)


def test_git_does_not_wait_at_a_pipe(repo: Repository, box: Sandbox) -> None:
    """SPEC 1.9: git opens whatever is named like a pack; a search would wait for minutes."""
    name = f"pack-{'1' * 40}"
    (box.folder / ".git/objects/pack" / f"{name}.pack").write_bytes(b"")
    os.mkfifo(box.folder / ".git/objects/pack" / f"{name}.idx")
    assert f"{name}.idx is a pipe" in box.ra("ls", "docs").err


@pytest.mark.parametrize("kind", ["file", "link"])
def test_a_repository_of_someone_else_is_not_read(
    repo: Repository, box: Sandbox, tmp_path: Path, kind: str
) -> None:
    """SPEC 1.9: a folder cannot name a repository outside of it that does not name it back."""
    foreign = Sandbox(tmp_path / "foreign", box.home)
    foreign.folder.mkdir()
    foreign.write({"owl.md": "owl\n"})
    _age(foreign.folder)
    if kind == "file":
        foreign.write({".git": f"gitdir: {box.folder / '.git'}\n"})
    else:
        (foreign.folder / ".git").symlink_to(box.folder / ".git")
    done = foreign.ra("ls", "docs", "--json")
    assert "outside the folder" in done.err
    assert _days(foreign) == {"owl.md": "2001-01-01"}
