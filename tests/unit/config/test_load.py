"""Tests of loading: names, places, costs, output."""

from __future__ import annotations

import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ra.config import KEYS
from ra.config.effective import flat, origins
from ra.config.load import folder_tree_name
from ra.config.schema import PARSERS, SCHEMA, STRATEGIES
from ra.parse.slugs import slugify
from tests.unit.config.world import World

NAMES = {
    "docs": "docs",
    "My.Docs_2": "My.Docs_2",
    "my docs": "my-docs",
    "Été 2024!": "ete-2024",
    "_drafts": "drafts",
    ".config": "config",
    "заметки": "docs",
    "заметки v2": "v2",
    "日本": "docs",
    "": "docs",
    "caf\udce9": "caf",
}


@pytest.mark.parametrize("folder", NAMES)
def test_a_folder_name_becomes_a_tree_name(folder: str) -> None:
    """SPEC 1.3: a folder name that is no tree name is made into one by 2.4's rule."""
    assert folder_tree_name(folder, slugify) == NAMES[folder]


@given(st.text())
def test_every_folder_gets_a_valid_tree_name(folder: str) -> None:
    """SPEC 1.3: tree names match `[A-Za-z0-9][A-Za-z0-9_.-]*`."""
    name = folder_tree_name(folder, slugify)
    assert name.isascii()
    assert name[0].isalnum()
    assert all(letter.isalnum() or letter in "_.-" for letter in name)
    assert unicodedata.is_normalized("NFKD", name)


def test_dots_in_a_path_are_resolved_and_links_are_kept(world: World) -> None:
    """SPEC 1.2: a tree's folder is shown as it was written, but `..` goes where links go."""
    real = world.top / "elsewhere" / "deep"
    real.mkdir(parents=True)
    world.project.mkdir(parents=True)
    (world.project / "link").symlink_to(real, target_is_directory=True)
    world.write(world.project, "tree.a.path = 'link'\ntree.b.path = 'link/../x'")
    world.trust(world.project)
    a, b = world.load().trees
    assert a.root == world.project / "link"
    assert b.root == world.top / "elsewhere" / "x"


def test_a_folder_reached_through_a_link_climbs_its_real_parents(world: World) -> None:
    """SPEC 1.1: the climb is the same however the shell came to the folder."""
    world.write(world.project, "max_file_bytes = 5")
    link = world.top / "link"
    (world.project / "sub").mkdir()
    link.symlink_to(world.project / "sub", target_is_directory=True)
    settings = world.load(link)
    assert settings.cwd == world.project / "sub"
    assert settings.max_file_bytes == 5


def test_flat_lists_every_key_of_the_schema_for_every_tree(world: World) -> None:
    """SPEC 1.5: `ra config` comes from the schema, so no key can be missing."""
    world.write(
        world.project,
        "parsers.'*.x' = 'text'\ntree.a.path='a'\ntree.'b.c'.path='b'\n"
        "tree.a.links.roots.'/x' = 'y'\ntree.'b.c'.links.roots.'/x' = 'y'",
    )
    names = {
        key.name.replace("tree.*", tree)
        .replace("parsers.*", 'parsers."*.x"')
        .replace("roots.*", 'roots."/x"')
        for key in KEYS
        if "[]" not in key.name
        for tree in ("tree.a", 'tree."b.c"')
    }
    listed = [key for key, _ in flat(world.load())]
    assert len(listed) == len(set(listed))
    assert set(listed) == names


def test_origins_name_the_file_that_set_a_key_also_when_a_tree_inherits_it(world: World) -> None:
    """Step 1: `ra config --origins` says which file set what."""
    near = world.write(world.project, "[tree.a]\npath = 'a'\nchunking.max_chunk_size = 3")
    far = world.write(world.project.parent, "chunking.strategy = 'none'")
    found = origins(world.load())
    assert found["chunking.strategy"] == far
    assert found["tree.a.chunking.strategy"] == far
    assert found["tree.a.chunking.max_chunk_size"] == near
    assert found["tree.a.path"] == near
    assert found["chunking.max_chunk_size"] is None
    assert found["tree.a.include"] is None


def test_the_schema_is_sound() -> None:
    """SPEC 1.5: every key has a type, a default or a reason for none, a sentence and an example."""
    for key in KEYS:
        assert key.help.endswith("."), key
        assert key.example, key
        has_default = key.default is not None or key.inherits or key.required
        assert has_default or key.name.endswith(".*") or "[]" in key.name, key
        if key.inherits:
            parent = SCHEMA.row(tuple(key.inherits.split(".")))
            assert (parent.type, parent.choices, parent.minimum) == key[1:2] + key[5:7]
    assert len({key.name for key in KEYS}) == len(KEYS)
    assert SCHEMA.tables["tree"] == SCHEMA.tables["parsers"] == ("*",)


def test_names_offered_are_the_literals() -> None:
    """House plan: names that settings offer are literals in the schema."""
    assert STRATEGIES == ("outline", "leaves", "header_based", "spec_v1", "none")
    assert PARSERS == ("markdown", "text", "mdx", "notebook", "canvas")


def test_loading_imports_nothing_heavy(tmp_path: Path) -> None:
    """House plan: what a command does not need it does not import."""
    script = (
        "import sys; from pathlib import Path; from ra.config import load\n"
        f"p = Path({str(tmp_path)!r})\n"
        "load(p, home=p / 'h', cache=p / 'c', state=p / 's', tree_name=str)\n"
        "print(*sorted(sys.modules))"
    )
    command = [sys.executable, "-S", "-c", script]
    src = str(Path(__file__).parents[3] / "src")
    done = subprocess.run(
        command, env={"PYTHONPATH": src}, capture_output=True, text=True, check=True
    )
    heavy = {"dataclasses", "difflib", "hashlib", "tomllib", "json", "ra.config.effective"}
    heavy |= {
        "ra.config.locate",
        "ra.config.template",
        "ra.config.trust",
        "ra.config.apply_trust",
        "pwd",
    }
    assert heavy.isdisjoint(done.stdout.split())
