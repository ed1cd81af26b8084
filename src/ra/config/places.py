"""Where do a user's own files belong on this system?"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path, PurePath

from ra.errors import ConfigError
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import TypeVar

    AnyPath = TypeVar("AnyPath", bound=PurePath)


def cache_folder(system: str, env: Mapping[str, str], home: AnyPath) -> AnyPath:
    """The folder for what can be made again; `system` is a value of `sys.platform`."""
    path = type(home)
    if system == "darwin":
        return home / "Library" / "Caches" / "ra"
    if system == "win32":
        local = env.get("LOCALAPPDATA", "")
        base = path(local) if local else home / "AppData" / "Local"
        return base / "ra" / "Cache"
    xdg = path(env.get("XDG_CACHE_HOME", ""))
    # The XDG base directory specification: a relative path is invalid and to be ignored.
    return (xdg if xdg.is_absolute() else home / ".cache") / "ra"


def placed(text: str, *, base: AnyPath, home: AnyPath) -> AnyPath:
    """The path that `text` means in a file of the folder `base`; a leading `~` is `home`."""
    path = type(base)(text)
    if path.parts[:1] == ("~",):
        return home.joinpath(*path.parts[1:])
    return base / path


def here() -> tuple[Path, Path]:
    """The home folder and the cache folder of whoever runs this."""
    try:
        home = Path.home().absolute()
    except RuntimeError as error:
        raise ConfigError("the home folder is not known; set the variable HOME") from error
    return home, cache_folder(sys.platform, os.environ, home)
