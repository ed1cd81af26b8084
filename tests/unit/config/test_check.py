"""Tests that an error in a settings file names file, line, key and fix."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ra.config.effective import origins
from ra.config.schema import KEYS
from ra.errors import ConfigError
from tests.unit.config.world import World

TREE = '[tree.docs]\npath = "."\n'

UNKNOWN = {
    "rot = true": ":1: unknown key 'rot'; did you mean 'root'?",
    "ROOT = true": ":1: unknown key 'ROOT'; did you mean 'root'?",
    "[chunkin]\nstrategy = 'none'": ":1: unknown key 'chunkin'; did you mean 'chunking'?",
    "[trees.docs]\npath = '.'": ":1: unknown key 'trees'; did you mean 'tree'?",
    "\n[chunking]\nstratgy = 'none'": (
        ":3: unknown key 'chunking.stratgy'; did you mean 'chunking.strategy'?"
    ),
    f"{TREE}inclde = ['*.md']": (
        ":3: unknown key 'tree.docs.inclde'; did you mean 'tree.docs.include'?"
    ),
    '[tree."a.b"]\npth = "."': (
        ":2: unknown key 'tree.\"a.b\".pth'; did you mean 'tree.\"a.b\".path'?"
    ),
    "exclude = ['x']": ":1: unknown key 'exclude'; did you mean 'tree.NAME.exclude'?",
    "strategy = 'none'": ":1: unknown key 'strategy'; did you mean 'chunking.strategy'?",
    "[chunking]\nqqq = 1": (
        ":2: unknown key 'chunking.qqq'; valid in [chunking]: strategy, max_chunk_size, "
        "max_leaf_chars, min_leaf_chars, min_document_chars, min_chunk_chars, max_chunk_chars, "
        "overlap_chars, include_parent_headers, title"
    ),
    "qqq = 1": (
        ":1: unknown key 'qqq'; valid in the top level:"
        " root, respect_gitignore, max_file_bytes, index, chunking, search, context, embed,"
        " llm, parsers, tree"
    ),
}


@pytest.mark.parametrize("text", UNKNOWN)
def test_an_unknown_key_is_named_with_the_nearest_valid_one(world: World, text: str) -> None:
    """SPEC 1.5: an unknown key is an error naming file, key and the nearest valid key."""
    assert world.error(text) == UNKNOWN[text]


WRONG = {
    "root = 1": ":1: 'root' must be true or false, not 1; write for example true",
    "max_file_bytes = true": (
        ":1: 'max_file_bytes' must be a whole number, not true; write for example 1048576"
    ),
    "max_file_bytes = '20MB'": (
        ":1: 'max_file_bytes' must be a whole number, not \"20MB\"; write for example 1048576"
    ),
    "max_file_bytes = 2.5": (
        ":1: 'max_file_bytes' must be a whole number, not 2.5; write for example 1048576"
    ),
    "max_file_bytes = 0": ":1: 'max_file_bytes' must be at least 1, not 0",
    "chunking.max_chunk_size = -5": ":1: 'chunking.max_chunk_size' must be at least 1, not -5",
    "chunking = 'none'": ":1: 'chunking' must be a table, not \"none\"",
    "tree = ['docs']": ":1: 'tree' must be a table, not [\"docs\"]",
    '"search.limit" = 3': (":1: unknown key '\"search.limit\"'; did you mean 'search'?"),
    '"tree.*" = {}': ":1: unknown key '\"tree.*\"'; did you mean 'tree'?",
    "\n[[tree]]\npath = '.'": ":2: 'tree' must be a table, not a list of tables or lists",
    "chunking.strategy = 'outlin'": (
        ':1: \'chunking.strategy\' must be "outline", "leaves", "header_based", "spec_v1" or '
        '"none", not "outlin";'
        " did you mean 'outline'?"
    ),
    "parsers.'*.rst' = 'html'": (
        ':1: \'parsers."*.rst"\' must be "markdown", "text", "mdx", "notebook" or "canvas",'
        ' not "html"'
    ),
    "[parsers]\nreadme.md = 'text'": (
        ':2: \'parsers.readme\' must be "markdown", "text", "mdx", "notebook" or "canvas",'
        " not a table;"
        ' put a pattern with a dot in quotes, such as "*.rst"'
    ),
    "[parsers]\n'' = 'text'": (":2: 'parsers' has an empty pattern; write one such as \"*.rst\""),
    "[tree.docs]\ninclude = ['*.md']": (
        ":1: 'tree.docs' has no 'path'; add a line such as path = \"docs\""
    ),
    "tree.docs.path = ' '": (":1: 'tree.docs.path' must not be empty; write for example \"docs\""),
    'tree.docs.path = "a\\u0000b"': ":1: 'tree.docs.path' must not contain the character NUL",
    "tree.docs.path = 1979-05-27": (
        ":1: 'tree.docs.path' must be a string, not 1979-05-27; write for example \"docs\""
    ),
    f"{TREE}include = '*.md'": (
        ":3: 'tree.docs.include' must be a list of strings, not \"*.md\";"
        ' write for example ["**/*.md", "notes/*.txt"]'
    ),
    f"{TREE}include = []": (
        ':3: \'tree.docs.include\' must not be empty; write for example ["**/*.md", "notes/*.txt"]'
    ),
    f"{TREE}exclude = [\n  'a',\n  1,\n]": (
        ":3: 'tree.docs.exclude' must be a list of strings, not [\"a\", 1];"
        ' write for example ["drafts/"]'
    ),
    f"{TREE}exclude = ['a', '']": (":3: 'tree.docs.exclude' contains an empty string; remove it"),
    f"{TREE}[tree.docs.chunking]\nstrategy = 'x'": (
        ':4: \'tree.docs.chunking.strategy\' must be "outline", "leaves", "header_based", '
        '"spec_v1" or "none", not "x"'
    ),
}


@pytest.mark.parametrize("text", WRONG)
def test_a_wrong_type_or_impossible_value_is_refused(world: World, text: str) -> None:
    """SPEC 1.5: a wrong type or an impossible value is an error naming file and key."""
    assert world.error(text) == WRONG[text]


@pytest.mark.parametrize("name", ["", "-a", ".a", "a b", "ä", "a/b", "a\\n"])
def test_a_tree_name_outside_the_pattern_is_refused(world: World, name: str) -> None:
    """SPEC 1.3: tree names match `[A-Za-z0-9][A-Za-z0-9_.-]*`."""
    message = world.error(f'\n[tree."{name}"]\npath = "."')
    assert message.startswith(f':2: "{name}" cannot name a tree; use ')


@pytest.mark.parametrize("name", ["a", "0", "A.b_c-d", "x."])
def test_a_tree_name_inside_the_pattern_is_taken(world: World, name: str) -> None:
    """SPEC 1.3: tree names match `[A-Za-z0-9][A-Za-z0-9_.-]*`."""
    world.write(world.project, f'[tree."{name}"]\npath = "."')
    assert [tree.name for tree in world.load().trees] == [name]


INVALID = {
    "root = \n": ":1:8: is not valid TOML: invalid value",
    'a = "\n"': ":1:6: is not valid TOML: illegal character '\\n'",
    "root = true\nx = [1,\n": ":2: is not valid TOML: invalid value",
    f"{TREE}{TREE}": ":3:11: is not valid TOML: cannot declare ('tree', 'docs') twice",
    'tree.docs.path = "C:\\docs"': (
        ":1:23: is not valid TOML: unescaped '\\' in a string;"
        " write a path with / or in 'single quotes'"
    ),
}


@pytest.mark.parametrize("text", INVALID)
def test_invalid_toml_is_reported_with_line_and_column(world: World, text: str) -> None:
    """STYLE 7: an error says what, where, and what to do."""
    assert world.error(text) == INVALID[text]


@pytest.mark.parametrize("text", ["a = " + "[" * 100_000, "a = " + "9" * 5_000])
def test_hostile_toml_is_an_error_and_no_crash(world: World, text: str) -> None:
    """SPEC 1.5: whatever is in a settings file, the answer is a ConfigError."""
    assert world.error(text)


def test_the_first_mistake_of_a_file_is_the_one_reported(world: World) -> None:
    """SPEC 1.5: the same file always gives the same error, the first in its order."""
    assert world.error("zzz = 1\nroot = 1").startswith(":1: unknown key 'zzz'")
    assert world.error("root = 1\nzzz = 1").startswith(":1: 'root' must be")


def test_a_long_value_is_cut_in_the_message(world: World) -> None:
    """STYLE 7: a message stays one readable line."""
    assert len(world.error(f"root = '{'x' * 9_000}'")) < 200


def test_a_file_that_is_not_utf8_is_refused_with_its_line(world: World) -> None:
    """SPEC 1.8, for settings: text is strict UTF-8."""
    file = world.write(world.project, "")
    file.write_bytes(b"root = true\n# caf\xe9\n")
    with pytest.raises(ConfigError, match=r"\.ra\.toml:2: is not UTF-8; save the file as UTF-8"):
        world.load()


def test_a_byte_order_mark_and_crlf_are_taken(world: World) -> None:
    """SPEC 1.8, for settings: a BOM is skipped; editors on Windows write both."""
    file = world.write(world.project, "")
    file.write_bytes(b"\xef\xbb\xbfmax_file_bytes = 7\r\nroot = true\r\n")
    assert world.load().max_file_bytes == 7
    file.write_bytes(b"\xef\xbb\xbfroot = true\r\n\r\nrot = 1\r\n")
    with pytest.raises(ConfigError, match=r"\.ra\.toml:3: unknown key 'rot'"):
        world.load()


def test_a_settings_file_that_is_a_folder_is_an_error(world: World) -> None:
    """STYLE 7: a settings file that cannot count is said, not passed over."""
    (world.project / ".ra.toml").mkdir(parents=True)
    with pytest.raises(ConfigError, match=r"\.ra\.toml: is not a file"):
        world.load()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes on this system")
def test_a_settings_file_that_is_a_pipe_is_an_error(world: World) -> None:
    """STYLE 7: a pipe is refused before it is opened, which would wait for ever."""
    world.project.mkdir(parents=True)
    os.mkfifo(world.project / ".ra.toml")
    with pytest.raises(ConfigError, match=r"\.ra\.toml: is not a file"):
        world.load()


def test_a_settings_file_that_is_a_broken_link_is_an_error(world: World) -> None:
    """STYLE 7: a settings file that cannot count is said, not passed over."""
    world.project.mkdir(parents=True)
    (world.project / ".ra.toml").symlink_to("gone")
    with pytest.raises(ConfigError, match="is a link to a file that does not exist"):
        world.load()


def test_a_settings_file_may_be_a_link(world: World) -> None:
    """SPEC 1.2: paths are relative to where the file is found, not to where a link leads."""
    kept = world.write(world.top / "dotfiles", '[tree.a]\npath = "a"')
    world.project.mkdir(parents=True)
    (world.project / ".ra.toml").symlink_to(kept)
    world.trust(world.project)
    assert world.load().trees[0].root == world.project / "a"


@pytest.mark.parametrize("key", [key for key in KEYS if not key.secret], ids=lambda key: key.name)
def test_every_example_of_the_schema_is_valid_and_differs_from_the_default(
    world: World, key: object
) -> None:
    """SPEC 1.5: one schema; the example shown to the user loads and changes something."""
    assert isinstance(key, type(KEYS[0]))
    name = key.name.replace("parsers.*", 'parsers."*.rst"').replace("*", "docs", 1)
    name = name.replace('"docs.rst"', '"*.rst"').replace("roots.*", 'roots."/docs/"')
    path = "" if key.required else 'tree.docs.path = "."\n'
    array, _, inner = name.partition("[].")
    if inner:  # a table of an array, with what it requires
        path = f'tree.docs.path = "."\n[[{array}]]\n' + 'match = "x"\n' * (not key.required)
        name = f"{array}[1].{inner}"
    world.write(world.project, path if not (inner and key.required) else "")
    plain = world.load() if path else None
    world.write(world.project, f"{path}{inner or name} = {key.example}\n")
    world.trust(world.project)
    changed = world.load()
    assert plain is None or changed != plain
    assert origins(changed)[name] == Path(world.project / ".ra.toml")
