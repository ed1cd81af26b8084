"""A user's folders with secrets in them, a repository among them, and what commands did to both."""

from __future__ import annotations

import hashlib
import json
import os
import re
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import ra.errors
from tests.robustness.hostile import watch

ROOT = Path(__file__).parents[3]
# Commands can be run from another version of the code, to see that a test fails there.
SOURCE = Path(os.environ.get("RA_TEST_SOURCE") or Path(ra.errors.__file__).parents[1])
SECRET = "zebrasecret"  # is in every file outside the repository, and in none inside
POISON = "poisonword"  # is in no file, but in forged indexes
GOOD = "# Good\n\nlantern and nothing at all\n"
_NEIGHBORS = (
    "home/.ssh/id_rsa.md", "home/notes/diary.md", "home/.bashrc",
    "cache/app/session.md", "state/app/history.md",
    "other/important/note.md", "other/2/note.md", "other/postings/1/note.md",
    "other/gen-0123456789ab/note.md", "other/damaged-1/note.md", "other/plain.md",
    "work/beside/note.md", "work/beside.md", "work/2/note.md", "top.md",
)  # fmt: skip
# What steers a terminal or turns text around; the marks that Arabic and Hebrew need are in bodies.
_UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
_OWN_PLACES = (sys.prefix, sys.base_prefix, sys.exec_prefix, str(ROOT), str(SOURCE), os.devnull)
_FOR_A_WHILE = str(Path(tempfile.gettempdir()) / "ra-eval-")  # where `ra eval` keeps its index
_MOST_BYTES = 1 << 20

Shot = tuple[object, ...]


@cache
def _runner() -> subprocess.Popen[str]:
    """The process whose forks are the commands; it ends when this one does."""
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "tests.robustness.hostile.runner"],
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join((str(SOURCE), str(ROOT))),
            "PYTHONIOENCODING": "utf-8",
        },
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )


def _answer(request: str) -> list[dict[str, Any]]:
    runner = _runner()
    assert runner.stdin is not None
    assert runner.stdout is not None
    runner.stdin.write(request + "\n")
    runner.stdin.flush()
    answer: list[dict[str, Any]] = json.loads(runner.stdout.readline())
    return answer


class Outcome(NamedTuple):
    """What a command printed, how it ended, and what of the file system it opened."""

    words: tuple[str, ...]
    code: int
    out: str
    err: str
    opened: tuple[str, ...]

    @property
    def said(self) -> str:
        """All that it printed."""
        return self.out + self.err


class Sandbox:
    """`work/NAME` is the repository; `home`, `cache` and `state` are the user's."""

    def __init__(self, top: Path, name: str = "clone") -> None:
        self.top = top.resolve()
        self.clone = self.top / "work" / name
        self.home, self.cache, self.state = (self.top / each for each in ("home", "cache", "state"))
        self.env: dict[str, str] = {}
        self.clone.mkdir(parents=True)
        for path in _NEIGHBORS:
            self.put(self.top / path, f"# Private\n\n{SECRET} of {path}\n")
        for folder in (self.cache / "ra", self.state / "ra"):
            folder.mkdir(mode=0o700)
        self.put(self.clone / "good.md", GOOD)

    @property
    def own(self) -> tuple[Path, Path]:
        """The only folders that a command may change."""
        return self.cache / "ra", self.state / "ra"

    @property
    def index(self) -> Path:
        """The folder of the only index that was built."""
        (found,) = (self.cache / "ra" / "indexes").iterdir()
        return found

    def put(self, path: Path, content: str | bytes) -> Path:
        """Write a file, long ago; the folders above it are made."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        os.utime(path, (1_600_000_000, 1_600_000_000))
        return path

    def write(self, files: Mapping[str, str | bytes]) -> None:
        """Write files into the repository."""
        for name, content in files.items():
            self.put(self.clone / name, content)

    def link(self, name: str, target: str | Path) -> None:
        """Put a symbolic link into the repository."""
        path = self.clone / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.symlink_to(target)

    def environment(self) -> dict[str, str]:
        """The environment of a command; nothing of the tester's."""
        kept = {name: os.environ[name] for name in ("PATH",) if name in os.environ}
        return {
            **kept,
            "HOME": str(self.home),
            "XDG_CACHE_HOME": str(self.cache),
            "XDG_STATE_HOME": str(self.state),
            **self.env,
        }

    def run(self, *commands: Sequence[str]) -> list[Outcome]:
        """Run these commands in the repository, one after another."""
        request = {"folder": str(self.clone), "env": self.environment(), "commands": commands}
        return [_outcome(**each) for each in _answer(json.dumps(request))]

    def ra(self, *words: str) -> Outcome:
        """Run one command in the repository."""
        (done,) = self.run(words)
        return done

    def outside(self) -> Iterator[Path]:
        """Every file and folder but those of the repository and of ra; links are not followed."""
        return (path for path in self._all() if not path.is_relative_to(self.clone))

    def _all(self) -> Iterator[Path]:
        for folder, below, files in os.walk(self.top):
            here = Path(folder)
            below[:] = [name for name in below if here / name not in self.own]
            yield here
            yield from (here / name for name in files)
            yield from (here / name for name in below if os.path.islink(f"{folder}/{name}"))  # noqa: PTH114

    def snapshot(self) -> dict[str, Shot]:
        """Everything that is not ra's own: kind, owner, times, inode, where it leads, its bytes."""
        return {str(path.relative_to(self.top)): _shot(path) for path in self._all()}

    def kept(self) -> Iterator[Path]:
        """Every file and folder that ra has made."""
        for place in self.own:
            yield from place.rglob("*")


