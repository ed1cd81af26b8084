"""Tests of `ra trust`, and of commands in a hostile folder."""

from __future__ import annotations

import subprocess
import sys

import pytest

import ra
from tests.cli.command import SECONDS, Sandbox
from tests.cli.trusting import COMMANDS, TWO, found, is_posix


@pytest.mark.parametrize("words", COMMANDS)
def test_every_command_says_what_was_left_out_and_works(hostile: Sandbox, words: str) -> None:
    """SPEC 1.9: the tree is left out with one line on stderr; the others work."""
    done = hostile.ra(*words.split())
    assert done.code == (1 if words == "links" else 0)  # there are none to list
    [line] = done.err.splitlines()
    assert line.startswith(f"ra: {hostile.folder / '.ra.toml'}:4: 'tree.plans.path' = ")
    assert line.endswith(f"`ra trust {hostile.folder}`")
    assert "Out" not in done.out


def test_completion_is_not_disturbed(hostile: Sandbox) -> None:
    """Nobody asked aloud: no line appears between the words one types."""
    done = hostile.ra("completion", "--trees")
    assert (done.out.split(), done.err) == (["docs"], "")


def test_trust_works_and_lapses(hostile: Sandbox) -> None:
    """SPEC 1.9: recorded until one of the values changes; `--list` tells which; `--revoke`."""
    done = hostile.ra("trust")
    assert (done.code, done.err) == (0, "")
    assert f'tree.plans.path = "../plans"  ({hostile.folder.parent / "plans"})' in done.out
    assert "tree.docs" not in done.out
    listed = hostile.ra("ls", "docs")
    assert (found(listed), listed.err) == (["docs:a.md", "plans:b.md"], "")
    assert "lapsed" not in hostile.ra("trust", "--list").out
    hostile.write({".ra.toml": TWO.replace("../plans", "..")})
    assert found(hostile.ra("ls", "docs")) == ["docs:a.md"]
    done = hostile.ra("trust", "--list")
    assert done.code == 0
    assert 'lapsed: tree.plans.path was "../plans"' in done.out
    hostile.write({".ra.toml": TWO})
    assert hostile.ra("trust", "--revoke").code == 0
    assert found(hostile.ra("ls", "docs")) == ["docs:a.md"]
    again = hostile.ra("trust", "--revoke")
    assert (again.code, again.err) == (1, "")
    assert hostile.ra("trust", "--list").code == 1


def test_trust_says_when_nothing_needs_it(project: Sandbox) -> None:
    """Exit code 0, and no record."""
    done = project.ra("trust")
    assert (done.code, done.err) == (0, "")
    assert "needs trust" in done.out
    assert not (project.home / ".local").exists()


def test_trust_takes_the_nearest_file_above_and_another_folder(hostile: Sandbox) -> None:
    """From FOLDER upward; by default from the current one."""
    assert str(hostile.folder / ".ra.toml") in hostile.ra("-C", "docs", "trust").out
    assert hostile.ra("-C", "docs", "trust", "--revoke").code == 0
    assert str(hostile.folder / ".ra.toml") in hostile.ra("-C", "..", "trust", "project/docs").out


def test_trust_needs_a_settings_file(box: Sandbox) -> None:
    """The user's own file needs no trust, so that one is not meant from below."""
    box.write({"../home/.ra.toml": "", "../home/below/a.md": ""})
    for words in (["trust"], ["trust", str(box.home / "below")], ["trust", "nowhere"]):
        done = box.ra(*words)
        assert (done.code, done.out) == (2, "")
    assert "`ra init`" in box.ra("trust").err


def test_trust_refuses_settings_with_a_mistake(box: Sandbox) -> None:
    """What cannot be read cannot be allowed."""
    box.write({".ra.toml": "tree = 1\n"})
    assert "must be a table" in box.ra("trust").err


def test_a_record_outlives_its_folder_and_can_be_revoked(hostile: Sandbox) -> None:
    """SPEC 1.9: `--list` says that the file is gone; `--revoke` still finds the record."""
    hostile.ra("trust")
    (hostile.folder / ".ra.toml").unlink()
    assert "lapsed: the file is gone" in hostile.ra("trust", "--list").out
    assert hostile.ra("trust", "--revoke").code == 0


