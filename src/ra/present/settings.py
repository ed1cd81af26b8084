"""Formats settings as lines of a settings file, or as one record."""

from __future__ import annotations

from collections.abc import Iterator

from ra.config.effective import flat
from ra.config.effective import origins as origins_of
from ra.config.key import Secret
from ra.config.schema import SCHEMA, Schema, Settings
from ra.config.toml import literal
from ra.present import clean
from ra.present.style import Style


def draw(
    settings: Settings, style: Style, *, origins: bool, schema: Schema = SCHEMA
) -> Iterator[str]:
    """`key = value`, one per line, with `# FILE` behind it if origins are requested."""
    lines = [(key, _line(key, value)) for key, value in flat(settings, schema)]
    wide = max(len(line) for _, line in lines if len(line) < 60)
    files = origins_of(settings, schema) if origins else {}
    for key, line in lines:
        if origins:
            origin = clean.line(str(files[key] or "default"))
            yield f"{clean.line(line):{wide}}  {style.dim(f'# {origin}')}"
        else:
            yield clean.line(line)


def _line(key: str, value: object) -> str:
    """A secret becomes a comment: no file can set it, and its value is never shown."""
    return f"# {key} is {value}" if isinstance(value, Secret) else f"{key} = {literal(value)}"


def record(settings: Settings, *, origins: bool, schema: Schema = SCHEMA) -> dict[str, object]:
    """The files read, the place of the index, every key with its value, and its origin."""
    found: dict[str, object] = {
        "files": [str(file) for file in settings.files],
        "index": str(settings.index_dir),
        "settings": {
            key: str(value) if isinstance(value, Secret) else value
            for key, value in flat(settings, schema)
        },
    }
    if origins:
        found["origins"] = {
            key: None if file is None else str(file)
            for key, file in origins_of(settings, schema).items()
        }
    return found
