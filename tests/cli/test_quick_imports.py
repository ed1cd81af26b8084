"""Tests that modules are imported as Python itself imports them."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.util import cache_from_source
from pathlib import Path
from types import ModuleType

import pytest

from ra.cli.imports import ModuleFinder


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package `quick` that `ModuleFinder` imports; compiled files are written."""
    folder = tmp_path / "quick"
    (folder / "inner").mkdir(parents=True)
    for name in ("__init__.py", "inner/__init__.py"):
        (folder / name).write_text("")
    (folder / "leaf.py").write_text("VALUE = 1\n")
    (folder / "inner" / "leaf.py").write_text("from quick.leaf import VALUE\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "meta_path", [ModuleFinder("quick"), *sys.meta_path])
    yield folder
    _forget()


def _forget() -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "quick"]:
        del sys.modules[name]


def _imported(name: str) -> ModuleType:
    _forget()
    return import_module(name)


def test_a_module_has_the_attributes_that_python_gives_it(package: Path) -> None:
    """Its file, its compiled file, its name and package are those of Python's own import."""
    ours = _imported("quick.inner.leaf")
    theirs = import_module("quick.inner")
    assert ours.__file__ == str(package / "inner" / "leaf.py")
    assert ours.__cached__ == cache_from_source(str(ours.__file__))
    assert (ours.__name__, ours.__package__) == ("quick.inner.leaf", "quick.inner")
    assert isinstance(ours.__loader__, type(theirs.__loader__))
    assert ours.VALUE == 1


def test_a_changed_source_is_compiled_again(package: Path) -> None:
    """A compiled file counts only with the time and size of its source."""
    source = package / "leaf.py"
    assert _imported("quick.leaf").VALUE == 1
    status = source.stat()
    source.write_text("VALUE = 2\n")  # the same size
    os.utime(source, (status.st_atime, status.st_mtime + 1))
    assert _imported("quick.leaf").VALUE == 2
    source.write_text("VALUE = 33\n")
    os.utime(source, (status.st_atime, status.st_mtime + 1))  # the same time
    assert _imported("quick.leaf").VALUE == 33


@pytest.mark.parametrize("data", [b"", b"\0" * 16, b"other version   "])
def test_a_compiled_file_of_another_version_does_not_count(package: Path, data: bytes) -> None:
    """It is compiled again."""
    compiled = Path(cache_from_source(str(package / "leaf.py")))
    compiled.parent.mkdir(exist_ok=True)
    compiled.write_bytes(data)
    assert _imported("quick.leaf").VALUE == 1
    assert compiled.read_bytes() != data


def test_the_compiled_file_is_read(package: Path) -> None:
    """Otherwise nothing would be gained: code in a valid compiled file runs, not the source."""
    source = package / "leaf.py"
    _imported("quick.leaf")
    compiled = Path(cache_from_source(str(source)))
    compiled.write_bytes(compiled.read_bytes().replace(b"VALUE", b"WORTH"))
    assert _imported("quick.leaf").WORTH == 1


def test_a_missing_module_is_an_error_as_usual(package: Path) -> None:
    """The error names the module."""
    assert package.is_dir()
    with pytest.raises(ModuleNotFoundError, match=r"quick\.nothing"):
        _imported("quick.nothing")
