"""Runs git on a folder that may come from someone else, so that nothing in it is executed.

Only commands that read objects and the index are used. A repository can name programs: hooks,
filters, textconv, external diffs, a file system monitor, an editor, a pager, a signature checker, a
transport. Commands of this module never run the first four, and switch the others off. The work
tree is the folder itself, whatever `core.worktree` says.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

from ra.errors import NotFound, UsageError
from ra.sources.git_borrowed import check_git_folder, check_objects
from ra.sources.git_program import git_environment, git_program
from ra.sources.git_state import Unusable, common_folder, located
from ra.typed import NamedTuple

_OFF = (
    "core.fsmonitor=false",
    f"core.hooksPath={os.devnull}",
    "core.pager=cat",
    "core.quotePath=false",
    "log.showSignature=false",
    "protocol.allow=never",
)
_SECONDS = 120
_GIT = ".git"


class Repository(NamedTuple):
    """A folder with `.git`, and the program that reads it."""

    top: Path
    program: str


def repository(folder: Path) -> Repository:
    """The repository of a folder; `NotFound` without one, `UsageError` if it must not be read."""
    try:
        found = located(os.fspath(folder))
        if found is None:
            raise NotFound(f"{folder}: not in a git repository")
        top, where = found
        common = common_folder(where)
    except Unusable as error:
        raise UsageError(f"{error}; it is not read") from None
    for each in {where, common}:
        check_git_folder(each)
    check_objects(os.path.join(common, "objects"))  # noqa: PTH118 - plain strings, as there
    return Repository(Path(top), git_program())


def run(repo: Repository, words: Sequence[str], given: bytes = b"") -> bytes:
    """The output of a git command that only reads; `UsageError` with git's reason if it fails."""
    command = [repo.program, "--no-pager", "--literal-pathspecs"]
    command += [f"--git-dir={repo.top / _GIT}", f"--work-tree={repo.top}"]
    for setting in _OFF:
        command += ["-c", setting]
    try:
        done = subprocess.run(
            [*command, *words],
            cwd=repo.top,
            env=git_environment(),
            input=given,
            capture_output=True,
            timeout=_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise UsageError(f"git needs more than {_SECONDS} s in {repo.top}") from None
    if done.returncode:
        reason = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise UsageError(f"git cannot read {repo.top}: {reason[-1] if reason else 'no reason'}")
    return done.stdout


def blobs(repo: Repository, names: Sequence[str]) -> list[bytes]:
    """The contents of these objects, in order; an object that is missing is empty."""
    if not names:
        return []
    data = run(repo, ["cat-file", "--batch"], "".join(f"{name}\n" for name in names).encode())
    found, at = [], 0
    for _ in names:
        end = data.index(b"\n", at)
        header = data[at:end].split(b" ")
        at = end + 1
        if len(header) < 3:
            found.append(b"")
            continue
        size = int(header[2])
        found.append(data[at : at + size])
        at += size + 1
    return found
