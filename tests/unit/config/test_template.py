"""Tests that the file of `ra init` is valid, complete and without effect until edited."""

from __future__ import annotations

import re

import pytest

from ra.config import template
from ra.config.effective import origins
from ra.config.schema import KEYS
from tests.unit.config.world import World


def switched_on(text: str) -> str:
    """The template with every switched-off setting and table switched on."""
    return re.sub(r'^# (\[\[?[\w.]+\]\]?|[\w."*]+ = .*)$', r"\1", text, flags=re.MULTILINE)


def test_a_fresh_project_file_changes_nothing(world: World) -> None:
    """SPEC 1.3 and 1.5: the template holds defaults, so it means what no file means."""
    before = world.load()
    world.write(world.project, template.project(before.trees[0].name))
    after = world.load()
    assert after.trees == before.trees
    assert after.chunking == before.chunking
    assert after.index_dir == before.index_dir


def test_a_fresh_global_file_changes_nothing(world: World) -> None:
    """SPEC 1.5: the template holds defaults, so it means what no file means."""
    before = world.load()
    file = world.write(world.home, template.user())
    assert world.load() == before._replace(files=(file,))


def test_a_project_template_switched_on_still_means_the_defaults(world: World) -> None:
    """SPEC 1.5: every switched-off line is valid and shows the true default."""
    before = world.load()
    file = world.write(world.project, switched_on(template.project("project")))
    after = world.load()
    secret = {key.name for key in KEYS if key.secret}  # no file may hold them
    from_file = {key: origin for key, origin in origins(after).items() if key not in secret}
    assert set(from_file.values()) == {file}
    assert after.parsers == (("*.rst", "markdown"),)
    assert after.trees == (before.trees[0]._replace(parsers=after.parsers),)


def test_a_global_template_switched_on_declares_its_tree(world: World) -> None:
    """SPEC 1.2: trees of `~/.ra.toml` are global."""
    world.write(world.home, switched_on(template.user()))
    _, tree = world.load().trees
    assert (tree.name, tree.root, tree.local) == ("notes", world.home / "notes", False)


@pytest.mark.parametrize("key", [key.name for key in KEYS])
def test_the_templates_show_every_key_with_its_help(key: str) -> None:
    """SPEC 1.5: templates come from the schema, so no key can be missing."""
    help_text = next(row.help for row in KEYS if row.name == key)
    for text in (template.project("docs"), template.user()):
        if key == "root" and text == template.user():
            continue  # there is nothing above the global file
        assert help_text in " ".join(text.replace("\n# ", " ").split())


def test_a_tree_name_with_a_dot_is_quoted(world: World) -> None:
    """SPEC 1.3: a dot is allowed in a tree name and means nothing in TOML there."""
    world.write(world.project, template.project("my.docs"))
    assert [tree.name for tree in world.load().trees] == ["my.docs"]


def test_no_line_of_a_template_is_wider_than_a_page() -> None:
    """SPEC 1.5: a person reads it."""
    assert max(len(line) for line in template.project("docs").splitlines()) <= 100
