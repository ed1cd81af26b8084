"""Tests of `ra trust`, and of commands in a hostile folder."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import ra
from tests.cli.command import SECONDS, Outcome, Sandbox

NOBODY, USER = 65534, 65533
is_posix = pytest.mark.skipif(os.name != "posix", reason="owners, pipes and links are of POSIX")
needs_root = pytest.mark.skipif(
    os.name != "posix" or os.geteuid() != 0, reason="only root can give a file to another user"
)
SECRET = "BEGIN PRIVATE KEY"
TWO = '[tree.docs]\npath = "docs"\n[tree.plans]\npath = "../plans"\n'


@pytest.fixture
def hostile(box: Sandbox) -> Sandbox:
    """A project with one document inside, and settings that ask for another outside."""
    box.write({".ra.toml": TWO, "docs/a.md": "# In\n\nfind me\n"})
    box.write({"../plans/b.md": "# Out\n\nfind me\n"})
    return box


def found(done: Outcome) -> list[str]:
    """The ids that `ra ls docs` lists."""
    return [line.split()[0] for line in done.out.splitlines()]


COMMANDS = ["search find", "ls docs", "get docs:a.md", "update", "status", "doctor", "links",
            "chunks", "inspect doc docs/a.md", "config"]  # fmt: skip


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


# What a hostile folder cannot do

# Runs the command, and writes down what it opens or lists.
_SPY = """
import sys
def spy(event, words):
    if event in ("open", "os.listdir", "os.scandir") and "/outside" in str(words[0]):
        seen.append(f"{event} {words[0]}")
