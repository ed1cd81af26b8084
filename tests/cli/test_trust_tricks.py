"""Tests of tricks that a foreign folder may try: links, pipes, names, sizes."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import SECONDS, Outcome, Sandbox
from tests.cli.trusting import COMMANDS, SECRET, is_posix

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
