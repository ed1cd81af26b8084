"""The effect of a setting: two settings files, a command, and its two outputs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Case(NamedTuple):
    """Two settings files for the project, a command, and what only its answer to each shows.

    Where one answer only lacks what the other shows, its own sign is empty. Some settings count
    only when they are `trusted`. With `embeds`, sections have vectors of the default model.
    """

    one: str
    two: str
    command: str
    shows_one: str
    shows_two: str
    files: Mapping[str, str | bytes] = {}
    trusted: bool = False
    env: tuple[Mapping[str, str], Mapping[str, str]] = ({}, {})
    embeds: bool = False
