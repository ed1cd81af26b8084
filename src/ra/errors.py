"""What can go wrong? Every error in one tree, each with its exit code and HTTP status."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

SourceState = Literal["skipped", "failed"]


class RaError(Exception):
    """Something the user can repair; its message says what, where and what to do."""

    exit_code = 2
    http_status = 400


class UsageError(RaError):
    """The command line or a call has a word that does not fit."""


class ConfigError(RaError):
    """A settings file cannot be read or holds a key or value that is not valid."""


class UnknownTree(RaError):
    """A tree was named that no settings file declares."""

    http_status = 404


class TreeMissing(RaError):
    """The folder of a tree is not there; the other trees work (SPEC 1.6)."""

    http_status = 404


class SourceError(RaError):
    """One file cannot become a document; the other files are not affected."""

    code = "SOURCE_FAILED"
    state: SourceState = "failed"
    http_status = 422

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path}: {reason}")
        self.path = path
        self.reason = reason


class ChunkingFailed(SourceError):
    """A file is not strict UTF-8, so no chunk of it can be trusted (SPEC 1.8)."""

    code = "CHUNKING_FAILED"


class FileRefused(SourceError):
    """A file cannot be read: no permission, binary, too large, gone or out of its tree."""

    def __init__(self, path: str, reason: str, *, state: SourceState, code: str) -> None:
        super().__init__(path, reason)
        self.state = state
        self.code = code


class NotFound(RaError):
    """A file, document or chunk was named that is not there."""

    http_status = 404


def did_you_mean(word: str, choices: Iterable[str]) -> str:
    """The end of a message that names the nearest valid word, or nothing if none is near."""
    from difflib import get_close_matches  # only a mistake pays for this import

    near = get_close_matches(word, list(choices), n=1, cutoff=0.6)
    return f"; did you mean '{near[0]}'?" if near else ""
