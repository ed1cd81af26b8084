"""Tests of `ra agents`: a marked block, everything outside it byte for byte, idempotent."""

from __future__ import annotations

import pytest

from tests.cli.command import Sandbox

HAND = b"# Rules\r\n\r\nBe kind.\t \r\n\xff\xfe no UTF-8 \r\n"
NAMES = ("AGENTS.md", "CLAUDE.md", "GEMINI.md", ".claude/skills/ra/SKILL.md")


def _bytes(box: Sandbox, name: str = "AGENTS.md") -> bytes:
    return (box.folder / name).read_bytes()


def test_a_block_is_written_that_teaches_to_search(project: Sandbox) -> None:
    """Issue 17: instruction files that teach an agent to search first."""
    done = project.ra("agents")
    assert (done.code, done.out) == (0, "created    AGENTS.md\n")
    text = _bytes(project).decode()
    assert text.startswith("<!-- ra: begin -->\n## Search the documentation first\n")
    assert text.endswith("<!-- ra: end -->\n")
    assert "`notes`" in text
    for command in ("search", "context", "get", "likethis", "links"):
        assert f"`ra {command} " in text


@pytest.mark.parametrize("flags", [(), ("--all",), ("--claude", "--gemini"), ("--skill",)])
def test_the_second_run_changes_nothing(project: Sandbox, flags: tuple[str, ...]) -> None:
    """Issue 17: idempotent, for every file."""
    assert project.ra("agents", *flags).code == 0
    before = {name: _bytes(project, name) for name in NAMES if (project.folder / name).exists()}
    assert len(before) == {"--all": 4, "--claude": 2}.get("".join(flags[:1]), 1)
    done = project.ra("agents", *flags)
    assert {line.split()[0] for line in done.out.splitlines()} == {"unchanged"}
    assert {name: _bytes(project, name) for name in before} == before


def test_hand_written_text_survives_byte_for_byte(project: Sandbox) -> None:
    """Issue 17: never losing what a person wrote, before and after the block."""
    project.write({"AGENTS.md": HAND})
    assert project.ra("agents").code == 0
    added = _bytes(project)
    assert added.startswith(HAND)
    assert b"\r\n<!-- ra: begin -->\r\n" in added
    after = b"\r\nMine again\r\n"
    project.write({"AGENTS.md": added + after, ".agents.md": "Other text for {trees}.\n"})
    assert project.ra("agents").out == "updated    AGENTS.md\n"
    block = b"\r\n".join([b"<!-- ra: begin -->", b"Other text for `notes`.", b"<!-- ra: end -->"])
    assert _bytes(project) == HAND + b"\r\n" + block + b"\r\n" + after


def test_the_template_of_the_project_precedes_that_of_the_home_folder(project: Sandbox) -> None:
    """Issue 17: from optional templates `.agents.md`, project, then home."""
    (project.home / ".agents.md").write_text("home", encoding="utf-8")
    assert project.ra("agents", "--stdout").out == "home\n"
    project.write({".agents.md": "project"})
    assert project.ra("agents", "--stdout").out == "project\n"


def test_diff_writes_nothing(project: Sandbox) -> None:
    """Issue 17: `--diff` shows what would change."""
    project.write({"AGENTS.md": "mine\n"})
    done = project.ra("agents", "--diff")
    assert done.out.startswith("--- a/AGENTS.md\n+++ b/AGENTS.md\n")
    assert "+## Search the documentation first" in done.out
    assert _bytes(project) == b"mine\n"
    project.ra("agents")
    assert project.ra("agents", "--diff").out == ""


@pytest.mark.parametrize(
    "text",
    [
        "<!-- ra: begin -->\nx\n",
        "<!-- ra: end -->\n<!-- ra: begin -->\n",
        "<!-- ra: begin -->\n<!-- ra: end -->\n<!-- ra: begin -->\n<!-- ra: end -->\n",
    ],
)
def test_broken_marks_are_an_error_and_lose_nothing(project: Sandbox, text: str) -> None:
    """Issue 17: whoever edits the marks by hand keeps everything."""
    project.write({"AGENTS.md": text})
    done = project.ra("agents")
    assert done.code == 2
    assert "are not one pair" in done.err
    assert _bytes(project) == text.encode()


def test_files_that_are_one_are_written_once(project: Sandbox) -> None:
    """Own choice: CLAUDE.md is often a link to AGENTS.md, and stays one."""
    project.write({"AGENTS.md": "mine\n"})
    (project.folder / "CLAUDE.md").symlink_to("AGENTS.md")
    assert project.ra("agents", "--all").code == 0
    assert (project.folder / "CLAUDE.md").is_symlink()
    assert _bytes(project).count(b"<!-- ra: begin -->") == 1


def test_a_link_out_of_the_project_is_refused(project: Sandbox) -> None:
    """SPEC 1.9: nothing is written outside the folder."""
    outside = project.home / "outside.md"
    outside.write_text("mine\n", encoding="utf-8")
    (project.folder / "AGENTS.md").symlink_to(outside)
    done = project.ra("agents")
    assert done.code == 2
    assert "leaves the project" in done.err
    assert outside.read_text(encoding="utf-8") == "mine\n"


def test_a_skill_of_a_person_is_not_overwritten(project: Sandbox) -> None:
    """Issue 17: never losing what a person wrote."""
    project.write({".claude/skills/ra/SKILL.md": "mine\n"})
    done = project.ra("agents", "--skill")
    assert done.code == 2
    assert "was not written by ra" in done.err


def test_text_around_the_block_of_a_skill_survives(project: Sandbox) -> None:
    """Issue 17: only inside a marked block, in the skill as well."""
    assert project.ra("agents", "--skill").code == 0
    mine = b"Mine before\n" + _bytes(project, NAMES[3]) + b"\nMine after\n"
    project.write({NAMES[3]: mine})
    assert project.ra("agents", "--skill").out.startswith("unchanged")
    project.write({".agents.md": "Other text"})
    assert project.ra("agents", "--skill").out.startswith("updated")
    after = _bytes(project, NAMES[3])
    assert after.startswith(b"Mine before\n---\nname: ra\n")
    assert after.endswith(b"Other text\n<!-- ra: end -->\n\nMine after\n")


def test_a_read_only_file_stays_and_nothing_else_is_written(project: Sandbox) -> None:
    """Issue 17: a person who made a file read-only meant it."""
    project.write({"CLAUDE.md": "mine\n"})
    (project.folder / "CLAUDE.md").chmod(0o444)
    done = project.ra("agents", "--all")
    assert done.code == 2
    assert "CLAUDE.md: is read-only" in done.err
    assert _bytes(project, "CLAUDE.md") == b"mine\n"
    assert not (project.folder / "AGENTS.md").exists()


def test_two_ways_to_print_are_an_error(project: Sandbox) -> None:
    """Own choice: one of two flags would be ignored."""
    done = project.ra("agents", "--stdout", "--diff")
    assert (done.code, "exclude each other" in done.err) == (2, True)
