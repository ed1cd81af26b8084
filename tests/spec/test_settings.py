"""SPEC 1.1 to 1.5, from the view of a user who writes settings files."""

from __future__ import annotations

from pathlib import Path

import pytest

from ra.errors import ConfigError
from tests.unit.config.world import World
from tests.unit.config.world import world as make_world


@pytest.fixture(name="world")
def _world(tmp_path: Path) -> World:
    return make_world(tmp_path)


def everything_below(folder: Path) -> set[Path]:
    """All paths that exist below a folder."""
    return set(folder.rglob("*"))


def test_no_configuration_at_all_is_fine(world: World) -> None:
    """SPEC 1.3: the working directory is the one tree, its index is in the cache folder."""
    settings = world.load()
    [tree] = settings.trees
    assert (tree.name, tree.root, tree.local) == ("project", world.project, True)
    assert tree.include == ("**/*.md", "**/*.markdown", "**/*.txt")
    assert settings.index_dir.parent == world.cache / "indexes"
    assert settings.index_dir.name.startswith("project-")
    assert settings.files == ()


def test_loading_creates_nothing(world: World) -> None:
    """SPEC 1.3: nothing is written into the documents, and loading writes nowhere else either."""
    world.write(world.project, "tree.a.path = 'missing'")
    before = everything_below(world.top)
    world.load()
    assert everything_below(world.top) == before


def test_two_folders_of_one_name_have_two_indexes(world: World) -> None:
    """SPEC 1.3: an index in the cache folder belongs to one folder, always the same."""
    one, two = world.top / "a" / "docs", world.top / "b" / "docs"
    assert world.load(one).index_dir != world.load(two).index_dir
    assert world.load(one).index_dir == world.load(one).index_dir


def test_the_index_of_a_project_is_in_the_cache_and_belongs_to_its_nearest_file(
    world: World,
) -> None:
    """SPEC 1.3: nothing is written into documents; wherever one stands below, it is one index."""
    world.write(world.home / "work", "")
    above = world.load().index_dir
    assert above.parent == world.cache / "indexes"
    assert above.name.startswith("work-")
    world.write(world.project, "")
    near = world.load(world.project / "deep" / "er").index_dir
    assert near == world.load().index_dir == world.load().index_fallback
    assert near.name.startswith("project-")


def test_with_only_the_global_file_the_index_is_in_the_cache(world: World) -> None:
    """SPEC 1.3: with only the global file the index is in the cache folder too."""
    world.write(world.home, "max_file_bytes = 5")
    settings = world.load()
    assert settings.index_dir.parent == world.cache / "indexes"
    assert settings.trees[0].root == world.project


def test_the_current_folder_stays_searched_beside_global_trees(world: World) -> None:
    """SPEC 1.3: as an implicit local tree, when only a global file exists."""
    world.write(world.home, "tree.notes.path = 'notes'")
    here, there = world.load(), world.load(world.top / "other")
    assert [(tree.name, tree.local) for tree in here.trees] == [
        ("project", True),
        ("notes", False),
    ]
    assert here.trees[0].root == world.project
    assert here.index_dir != there.index_dir
    assert here.index_dir.name.startswith("project-")


def test_a_folder_in_a_global_tree_is_no_tree_of_its_own(world: World) -> None:
    """SPEC 1.3: only if no declared tree contains it; then the global trees have one index."""
    world.write(world.home, "tree.work.path = 'work'\ntree.notes.path = 'notes'")
    inside, deeper = world.load(), world.load(world.home / "notes" / "daily")
    assert [tree.name for tree in inside.trees] == ["work", "notes"]
    assert inside.index_dir == deeper.index_dir == world.load(world.home).index_dir


def test_a_folder_that_declares_trees_is_no_tree_of_its_own(world: World) -> None:
    """SPEC 1.3, our own choice: its trees are the parts of that folder that are searched."""
    world.write(world.home, "tree.notes.path = 'notes'")
    world.write(world.project, "tree.docs.path = 'docs'")
    for folder in (world.project, world.project / "docs" / "deep"):
        assert [tree.name for tree in world.load(folder).trees] == ["docs", "notes"]
    world.write(world.project, "max_file_bytes = 5")
    assert [tree.name for tree in world.load(world.project / "sub").trees] == ["project", "notes"]
    assert world.load(world.project / "sub").trees[0].root == world.project
    world.write(world.project, "root = true")
    assert [tree.name for tree in world.load().trees] == ["project"]


