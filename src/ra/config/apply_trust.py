"""Removes the values of a settings file that need trust and do not have it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from ra.config.claims import Claim, claims_of, is_through_link
from ra.config.read_file import SettingsFile, read
from ra.config.safe_open import FoundSettings, contents, look
from ra.config.schema import SCHEMA, Parts, Schema
from ra.config.trust import TrustRecord, Whole, lapse, recall
from ra.errors import ConfigError
from ra.model import digest

_DIGEST_BYTES = 32
_MOST_LOCATED = 20  # a file can have thousands of them, and each needs another pass over its text
_WIDEST = 80
_WIDEST_PATH = 400


def allowed(
    found: FoundSettings, home: Path, state: Path, schema: Schema = SCHEMA
) -> tuple[SettingsFile | None, tuple[str, ...]]:
    """The allowed part of a settings file, and a note for each value that is not (SPEC 1.9).

    A file that needs trust as a whole is not opened without it.
    """
    record = recall(state, found.path)
    why = _why_not_opened(found, record) if record else ""
    if found.needs_trust and (why or record is None):
        return None, (_passed_over(found, why),)
    data = contents(found)
    whole = _whole(found, data)
    if whole and record and whole != record.whole:
        return None, (_passed_over(found, lapse(record, record._replace(whole=whole))),)
    file = read(found.path, data, is_global=found.is_global, schema=schema)
    claims = _claims(file, whole, home, schema)
    why = lapse(record, _record(file, whole, claims)) if record else ""
    if whole and why:
        return None, (_passed_over(found, why),)
    known = frozenset(record.claims if record and not why else ())
    asked = {} if file.is_global else claims  # trusted as a whole, or not in need of it
    denied = {parts: claim for parts, claim in asked.items() if claim not in known}
    lost = {parts for parts in denied if schema.row(parts).required}
    return _without(file, denied, lost), tuple(_notes(file, denied, lost, home, why))


def survey(found: FoundSettings, home: Path, schema: Schema = SCHEMA) -> TrustRecord:
    """All values of a settings file that need trust, as a record that would allow them."""
    data = contents(found)
    file = read(found.path, data, is_global=found.is_global, schema=schema)
    whole = _whole(found, data)
    return _record(file, whole, _claims(file, whole, home, schema))


def standing(record: TrustRecord, home: Path) -> str:
    """Why a record is no longer valid; "" while it is."""
    path = Path(record.file)
    try:
        found = look(path, is_global=path.parent == home)
        if found is None:
            return "the file is gone"
        return _why_not_opened(found, record) or lapse(record, survey(found, home))
    except ConfigError as error:
        return str(error)


def current(record: TrustRecord, home: Path) -> TrustRecord | None:
    """The present claims of a record's file; None where it cannot or may not be read."""
    path = Path(record.file)
    try:
        found = look(path, is_global=path.parent == home)
        return None if found is None or _why_not_opened(found, record) else survey(found, home)
    except ConfigError:
        return None


def command(words: str, folder: Path) -> str:
    """A command for a folder, to be copied into a shell."""
    import shlex  # only a message needs this import

    # An escaped name must not be copied: another folder may have that literal name.
    is_shown = str(folder).isprintable()
    return f"`{words} {shlex.quote(str(folder))}`" if is_shown else f"`{words}` in its folder"


def _record(file: SettingsFile, whole: Whole | None, claims: Mapping[Parts, Claim]) -> TrustRecord:
    return TrustRecord(str(file.path), whole, tuple(claims.values()))


def _claims(
    file: SettingsFile, whole: Whole | None, home: Path, schema: Schema
) -> dict[Parts, Claim]:
    if file.is_global and whole is None:
        return {}
    return claims_of(file.values, file.path.parent, home, schema, inside=file.is_global)


def _whole(found: FoundSettings, data: bytes) -> Whole | None:
    if not found.needs_trust:
        return None
    return Whole(found.owner, _target(found), digest(data, _DIGEST_BYTES))


def _target(found: FoundSettings) -> str | None:
    return str(found.real) if found.real != found.path else None


def _why_not_opened(found: FoundSettings, record: TrustRecord) -> str:
    """Why a file that needs trust as a whole is not the trusted one; "" if it is."""
    if not found.needs_trust:
        return ""
    known = record.whole.digest if record.whole else ""
    now = Whole(found.owner, _target(found), known)
    return lapse(record, record._replace(whole=now))


def _without(
    file: SettingsFile, denied: Mapping[Parts, Claim], lost: Collection[Parts]
) -> SettingsFile:
    """The file without these values; a table is removed with a value that it requires."""
    tables = {parts[:-1] for parts in lost}
    kept = {
        parts: value
        for parts, value in file.values.items()
        if parts not in denied and not any(parts[:end] in tables for end in range(len(parts)))
    }
    trees = frozenset(parts[1] for parts in lost if parts[0] == "tree")
    return file._replace(values=kept, left_out=trees)


def _notes(
    file: SettingsFile,
    denied: Mapping[Parts, Claim],
    lost: Collection[Parts],
    home: Path,
    why: str,
) -> Iterator[str]:
    from ra.config.locate import where  # imports the TOML parser

    for number, (parts, claim) in enumerate(denied.items()):
        place = where(file.path, file.text if number < _MOST_LOCATED else "", parts)
        value = _cut(claim.value, _WIDEST)
        base = file.path.parent
        if claim.leads_to and is_through_link(claim, file.values[parts], base, home):
            value = f"{value} (leads to {_cut(claim.leads_to, _WIDEST_PATH)})"
        table = "tree" if parts[0] == "tree" else "table"
        fate = f"the {table} is left out" if parts in lost else "it is ignored"
        reason = _reason(claim, base) if parts in lost else "is not trusted"
        note = f"{place}: '{claim.key}' = {value} {reason}: {fate}"
        yield _with_way_out(note, file.path, why)


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else f"{text[:width]}..."


def _reason(claim: Claim, base: Path) -> str:
    is_inside = Path(claim.leads_to).is_relative_to(base)
    return "leads into .git" if is_inside else "leads out of its folder"


def _passed_over(found: FoundSettings, why: str) -> str:
    reasons = []
    if found.owner is not None:
        reasons.append(f"belongs to another user (uid {found.owner})")
    if found.leaves:
        reasons.append(f"is a link that leaves its folder, to {found.real}")
    note = f"{found.path}: {' and '.join(reasons)}: the file is ignored"
    return _with_way_out(note, found.path, why)


def _with_way_out(note: str, path: Path, why: str) -> str:
    """The note as one line that ends with the command to run."""
    lapsed = f" (when you trusted it, {why})" if why else ""
    way = command("ra trust", path.parent)
    line = " ".join(f"{note}{lapsed}; to allow it, run {way}".splitlines())
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in line)
