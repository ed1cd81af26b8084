"""Tests of the modules that each command may import, since imports dominate start-up time."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec

import pytest

from ra.cli.commands import NAMES
from tests.cli.command import SECONDS, Sandbox

# Runs the command, then prints every module that is loaded.
_SPY = """
import sys
from ra.cli.start import load_paths
load_paths()
from ra.cli.main import main
assert main(sys.argv[1:]) == 0
sys.stderr.write("\\n".join(sys.modules))
"""

# Measured as too slow for a short command (docs/decisions), or never needed by one. Only what
# reads the index may load `sqlite3`.
HEAVY = {
    "asyncio",
    "click",
    "dataclasses",
    "difflib",
    "hashlib",
    "http",
    "importlib.metadata",
    "inspect",
    "logging",
    "numpy",
    "pathspec",
    "pydantic",
    "rich",
    "shutil",
    "sqlite3",
    "subprocess",
    "tempfile",
    "unittest",
}

FRAME = {"errors", "names", "typed", "cli", "present"}
SETTINGS = FRAME | {"config", "model"}
LIBRARY = SETTINGS | {"library"}
DOCUMENTS = LIBRARY | {"document", "sources", "parse", "chunking"}
INDEX = LIBRARY | {"document", "text", "engine"}
FRESH_INDEX = INDEX | {"parse", "sources", "chunking", "ingest"}
LINKS = {"parse", "links", "graph"}
SEARCH = INDEX | {"query", "search"}
CONTEXT = SEARCH | FRESH_INDEX | {"context"}
FORGET = INDEX | {"names", "parse", "query"}
PARSERS = {"pyromark", "yaml12"}
STORES = {"tantivy", "backports"}

# The words, the rooms of `ra` that may be entered, the packages of others, the module `json`.
ALLOWED: dict[str, tuple[list[str], set[str], set[str], bool]] = {
    "--version": (["--version"], FRAME, set(), False),
    "help": (["help"], FRAME, set(), False),
    "init": (["init"], SETTINGS | {"parse"}, set(), False),
    "trust": (["trust"], SETTINGS, set(), False),
    "agents": (["agents", "--stdout"], LIBRARY | {"document", "sources"}, set(), False),
    "config": (["config"], LIBRARY, set(), False),
    "config --json": (["config", "--json"], LIBRARY, set(), True),
    "completion": (["completion", "bash"], DOCUMENTS, PARSERS, False),
    "completion --trees": (["completion", "--trees"], LIBRARY, set(), False),
    "search": (["search", "text"], SEARCH | FRESH_INDEX, STORES, True),
    "search --no-update": (["search", "text", "--no-update"], SEARCH, STORES, False),
    "search -o matches": (["search", "text", "-o", "matches"], SEARCH | FRESH_INDEX, STORES, True),
    "search --json": (["search", "text", "--json"], SEARCH | FRESH_INDEX, STORES, True),
    "find": (["find", "text"], SEARCH | FRESH_INDEX, STORES, True),
    "context": (["context", "b.py"], CONTEXT, STORES | PARSERS, True),
    "likethis": (["likethis", "a.md"], CONTEXT | {"names"}, STORES | PARSERS, True),
    "ask": (["ask", "text"], SEARCH | FRESH_INDEX | {"answer", "parse"}, STORES | PARSERS, True),
    "get": (["get", "a.md"], FRESH_INDEX | {"names"}, STORES, True),
    "get --no-update": (
        ["get", "project:a.md", "--no-update"],
        FRESH_INDEX | {"names"},
        STORES,
        True,
    ),
    "ls": (["ls", "docs"], FRESH_INDEX, STORES, True),
    "ls --no-update": (["ls", "docs", "--no-update"], INDEX, STORES, False),
    "links": (["links"], FRESH_INDEX | LINKS, STORES | PARSERS, True),
    "links --no-update": (
        ["links", "--orphans", "--no-update"],
        INDEX | LINKS,
        STORES | PARSERS,
        True,
    ),
    "update": (["update"], FRESH_INDEX, STORES, True),
    "watch": (["watch", "--help"], LIBRARY, set(), False),  # a watcher runs for long
    "embed": (["embed", "--help"], LIBRARY, set(), False),  # a run loads a model
    "status": (["status"], FRESH_INDEX, STORES | PARSERS, True),
    "status --indexes": (["status", "--indexes"], FORGET, STORES, False),
    "serve": (["serve", "--help"], LIBRARY, set(), False),  # a server runs for long
    "mcp": (["mcp", "--help"], LIBRARY, set(), False),  # a server runs for long
    "token": (["token", "--help"], LIBRARY, set(), False),
    "doctor": (["doctor"], INDEX, STORES, True),
    "forget": (["forget"], FORGET, STORES, False),
    "eval": (["eval", "--help"], LIBRARY, set(), False),  # a run may take its time
    "inspect": (["inspect", "doc", "a.md"], DOCUMENTS | {"text"}, PARSERS, False),
    "inspect ctx": (["inspect", "ctx", "b.py"], CONTEXT, STORES | PARSERS, True),
    "inspect query": (["inspect", "query", "a OR title:b"], SETTINGS | {"query"}, set(), False),
    "chunks": (["chunks"], DOCUMENTS, PARSERS, False),
    "chunks --json": (["chunks", "--json"], DOCUMENTS | {"text"}, PARSERS, True),
}


LONG_AGO = 1_600_000_000  # a file that has just been written would be looked at once more


def _write(box: Sandbox) -> None:
    """A project with a document, and settings of plain lines, as most have them."""
    box.write({"a.md": "---\ntitle: T\n---\n# A\n\ntext [b](b.md)\n"})
    box.write({".ra.toml": 'root = true\n[tree.project]\npath = "."\n'})
    box.write({"b.py": "# text\n", "c.md": "text\n"})
    for name in ("a.md", "c.md"):
        os.utime(box.folder / name, (LONG_AGO, LONG_AGO))


def _loaded(box: Sandbox, *words: str) -> set[str]:
    """Every module that is there after a command has run."""
    done = subprocess.run(
        [sys.executable, "-c", _SPY, *words],
        cwd=box.folder,
        env=box.env(),
        capture_output=True,
        timeout=SECONDS,
        check=True,
    )
    return set(done.stderr.decode().split())


def _outside(modules: set[str]) -> set[str]:
    """Packages that are neither ours nor Python's."""
    tops = {module.partition(".")[0] for module in modules}
    return {top for top in tops - sys.stdlib_module_names - {"ra"} if not top.startswith("_")}


