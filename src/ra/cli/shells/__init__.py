"""Builds completion scripts from the command parsers, so that they always match them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ra.cli.shells import bash, fish, zsh
from ra.cli.shells.spec import CommandSpec, specs

__all__ = ["SCRIPTS", "specs"]

SCRIPTS: Mapping[str, Callable[[tuple[CommandSpec, ...]], str]] = {
    "bash": bash.script,
    "zsh": zsh.script,
    "fish": fish.script,
}
