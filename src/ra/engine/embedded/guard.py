"""Translates the errors of Tantivy: a failed write is not damage."""

from __future__ import annotations

import re
from pathlib import Path

from ra.engine.embedded.segment_checksums import damaged
from ra.errors import IndexDamaged, IndexUnwritable

_UNWRITABLE = "space left|[Rr]ead-only|[Pp]ermission|denied|quota"


class Guard:
    """Translates Tantivy's errors into ours; damaged files make it panic.

    A failed write is damage only if a checksum confirms it: a full disk ends Tantivy's writer
    thread, and later calls fail with unrelated errors.
    """

    def __init__(self, folder: Path, *, writes: bool = False) -> None:
        self._folder = folder
        self._writes = writes

    def __enter__(self) -> None: ...

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        # A Rust panic is not an Exception.
        is_panic = type(error).__name__ == "PanicException"
        if error is None or not (is_panic or isinstance(error, (ValueError, OSError))):
            return
        if is_unwritable(error) or (self._writes and not damaged(self._folder)):
            raise IndexUnwritable(
                f"{self._folder}: cannot write the index: {_first_line(error)}; "
                "free disk space or fix the permissions, then run the command again"
            ) from error
        raise IndexDamaged(f"{self._folder}: {_first_line(error)}") from error


def is_unwritable(error: BaseException) -> bool:
    """Whether Tantivy failed because something cannot be written."""
    return re.search(_UNWRITABLE, str(error)) is not None


def _first_line(error: BaseException) -> str:
    return str(error).partition("\n")[0]
