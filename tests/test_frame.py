"""Tests of the structure: every module imports; sizes, layers and docstrings hold."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "ra"
FILES = sorted(PACKAGE.rglob("*.py"))
FRAMEWORKS = {
    PACKAGE / "adapters" / f"{name}.py" for name in ("haystack", "langchain", "llama_index")
}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
MAX_FILE_LINES = 400
MAX_FUNCTION_LINES = 40
_DOCSTRING = re.compile(r'(?:#.*\n)*\s*r?"""(.*?)"""', re.DOTALL)  # far faster than a parser


def _module(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts).removesuffix(".__init__")


def _name(path: Path) -> str:
    return str(path.relative_to(PACKAGE))


@cache
def _parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def _functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(_parsed(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


@pytest.mark.torture
def test_every_module_imports_alone() -> None:
    """An import smoke test; each module first in a fresh process's own `sys.modules`."""
    modules = [
        _module(path) for path in FILES if path.name != "__main__.py" and path not in FRAMEWORKS
    ]
    code = (
        "import importlib, sys\n"
        "for name in sys.argv[1:]:\n"
        "    for loaded in [key for key in sys.modules if key.split('.')[0] == 'ra']:\n"
        "        del sys.modules[loaded]\n"
        "    importlib.import_module(name)\n"
    )
    command = [sys.executable, "-W", "error", "-c", code, *modules]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout == ""


def test_modules_open_with_a_statement() -> None:
    """STYLE: the first sentence of a module states what it does; it is not a question."""
    folders = (ROOT / "src", ROOT / "tests", ROOT / "tools", ROOT / "bench")
    files = [path for folder in folders for path in folder.rglob("*.py") if path.stat().st_size]
    opening = {path: _DOCSTRING.match(path.read_text(encoding="utf-8")) for path in files}
    first = {path: found[1].partition("\n\n")[0] for path, found in opening.items() if found}
    assert set(first) == set(files)
    assert [str(path) for path, sentence in first.items() if "?" in sentence] == []


def test_modules_are_small_and_say_what_they_do() -> None:
    """STYLE: at most 400 lines; a module opens with one sentence."""
    texts = {_name(path): path.read_text(encoding="utf-8") for path in FILES}
    assert [name for name, text in texts.items() if text.count("\n") > MAX_FILE_LINES] == []
    assert [_name(path) for path in FILES if not ast.get_docstring(_parsed(path))] == []


def test_functions_are_short() -> None:
    """STYLE: a function has at most 40 lines."""
    lengths = {
        f"{_name(path)}: {one.name}": (one.end_lineno or 0) - one.lineno + 1
        for path in FILES
        for one in _functions(path)
    }
    assert {name: size for name, size in lengths.items() if size > MAX_FUNCTION_LINES} == {}


def test_code_speaks_only_of_the_present() -> None:
    """Unfinished work is an issue, not a comment."""
    marks = re.compile("TODO|FIXME|XXX")
    found = [_name(path) for path in FILES if marks.search(path.read_text(encoding="utf-8"))]
    assert found == []


def test_a_class_name_means_one_thing() -> None:
    """STYLE: one word per concept, so a class name is defined once in all of `src`.

    The retrievers of several frameworks are the same concept, and no program uses two.
    """
    homes: dict[str, list[str]] = {}
    for path in FILES:
        if path in FRAMEWORKS:
            continue
        for node in ast.walk(_parsed(path)):
            if isinstance(node, ast.ClassDef):
                homes.setdefault(node.name, []).append(_name(path))
    assert {name: files for name, files in homes.items() if len(files) > 1} == {}


def test_every_room_has_its_layer() -> None:
    """ARCHITECTURE: who may import whom; a new room must be given its place."""
    layers = PROJECT["tool"]["importlinter"]["contracts"][0]["layers"]
    placed = {room.strip(" ()") for layer in layers for room in layer.split("|")}
    rooms = {path.stem for path in PACKAGE.iterdir() if _is_room(path)}
    assert rooms <= placed