def test_the_current_folder_stays_searched_beside_the_trees_of_its_project(world: World) -> None:
    """SPEC 1.3: as an implicit local tree, when no declared tree contains it, in an index of its
    own, so that the index of the project keeps its trees.
    """
    world.write(world.project, "tree.docs.path = 'docs'")
    drafts = world.project / "drafts"
    beside = world.load(drafts)
    assert [(tree.name, tree.local) for tree in beside.trees] == [("drafts", True), ("docs", True)]
    assert beside.trees[0].root == drafts
    assert beside.index_owner == drafts
    assert beside.index_dir != world.load().index_dir


def test_a_folder_around_a_tree_of_its_project_is_no_tree_of_its_own(world: World) -> None:
    """SPEC 1.3, our own choice: the project names the part of it that is searched."""
    world.write(world.project, "tree.guide.path = 'docs/guide'")
    assert [tree.name for tree in world.load(world.project / "docs").trees] == ["guide"]


def test_settings_without_trees_below_a_project_make_their_folder_a_tree(world: World) -> None:
    """SPEC 1.3: the folder of the nearest settings file, also for a folder deeper in it."""
    world.write(world.project, "tree.docs.path = 'docs'")
    world.write(world.project / "drafts", "max_file_bytes = 5")
    settings = world.load(world.project / "drafts" / "old")
    assert [tree.root for tree in settings.trees] == [
        world.project / "drafts",
        world.project / "docs",
    ]


def test_with_root_the_trees_of_a_project_are_all_that_is_searched(world: World) -> None:
    """SPEC 1.3: no implicit tree with `root = true`."""
    world.write(world.project, "root = true\ntree.docs.path = 'docs'")
    assert [tree.name for tree in world.load(world.project / "drafts").trees] == ["docs"]


def test_an_implicit_tree_takes_a_free_name_and_the_only_tenant(world: World) -> None:
    """SPEC 1.3, 12: the global trees stay searched too, under their names."""
    world.write(world.home, "[tree.project]\npath = 'notes'\ntenant = 'me'\n")
    trees = world.load().trees
    assert [(tree.name, tree.tenant) for tree in trees] == [("project-1", "me"), ("project", "me")]


def test_a_home_folder_is_not_implicit_beside_global_trees(world: World) -> None:
    """SPEC 1.3: nor is the root of the file system."""
    world.write(world.home, "tree.notes.path = 'notes'")
    for folder in (world.home, Path(world.home.anchor)):
        assert [tree.name for tree in world.load(folder).trees] == ["notes"]


def test_files_are_collected_from_the_folder_up_and_the_global_one_is_last(world: World) -> None:
    """SPEC 1.1: every file from the working directory up, nearest first, then `~/.ra.toml`."""
    near = world.write(world.project, "max_file_bytes = 1")
    home = world.write(world.home, "max_file_bytes = 3\nrespect_gitignore = false")
    above = world.write(world.top, "max_file_bytes = 2\nrespect_gitignore = true")
    settings = world.load()
    assert settings.files == (near, above, home)
    assert settings.max_file_bytes == 1
    assert settings.respect_gitignore is True


def test_the_home_file_is_global_also_in_the_home_folder_itself(world: World) -> None:
    """SPEC 1.1: always global and read once, also when the climb passes the home folder."""
    file = world.write(world.home, "tree.notes.path = 'notes'")
    settings = world.load(world.home)
    assert settings.files == (file,)
    assert [tree.local for tree in settings.trees] == [False]


def test_home_given_through_a_link_is_still_home(world: World) -> None:
    """SPEC 1.1: `~/.ra.toml` is read once however the home folder is spelled."""
    real = world.top / "real"
    file = world.write(real, "tree.notes.path = 'notes'")
    world.home.symlink_to(real, target_is_directory=True)
    settings = world.load(real / "work")
    assert settings.files == (file,)
    assert [tree.local for tree in settings.trees] == [True, False]


def test_root_stops_the_climb_and_drops_the_global_file(world: World) -> None:
    """SPEC 1.1: `root = true` stops the climb (and drops the global file)."""
    near = world.write(world.project, "")
    root = world.write(world.project.parent, "root = true\nmax_file_bytes = 2")
    world.write(world.home, "this is = not even TOML")
    world.write(world.top, "neither is = this")
    settings = world.load()
    assert settings.files == (near, root)
    assert settings.max_file_bytes == 2
    assert settings.root is True


