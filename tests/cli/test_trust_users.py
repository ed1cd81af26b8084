"""Tests of trust between users: files of others, state that cannot be read."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.command import Outcome, Sandbox
from tests.cli.trusting import NOBODY, USER, needs_root
from tests.zygote import ZYGOTE

# Another user


@needs_root
def test_settings_of_another_user_above_do_not_govern(hostile: Sandbox) -> None:
    """SPEC 1.9: somebody's file in a shared folder is passed over, and said."""
    shared = hostile.folder.parent
    shared.chmod(0o1777)
    (shared / ".ra.toml").write_text("search.limit = 'broken'\n", encoding="utf-8")
    os.chown(shared / ".ra.toml", NOBODY, NOBODY)
    hostile.write({".ra.toml": '[tree.docs]\npath = "docs"\n'})
    done = hostile.ra("search", "find")
    assert done.code == 0
    [line] = done.err.splitlines()
    assert f"belongs to another user (uid {NOBODY})" in line
    assert line.endswith(f"`ra trust {shared}`")
    assert hostile.ra("trust", str(shared)).code == 2  # it is broken, and now that is said


@pytest.fixture
def shared() -> Iterator[Path]:
    """A folder that every user may enter, with a home in it for one."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        folder.chmod(0o755)
        (folder / "home").mkdir()
        os.chown(folder / "home", USER, USER)
        (folder / "project").mkdir()
        yield folder


def as_user(folder: Path, *words: str) -> Outcome:
    """Run `ra` as a user who is not root, in the project of a shared folder."""
    box = Sandbox(folder / "project", folder / "home")
    return Outcome(*ZYGOTE.run(*words, folder=box.folder, env=box.env(), user=USER))


@needs_root
@pytest.mark.parametrize(("owner", "counts"), [(USER, True), (0, True), (NOBODY, False)])
def test_a_user_believes_own_files_and_those_of_root(
    shared: Path, owner: int, counts: bool
) -> None:
    """SPEC 1.9: a settings file of another user (not root) counts only when trusted."""
    file = shared / "project" / ".ra.toml"
    file.write_text("max_file_bytes = 7\n", encoding="utf-8")
    os.chown(file, owner, owner)
    assert as_user(shared, "config", "--json").json["files"] == ([str(file)] if counts else [])
    assert as_user(shared, "trust").code == 0
    done = as_user(shared, "config", "--json")
    assert (done.json["files"], done.err) == ([str(file)], "")


@needs_root
def test_a_state_folder_without_permission_is_a_clear_error(shared: Path) -> None:
    """STYLE 7: for one who is not root, a read-only folder."""
    (shared / "home").chmod(0o555)
    (shared / "project" / ".ra.toml").write_text("index.place = '.ra'\n", encoding="utf-8")
    done = as_user(shared, "trust")
    assert (done.code, done.out) == (2, "")
    assert "cannot write" in done.err
    assert "permission denied" in done.err


# What the messages of `ra trust` say


@needs_root
@pytest.mark.parametrize("place", ["project", "home"])
def test_a_file_of_another_user_shows_every_value_that_reaches_out(
    box: Sandbox, place: str
) -> None:
    """SPEC 1.9: who trusts a file as a whole sees the folders that it opens."""
    folder = {"project": box.folder, "home": box.home}[place]
    file = folder / ".ra.toml"
    file.write_text('[tree.x]\npath = "../out"\n', encoding="utf-8")
    os.chown(file, NOBODY, NOBODY)
    done = box.ra("trust", str(folder))
    assert done.code == 0
    assert f"of the user {NOBODY}" in done.out
    assert f'tree.x.path = "../out"  ({folder.parent / "out"})' in done.out
    assert box.ra("config").err == ""  # it holds


@needs_root
def test_a_global_file_of_another_user_shows_trees_below_home(box: Sandbox) -> None:
    """SPEC 1.9: for the global file every tree is shown; a link with a new target ends it."""
    file = box.home / ".ra.toml"
    file.write_text('[tree.x]\npath = "ln"\n', encoding="utf-8")
    os.chown(file, NOBODY, NOBODY)
    (box.home / "one").mkdir()
    (box.home / "ln").symlink_to("one")
    assert f'tree.x.path = "ln"  ({box.home / "one"})' in box.ra("trust", str(box.home)).out
    assert box.ra("config").err == ""
    (box.home / "ln").unlink()
    (box.home / "ln").symlink_to("/etc")
    assert "the file is ignored" in box.ra("config").err


@needs_root
@pytest.mark.parametrize("words", [["trust", "--list"], ["trust", "--revoke"]])
def test_a_state_folder_that_cannot_be_read_is_an_error(shared: Path, words: list[str]) -> None:
    """STYLE 7: "nothing is trusted" would be a guess; reading commands go on without trust."""
    (shared / "project" / ".ra.toml").write_text("index.place = '.ra'\n", encoding="utf-8")
    assert as_user(shared, "trust").code == 0
    state = shared / "home" / ".local" / "state" / "ra"
    state.chmod(0)
    done = as_user(shared, *words)
    assert (done.code, done.out) == (2, "")
    assert f"{state}: cannot be read (permission denied)" in done.err
    assert "'index.place'" in as_user(shared, "config").err
    assert as_user(shared, "config").code == 0


@needs_root
def test_a_list_of_indexes_that_cannot_be_read_is_an_error(shared: Path) -> None:
    """STYLE 7: "no indexes" would be a guess."""
    state = shared / "home" / ".local" / "state" / "ra"
    (state / "indexes").mkdir(parents=True)
    state.chmod(0)
    done = as_user(shared, "status", "--indexes")
    assert (done.code, done.out) == (2, "")
    assert f"{state / 'indexes'}: cannot be read (permission denied)" in done.err


@needs_root
@pytest.mark.parametrize("folder", ["cache", "cache/ra"])
def test_a_cache_that_cannot_be_entered_is_named(shared: Path, folder: str) -> None:
    """STYLE 7: what, where, and what to do."""
    (shared / "project" / "a.md").write_text("owl\n", encoding="utf-8")
    assert as_user(shared, "search", "owl").code == 0
    (shared / "home" / folder).chmod(0)
    done = as_user(shared, "search", "owl")
    assert (done.code, done.out) == (2, "")
    assert f"{shared / 'home' / 'cache/ra/indexes'}" in done.err
    assert "unexpected" not in done.err
