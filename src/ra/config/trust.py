"""Stores what the user trusts: one record for each settings file, in the state folder.

A record contains exact values. It is valid while all of them are unchanged, and allows no others.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from ra.config.claims import Claim
from ra.config.private import is_private_folder, private_folder, read_private, write_private
from ra.errors import ConfigError
from ra.model import digest
from ra.typed import Any, NamedTuple

_FOLDER = "trust"
_SUFFIX = ".json"
_MAX_BYTES = 16 * 1024 * 1024
_NAME_BYTES = 16


class Whole(NamedTuple):
    """A settings file that is trusted only as a whole: of another user, or behind a link that
    leaves.
    """

    owner: int | None
    target: str | None
    digest: str


class TrustRecord(NamedTuple):
    """A settings file and its trusted values."""

    file: str
    whole: Whole | None
    claims: tuple[Claim, ...]

    @property
    def is_empty(self) -> bool:
        """Whether nothing in it needs trust."""
        return self.whole is None and not self.claims


def recall(state: Path, file: Path) -> TrustRecord | None:
    """The record of a settings file; None without one of this user's own."""
    record = _read(_place(state, file)) if _is_kept(state) else None
    return record if record and record.file == str(file) else None


def remember(state: Path, record: TrustRecord) -> None:
    """Store a record, replacing an earlier one."""
    import json  # only a decision of the user needs this import

    private_folder(state)
    private_folder(state / _FOLDER)
    written = json.dumps(_as_json(record), indent=2) + "\n"
    write_private(_place(state, Path(record.file)), written.encode("ascii"))


def forget(state: Path, file: Path) -> bool:
    """Remove the record of a settings file; return whether there was one."""
    place = _place(state, file)
    if not _is_kept(state) or not os.path.lexists(place):
        return False
    try:
        place.unlink()
    except OSError as error:
        raise ConfigError(f"cannot remove {place}: {error.strerror}") from error
    return True


def records(state: Path) -> list[TrustRecord]:
    """Every record, by the path of its settings file."""
    found = (_read(path) for path in _places(state))
    return sorted((record for record in found if record), key=lambda record: record.file)


def unreadable(state: Path) -> list[Path]:
    """The files in the place of records that are invalid or cannot be read."""
    return [path for path in _places(state) if _read(path) is None]


def check_readable(state: Path) -> None:
    """Raise ConfigError if this user cannot list the records."""
    for folder in (state, state / _FOLDER):
        try:
            names = os.listdir(folder)  # noqa: PTH208 - it raises what it meets
        except (FileNotFoundError, NotADirectoryError):
            names = []
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise ConfigError(
                f"{folder}: cannot be read ({reason}); check its permissions"
            ) from error
        if names and not is_private_folder(folder):
            raise ConfigError(f"{folder}: is not a folder of your own, so its records do not count")


def lapse(record: TrustRecord, now: TrustRecord) -> str:
    """Why a record is no longer valid, given the present claims; "" while it is."""
    if record.whole != now.whole:
        return _changed(record.whole, now.whole)
    current = {claim.key: claim for claim in now.claims}
    for claim in record.claims:
        if current.get(claim.key) != claim:
            return f"{claim.key} was {shown(claim)}"
    return ""


def shown(claim: Claim) -> str:
    """The value of a claim and its target."""
    return f"{claim.value} ({claim.leads_to})" if claim.leads_to else claim.value


def _changed(before: Whole | None, now: Whole | None) -> str:
    if before is None:
        return "it was a file of your own"
    if before.target != (now.target if now else None):
        return f"it was a link to {before.target}" if before.target else "it was not a link"
    if before.owner != (now.owner if now else None):
        return "it had another owner" if before.owner is None else f"its owner was {before.owner}"
    return "its content was different"


def _is_kept(state: Path) -> bool:
    return is_private_folder(state) and is_private_folder(state / _FOLDER)


def _places(state: Path) -> list[Path]:
    return sorted((state / _FOLDER).glob(f"*{_SUFFIX}")) if _is_kept(state) else []


def _place(state: Path, file: Path) -> Path:
    return state / _FOLDER / f"{digest(os.fsencode(file), _NAME_BYTES)}{_SUFFIX}"


def _read(path: Path) -> TrustRecord | None:
    import json

    data = read_private(path, _MAX_BYTES)
    if data is None:
        return None
    try:
        return _from_json(json.loads(data))
    except (ValueError, TypeError, KeyError, RecursionError):
        return None  # not written by ra: it allows nothing


def _as_json(record: TrustRecord) -> dict[str, object]:
    return {
        "file": record.file,
        "whole": record.whole and record.whole._asdict(),
        "claims": [claim._asdict() for claim in record.claims],
    }


def _from_json(data: Mapping[str, Any]) -> TrustRecord:
    whole = data["whole"]
    return TrustRecord(
        str(data["file"]),
        None if whole is None else Whole(whole["owner"], whole["target"], str(whole["digest"])),
        tuple(Claim(each["key"], each["value"], each["leads_to"]) for each in data["claims"]),
    )