def test_root_false_does_not_stop_the_climb(world: World) -> None:
    """SPEC 1.1: only `root = true` stops the climb."""
    world.write(world.project, "root = false")
    world.write(world.top, "max_file_bytes = 2")
    assert world.load().max_file_bytes == 2


def test_a_tree_is_replaced_whole_by_name(world: World) -> None:
    """SPEC 1.1: a tree is replaced whole by name, so nothing of the farther one shines through."""
    world.write(world.project, "tree.docs.path = 'near'")
    world.write(world.home, "[tree.docs]\npath = 'far'\nexclude = ['x']\n[tree.b]\npath = 'b'")
    docs, b = world.load().trees
    assert (docs.root, docs.exclude, docs.local) == (world.project / "near", (), True)
    assert (b.root, b.local) == (world.home / "b", False)


def test_paths_are_relative_to_the_declaring_file(world: World) -> None:
    """SPEC 1.2: paths are relative to the file that declares them; `~` is the home folder."""
    world.write(
        world.project,
        "tree.a.path = 'a'\ntree.b.path = '../b'\ntree.c.path = '~/c'\ntree.d.path = '.'",
    )
    world.trust(world.project)
    roots = [tree.root for tree in world.load(world.project / "sub").trees]
    assert roots == [
        world.project / "a",
        world.project.parent / "b",
        world.home / "c",
        world.project,
    ]


def test_a_project_file_without_trees_makes_its_folder_the_tree(world: World) -> None:
    """SPEC 1.3, where it is silent: the tree is the folder of the nearest project file."""
    world.write(world.project, "chunking.strategy = 'none'")
    [tree] = world.load(world.project / "sub").trees
    assert (tree.name, tree.root) == ("project", world.project)
    assert tree.chunking.strategy == "none"


def test_a_missing_folder_is_no_error_here(world: World) -> None:
    """SPEC 1.6: a tree whose folder is missing is a warning, which comes when it is walked."""
    world.write(world.project, "tree.a.path = 'missing/../gone'")
    assert world.load().trees[0].root == world.project / "gone"


def test_a_tree_overrides_the_general_settings(world: World) -> None:
    """SPEC 1.4: `chunking` of a tree is a table overriding `[chunking]`, key by key."""
    world.write(
        world.project,
        """
        max_file_bytes = 10
        chunking = { strategy = "none", max_chunk_size = 11 }
        [parsers]
        "*.rst" = "markdown"
        [tree.a]
        path = "a"
        include = ["*.rst"]
        exclude = ["old/"]
        respect_gitignore = false
        [tree.a.chunking]
        max_chunk_size = 12
        [tree.b]
        path = "b"
        max_file_bytes = 13
        chunking.strategy = "outline"
        """,
    )
    a, b = world.load().trees
    assert (a.include, a.exclude, a.respect_gitignore) == (("*.rst",), ("old/",), False)
    assert (a.max_file_bytes, a.chunking[:2]) == (10, ("none", 12))
    assert (b.max_file_bytes, b.chunking[:2], b.respect_gitignore) == (13, ("outline", 11), True)
    assert a.parsers == b.parsers == (("*.rst", "markdown"),)


def test_patterns_of_parsers_come_nearest_first(world: World) -> None:
    """SPEC 1.1 and 1.4: a nearer file's pattern is asked before a farther one's."""
    world.write(world.project, "[parsers]\n'b' = 'text'\n'a' = 'text'")
    world.write(world.home, "[parsers]\n'c' = 'text'\n'a' = 'markdown'")
    assert world.load().parsers == (("b", "text"), ("a", "text"), ("c", "text"))


def test_a_mistake_in_any_file_that_counts_is_an_error(world: World) -> None:
    """SPEC 1.5: also in the global file, and it names that file."""
    world.write(world.project, "max_file_bytes = 1")
    file = world.write(world.home, "max_file_byte = 2")
    with pytest.raises(ConfigError) as caught:
        world.load()
    expected = f"{file}:1: unknown key 'max_file_byte'; did you mean 'max_file_bytes'?"
    assert str(caught.value) == expected
    assert caught.value.exit_code == 2
