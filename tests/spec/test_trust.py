"""SPEC 1.9: settings that come with a folder are not trusted."""

from __future__ import annotations

import os

import pytest

from ra.errors import ConfigError
from tests.spec.trusting import NOBODY, is_posix, names, needs_root
from tests.unit.config.world import World

OUTSIDE = {
    "the parent": "..",
    "a neighbor": "../other",
    "an absolute path": "/etc",
    "the root": "/",
    "keys": "~/.ssh",
    "the home folder": "~",
    "processes": "/proc",
    "down and up again": "docs/../../other",
    "a folder that is not there": "../nowhere/at/all",
}


@pytest.mark.parametrize("path", OUTSIDE.values(), ids=OUTSIDE)
def test_a_tree_outside_the_folder_is_left_out_with_one_line(world: World, path: str) -> None:
    """SPEC 1.9: the others work; the line names file, line, key and `ra trust`."""
    file = world.write(world.project, f"[tree.in]\npath = 'docs'\n[tree.out]\npath = '{path}'\n")
    settings = world.load()
    assert names(settings) == ["in"]
    [note] = settings.notes
    assert note.startswith(f"{file}:4: 'tree.out.path' = ")
    assert note.endswith(f"`ra trust {world.project}`")
    assert "\n" not in note


MODELS = {
    "embed.folder": "models/bge",
    "embed.url": "http://127.0.0.1:9/v1",
    "embed.name": "the-dearest",
}


@pytest.mark.parametrize("key", MODELS)
def test_a_project_names_no_model_and_no_endpoint(world: World, key: str) -> None:
    """SPEC 1.9: not even a model at the endpoint of the user, whose key would pay for it."""
    world.write(world.home, "embed.url = 'http://localhost:1/v1'\nembed.name = 'mine'\n")
    file = world.write(world.project, f"{key} = '{MODELS[key]}'\n")
    settings = world.load()
    assert (settings.embed.folder, settings.embed.name) == ("", "mine")
    assert settings.embed.url == "http://localhost:1/v1"
    [note] = settings.notes
    assert note.startswith(f"{file}:1: '{key}' = ")
    assert note.endswith(f"`ra trust {world.project}`")
    world.trust(world.project)
    assert world.load().notes == ()


@pytest.mark.parametrize("path", [".git", ".git/hooks", "docs/../.git", "sub/.git", ".GIT"])
def test_a_tree_in_a_git_folder_needs_trust(world: World, path: str) -> None:
    """SPEC 1.9: it is inside, but what git keeps there did not come with the folder."""
    world.write(world.project, f"[tree.in]\npath = 'docs'\n[tree.out]\npath = '{path}'\n")
    settings = world.load()
    assert names(settings) == ["in"]
    assert "leads into .git: the tree is left out" in settings.notes[0]
    world.trust(world.project)
    assert names(world.load()) == ["in", "out"]


INSIDE = [".", "docs", "./docs", "docs/../other", "not there", "../project/docs"]


@pytest.mark.parametrize("path", INSIDE)
def test_a_tree_inside_the_folder_needs_no_trust(world: World, path: str) -> None:
    """SPEC 1.9: a project's settings file may name trees inside its own folder, however written."""
    world.write(world.project, f"[tree.in]\npath = '{path}'\n")
    settings = world.load()
    assert (names(settings), settings.notes) == (["in"], ())


def test_an_absolute_path_inside_the_folder_needs_no_trust(world: World) -> None:
    """SPEC 1.9: the place counts, not how it is written."""
    world.write(world.project, f"[tree.in]\npath = '{world.project / 'docs'}'\n")
    assert (names(world.load()), world.load().notes) == (["in"], ())


