"""What a trick is."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tests.robustness.hostile.sandbox import Sandbox


class Trick(NamedTuple):
    """Something hostile in a repository or around it.

    `name` is that of the repository's folder. `says` must be in the messages of a search.
    `finds` tells whether the honest document beside it is found all the same. `more` are commands
    that somebody may type who sees the names of its files.
    """

    build: Callable[[Sandbox], None]
    name: str = "clone"
    says: str = ""
    finds: bool = True
    needs_root: bool = False
    more: tuple[str, ...] = ()