def _is_room(path: Path) -> bool:
    if path.is_dir():
        return (path / "__init__.py").is_file()
    return path.suffix == ".py" and not path.stem.startswith("__")


def test_layers_are_those_of_the_house_plan() -> None:
    """ARCHITECTURE: the order of layers is the one of the house plan."""
    layers = PROJECT["tool"]["importlinter"]["contracts"][0]["layers"]
    order = " > ".join(layer.replace("(", "").replace(")", "") for layer in layers)
    assert order == (
        "cli > serve | evaluate | adapters > present > library > answer | context"
        " > search | ingest > graph > engine > chunking | query | embed > endpoint > links"
        " > parse | sources > text > config > document > model > errors > names > properties"
        " > typed"
    )


def test_strategies_are_independent_of_each_other() -> None:
    """ARCHITECTURE: chunk strategies do not import each other, every one of them."""
    from ra.chunking import STRATEGIES

    contracts = PROJECT["tool"]["importlinter"]["contracts"]
    (contract,) = [each for each in contracts if each["id"] == "strategies"]
    expected = {cut.module for cut in STRATEGIES.values()}
    assert set(contract["modules"]) == expected


def test_strategies_are_those_the_settings_offer() -> None:
    """ARCHITECTURE: each registry equals its literal in the schema."""
    from ra.chunking import STRATEGIES
    from ra.config.schema import Strategy
    from ra.typed import names_of

    assert set(STRATEGIES) == set(names_of(Strategy))


def test_package_is_typed_and_has_one_command() -> None:
    """`py.typed`, and the command `ra`."""
    assert (PACKAGE / "py.typed").is_file()
    assert PROJECT["project"]["scripts"] == {"ra": "ra.cli.start:run"}


def test_every_test_folder_is_a_package() -> None:
    """Two test files may have the same name only when their folders are packages."""
    folders = {path.parent for path in (ROOT / "tests").rglob("*.py")}
    assert [folder for folder in sorted(folders) if not (folder / "__init__.py").is_file()] == []


def _imported(path: Path, modules: set[str]) -> set[str]:
    """The modules that a file imports anywhere, in functions too, but not for types only."""
    tree = _parsed(path)
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            node.body = []
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            inside = {f"{node.module}.{alias.name}" for alias in node.names}
            # `from room import file` needs the file; what the room itself defines needs the room.
            names |= inside & modules
            names |= {node.module} if inside - modules else set()
    return names & modules


def _cycles(edges: dict[str, set[str]]) -> list[list[str]]:
    """What is left when modules that import nothing else of what is left are taken away."""
    left = {module: set(needs) - {module} for module, needs in edges.items()}
    while ends := {module for module, needs in left.items() if not needs & left.keys()}:
        left = {module: needs for module, needs in left.items() if module not in ends}
    return [[module, *sorted(needs & left.keys())] for module, needs in sorted(left.items())]


def test_no_import_goes_in_a_circle() -> None:
    """ARCHITECTURE: data goes forwards; a late import hides a cycle from Python, not from here."""
    modules = {_module(path) for path in FILES}
    assert _cycles({_module(path): _imported(path, modules) for path in FILES}) == []


def test_a_late_import_counts(tmp_path: Path) -> None:
    """Own choice: the check above sees imports inside functions, and none for types."""
    file = tmp_path / "file.py"
    late = "def f():\n    from a import b, c\n"
    file.write_text(f"if TYPE_CHECKING:\n    import d\n{late}", encoding="utf-8")
    assert _imported(file, {"a", "a.b", "d"}) == {"a", "a.b"}
    assert _cycles({"a": {"b"}, "b": {"a"}, "c": {"a"}, "d": set()}) == [
        ["a", "b"],
        ["b", "a"],
        ["c", "a"],
    ]