@is_posix
@pytest.mark.parametrize("path", ["link", "link/deeper", "docs/link"])
def test_a_link_that_leaves_the_folder_is_outside(world: World, path: str) -> None:
    """SPEC 1.9: the real path decides, with links resolved."""
    (world.home / "secret").mkdir()
    (world.project / "docs").mkdir()
    for place in (world.project / "link", world.project / "docs" / "link"):
        place.symlink_to(world.home / "secret", target_is_directory=True)
    world.write(world.project, f"[tree.in]\npath = 'docs'\n[tree.out]\npath = '{path}'\n")
    settings = world.load()
    assert names(settings) == ["in"]
    assert len(settings.notes) == 1


@is_posix
def test_a_link_that_stays_inside_needs_no_trust(world: World) -> None:
    """SPEC 1.9: also through a link, what is inside is inside."""
    (world.project / "docs").mkdir()
    (world.project / "link").symlink_to("docs", target_is_directory=True)
    world.write(world.project, "[tree.in]\npath = 'link'\n")
    assert (names(world.load()), world.load().notes) == (["in"], ())


def test_when_every_tree_is_left_out_the_folder_is_the_tree(world: World) -> None:
    """SPEC 1.9: as for a project file that declares none."""
    world.write(world.project, "[tree.x]\npath = '../x'\ninclude = ['*.txt']\n")
    settings = world.load()
    assert names(settings) == ["project"]
    assert settings.trees[0].root == world.project
    assert settings.trees[0].include != ("*.txt",)


def test_a_tree_that_is_left_out_hides_no_tree_of_the_user(world: World) -> None:
    """SPEC 1.9: what is not trusted counts as if it were not written."""
    world.write(world.home, "[tree.notes]\npath = 'notes'\n")
    world.write(world.project, "[tree.notes]\npath = '/etc'\n")
    trees = {tree.name: (tree.root, tree.local) for tree in world.load().trees}
    assert trees["notes"] == (world.home / "notes", False)
    assert trees == {"notes": trees["notes"], "project": (world.project, True)}


def test_the_global_file_is_the_users_word(world: World) -> None:
    """SPEC 1.9: `~/.ra.toml` may name anything."""
    world.write(world.home, "index.place = 'kept'\n[tree.etc]\npath = '/etc'\n")
    settings = world.load(world.home)
    assert (names(settings), settings.notes) == (["etc"], ())
    assert settings.index_dir == world.home / "kept"
    assert names(world.load()) == ["project", "etc"]


def test_a_place_for_the_index_always_needs_trust(world: World) -> None:
    """SPEC 1.9: also inside the folder: what lies there may have come with it."""
    file = world.write(world.project, "[index]\nplace = '.ra'\n")
    settings = world.load()
    assert settings.index_dir == settings.index_fallback
    assert settings.index_dir.is_relative_to(world.cache)
    [note] = settings.notes
    assert note.startswith(f"{file}:2: 'index.place' = ")
    world.trust(world.project)
    settings = world.load()
    assert (settings.index_dir, settings.notes) == (world.project / ".ra", ())
    assert settings.index_fallback.is_relative_to(world.cache)


def test_the_default_of_a_key_needs_no_trust(world: World) -> None:
    """SPEC 1.9: the cache folder is the user's own."""
    world.write(world.project, "index.place = ''\n")
    assert world.load().notes == ()


def test_a_place_holds_for_the_index_of_its_own_folder(world: World) -> None:
    """Two sets of settings never share an index: below another project file it is another."""
    world.write(world.project.parent, "index.place = '.ra'\n")
    world.trust(world.project.parent)
    assert world.load(world.project.parent).index_dir == world.project.parent / ".ra"
    assert world.load().index_dir == world.project.parent / ".ra"
    world.write(world.project, "")
    assert world.load().index_dir.is_relative_to(world.cache)


PLACES = {"its own folder": ".", "above": "..", "the root": "/", "a tree": "docs", "empty": " "}


