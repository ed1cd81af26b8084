"""What can go wrong? Every error in one tree, each with its exit code and HTTP status."""

from __future__ import annotations

from collections.abc import Iterable

from ra.typed import Literal

SourceState = Literal["skipped", "failed"]


class RaError(Exception):
    """Something the user can repair; its message says what, where and what to do."""

    exit_code = 2
    http_status = 400


class UsageError(RaError):
    """The command line or a call has a word that does not fit."""


class ConfigError(RaError):
    """A settings file cannot be read or holds a key or value that is not valid."""


class QueryError(RaError):
    """A query cannot be read; a caret stands under the place (SPEC 7)."""

    def __init__(self, problem: str, *, text: str, offset: int) -> None:
        line = f" (line {text.count(chr(10), 0, offset) + 1})" if "\n" in text else ""
        super().__init__(f"{problem}{line}\n{_pointed(text, offset)}")
        self.problem = problem
        self.text = text
        self.offset = offset


class UnknownTree(RaError):
    """A tree was named that no settings file declares."""

    http_status = 404


class UnknownTenant(RaError):
    """A tenant was named that no tree belongs to."""

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


class IndexUnwritable(RaError):
    """The index cannot be written: a read-only folder, a full disk, no permission."""

    http_status = 507


class OutputUnwritable(RaError):
    """What a command prints cannot be written: to a file on a full disk, or a device that fails."""


class IndexNewer(RaError):
    """The index was made by a newer ra than this one."""

    http_status = 409


class IndexDamaged(RaError):
    """The index holds something that was never written; it is moved aside and built again."""

    http_status = 500


class NotFound(RaError):
    """A file, document or chunk was named that is not there."""

    http_status = 404


def did_you_mean(word: str, choices: Iterable[str]) -> str:
    """The end of a message that names the nearest valid word, or nothing if none is near."""
    from difflib import get_close_matches  # only a mistake pays for this import

    near = get_close_matches(word, list(choices), n=1, cutoff=0.6)
    return f"; did you mean '{near[0]}'?" if near else ""


def _pointed(text: str, offset: int) -> str:
    """The line of a text that holds the offset, cut to fit a terminal, and a caret under it."""
    start = text.rfind("\n", 0, offset) + 1
    end = text.find("\n", offset)
    end = len(text) if end < 0 else end
    left, right = max(start, offset - 50), min(end, offset + 25)
    before = "..." * (left > start) + _visible(text[left:offset])
    after = _visible(text[offset:right]) + "..." * (right < end)
    return f"  {before}{after}".rstrip() + f"\n  {' ' * _columns(before)}^"


_JOINERS = "\u200c\u200d"  # they shape the letters beside them and take no column
_AS_EMOJI = "\ufe0f"  # the character before it is drawn as a picture


def _visible(text: str) -> str:
    """White space as spaces; for what no terminal shows stands a question mark."""
    spaced = "".join(" " if letter.isspace() else letter for letter in text)
    return "".join(
        letter if letter.isprintable() or letter in _JOINERS else "?" for letter in spaced
    )


def _columns(text: str) -> int:
    """Columns on a terminal: two for wide letters and pictures, none for marks and joiners."""
    if text.isascii():
        return len(text)
    from unicodedata import category, east_asian_width  # only a mistake pays for this import

    shown = [
        letter + after
        for letter, after in zip(text, text[1:] + " ", strict=True)
        if category(letter) not in ("Mn", "Me") and letter not in _JOINERS
    ]
    wide = (east_asian_width(each[0]) in ("W", "F") or each[1] == _AS_EMOJI for each in shown)
    return len(shown) + sum(wide)
