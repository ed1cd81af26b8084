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
