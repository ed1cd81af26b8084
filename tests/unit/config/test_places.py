"""Are the user's folders right on every system? Only the logic is tried for those not at hand."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePath, PurePosixPath, PureWindowsPath

import pytest

from ra.config.places import cache_folder, here, placed
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
]


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
    home, cache = here()
    assert (home.as_posix(), cache.as_posix()) == ("/somewhere/ann", "/somewhere/cache/ra")


def test_without_a_home_folder_the_user_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """STYLE 7: an error says what, where, and what to do."""

    def nowhere(_path: str) -> str:
        return "~"

    monkeypatch.setattr("os.path.expanduser", nowhere)
    with pytest.raises(ConfigError, match="set the variable HOME"):
        here()
