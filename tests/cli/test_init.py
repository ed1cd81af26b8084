"""Tests of `ra init`."""

from __future__ import annotations

import os
import subprocess
import tomllib
from pathlib import Path

import pytest

from tests.cli.command import COMMAND, SECONDS, Sandbox


def test_init_writes_settings_that_change_nothing(box: Sandbox) -> None:
    """SPEC 1.5: the template comes from the schema, so it loads and states the defaults."""
    before = box.ra("config", "--json").json["settings"]
    done = box.ra("init")
    assert done.code == 0
    assert str(box.folder / ".ra.toml") in done.out
    assert box.ra("config", "--json").json["settings"] == before
    text = (box.folder / ".ra.toml").read_text(encoding="utf-8")
    assert tomllib.loads(text)["tree"]["project"]["path"] == "."


def test_init_global_writes_into_the_home_folder(box: Sandbox) -> None:
    """SPEC 1.1: the global file is ~/.ra.toml."""
    done = box.ra("init", "--global")
    assert done.code == 0
    assert (box.home / ".ra.toml").is_file()
    assert not (box.folder / ".ra.toml").exists()
    assert box.ra("status").code == 0


@pytest.mark.parametrize("flags", [(), ("--global",)])
def test_init_never_replaces_a_file_unasked(box: Sandbox, flags: tuple[str, ...]) -> None:
    """A file that is there stays as it is without --force."""
    path = (box.home if flags else box.folder) / ".ra.toml"
    path.write_text("# mine\n", encoding="utf-8")
    done = box.ra("init", *flags)
    assert (done.code, done.out) == (2, "")
    assert "--force" in done.err
    assert path.read_text(encoding="utf-8") == "# mine\n"
    assert box.ra("init", *flags, "--force").code == 0
    assert path.read_text(encoding="utf-8") != "# mine\n"


def test_init_repairs_a_file_that_does_not_load(box: Sandbox) -> None:
    """--force works also when the old settings are broken."""
    box.write({".ra.toml": "not toml"})
    assert box.ra("status").code == 2
    assert box.ra("init", "--force").code == 0
    assert box.ra("status").code == 0


def test_init_leaves_no_other_file(box: Sandbox) -> None:
    """SPEC 1.3: nothing else is written into the documents."""
    box.ra("init")
    box.ra("init", "--force")
    assert [path.name for path in box.folder.iterdir()] == [".ra.toml"]


def test_init_writes_through_a_link_that_is_trusted(box: Sandbox) -> None:
    """SPEC 1.9: `ra init` trusts what it writes; settings kept elsewhere stay linked."""
    elsewhere = box.home / "settings.toml"
    elsewhere.write_text("", encoding="utf-8")
    (box.folder / ".ra.toml").symlink_to(elsewhere)
    assert box.ra("trust").code == 0
    assert box.ra("init", "--force").code == 0
    assert (box.folder / ".ra.toml").is_symlink()
    assert "[tree.project]" in elsewhere.read_text(encoding="utf-8")
    done = box.ra("config", "--json")
    assert (done.json["files"], done.err) == ([str(box.folder / ".ra.toml")], "")


def test_init_writes_through_no_other_link_that_leaves_the_folder(box: Sandbox) -> None:
    """SPEC 1.9: a link that came with the folder may lead to any file of the user."""
    precious = box.home / ".profile"
    precious.write_text("mine\n", encoding="utf-8")
    (box.folder / ".ra.toml").symlink_to(precious)
    done = box.ra("init", "--force")
    assert (done.code, done.out) == (2, "")
    assert "is a link to" in done.err
    assert precious.read_text(encoding="utf-8") == "mine\n"


def test_init_writes_through_a_link_in_the_home(box: Sandbox) -> None:
    """SPEC 1.9: it is the user's own, as managers of dotfiles make it."""
    (box.home / "kept.toml").write_text("", encoding="utf-8")
    (box.home / ".ra.toml").symlink_to("kept.toml")
    assert box.ra("init", "--global", "--force").code == 0
    assert (box.home / ".ra.toml").is_symlink()
    assert "path = " in (box.home / "kept.toml").read_text(encoding="utf-8")


def test_init_changes_no_document_through_a_link_inside_the_folder(box: Sandbox) -> None:
    """SPEC 1.3: `ra` never changes a source file; the link came with the folder."""
    box.write({"README.md": "mine\n"})
    (box.folder / ".ra.toml").symlink_to("README.md")
    done = box.ra("init", "--force")
    assert (done.code, done.out) == (2, "")
    assert done.err.endswith("README.md; remove it\n")
    assert (box.folder / "README.md").read_text(encoding="utf-8") == "mine\n"


def test_init_records_nothing_where_nothing_needs_trust(box: Sandbox) -> None:
    """SPEC 1.9: a fresh settings file stays inside its folder."""
    assert box.ra("init").code == 0
    assert not (box.home / ".local").exists()


def test_init_refuses_a_folder_of_that_name(box: Sandbox) -> None:
    """STYLE 7: what is in the way, and what to do."""
    (box.folder / ".ra.toml").mkdir()
    done = box.ra("init", "--force")
    assert done.code == 2
    assert "is a folder" in done.err


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="needs a folder nobody can write to")
def test_init_says_why_it_cannot_write(box: Sandbox) -> None:
    """A failed write is an error with a reason, without a traceback; also for root."""
    done = box.ra("-C", f"/proc/{os.getpid()}", "init")
    assert done.code == 2
    assert "cannot write" in done.err
    assert "unexpected" not in done.err


@pytest.mark.skipif(os.name != "posix", reason="limits of file size are of POSIX")
def test_a_write_that_fails_midway_leaves_the_old_file(box: Sandbox) -> None:
    """The new file is put in place whole or not at all, and nothing is left beside it."""
    import resource

    box.write({".ra.toml": "# mine\n"})
    done = subprocess.run(
        [*COMMAND, "init", "--force"],
        cwd=box.folder,
        env=box.env(PYTHONDONTWRITEBYTECODE="1"),
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100)),
        capture_output=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 2
    assert b"nothing was changed" in done.stderr
    assert (box.folder / ".ra.toml").read_text(encoding="utf-8") == "# mine\n"
    assert [path.name for path in box.folder.iterdir()] == [".ra.toml"]


def test_init_global_says_how_to_replace_the_global_file(box: Sandbox) -> None:
    """STYLE 7: the command that is shown replaces this file, and no other."""
    (box.home / ".ra.toml").write_text("", encoding="utf-8")
    done = box.ra("init", "--global")
    assert done.code == 2
    assert "`ra init --global --force`" in done.err


@pytest.mark.skipif(os.name != "posix", reason="links are of POSIX")
def test_init_names_the_file_it_wrote_through_a_link(box: Sandbox) -> None:
    """SPEC 1.9: a trusted link is written through; the user sees which file changed."""
    box.write({"../kept.toml": "max_file_bytes = 7\n"})
    (box.folder / ".ra.toml").symlink_to("../kept.toml")
    assert box.ra("trust").code == 0
    done = box.ra("init", "--force")
    assert done.code == 0
    kept = box.folder.parent / "kept.toml"
    assert f"wrote {kept} through the link {box.folder / '.ra.toml'}" in done.out