@pytest.mark.parametrize("place", PLACES.values(), ids=PLACES)
@pytest.mark.parametrize("in_home", [False, True])
def test_an_index_cannot_take_the_place_of_documents(
    world: World, place: str, in_home: bool
) -> None:
    """SPEC 1.9: also when it is trusted, and also in the user's own file."""
    folder = world.home if in_home else world.project
    file = world.write(folder, f"index.place = '{place}'\n[tree.docs]\npath = 'docs'\n")
    if place.strip() and not in_home:
        world.trust(world.project)
    with pytest.raises(ConfigError) as caught:
        world.load(folder)  # a place is for the index of its own folder
    assert str(caught.value).startswith(f"{file}:1: 'index.place' ")


def test_trust_lasts_until_a_value_changes(world: World) -> None:
    """SPEC 1.9: by the settings file and the exact values allowed."""
    world.write(world.project, "[tree.a]\npath = '../a'\n[tree.b]\npath = '../b'\n")
    world.trust(world.project)
    assert (names(world.load()), world.load().notes) == (["a", "b"], ())
    world.write(world.project, "[tree.a]\npath = '../a'\n[tree.b]\npath = '/etc'\n")
    settings = world.load()
    assert names(settings) == ["project"]
    assert len(settings.notes) == 2
    assert all("tree.b.path was " in note for note in settings.notes)


def test_a_value_that_is_added_is_not_trusted(world: World) -> None:
    """SPEC 1.9: exactly the recorded values are allowed."""
    world.write(world.project, "[tree.a]\npath = '../a'\n")
    world.trust(world.project)
    world.write(world.project, "[tree.a]\npath = '../a'\n[tree.b]\npath = '../a'\n")
    settings = world.load()
    assert names(settings) == ["a"]
    assert len(settings.notes) == 1


def test_a_value_that_is_removed_ends_the_trust(world: World) -> None:
    """SPEC 1.9: a record holds only while all values in it are unchanged."""
    world.write(world.project, "[tree.a]\npath = '../a'\n[tree.b]\npath = '../b'\n")
    world.trust(world.project)
    world.write(world.project, "[tree.a]\npath = '../a'\n")
    assert names(world.load()) == ["project"]


def test_other_settings_may_change(world: World) -> None:
    """SPEC 1.9: trust is about what reaches out, not about the whole file."""
    world.write(world.project, "[tree.a]\npath = '../a'\n")
    world.trust(world.project)
    world.write(world.project, "max_file_bytes = 7\n[tree.a]\npath = '../a'\n")
    settings = world.load()
    assert (names(settings), settings.max_file_bytes) == (["a"], 7)


@is_posix
def test_a_link_that_leads_elsewhere_later_ends_the_trust(world: World) -> None:
    """SPEC 1.9: what was trusted is where the value led."""
    (world.home / "one").mkdir()
    (world.project / "link").symlink_to(world.home / "one")
    world.write(world.project, "[tree.a]\npath = 'link'\n")
    world.trust(world.project)
    assert names(world.load()) == ["a"]
    (world.project / "link").unlink()
    (world.project / "link").symlink_to("/etc")
    settings = world.load()
    assert names(settings) == ["project"]
    assert str(world.home / "one") in settings.notes[0]


def test_trust_is_for_one_settings_file(world: World) -> None:
    """SPEC 1.9: the same text in another folder is not trusted."""
    text = f"[tree.a]\npath = '{world.top}'\n"
    world.write(world.project, text)
    world.trust(world.project)
    other = world.home / "other"
    world.write(other, text)
    assert names(world.load()) == ["a"]
    assert names(world.load(other)) == ["other"]


def test_settings_above_are_not_trusted_either(world: World) -> None:
    """SPEC 1.9: every project file on the way up is asked for by its own folder."""
    world.write(world.project, "")
    above = world.write(world.project.parent, "[tree.a]\npath = '/etc'\n")
    settings = world.load()
    assert names(settings) == ["project"]
    assert f"`ra trust {above.parent}`" in settings.notes[0]


# A settings file of another user


