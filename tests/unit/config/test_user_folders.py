"""Tests of the user's folders on every system; only the logic, for systems not at hand."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath

import pytest

from ra.config.user_folders import cache_folder, here, placed, state_folder
from ra.errors import ConfigError

POSIX = PurePosixPath("/home/ann")
WINDOWS = PureWindowsPath(r"C:\Users\Ann")

FOLDERS: list[tuple[str, Mapping[str, str], PurePath, str]] = [
    ("linux", {}, POSIX, "/home/ann/.cache/ra"),
    ("linux", {"XDG_CACHE_HOME": "/fast"}, POSIX, "/fast/ra"),
    ("linux", {"XDG_CACHE_HOME": ""}, POSIX, "/home/ann/.cache/ra"),
    ("linux", {"XDG_CACHE_HOME": "relative"}, POSIX, "/home/ann/.cache/ra"),
    ("freebsd13", {}, POSIX, "/home/ann/.cache/ra"),
    ("darwin", {"XDG_CACHE_HOME": "/x"}, PurePosixPath("/Users/a"), "/Users/a/Library/Caches/ra"),
    ("win32", {"LOCALAPPDATA": r"D:\Local"}, WINDOWS, r"D:\Local\ra\Cache"),
    ("win32", {}, WINDOWS, r"C:\Users\Ann\AppData\Local\ra\Cache"),
    ("win32", {"LOCALAPPDATA": "Local"}, WINDOWS, r"C:\Users\Ann\AppData\Local\ra\Cache"),
]
STATES: list[tuple[str, Mapping[str, str], PurePath, str]] = [
    ("linux", {}, POSIX, "/home/ann/.local/state/ra"),
    ("linux", {"XDG_STATE_HOME": "/kept"}, POSIX, "/kept/ra"),
    ("linux", {"XDG_STATE_HOME": "relative"}, POSIX, "/home/ann/.local/state/ra"),
    ("darwin", {}, PurePosixPath("/Users/a"), "/Users/a/Library/Application Support/ra"),
    ("win32", {"LOCALAPPDATA": r"D:\Local"}, WINDOWS, r"D:\Local\ra\State"),
    ("win32", {}, WINDOWS, r"C:\Users\Ann\AppData\Local\ra\State"),
]


@pytest.mark.parametrize(("system", "env", "home", "folder"), STATES)
def test_the_state_folder_is_where_each_system_keeps_decisions(
    system: str, env: Mapping[str, str], home: PurePath, folder: str
) -> None:
    """SPEC 1.9: what the user has trusted is kept in the user's state folder."""
    assert state_folder(system, env, home) == type(home)(folder)


@pytest.mark.parametrize(("system", "env", "home", "folder"), FOLDERS)
def test_the_cache_folder_is_where_each_system_keeps_caches(
    system: str, env: Mapping[str, str], home: PurePath, folder: str
) -> None:
    """SPEC 1.3: the index of a folder without settings goes to the user's cache folder."""
    assert cache_folder(system, env, home) == type(home)(folder)


PLACED: list[tuple[PurePath, PurePath, str, str]] = [
    (PurePosixPath("/p"), POSIX, "docs", "/p/docs"),
    (PurePosixPath("/p"), POSIX, ".", "/p"),
    (PurePosixPath("/p"), POSIX, "/abs", "/abs"),
    (PurePosixPath("/p"), POSIX, "~", "/home/ann"),
    (PurePosixPath("/p"), POSIX, "~/a/b", "/home/ann/a/b"),
    (PurePosixPath("/p"), POSIX, "~x/a", "/p/~x/a"),
    (PurePosixPath("/p"), POSIX, "a/~", "/p/a/~"),
    (PureWindowsPath("C:/p"), WINDOWS, "docs/a", r"C:\p\docs\a"),
    (PureWindowsPath("C:/p"), WINDOWS, r"docs\a", r"C:\p\docs\a"),
    (PureWindowsPath("C:/p"), WINDOWS, "D:/a", r"D:\a"),
    (PureWindowsPath("C:/p"), WINDOWS, r"\\host\share\a", r"\\host\share\a"),
    (PureWindowsPath("C:/p"), WINDOWS, r"~\a", r"C:\Users\Ann\a"),
]


@pytest.mark.parametrize(("base", "home", "text", "path"), PLACED)
def test_a_path_is_relative_to_its_file_and_a_tilde_is_home(
    base: PurePath, home: PurePath, text: str, path: str
) -> None:
    """SPEC 1.2: paths are relative to the file that declares them."""
    assert placed(text, base=base, home=home) == type(base)(path)


def test_the_real_places_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """SPEC 1.3: only `here` looks at the environment, so that all else can be tried alone."""
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("HOME", "/somewhere/ann")
    monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere/cache")
    monkeypatch.setenv("XDG_STATE_HOME", "/somewhere/state")
    assert [folder.as_posix() for folder in here()[:3]] == [
        "/somewhere/ann",
        "/somewhere/cache/ra",
        "/somewhere/state/ra",
    ]


@pytest.mark.skipif(os.name != "posix", reason="the password database is of POSIX")
@pytest.mark.parametrize("home", [None, "", "relative", "./here", "~"])
def test_a_home_that_is_no_full_path_is_ignored(
    home: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SPEC 1.9: nothing is read or made below the working folder because of a strange HOME."""
    import pwd

    for name in ("XDG_CACHE_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    if home is None:
        monkeypatch.delenv("HOME", raising=False)
    else:
        monkeypatch.setenv("HOME", home)
    expected = pwd.getpwuid(os.getuid()).pw_dir
    places = here()
    assert str(places.home) == expected
    assert all(folder.is_relative_to(expected) for folder in places[:3])


@pytest.mark.skipif(os.name != "posix", reason="the password database is of POSIX")
def test_without_a_home_folder_the_user_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """STYLE 7: an error says what, where, and what to do."""
    monkeypatch.delenv("HOME", raising=False)
    monkeypatch.setattr("os.getuid", lambda: 4_000_000_000)  # a user whom nobody has entered
    with pytest.raises(ConfigError, match="set HOME to an absolute path"):
        here()


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root can give files away")
def test_a_home_of_another_user_gives_way_to_the_own_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SPEC 1.9: as `sudo` may leave it: folders that root makes there lock its user out.

    Where the user has no other home folder, it is used all the same.
    """
    import pwd

    for name in ("theirs", "own"):
        (tmp_path / name).mkdir()
    os.chown(tmp_path / "theirs", 65534, 65534)
    monkeypatch.setenv("HOME", str(tmp_path / "theirs"))
    entry = pwd.getpwuid(0)
    for registered, expected in (("own", "own"), ("gone", "theirs")):
        fields = (*entry[:5], str(tmp_path / registered), entry[6])
        monkeypatch.setattr("pwd.getpwuid", lambda _, fields=fields: pwd.struct_passwd(fields))
        assert here().home == tmp_path / expected


@pytest.mark.skipif(os.name != "posix", reason="there a path can be any bytes")
def test_a_cache_folder_that_is_not_utf8_is_a_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """STYLE 7: what keeps the postings cannot open it, and would call it damage."""
    monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere/\udcff")
    with pytest.raises(ConfigError, match="set the variable XDG_CACHE_HOME"):
        here()
