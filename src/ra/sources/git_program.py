"""Finds git, and the environment in which it executes nothing that a repository names."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from ra.errors import UsageError

_SAFE = {
    "GIT_ALLOW_PROTOCOL": "none",  # no transport, also where a partial clone lacks an object
    "GIT_ATTR_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
}


def git_program() -> str:
    """The git of the user: never one in the working folder."""
    places = [
        each for each in os.environ.get("PATH", "").split(os.pathsep) if Path(each).is_absolute()
    ]
    program = shutil.which("git", path=os.pathsep.join(places))
    if program is None:
        raise UsageError("git is not installed")
    return program


def git_environment() -> dict[str, str]:
    """What git needs of the environment, and nothing that names a program or a repository."""
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ}
    return {**kept, **_SAFE}