@needs_root
@pytest.mark.parametrize("text", ["max_file_bytes = 7\n", "not toml", "x" * 3_000_000])
def test_a_file_of_another_user_is_passed_over(world: World, text: str) -> None:
    """SPEC 1.9: it counts only when trusted; until then it cannot even be wrong."""
    file = world.write(world.project, text)
    os.chown(file, NOBODY, NOBODY)
    settings = world.load()
    assert (settings.files, names(settings)) == ((), ["project"])
    assert settings.max_file_bytes != 7
    [note] = settings.notes
    assert note.startswith(f"{file}: belongs to another user (uid {NOBODY})")
    assert note.endswith(f"`ra trust {world.project}`")


@needs_root
def test_a_file_of_another_user_does_not_stop_the_climb(world: World) -> None:
    """SPEC 1.9: `root = true` of a file that does not count says nothing."""
    os.chown(world.write(world.project, "root = true\n"), NOBODY, NOBODY)
    world.write(world.home, "max_file_bytes = 9\n")
    assert world.load().max_file_bytes == 9


@needs_root
def test_a_file_of_another_user_counts_as_it_was_trusted(world: World) -> None:
    """SPEC 1.9: bound to its bytes and its owner."""
    file = world.write(world.project, "max_file_bytes = 7\n[tree.a]\npath = '../a'\n")
    os.chown(file, NOBODY, NOBODY)
    world.trust(world.project)
    settings = world.load()
    assert (settings.max_file_bytes, names(settings), settings.notes) == (7, ["a"], ())
    file.write_text("max_file_bytes = 8\n[tree.a]\npath = '../a'\n", encoding="utf-8")
    settings = world.load()
    assert (settings.files, names(settings)) == ((), ["project"])
    assert "its content was different" in settings.notes[0]


@needs_root
def test_another_owner_ends_the_trust(world: World) -> None:
    """SPEC 1.9: bound to its owner, too."""
    file = world.write(world.project, "max_file_bytes = 7\n")
    os.chown(file, NOBODY, NOBODY)
    world.trust(world.project)
    os.chown(file, NOBODY - 1, NOBODY)
    assert world.load().files == ()
    os.chown(file, 0, 0)
    assert world.load().files == (file,)


@needs_root
def test_a_shared_folder_governs_nobody(world: World) -> None:
    """SPEC 1.9: a pipe or file that somebody left in a folder like /tmp does no harm below it."""
    shared = world.project.parent
    shared.chmod(0o1777)
    os.mkfifo(shared / ".ra.toml")
    os.chown(shared / ".ra.toml", NOBODY, NOBODY)
    settings = world.load()
    assert (settings.files, names(settings)) == ((), ["project"])
    assert len(settings.notes) == 1


@needs_root
def test_a_link_of_another_user_to_a_file_of_ours_does_not_count(world: World) -> None:
    """SPEC 1.9: else somebody could choose which settings hold in a shared folder."""
    shared = world.project.parent
    (world.project / "mine.toml").write_text("max_file_bytes = 7\n", encoding="utf-8")
    (shared / ".ra.toml").symlink_to("project/mine.toml")
    os.lchown(shared / ".ra.toml", NOBODY, NOBODY)
    assert world.load().files == ()


@needs_root
def test_the_global_file_must_be_the_users_own(world: World) -> None:
    """SPEC 1.9: `~/.ra.toml` of another user needs trust as well."""
    file = world.write(world.home, "max_file_bytes = 7\n")
    os.chown(file, NOBODY, NOBODY)
    assert world.load().files == ()
    world.trust(world.home)
    assert (world.load().files, world.load().max_file_bytes) == ((file,), 7)


# A settings file that is a link


@is_posix
def test_the_global_file_may_be_a_link(world: World) -> None:
    """SPEC 1.9: as managers of dotfiles make it."""
    kept = world.write(world.top / "dotfiles", "max_file_bytes = 7\n[tree.etc]\npath = '/etc'\n")
    (world.home / ".ra.toml").symlink_to(kept)
    settings = world.load()
    assert (settings.max_file_bytes, settings.notes) == (7, ())
    assert names(settings) == ["project", "etc"]
