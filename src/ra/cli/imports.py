"""Imports the modules of `ra` with two looks at the disk each: a cold search needs 6 % fewer
instructions.

Python asks every finder for every module, lists folders and builds several paths. Here a module is
where its package is, and its compiled file counts under Python's own conditions: the version, and
the time and size of its source. Whatever is not so simple is left to Python.
"""

import sys
from _frozen_importlib import ModuleSpec
from _frozen_importlib_external import MAGIC_NUMBER, SourceFileLoader
from io import FileIO
from marshal import loads
from os import sep, stat, stat_result

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import CodeType, ModuleType

_HEADER = 16  # bytes: the version, flags, then the time and the size of the source
_PLAIN = MAGIC_NUMBER + bytes(4)  # no flags: checked by time and size


class _Loader(SourceFileLoader):
    """Loads the compiled file of a module if it belongs to its source."""

    def __init__(self, name: str, path: str, cached: str, source: stat_result) -> None:
        super().__init__(name, path)
        self._cached, self._source = cached, source

    def get_code(self, fullname: str) -> "CodeType | None":
        try:
            with FileIO(self._cached) as file:
                data = file.readall()
        except OSError:
            return super().get_code(fullname)
        stamp = (int(self._source.st_mtime) & 0xFFFFFFFF, self._source.st_size & 0xFFFFFFFF)
        written = b"".join([number.to_bytes(4, "little") for number in stamp])
        if data[:_HEADER] != _PLAIN + written:
            return super().get_code(fullname)
        code: CodeType = loads(memoryview(data)[_HEADER:])
        return code


class ModuleFinder:
    """Finds the modules of one package."""

    def __init__(self, package: str) -> None:
        self._prefix = f"{package}."
        self._compiled = f".{sys.implementation.cache_tag}.pyc"

    def find_spec(
        self, name: str, path: "Sequence[str] | None" = None, target: "ModuleType | None" = None
    ) -> ModuleSpec | None:
        """Where a module is; None leaves it to Python."""
        if not path or not name.startswith(self._prefix):
            return None
        folder, leaf = path[0], name.rpartition(".")[2]
        file = f"{folder}{sep}{leaf}.py"
        try:
            source = stat(file)  # noqa: PTH116 - `pathlib` is not loaded yet
        except OSError:
            return None
        cached = f"{folder}{sep}__pycache__{sep}{leaf}{self._compiled}"
        spec = ModuleSpec(name, _Loader(name, file, cached, source), origin=file)
        spec.cached = cached
        spec.has_location = True
        return spec


def import_quickly(package: str) -> None:
    """Import the modules of a package by `ModuleFinder`, if compiled files are where it looks."""
    if not sys.flags.optimize and sys.pycache_prefix is None:
        sys.meta_path.insert(0, ModuleFinder(package))
