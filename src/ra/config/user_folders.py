"""Locates the home, cache and state folders of the user on this system."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path, PurePath

from ra.config.key import Secret
from ra.config.schema import SCHEMA, Schema
from ra.errors import ConfigError
from ra.typed import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from typing import TypeVar

    AnyPath = TypeVar("AnyPath", bound=PurePath)


class UserFolders(NamedTuple):
    """The folders of a user: home, cache and state.

    `secrets` are the values of settings that come from the environment only, by key.
    """

    home: Path
    cache: Path
    state: Path
    secrets: Mapping[str, Secret]


def cache_folder(system: str, env: Mapping[str, str], home: AnyPath) -> AnyPath:
    """The folder for data that can be recreated; `system` is a value of `sys.platform`."""
    if system == "darwin":
        return home / "Library" / "Caches" / "ra"
    if system == "win32":
        return _from(env, "LOCALAPPDATA", home / "AppData" / "Local") / "ra" / "Cache"
    return _from(env, "XDG_CACHE_HOME", home / ".cache") / "ra"


def state_folder(system: str, env: Mapping[str, str], home: AnyPath) -> AnyPath:
    """The folder for decisions of this user: small, and not recreatable."""
    if system == "darwin":
        return home / "Library" / "Application Support" / "ra"
    if system == "win32":
        return _from(env, "LOCALAPPDATA", home / "AppData" / "Local") / "ra" / "State"
    return _from(env, "XDG_STATE_HOME", home / ".local" / "state") / "ra"


def _from(env: Mapping[str, str], name: str, default: AnyPath) -> AnyPath:
    """The folder in a variable, unless it is relative: XDG requires to ignore such a value."""
    named = type(default)(env.get(name, ""))
    return named if named.is_absolute() else default


def placed(text: str, *, base: AnyPath, home: AnyPath) -> AnyPath:
    """The path of `text` in a file of the folder `base`; a leading `~` is `home`."""
    path = type(base)(text)
    if path.parts[:1] == ("~",):
        return home.joinpath(*path.parts[1:])
    return base / path


def here(schema: Schema = SCHEMA) -> UserFolders:
    """The folders and secrets of the current user: the only reader of the environment."""
    home = _home()
    system, env = sys.platform, os.environ
    cache = cache_folder(system, env, home)
    if not is_utf8(cache):  # Tantivy cannot open it
        raise ConfigError(
            f"{cache}: the cache folder's path is not UTF-8; "
            "set the variable XDG_CACHE_HOME to another folder"
        )
    return UserFolders(home, cache, state_folder(system, env, home), _secrets(schema, env))


def _secrets(schema: Schema, env: Mapping[str, str]) -> dict[str, Secret]:
    keys = [key for key in schema.rows.values() if key.secret]
    return {key.name: Secret(env.get(key.secret, "")) for key in keys}


def is_utf8(path: Path) -> bool:
    """Whether a path is valid UTF-8; on POSIX it can be any bytes."""
    try:
        str(path).encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _home() -> Path:
    """The home folder, whatever the environment contains.

    It is never relative to the working folder. If it belongs to another user, as after `sudo`, the
    user's own home is used.
    """
    home = Path(os.environ.get("USERPROFILE" if sys.platform == "win32" else "HOME", ""))
    if home.is_absolute() and _owner(home) in (_user(), None):
        return home
    own = Path(_registered_home())
    if own.is_absolute() and (not home.is_absolute() or _owner(own) == _user()):
        return own
    if home.is_absolute():
        return home
    raise ConfigError("unknown home folder; set HOME to an absolute path")


def _user() -> int | None:
    return os.geteuid() if hasattr(os, "geteuid") else None


def _owner(folder: Path) -> int | None:
    """The owner of a folder; None if it is missing, and on systems without users."""
    try:
        return folder.stat().st_uid if hasattr(os, "geteuid") else None
    except OSError:
        return None


def _registered_home() -> str:
    """The home folder in the password database; "" without one."""
    if sys.platform == "win32":
        return os.path.expanduser("~")  # noqa: PTH111 - it need not be a path
    import pwd  # only an unusual environment needs this import

    try:
        return pwd.getpwuid(os.getuid()).pw_dir
    except KeyError:
        return ""
