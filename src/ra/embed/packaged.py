"""Reads data files of installed packages, each compared with the checksum it must have.

No code of such a package is imported here, and a changed file is never used.
"""

from __future__ import annotations

from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

from ra.errors import ModelUnavailable


def folder_of(package: str, distribution: str) -> Path:
    """The folder of an installed package."""
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise ModelUnavailable(
            f"the package {distribution} is not installed; run `pip install {distribution}`"
        )
    return Path(next(iter(spec.submodule_search_locations)))


def checked_bytes(path: Path, checksum: str, distribution: str) -> bytes:
    """The content of a file of a package."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ModelUnavailable(
            f"{path}: cannot be read: {(error.strerror or 'unknown').lower()}; "
            f"install {distribution} again"
        ) from error
    if sha256(data).hexdigest() != checksum:
        raise ModelUnavailable(
            f"{path}: is not the file that ra was tested with; install the version of "
            f"{distribution} that ra requires, with `pip install --force-reinstall ra`"
        )
    return data
