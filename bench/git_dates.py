"""Measures the cost of dates by git: the first reading, a new commit, a search without a change.

Run `python -m bench.git_dates [FOLDER [COMMITS]]`. The folder is copied into a repository whose
first commit has all its files; each later one changes five of them. The default is MDN with 20 000
commits, about as many as its public history has.
"""

from __future__ import annotations

import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from bench.corpora import folder
from ra.config.schema import DEFAULT_CHUNKING, Tree
from ra.sources.git_dates import read_dates, remember
from ra.sources.git_state import is_current

_START = 1_400_000_000
_STEP = 10_000
_FILES = 5


def _stream(source: Path, commits: int) -> Iterator[bytes]:
    """The history for `git fast-import`."""
    chance = random.Random(1)
    names = [each.relative_to(source) for each in sorted(source.rglob("*.md"))]
    yield _commit(_START, [(name, (source / name).read_bytes()) for name in names])
    for number in range(1, commits):
        some = chance.sample(names, min(_FILES, len(names)))
        files = [(name, (source / name).read_bytes() + b"\n%d\n" % number) for name in some]
        yield _commit(_START + number * _STEP, files)


def _commit(when: int, files: list[tuple[Path, bytes]]) -> bytes:
    parts = [b"commit refs/heads/main\ncommitter a <a@example.org> %d +0000\ndata 1\nx\n" % when]
    for name, data in files:
        parts.append(b'M 100644 inline "%s"\ndata %d\n' % (name.as_posix().encode(), len(data)))
        parts += [data, b"\n"]
    return b"".join(parts)


def _timed(label: str, work: Callable[[], object]) -> None:
    """Print CPU of this process and of git, and the time by the clock."""
    before = [sum(resource.getrusage(who)[:2]) for who in _WHO]
    start = time.perf_counter()
    work()
    wall = time.perf_counter() - start
    own, child = (
        sum(resource.getrusage(who)[:2]) - was for who, was in zip(_WHO, before, strict=True)
    )
    print(
        f"{label:<34} ra {own * 1000:8.1f} ms CPU   git {child * 1000:8.1f} ms CPU   {wall:6.2f} s"
    )


_WHO = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)


def main(words: list[str]) -> None:
    """Build the repository, then read its dates three times."""
    source = Path(words[0]) if words else folder("mdn")
    commits = int(words[1]) if len(words) > 1 else 20_000
    with tempfile.TemporaryDirectory() as name:
        top, memory = Path(name) / "repo", Path(name) / "cache" / "listings" / "x"
        top.mkdir()
        memory.parent.mkdir(parents=True)
        git = ["git", "-C", str(top)]
        subprocess.run([*git, "init", "-q", "-b", "main"], check=True)
        with subprocess.Popen([*git, "fast-import", "--quiet"], stdin=subprocess.PIPE) as importer:
            assert importer.stdin is not None
            for part in _stream(source, commits):
                importer.stdin.write(part)
        tree = Tree("t", top, True, ("*",), (), "default", "english", True, 1, DEFAULT_CHUNKING, ())
        _timed("first reading", lambda: remember(tree, memory, read_dates(tree, memory)))
        print(f"{commits} commits, {len(read_dates(tree, memory).times)} files")
        new = _commit(2_000_000_000, [(Path("new.md"), b"new\n")])
        extra = new.replace(b"M 100644", b"from refs/heads/main^0\nM 100644", 1)
        subprocess.run([*git, "fast-import", "--quiet"], input=extra, check=True)
        _timed("one new commit", lambda: remember(tree, memory, read_dates(tree, memory)))
        _timed("no change, 100 times", lambda: [is_current(tree, memory) for _ in range(100)])


if __name__ == "__main__":
    main(sys.argv[1:])
