"""A git repository for tests: real commits with given times and authors."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping
from hashlib import sha1
from pathlib import Path
from typing import NamedTuple
from zlib import compress

import pytest

_PROGRAMS = (
    "core.fsmonitor", "core.editor", "core.pager", "core.sshCommand", "gpg.program",
    "filter.x.clean", "filter.x.smudge", "filter.x.process", "diff.x.textconv", "diff.x.command",
    "diff.external", "core.alternateRefsCommand", "alias.log", "alias.ls-tree",
)  # fmt: skip
_HOOKS = ("post-index-change", "reference-transaction", "post-checkout")

needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


class Repository(NamedTuple):
    """A folder with a repository, and the environment of git in it."""

    folder: Path
    env: Mapping[str, str]

    def git(self, *words: str, date: str = "2020-01-01", author: str = "Anna") -> str:
        """Run git at a time, by an author; its output."""
        when = f"{date}T12:00:00Z"
        people = {
            f"GIT_{role}_{key}": value
            for role in ("AUTHOR", "COMMITTER")
            for key, value in (
                ("NAME", author),
                ("EMAIL", f"{author.split()[0].lower()}@example.org"),
                ("DATE", when),
            )
        }
        done = subprocess.run(
            ["git", "-c", "init.defaultBranch=main", "-c", "protocol.file.allow=always", *words],
            cwd=self.folder,
            env={**self.env, **people, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_EDITOR": "true"},
            check=True,
            capture_output=True,
            encoding="utf-8",
        )
        return done.stdout.strip()

    def commit(
        self,
        files: Mapping[str, str],
        date: str,
        message: str = "change",
        author: str = "Anna",
    ) -> str:
        """Write these files and commit everything; the name of the commit."""
        for name, text in files.items():
            place = self.folder / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text, encoding="utf-8", newline="")
        self.git("add", "--all")
        self.git("commit", "--allow-empty", "-qm", message, date=date, author=author)
        return self.git("rev-parse", "HEAD")


def loose_repository(files: Mapping[str, str | bytes], seconds: int) -> dict[str, str | bytes]:
    """The files of a repository with one commit, without running git."""
    objects: dict[str, bytes] = {}

    def add(kind: str, data: bytes) -> bytes:
        whole = f"{kind} {len(data)}\0".encode() + data
        name = sha1(whole, usedforsecurity=False)
        objects[name.hexdigest()] = compress(whole)
        return name.digest()

    def tree(under: str) -> bytes:
        entries = {}
        for path, text in files.items():
            if path.startswith(under):
                first, _, rest = path.removeprefix(under).partition("/")
                data = text.encode() if isinstance(text, str) else text
                entries[first] = (
                    ("40000", tree(f"{under}{first}/")) if rest else ("100644", add("blob", data))
                )
        data = b"".join(
            f"{mode} {name}\0".encode() + entries[name][1]
            for name in sorted(entries)
            for mode in entries[name][:1]
        )
        return add("tree", data)

    who = f"a <a@example.org> {seconds} +0000"
    commit = add("commit", f"tree {tree('').hex()}\nauthor {who}\ncommitter {who}\n\nx\n".encode())
    return {
        ".git/HEAD": commit.hex() + "\n",
        **{f".git/objects/{name[:2]}/{name[2:]}": data for name, data in objects.items()},
    }


def repository(folder: Path, env: Mapping[str, str]) -> Repository:
    """A new repository in a folder."""
    made = Repository(folder, env)
    folder.mkdir(parents=True, exist_ok=True)
    made.git("init", "-q")
    return made


def with_traps(repo: Repository, aside: Path) -> Path:
    """Let a repository name a program wherever it can; the file that the program would create.

    Settings, hooks and attributes name it, and the folder itself has a program called `git`.
    """
    trap, script = aside / "trap", aside / "run.sh"
    script.write_text(f"#!/bin/sh\ntouch {trap}\ncat\n", encoding="utf-8")
    script.chmod(0o755)
    for name in _PROGRAMS:
        _set(repo, name, f"!{script}" if name.startswith("alias") else str(script))
    _set(repo, "log.showSignature", "true")
    own = repo.folder / ".git"
    for folder in (own / "hooks", own / "info"):
        folder.mkdir(exist_ok=True)
    for place in (repo.folder / ".gitattributes", own / "info" / "attributes"):
        place.write_text("* filter=x diff=x\n", encoding="utf-8")
    for place in (*(own / "hooks" / hook for hook in _HOOKS), repo.folder / "git"):
        shutil.copy(script, place)
    return trap


def with_pipe(repo: Repository, aside: Path) -> None:
    """Let the settings of a repository include a pipe, at which every reader waits."""
    os.mkfifo(aside / "pipe")
    _set(repo, "include.path", str(aside / "pipe"))


def _set(repo: Repository, name: str, value: str) -> None:
    """Add a setting; git itself would run what is set by then."""
    *section, key = name.split(".")
    head = f'{section[0]} "{section[1]}"' if section[1:] else section[0]
    with (repo.folder / ".git" / "config").open("a", encoding="utf-8") as file:
        file.write(f"[{head}]\n\t{key} = {value}\n")


BORROWED = ("objects", "packs", "one object", "alternates")


def borrow(repo: Repository, folder: Path, kind: str) -> None:
    """Make a repository in `folder` whose last commit and its objects are those of another one."""
    own = repository(folder, repo.env).folder / ".git"
    theirs = repo.folder / ".git"
    (own / "HEAD").write_text(repo.git("rev-parse", "HEAD") + "\n", encoding="ascii")
    if kind == "alternates":
        place = own / "objects" / "info" / "alternates"
        place.write_text(f"{theirs / 'objects'}\n", encoding="utf-8")
    elif kind == "one object":
        for each in theirs.glob("objects/??/*"):
            link = own / each.relative_to(theirs)
            link.parent.mkdir(exist_ok=True)
            link.symlink_to(each)
    else:
        if kind == "packs":
            repo.git("gc", "-q")
        place = own / "objects" if kind == "objects" else own / "objects" / "pack"
        shutil.rmtree(place)
        place.symlink_to(theirs / place.relative_to(own))
