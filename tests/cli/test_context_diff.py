"""Tests of `ra context --diff`: what a working copy changes, read without executing anything."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.cli.command import Outcome, Sandbox

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")

DOCS: dict[str, str | bytes] = {
    "docs/owl.md": "owl\n",
    "docs/hawk.md": "hawk\n",
    "docs/crow.md": "crow\n",
    "src/probe.py": "owl\n" * 3,
    ".ra.toml": 'root = true\n[tree.docs]\npath = "docs"\n',
}


def _git(box: Sandbox, *words: str) -> None:
    identity = ("-c", "user.name=n", "-c", "user.email=e@example.org")
    subprocess.run(
        ["git", *identity, *words], cwd=box.folder, env=box.env(), check=True, capture_output=True
    )


@pytest.fixture
def project(box: Sandbox) -> Sandbox:
    """Documents and a source file, committed."""
    box.write(DOCS)
    _git(box, "init", "-q")
    _git(box, "add", ".")
    _git(box, "commit", "-qm", "first")
    return box


def _ids(done: Outcome) -> list[str]:
    assert done.code in (0, 1), done.err
    return sorted(result["doc_id"] for result in done.json["results"])


def test_only_changed_lines_count(project: Sandbox) -> None:
    """SPEC 9.1: what a working copy changes: edits, staged or not."""
    project.write({"src/probe.py": "owl\n" * 3 + "hawk\n"})
    assert _ids(project.ra("context", "--diff", "--json")) == ["docs:hawk.md"]
    _git(project, "add", ".")
    assert _ids(project.ra("context", "--diff", "--json")) == ["docs:hawk.md"]


def test_new_and_removed_files_count(project: Sandbox) -> None:
    """SPEC 9.1: new files as a whole, of removed ones what they said; ignored ones do not."""
    project.write({"new.txt": "hawk\n", "skip.txt": "crow\n", ".gitignore": "skip.txt\n"})
    assert _ids(project.ra("context", "--diff", "--json")) == ["docs:hawk.md"]
    (project.folder / "new.txt").unlink()
    (project.folder / "src/probe.py").unlink()
    assert _ids(project.ra("context", "--diff", "--json")) == ["docs:owl.md"]


def test_nothing_changed_is_said(project: Sandbox) -> None:
    """SPEC 11: exit code 1 and a reason."""
    done = project.ra("context", "--diff")
    assert (done.code, done.out) == (1, "")
    assert "the working copy changes nothing" in done.err


def test_a_changed_document_is_left_out(project: Sandbox) -> None:
    """SPEC 9.1: the files themselves are no results."""
    project.write({"docs/owl.md": "owl and hawk\n"})
    assert _ids(project.ra("context", "--diff", "--json")) == ["docs:hawk.md"]


def test_a_repository_without_a_commit_is_all_new(box: Sandbox) -> None:
    """SPEC 9.1: before the first commit everything is new, and left out as a result."""
    box.write(DOCS)
    _git(box, "init", "-q")
    assert box.ra("context", "--diff").code == 1


def test_without_a_repository_the_command_says_so(box: Sandbox) -> None:
    """SPEC 1.10: what is missing."""
    box.write(DOCS)
    done = box.ra("context", "--diff")
    assert done.code == 2
    assert "not in a git repository" in done.err


def test_a_foreign_repository_executes_nothing(project: Sandbox, tmp_path: Path) -> None:
    """SPEC 1.9: what comes with a folder is data, never a command."""
    trap = tmp_path / "trap"
    script = tmp_path / "run.sh"
    script.write_text(f"#!/bin/sh\ntouch {trap}\ncat\n", encoding="utf-8")
    script.chmod(0o755)
    for key in (
        "core.fsmonitor", "core.editor", "core.pager", "core.sshCommand", "gpg.program",
        "filter.x.clean", "filter.x.smudge", "filter.x.process", "diff.x.textconv",
        "diff.x.command", "diff.external", "core.alternateRefsCommand",
    ):  # fmt: skip
        _git(project, "config", key, str(script))
    _git(project, "config", "log.showSignature", "true")
    (project.folder / ".git/hooks").mkdir(exist_ok=True)
    for hook in ("post-index-change", "reference-transaction", "post-checkout"):
        shutil.copy(script, project.folder / ".git/hooks" / hook)
    trap.unlink(missing_ok=True)  # git itself may have run the hooks
    project.write({".gitattributes": "* filter=x diff=x\n", "src/probe.py": "hawk\n"})
    assert "docs:hawk.md" in _ids(project.ra("context", "--diff", "--json"))
    assert not trap.exists()
