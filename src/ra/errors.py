"""Defines every error in one hierarchy, each with its exit code and HTTP status."""

from __future__ import annotations

from collections.abc import Iterable

from ra.typed import Literal

SourceState = Literal["skipped", "failed"]
_REASON_LETTERS = 300


class RaError(Exception):
    """Base class of all errors. The message names the problem, the place and the fix."""

    exit_code = 2
    http_status = 400


class UsageError(RaError):
    """An argument of a command or a call is invalid."""


class ConfigError(RaError):
    """A settings file cannot be read, or has an invalid key or value."""


class QueryError(RaError):
    """A query has a syntax error; a caret marks the position (SPEC 7)."""

    def __init__(self, problem: str, *, text: str, offset: int) -> None:
        line = f" (line {text.count(chr(10), 0, offset) + 1})" if "\n" in text else ""
        super().__init__(f"{problem}{line}\n{_pointed(text, offset)}")
        self.problem = problem
        self.text = text
        self.offset = offset


class UnknownTree(RaError):
    """The named tree is not declared in any settings file."""

    http_status = 404


class UnknownTenant(RaError):
    """The named tenant has no tree, or a tenant must be chosen."""

    http_status = 404


class TreeMissing(RaError):
    """The folder of a tree does not exist; the other trees work (SPEC 1.6)."""

    http_status = 404


class SourceError(RaError):
    """A file cannot be indexed; the other files are not affected."""

    code = "SOURCE_FAILED"
    state: SourceState = "failed"
    http_status = 422

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{_shown(path)}: {reason}")
        self.path = path
        self.reason = reason


class ChunkingFailed(SourceError):
    """A file is not strict UTF-8, or chunking it raised an unexpected error (SPEC 1.6, 1.8)."""

    code = "CHUNKING_FAILED"


class FileRefused(SourceError):
    """A file cannot be read: no permission, binary, too large, deleted or outside its tree."""

    def __init__(self, path: str, reason: str, *, state: SourceState, code: str) -> None:
        super().__init__(path, reason)
        self.state = state
        self.code = code


class IndexUnwritable(RaError):
    """The index cannot be written: read-only folder, full disk or no permission."""

    http_status = 507


class OutputUnwritable(RaError):
    """The output of a command cannot be written: full disk or failing device."""


class IndexMissing(RaError):
    """No index exists for these documents, or none that this version of ra can read."""

    http_status = 404


class IndexNewer(RaError):
    """The index was written by a newer version of ra."""

    http_status = 409


class IndexDamaged(RaError):
    """The index is damaged; it is moved aside and rebuilt."""

    http_status = 500


class IndexUnrepaired(IndexDamaged):
    """A damaged index was moved aside, and the process was killed before the rebuild."""


class ModelUnavailable(RaError):
    """A model for embeddings or answers cannot be used: no package, a changed file, no reply."""

    http_status = 503


class NotFound(RaError):
    """The named file, document or section does not exist."""

    http_status = 404


def _shown(path: str) -> str:
    """A path in a message, on one line."""
    if path.isprintable():
        return path
    from ra.names import escaped  # few names need it

    return escaped(path)


def failure_of(path: str, error: BaseException) -> SourceError:
    """Convert an error into the failure of one file, so that it does not stop the others (SPEC
    1.6).

    Errors that are not caused by a file are raised again: other errors of ra, and requests to stop.
    A panic of a native library is not an `Exception`, and counts like one.
    """
    if isinstance(error, SourceError):
        return error
    if isinstance(error, (RaError, KeyboardInterrupt, SystemExit, GeneratorExit)):
        raise error
    words = " ".join(str(error).split())[:_REASON_LETTERS]
    failure = ChunkingFailed(path, f"unexpected error: {type(error).__name__}: {words}")
    failure.__cause__ = error
    return failure


def did_you_mean(word: str, choices: Iterable[str]) -> str:
    """The end of a message that suggests the nearest valid word; empty if none is near."""
    from difflib import get_close_matches  # only a mistake needs this import

    near = get_close_matches(word, list(choices), n=1, cutoff=0.6)
    return f"; did you mean '{near[0]}'?" if near else ""


def _pointed(text: str, offset: int) -> str:
    """The line of a text with the offset, cut to fit a terminal, and a caret below it."""
    start = text.rfind("\n", 0, offset) + 1
    end = text.find("\n", offset)
    end = len(text) if end < 0 else end
    left, right = max(start, offset - 50), min(end, offset + 25)
    before = "..." * (left > start) + _visible(text[left:offset])
    after = _visible(text[offset:right]) + "..." * (right < end)
    return f"  {before}{after}".rstrip() + f"\n  {' ' * _columns(before)}^"


_JOINERS = "\u200c\u200d"  # they shape the letters beside them and have no width
_AS_EMOJI = "\ufe0f"  # the character before it is drawn as a picture


def _visible(text: str) -> str:
    """The text with spaces for white space, and a question mark for each invisible character."""
    spaced = "".join(" " if letter.isspace() else letter for letter in text)
    return "".join(
        letter if letter.isprintable() or letter in _JOINERS else "?" for letter in spaced
    )


def _columns(text: str) -> int:
    """Columns on a terminal: two for wide letters and pictures, none for marks and joiners."""
    if text.isascii():
        return len(text)
    from unicodedata import category, east_asian_width  # only a mistake needs this import

    shown = [
        letter + after
        for letter, after in zip(text, text[1:] + " ", strict=True)
        if category(letter) not in ("Mn", "Me") and letter not in _JOINERS
    ]
    wide = (east_asian_width(each[0]) in ("W", "F") or each[1] == _AS_EMOJI for each in shown)
    return len(shown) + sum(wide)
