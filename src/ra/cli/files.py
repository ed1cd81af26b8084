"""Writes a file atomically, so that a failure leaves the old one."""

from __future__ import annotations

import os
from pathlib import Path

from ra.errors import ConfigError, RaError


def write_whole(path: Path, text: str, failure: type[RaError] = ConfigError) -> None:
    """Write a temporary file beside the target, then rename it."""
    target = path.resolve()  # a link stays a link; its target gets the text
    beside = target.with_name(f"{target.name}.{os.getpid()}.new")
    try:
        with beside.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(target)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise failure(f"cannot write {path}: {error.strerror}; nothing was changed") from error