seen = []
sys.addaudithook(spy)
from ra.cli.main import main
main(sys.argv[1:])
sys.stderr.write("".join(f"SEEN {line}" for line in seen))
"""
TRICKS = {
    "a tree by its path": {".ra.toml": '[tree.x]\npath = "../outside"\n'},
    "a tree by a link": {".ra.toml": '[tree.x]\npath = "link"\n'},
    "an index there": {".ra.toml": 'index.place = "../outside"\n'},
    "an index behind a link": {".ra.toml": 'index.place = "link/x"\n'},
}


@is_posix
@pytest.mark.parametrize("name", [*TRICKS, "settings behind a link"])
def test_nothing_outside_is_opened_or_listed(box: Sandbox, name: str) -> None:
    """SPEC 1.9: to find out that something is outside, its name is resolved and no more."""
    box.write({"../outside/a.md": f"# {SECRET}\n", "../outside/s.toml": SECRET, "b.md": "# B\n"})
    (box.folder / "link").symlink_to("../outside", target_is_directory=True)
    if name in TRICKS:
        box.write(dict(TRICKS[name]))
    else:
        (box.folder / ".ra.toml").symlink_to("../outside/s.toml")
    for words in (["ls", "docs"], ["status", "--files"], ["update", "--full"], ["config"]):
        done = spied(box, *words)
        assert "SEEN" not in done.err
        assert "ra trust" in done.err
        assert SECRET not in done.out + done.err


def spied(box: Sandbox, *words: str) -> Outcome:
    """Run a command, and let stderr tell what outside the project it opened or listed."""
    done = subprocess.run(
        [sys.executable, "-c", _SPY, *words],
        cwd=box.folder,
        env=box.env(),
        capture_output=True,
        timeout=SECONDS,
        check=False,
    )
    return Outcome(done.returncode, done.stdout.decode(), done.stderr.decode())


@is_posix
def test_the_spy_sees_what_is_trusted(box: Sandbox) -> None:
    """Else the test above would prove nothing."""
    box.write({**TRICKS["a tree by its path"], "../outside/a.md": f"# {SECRET}\n"})
    assert box.ra("trust").code == 0
    done = spied(box, "ls", "docs")
    assert "SEEN" in done.err
    assert SECRET in done.out


@is_posix
@pytest.mark.parametrize("words", [*COMMANDS[:5], "config", "trust", "trust --list", "init"])
def test_a_link_to_a_secret_shows_nothing_of_it(box: Sandbox, words: str) -> None:
    """SPEC 1.9: not its content, and not what is wrong with it as a settings file."""
    secret = box.home / "id_rsa"
    secret.write_text(f"{SECRET}\nroot = true\n", encoding="utf-8")
    box.write({"docs/a.md": "# In\n\nfind me\n"})
    (box.folder / ".ra.toml").symlink_to(secret)
    done = box.ra(*words.replace("docs:a.md", "docs/a.md").split())
    assert SECRET not in done.out + done.err
    assert "unexpected" not in done.err


@is_posix
@pytest.mark.parametrize("target", ["/dev/zero", "/dev/stdin", "/proc/self/environ", "pipe"])
def test_a_link_to_a_device_or_pipe_is_passed_over(box: Sandbox, target: str) -> None:
    """SPEC 1.9: nothing outside is opened, so nothing can hang."""
    os.mkfifo(box.home / "pipe")
    place = box.home / "pipe" if target == "pipe" else Path(target)
    (box.folder / ".ra.toml").symlink_to(place)
    done = box.ra("config")
    assert done.code == 0
    assert "file is ignored" in done.err
    if target != "/dev/stdin":  # which is whatever the caller made it
        assert box.ra("trust").code == 2


@is_posix
def test_a_pipe_as_settings_is_refused_without_waiting(box: Sandbox) -> None:
    """Bounds: it is not opened."""
    os.mkfifo(box.folder / ".ra.toml")
    for words in (["search", "x"], ["trust"]):
        done = box.ra(*words)
        assert (done.code, done.out) == (2, "")
        assert "is not a file" in done.err


def test_settings_of_gigabytes_are_refused_at_once(box: Sandbox) -> None:
    """Bounds: a settings file over 1 MiB is not read."""
    with (box.folder / ".ra.toml").open("wb") as file:
        file.truncate(3 * 1024**3)
    for words in (["search", "x"], ["config"], ["trust"]):
        done = box.ra(*words)
        assert (done.code, done.out) == (2, "")
        assert ".ra.toml: is over 1 MiB" in done.err


def test_settings_of_one_mebibyte_are_read(box: Sandbox) -> None:
    """Bounds: the limit itself is allowed, one more byte is not."""
    text = "max_file_bytes = 7\n#"
    box.write({".ra.toml": text.ljust(1024**2, "x")})
    assert box.ra("config", "--json").json["settings"]["max_file_bytes"] == 7
    box.write({".ra.toml": text.ljust(1024**2 + 1, "x")})
    assert box.ra("config").code == 2


@is_posix
def test_a_folder_with_a_strange_name_forges_no_message(box: Sandbox) -> None:
    """The note is one line; a name that cannot be shown as it is is no part of a command."""
    folder = box.folder / "a\nra: all is well\x1b[2J\u202e; $(reboot)"
    folder.mkdir()
    (folder / ".ra.toml").write_text('[tree.x]\npath = "/etc"\n', encoding="utf-8")
    done = box.ra("-C", str(folder), "config")
    [line] = done.err.splitlines()
    assert line.isprintable()
    assert line.endswith("; to allow it, run `ra trust` in its folder")


@is_posix
def test_the_command_in_a_note_names_the_folder_and_nothing_else(box: Sandbox) -> None:
    """It can be copied into a shell, whatever the folder is called."""
    folder = box.folder / "a b'; $(reboot) #"
    folder.mkdir()
    (folder / ".ra.toml").write_text('[tree.x]\npath = "/etc"\n', encoding="utf-8")
    [line] = box.ra("-C", str(folder), "config").err.splitlines()
    [command] = re.findall("run `(.*)`$", line)
    assert shlex.split(command) == ["ra", "trust", str(folder)]


# Another user


@needs_root
def test_settings_of_another_user_above_do_not_govern(hostile: Sandbox) -> None:
    """SPEC 1.9: somebody's file in a shared folder is passed over, and said."""
    shared = hostile.folder.parent
    shared.chmod(0o1777)
    (shared / ".ra.toml").write_text("search.limit = 'broken'\n", encoding="utf-8")
    os.chown(shared / ".ra.toml", NOBODY, NOBODY)
    hostile.write({".ra.toml": '[tree.docs]\npath = "docs"\n'})
    done = hostile.ra("search", "find")
    assert done.code == 0
    [line] = done.err.splitlines()
    assert f"belongs to another user (uid {NOBODY})" in line
    assert line.endswith(f"`ra trust {shared}`")
    assert hostile.ra("trust", str(shared)).code == 2  # it is broken, and now that is said


