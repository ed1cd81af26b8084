"""Which settings files count here, and what do they say? Found, read, checked; not yet combined."""

from __future__ import annotations

import re
import stat
from codecs import BOM_UTF8
from collections.abc import Iterator, Mapping
from pathlib import Path

from ra.config.check import leaves
from ra.config.plain import plain
from ra.config.schema import FILE_NAME, Parts
from ra.errors import ConfigError
from ra.typed import Any, NamedTuple


class SettingsFile(NamedTuple):
    """One valid settings file: its values by key, in the order of the file."""

    path: Path
    is_global: bool
    values: Mapping[Parts, Any]


def settings_files(cwd: Path, home: Path) -> Iterator[SettingsFile]:
    """The files that count in `cwd`, nearest first, the global one last (SPEC 1.1).

    None is read beyond one that says `root = true`, so a broken file there does no harm.
    """
    for folder in (cwd, *cwd.parents):
        if folder == home:
            continue
        file = _read(folder / FILE_NAME, is_global=False)
        if file:
            yield file
            if file.values.get(("root",)):
                return
    file = _read(home / FILE_NAME, is_global=True)
    if file:
        yield file


def _read(path: Path, *, is_global: bool) -> SettingsFile | None:
    data = _bytes(path)
    if data is None:
        return None
    text = _text(path, data)
    return SettingsFile(path, is_global, dict(leaves(path, text, _parsed(path, text))))


def _bytes(path: Path) -> bytes | None:
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise ConfigError(f"{path}: is not a file; move it away or make it a settings file")
        return path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        if path.is_symlink():
            raise ConfigError(f"{path}: is a link to a file that is not there") from None
        return None
    except OSError as error:
        reason = error.strerror or str(error)
        raise ConfigError(f"{path}: cannot be read ({reason}); check its permissions") from error


def _text(path: Path, data: bytes) -> str:
    try:
        return data.removeprefix(BOM_UTF8).decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ConfigError(f"{path}:{line}: is not UTF-8; save the file as UTF-8") from error


def _parsed(path: Path, text: str) -> Mapping[str, object]:
    if (values := plain(text)) is not None:
        return values
    import tomllib  # a folder without such settings files does not pay for it

    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ConfigError(f"{path}: values are nested too deeply") from None
    except ValueError as error:
        raise _invalid(path, text, str(error)) from error


def _invalid(path: Path, text: str, message: str) -> ConfigError:
    found = re.fullmatch(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", message, re.S)
    if not found:
        return ConfigError(f"{path}: is not valid TOML: {message}")
    reason, line, column = found.groups()
    where = f"{line}:{column}" if line else str(text.rstrip("\n").count("\n") + 1)
    reason = reason[:1].lower() + reason[1:]
    hint = "; write a path with / or in 'single quotes'" if "Unescaped" in message else ""
    return ConfigError(f"{path}:{where}: is not valid TOML: {reason}{hint}")