@pytest.mark.parametrize("name", ALLOWED)
def test_a_command_imports_only_what_it_needs(box: Sandbox, name: str) -> None:
    """ARCHITECTURE: optional weight is optional at run time; a test lists what may be imported."""
    words, rooms, packages, with_json = ALLOWED[name]
    reads_index = "engine" in rooms
    if words[0] != "init":
        _write(box)
    if reads_index:
        assert box.ra("update").code == 0
    loaded = _loaded(box, *words)
    bare = _loaded_by_python(box)
    assert {module.split(".")[1] for module in loaded if module.startswith("ra.")} <= rooms
    assert _outside(loaded - bare) <= packages
    assert loaded & HEAVY - bare <= ({"sqlite3"} if reads_index else set())
    assert "tomllib" not in loaded or packages >= PARSERS
    assert ("json" in loaded) == with_json


# A search that finds nothing changed neither parses nor writes, checks or lists.
NOT_FOR_A_SEARCH = {
    "ra.cli.usage",
    "ra.document",
    "ra.engine.embedded.check",
    "ra.engine.embedded.links",
    "ra.engine.embedded.lock",
    "ra.engine.embedded.tantivy_document",
    "ra.engine.embedded.versions",
    "ra.engine.embedded.writing",
    "ra.engine.protocol",
    "ra.engine.records",
    "ra.ingest.build",
    "ra.library.unbuilt_trees",
    "ra.library.watched",
    "ra.search.budget",
    "ra.search.topics",
    "ra.sources.symlinks",
    "ra.sources.read",
    "ra.text.word_offsets",
    "argparse",
    "fcntl",
    "gettext",
    "ipaddress",
    "locale",
    "textwrap",
    "typing",
    "urllib.parse",
    "weakref",
}


def test_a_search_loads_no_module_of_other_work(box: Sandbox) -> None:
    """Creating a type takes as long as reading a small document: what is not used stays out."""
    _write(box)
    assert box.ra("update").code == 0
    assert _loaded(box, "search", "text") & NOT_FOR_A_SEARCH == set()
    assert {name for name in NOT_FOR_A_SEARCH if find_spec(name) is None} == set()


def _loaded_by_python(box: Sandbox) -> set[str]:
    """What an empty program loads here: an environment may add to it by itself."""
    done = subprocess.run(
        [sys.executable, "-c", 'import sys; print("\\n".join(sys.modules))'],
        env=box.env(),
        capture_output=True,
        timeout=SECONDS,
        check=True,
    )
    return set(done.stdout.decode().split())


def test_a_command_does_not_import_the_others(box: Sandbox) -> None:
    """One file per command, imported when that command runs."""
    _write(box)
    loaded = _loaded(box, "chunks")
    assert {name for name in NAMES if f"ra.cli.{name}" in loaded} == {"chunks"}


def test_every_command_has_a_list() -> None:
    """A command without a list could import anything."""
    assert {words[0] for words, *_ in ALLOWED.values()} == {"--version", *NAMES}
