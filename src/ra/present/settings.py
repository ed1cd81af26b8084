"""How are settings shown? As lines that a settings file could hold, or as one record."""

from __future__ import annotations

from collections.abc import Iterator

from ra.config.flat import flat
from ra.config.flat import origins as origins_of
from ra.config.schema import Settings
from ra.config.toml import literal
from ra.present import clean
from ra.present.style import Style


def draw(settings: Settings, style: Style, *, origins: bool) -> Iterator[str]:
    """`key = value`, one a line, with `# FILE` behind it when origins are asked for."""
    lines = [(key, f"{key} = {literal(value)}") for key, value in flat(settings)]
    wide = max(len(line) for _, line in lines if len(line) < 60)
    files = origins_of(settings) if origins else {}
    for key, line in lines:
        if origins:
            origin = clean.line(str(files[key] or "default"))
            yield f"{clean.line(line):{wide}}  {style.dim(f'# {origin}')}"
        else:
            yield clean.line(line)


def record(settings: Settings, *, origins: bool) -> dict[str, object]:
    """The files read, the place of the index, every key with its value, and who set it."""
    found: dict[str, object] = {
        "files": [str(file) for file in settings.files],
        "index": str(settings.index_dir),
        "settings": dict(flat(settings)),
    }
    if origins:
        found["origins"] = {
            key: None if file is None else str(file) for key, file in origins_of(settings).items()
        }
    return found