def _shot(path: Path) -> Shot:
    try:
        status = path.lstat()
    except OSError as error:
        return (error.errno,)  # a path that is too long to look at
    found: list[object] = [
        stat.filemode(status.st_mode), status.st_uid, status.st_gid, status.st_ino,
        status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_nlink,
    ]  # fmt: skip
    if stat.S_ISLNK(status.st_mode):
        found.append(str(path.readlink()))
    elif stat.S_ISREG(status.st_mode) and os.access(path, os.R_OK):
        with path.open("rb") as file:  # the rest of a huge one is holes
            found.append(hashlib.blake2b(file.read(_MOST_BYTES)).hexdigest())
    return tuple(found)


def _outcome(words: list[str], code: int, out: str, err: str, opened: list[str]) -> Outcome:
    return Outcome(tuple(words), code, out, err, tuple(opened))


class Harm(NamedTuple):
    """What commands did that they should not have done, as sentences; empty if all is well."""

    outcomes: list[Outcome]
    found: list[str]


def attacked(box: Sandbox, commands: Sequence[Sequence[str]]) -> Harm:
    """Run commands in a hostile repository, and compare all that is around them with before."""
    before = box.snapshot()
    seen = watch.Watch(_watched(box), (box.clone, *box.own)) if watch.AVAILABLE else None
    outcomes = box.run(*commands)
    found = [f"outside: {event}" for event in seen.seen()] if seen else []
    found += _differences(before, box.snapshot())
    for outcome in outcomes:
        found += [f"`ra {' '.join(outcome.words)}` {what}" for what in _wrong(outcome, box)]
    found += _kept_wrongly(box)
    return Harm(outcomes, found)


def _watched(box: Sandbox) -> list[Path]:
    """What is outside; a file with a second name inside is the repository's as well."""
    return [path for path in box.outside() if path.is_dir() or path.lstat().st_nlink == 1]


def _differences(before: Mapping[str, Shot], after: Mapping[str, Shot]) -> list[str]:
    found = [f"gone: {path}" for path in before.keys() - after.keys()]
    found += [f"new: {path}" for path in after.keys() - before.keys()]
    changed = (path for path in before.keys() & after.keys() if before[path] != after[path])
    return sorted(found) + sorted(f"changed: {path}" for path in changed)


def _wrong(outcome: Outcome, box: Sandbox) -> Iterator[str]:
    if outcome.code not in (0, 1, 2):
        yield f"ended with {outcome.code}: {outcome.said[-300:]}"
    if "unexpected error" in outcome.err:
        yield f"has an unexpected error: {outcome.err[-300:]}"
    if SECRET in outcome.said and SECRET not in outcome.words:
        yield "prints a secret"
    if POISON in outcome.said:
        yield "prints a forged text"
    if unsafe := _UNSAFE.search(outcome.said):
        yield f"prints {unsafe[0]!r} as it is"
    for path in outcome.opened:
        if not _may_be_opened(path, box):
            yield f"opens {path}"


def _may_be_opened(path: str, box: Sandbox) -> bool:
    """Whether this path is of the repository, ra's own, or of Python itself."""
    if path.startswith(_FOR_A_WHILE):
        return True
    places = (*_OWN_PLACES, str(box.clone), *map(str, box.own))
    return any(path == place or path.startswith(place + os.sep) for place in places)


def _kept_wrongly(box: Sandbox) -> Iterator[str]:
    for path in box.kept():
        status = path.lstat()
        wanted = 0o700 if stat.S_ISDIR(status.st_mode) else 0o600
        if not stat.S_ISLNK(status.st_mode) and stat.S_IMODE(status.st_mode) != wanted:
            yield f"{path} is {stat.filemode(status.st_mode)}"
        if stat.S_ISREG(status.st_mode) and SECRET.encode() in path.read_bytes():
            yield f"{path} holds a secret"


def record(outcome: Outcome) -> Any:
    """What a command printed, read as JSON."""
    return json.loads(outcome.out)