def test_flags_that_do_not_fit_are_refused(hostile: Sandbox) -> None:
    """STYLE 7: a word that would be ignored is an error."""
    assert hostile.ra("trust", "--list", "--revoke").code == 2
    assert hostile.ra("trust", "--list", "docs").code == 2


def test_trust_as_json(hostile: Sandbox) -> None:
    """The same facts for programs."""
    file = str(hostile.folder / ".ra.toml")
    value = {"key": "tree.plans.path", "value": '"../plans"'}
    value["leads_to"] = str(hostile.folder.parent / "plans")
    expected = {"file": file, "state": "trusted", "lapsed": None, "owner": None, "target": None}
    assert hostile.ra("trust", "--json").json == {**expected, "values": [value]}
    assert hostile.ra("trust", "--list", "--json").json == [{**expected, "values": [value]}]
    revoked = hostile.ra("trust", "--revoke", "--json").json
    assert revoked == {**expected, "state": "revoked", "values": [value]}
    assert hostile.ra("trust", "--revoke", "--json").json["state"] == "none"
    assert hostile.ra("trust", "--list", "--json").json == []


def test_the_library_logs_what_was_left_out(hostile: Sandbox) -> None:
    """SPEC 1.9: a Python program is told the same line."""
    script = "import ra; print([t.name for t in ra.open('.').settings.trees])"
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=hostile.folder,
        env=hostile.env(),
        capture_output=True,
        timeout=SECONDS,
        check=True,
    )
    assert done.stdout.decode().strip() == "['docs']"
    assert b"'tree.plans.path'" in done.stderr


def test_an_index_place_is_ignored_until_it_is_trusted(hostile: Sandbox) -> None:
    """SPEC 1.9: nothing is written into the folder; with trust the index is there."""
    hostile.write({".ra.toml": '[index]\nplace = ".ra"\n[tree.docs]\npath = "docs"\n'})
    done = hostile.ra("search", "find")
    assert (done.code, len(done.err.splitlines())) == (0, 1)
    assert "'index.place'" in done.err
    assert not (hostile.folder / ".ra").exists()
    hostile.ra("trust")
    assert hostile.ra("search", "find").err == ""
    assert (hostile.folder / ".ra").is_dir()


def test_a_state_folder_that_cannot_be_written_is_a_clear_error(hostile: Sandbox) -> None:
    """STYLE 7: what, where, why; nothing is changed, and nobody believes it was."""
    (hostile.home / "file").write_text("", encoding="utf-8")
    done = hostile.ra("trust", XDG_STATE_HOME=str(hostile.home / "file"))
    assert (done.code, done.out) == (2, "")
    assert "cannot write" in done.err
    assert "nothing was changed" in done.err


@is_posix
@pytest.mark.parametrize("below", ["", "trust"])
def test_a_state_folder_that_is_a_link_is_refused(hostile: Sandbox, below: str) -> None:
    """SPEC 1.9: trust is never written through a link."""
    place = hostile.home / ".local" / "state" / "ra" / below
    place.parent.mkdir(parents=True)
    (hostile.home / "elsewhere").mkdir()
    place.symlink_to(hostile.home / "elsewhere", target_is_directory=True)
    done = hostile.ra("trust")
    assert (done.code, done.out) == (2, "")
    assert "is not a folder of your own" in done.err
    assert list((hostile.home / "elsewhere").iterdir()) == []


def test_a_dry_run_shows_the_values_and_records_nothing(hostile: Sandbox) -> None:
    """Own choice: what would be trusted can be read first."""
    done = hostile.ra("trust", "--dry-run")
    assert done.code == 0
    assert 'tree.plans.path = "../plans"' in done.out
    assert "nothing was recorded" in done.out
    assert hostile.ra("trust", "--dry-run", "--json").json["state"] == "untrusted"
    assert hostile.ra("trust", "--list").code == 1
    hostile.ra("trust")
    assert hostile.ra("trust", "--dry-run", "--json").json["state"] == "trusted"
    assert hostile.ra("trust", "--dry-run", "--revoke").code == 2


