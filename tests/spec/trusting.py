"""Users and names of trees, for the tests of trust."""

from __future__ import annotations

import os

import pytest

from ra.config import Settings

NOBODY = 65534
is_posix = pytest.mark.skipif(os.name != "posix", reason="owners and links are of POSIX")
needs_root = pytest.mark.skipif(
    os.name != "posix" or os.geteuid() != 0, reason="only root can give a file to another user"
)


def names(settings: Settings) -> list[str]:
    """The names of the trees."""
    return [tree.name for tree in settings.trees]
