"""Collects the settings files from the working folder upward, the global one last."""

from __future__ import annotations

from pathlib import Path

from ra.config.safe_open import FoundSettings, contents, look
from ra.config.schema import FILE_NAME, SCHEMA, Schema
from ra.typed import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ra.config.read_file import SettingsFile


class Collected(NamedTuple):
    """The settings files in effect, nearest first, and notes on values left out without trust."""

    files: tuple[SettingsFile, ...]
    notes: tuple[str, ...]


def settings_files(cwd: Path, home: Path, state: Path, schema: Schema = SCHEMA) -> Collected:
    """The files in effect in `cwd`, nearest first, the global one last (SPEC 1.1).

    No file is read beyond one with `root = true`, so a broken file there does no harm.
    """
    files: list[SettingsFile] = []
    notes: list[str] = []
    above = [folder for folder in (cwd, *cwd.parents) if folder != home]
    for folder in (*above, home):
        found = look(folder / FILE_NAME, is_global=folder == home)
        file, said = _read(found, home, state, schema) if found else (None, ())
        notes += said
        if file:
            files.append(file)
            if file.values.get(("root",)) and not file.is_global:
                break
    return Collected(tuple(files), tuple(notes))


def _read(
    found: FoundSettings, home: Path, state: Path, schema: Schema
) -> tuple[SettingsFile | None, tuple[str, ...]]:
    """The allowed part of this file, and notes on the values left out."""
    from ra.config.claims import claims_of  # many folders have no settings file
    from ra.config.read_file import read

    path, is_global = found.path, found.is_global
    if not found.needs_trust:
        file = read(path, contents(found), is_global=is_global, schema=schema)
        if is_global or not claims_of(file.values, path.parent, home, schema):
            return file, ()
    from ra.config.apply_trust import allowed  # only values that need trust need this import

    return allowed(found, home, state, schema)