# Loads all that a command may need, for the interpreter may stand where only root can read.
_AS_USER = """
import os, pkgutil, sys
from importlib import import_module
import json, pwd, shlex, tomllib, unicodedata
import ra
for module in pkgutil.walk_packages(ra.__path__, "ra."):
    if not module.name.endswith("__main__") and ".contract" not in module.name:
        import_module(module.name)
os.setgroups([]); os.setgid(int(sys.argv[1])); os.setuid(int(sys.argv[1]))
sys.exit(ra.cli.main.main(sys.argv[2:]))
"""


@pytest.fixture
def shared() -> Iterator[Path]:
    """A folder that every user may enter, with a home in it for one."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        folder.chmod(0o755)
        (folder / "home").mkdir()
        os.chown(folder / "home", USER, USER)
        (folder / "project").mkdir()
        yield folder


def as_user(folder: Path, *words: str) -> Outcome:
    """Run `ra` as a user who is not root, in the project of a shared folder."""
    box = Sandbox(folder / "project", folder / "home")
    done = subprocess.run(
        [sys.executable, "-c", _AS_USER, str(USER), *words],
        cwd=box.folder,
        env=box.env(),
        capture_output=True,
        timeout=SECONDS,
        check=False,
    )
    return Outcome(done.returncode, done.stdout.decode(), done.stderr.decode())


@needs_root
@pytest.mark.parametrize(("owner", "counts"), [(USER, True), (0, True), (NOBODY, False)])
def test_a_user_believes_own_files_and_those_of_root(
    shared: Path, owner: int, counts: bool
) -> None:
    """SPEC 1.9: a settings file of another user (not root) counts only when trusted."""
    file = shared / "project" / ".ra.toml"
    file.write_text("max_file_bytes = 7\n", encoding="utf-8")
    os.chown(file, owner, owner)
    assert as_user(shared, "config", "--json").json["files"] == ([str(file)] if counts else [])
    assert as_user(shared, "trust").code == 0
    done = as_user(shared, "config", "--json")
    assert (done.json["files"], done.err) == ([str(file)], "")


@needs_root
def test_a_state_folder_without_permission_is_a_clear_error(shared: Path) -> None:
    """STYLE 7: for one who is not root, a read-only folder."""
    (shared / "home").chmod(0o555)
    (shared / "project" / ".ra.toml").write_text("index.place = '.ra'\n", encoding="utf-8")
    done = as_user(shared, "trust")
    assert (done.code, done.out) == (2, "")
    assert "cannot write" in done.err
    assert "permission denied" in done.err


# Home


@is_posix
@pytest.mark.parametrize("home", ["relative", "", "./x", None])
def test_a_strange_home_makes_nothing_in_the_working_folder(
    hostile: Sandbox, home: str | None
) -> None:
    """SPEC 1.9: it is ignored in favor of the password database."""
    env = hostile.env(HOME=home or "", XDG_STATE_HOME=str(hostile.home / "state"))
    if home is None:
        del env["HOME"]
    before = sorted(hostile.folder.rglob("*"))
    for words in (["search", "find"], ["trust"], ["search", "find"]):
        done = subprocess.run(
            [sys.executable, "-m", "ra", *words],
            cwd=hostile.folder,
            env=env,
            capture_output=True,
            timeout=SECONDS,
            check=False,
        )
        assert done.returncode == 0, done.stderr
    assert sorted(hostile.folder.rglob("*")) == before


def test_a_home_folder_is_not_searched_unasked(box: Sandbox) -> None:
    """SPEC 1.3: the message asks for a folder; settings and help need none."""
    (box.home / "note.md").write_text("# Note\n", encoding="utf-8")
    for words in (["search", "note"], ["ls", "docs"], ["status"], ["update"], ["chunks"]):
        for folder in (str(box.home), box.home.anchor):
            done = box.ra("-C", folder, *words)
            assert (done.code, done.out) == (2, "")
            assert "`ra -C FOLDER" in done.err
    for words in (["config"], ["help"], ["inspect", "doc", "note.md"], ["init", "--global"]):
        assert box.ra("-C", str(box.home), *words).code == 0
    assert not box.indexes.exists()


# What the messages of `ra trust` say


@needs_root
@pytest.mark.parametrize("place", ["project", "home"])
def test_a_file_of_another_user_shows_every_value_that_reaches_out(
    box: Sandbox, place: str
) -> None:
    """SPEC 1.9: who trusts a file as a whole sees the folders that it opens."""
    folder = {"project": box.folder, "home": box.home}[place]
    file = folder / ".ra.toml"
    file.write_text('[tree.x]\npath = "../out"\n', encoding="utf-8")
    os.chown(file, NOBODY, NOBODY)
    done = box.ra("trust", str(folder))
    assert done.code == 0
    assert f"of the user {NOBODY}" in done.out
    assert f'tree.x.path = "../out"  ({folder.parent / "out"})' in done.out
    assert box.ra("config").err == ""  # it holds


@needs_root
def test_a_global_file_of_another_user_shows_trees_below_home(box: Sandbox) -> None:
    """SPEC 1.9: for the global file every tree is shown; a link with a new target ends it."""
    file = box.home / ".ra.toml"
    file.write_text('[tree.x]\npath = "ln"\n', encoding="utf-8")
    os.chown(file, NOBODY, NOBODY)
    (box.home / "one").mkdir()
    (box.home / "ln").symlink_to("one")
    assert f'tree.x.path = "ln"  ({box.home / "one"})' in box.ra("trust", str(box.home)).out
    assert box.ra("config").err == ""
    (box.home / "ln").unlink()
    (box.home / "ln").symlink_to("/etc")
    assert "the file is ignored" in box.ra("config").err


@is_posix
def test_settings_behind_a_link_show_every_value_that_reaches_out(box: Sandbox) -> None:
    """SPEC 1.9: paths are those from the folder of the link."""
    box.write({"../kept.toml": 'index.place = "../i"\n[tree.x]\npath = "../out"\n'})
    (box.folder / ".ra.toml").symlink_to("../kept.toml")
    done = box.ra("trust")
    assert f"a link to {box.folder.parent / 'kept.toml'}" in done.out
    assert f'index.place = "../i"  ({box.folder.parent / "i"})' in done.out
    assert f'tree.x.path = "../out"  ({box.folder.parent / "out"})' in done.out


@is_posix
def test_a_note_names_the_real_path_behind_a_link(box: Sandbox) -> None:
    """SPEC 1.9: the value alone does not tell what would be read; also after a new target."""
    box.write({".ra.toml": '[tree.l]\npath = "ln"\n', "../one/a.md": "", "../two/a.md": ""})
    link = box.folder / "ln"
    link.symlink_to("../one")
    top = box.folder.parent
    said = "'tree.l.path' = \"ln\" (leads to {}) leads out of its folder"
    assert said.format(top / "one") in box.ra("config").err
    box.ra("trust")
    link.unlink()
    link.symlink_to("../two")
    assert said.format(top / "two") in box.ra("config").err
    assert f'now: tree.l.path = "ln"  ({top / "two"})' in box.ra("trust", "--list").out


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


@needs_root
@pytest.mark.parametrize("words", [["trust", "--list"], ["trust", "--revoke"]])
def test_a_state_folder_that_cannot_be_read_is_an_error(shared: Path, words: list[str]) -> None:
    """STYLE 7: "nothing is trusted" would be a guess; reading commands go on without trust."""
    (shared / "project" / ".ra.toml").write_text("index.place = '.ra'\n", encoding="utf-8")
    assert as_user(shared, "trust").code == 0
    state = shared / "home" / ".local" / "state" / "ra"
    state.chmod(0)
    done = as_user(shared, *words)
    assert (done.code, done.out) == (2, "")
    assert f"{state}: cannot be read (permission denied)" in done.err
    assert "'index.place'" in as_user(shared, "config").err
    assert as_user(shared, "config").code == 0


@needs_root
def test_a_list_of_indexes_that_cannot_be_read_is_an_error(shared: Path) -> None:
    """STYLE 7: "no indexes" would be a guess."""
    state = shared / "home" / ".local" / "state" / "ra"
    (state / "indexes").mkdir(parents=True)
    state.chmod(0)
    done = as_user(shared, "status", "--indexes")
    assert (done.code, done.out) == (2, "")
    assert f"{state / 'indexes'}: cannot be read (permission denied)" in done.err


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
