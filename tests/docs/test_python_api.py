"""The Python API is documented: every public name, method and type of it is on the page."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable

import pytest

import ra
from tools.pages import python
from tools.reference import ROOT

PAGE = (ROOT / "docs" / "reference" / "python.md").read_text(encoding="utf-8")
HOLDERS = (
    "Library",
    "LibraryAnswers",
    "LibraryFiles",
    "LibraryIndex",
    "LibraryLinks",
    "LibraryTrees",
)


@pytest.mark.parametrize("name", python.names())
def test_every_public_name_and_method_is_documented(name: str) -> None:
    """Each has a docstring, and its heading is on the page."""
    value = getattr(ra, name)
    assert f"### `{name}`\n" in PAGE
    assert value.__doc__, name
    if isinstance(value, type):
        for member, each in python.members(value).items():
            assert each.__doc__, f"{name}.{member}"
            assert f"#### `{name}.{member}`\n" in PAGE


def _functions() -> list[Callable[..., object]]:
    found: list[Callable[..., object]] = [ra.open, ra.indexes, ra.forget]
    for name in HOLDERS:
        for each in python.members(getattr(ra, name)).values():
            function = each.fget if isinstance(each, property) else each
            assert callable(function)
            found.append(function)
    return found


def _classes() -> set[str]:
    files = (ROOT / "src" / "ra").rglob("*.py")
    trees = (ast.parse(path.read_text(encoding="utf-8")) for path in files)
    nodes = (node for tree in trees for node in ast.walk(tree))
    return {node.name for node in nodes if isinstance(node, ast.ClassDef)}


def test_every_type_of_a_signature_can_be_imported() -> None:
    """A caller can name what the library takes and returns."""
    ours = _classes() - {"Form"}  # here a choice of names
    for function in _functions():
        text = str(inspect.signature(function))
        types = {word for word in re.findall(r"\b[A-Z]\w+", text) if word in ours}
        assert types <= set(dir(ra)), function.__qualname__