def test_trust_counts_again_when_the_values_are_as_trusted(hostile: Sandbox) -> None:
    """SPEC 1.9: a record is suspended while a value differs (docs/guides/settings.md)."""
    hostile.ra("trust")
    hostile.write({".ra.toml": TWO.replace("../plans", "..")})
    assert found(hostile.ra("ls", "docs")) == ["docs:a.md"]
    hostile.write({".ra.toml": TWO})
    assert found(hostile.ra("ls", "docs")) == ["docs:a.md", "plans:b.md"]


@pytest.mark.parametrize("words", [["trust", ""], ["trust", "--revoke", ""]])
def test_an_empty_folder_name_is_an_error(hostile: Sandbox, words: list[str]) -> None:
    """STYLE 7: a variable that is not set does not mean the current folder."""
    done = hostile.ra(*words)
    assert (done.code, done.out) == (2, "")
    assert "FOLDER is empty" in done.err


def test_the_library_refuses_an_empty_folder_name() -> None:
    """STYLE 7: the same for `ra.open`."""
    with pytest.raises(ra.UsageError, match="folder is empty"):
        ra.open("")


def test_a_record_that_cannot_be_read_is_said(hostile: Sandbox) -> None:
    """STYLE 7: the list does not silently lack one."""
    hostile.ra("trust")
    [record] = (hostile.home / ".local" / "state" / "ra" / "trust").iterdir()
    record.write_text("{", encoding="utf-8")
    done = hostile.ra("trust", "--list")
    assert (done.code, done.out) == (1, "")
    assert f"{record}: is not a readable trust record" in done.err


def test_the_way_back_names_the_folder_that_was_given(hostile: Sandbox) -> None:
    """STYLE 7: a command that is shown does what it says, from where one is."""
    done = hostile.ra("-C", "..", "trust", "project/docs")
    assert done.out.endswith(f"run `ra trust --revoke {hostile.folder}`\n")
    assert hostile.ra("trust").out.endswith("run `ra trust --revoke`\n")


def test_only_the_global_file_above_needs_no_trust(box: Sandbox) -> None:
    """SPEC 1.9: `~/.ra.toml` is the user's own word."""
    box.write({"../home/.ra.toml": "", "../home/below/a.md": ""})
    done = box.ra("trust", str(box.home / "below"))
    assert done.code == 2
    assert "~/.ra.toml, which needs no trust" in done.err
    assert "needs no trust" not in box.ra("trust").err


def test_a_lapsed_record_tells_trusted_values_from_those_of_now(hostile: Sandbox) -> None:
    """SPEC 1.9: a value that is not in the file any more is not shown as if it were."""
    hostile.ra("trust")
    hostile.write({".ra.toml": TWO.replace("../plans", "../other")})
    lines = hostile.ra("trust", "--list").out.splitlines()
    top = hostile.folder.parent
    assert f'  trusted: tree.plans.path = "../plans"  ({top / "plans"})' in lines
    assert f'  now: tree.plans.path = "../other"  ({top / "other"})' in lines


@is_posix
def test_a_lapsed_file_is_not_called_as_it_is_now(box: Sandbox) -> None:
    """SPEC 1.9: the record is of the file as it was."""
    box.write({"../kept.toml": "max_file_bytes = 7\n"})
    (box.folder / ".ra.toml").symlink_to("../kept.toml")
    assert "the file as it is now: a link to" in box.ra("trust").out
    box.write({"../kept.toml": "max_file_bytes = 8\n"})
    done = box.ra("trust", "--list")
    assert "trusted: the file as it was: a link to" in done.out
    assert "as it is now" not in done.out


def test_a_file_is_no_folder_to_trust(hostile: Sandbox) -> None:
    """STYLE 7: what is wrong with what was given."""
    done = hostile.ra("trust", "docs/a.md")
    assert (done.code, done.out) == (2, "")
    assert "is a file, not a folder" in done.err


@is_posix
def test_a_settings_link_to_nothing_has_a_way_out(box: Sandbox) -> None:
    """STYLE 7: what to do."""
    (box.folder / ".ra.toml").symlink_to("gone.toml")
    done = box.ra("trust")
    assert (done.code, done.out) == (2, "")
    assert "does not exist; remove the link or make the file" in done.err
