"""The project of the torture tests: many small files, and everything its index returns."""

from __future__ import annotations

import hashlib
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from ra import config
from ra.config.schema import Settings
from ra.engine.contract.store import HERE, Contents, EngineUnderTest, term
from ra.engine.open import open_engine
from ra.engine.place import IndexPlace
from ra.library.sound_index import place_of
from ra.parse.slugs import slugify
from tests.cli.command import Outcome as Outcome
from tests.zygote import PATH, ZYGOTE

SECONDS = 300  # a safety net against a process that hangs, not a measure
NOBODY = 65534  # a user without rights
FORKED = ("ra", "tests.robustness.faults", "tests.robustness.pauses")  # no threads, no forks
SETTINGS = '[tree.docs]\npath = "."\n'
_LONG_AGO = 1_600_000_000
_LETTERS = "bcdfghjklm"


class Answers(NamedTuple):
    """All that an index says: manifest, chunks and links, and who has which word."""

    contents: Contents
    words: Mapping[str, tuple[list[str], int]]


class World:
    """A project folder beside a home folder; its files are old enough to be believed."""

    def __init__(self, place: Path) -> None:
        self.folder = place / "project"
        self.home = place / "home"
        self.home.mkdir(parents=True, exist_ok=True)
        self._ticks = 0
        if not self.folder.exists():
            self.folder.mkdir()
            self.write(".ra.toml", SETTINGS)

    @property
    def index(self) -> Path:
        """Where the index is."""
        return self.place.folder

    @property
    def generation(self) -> Path:
        """Where the catalog and the postings are."""
        return generation_of(self.index)

    @property
    def records(self) -> Path:
        """Where the identities of indexes are known."""
        return self.home / "state" / "ra" / "indexes"

    @property
    def place(self) -> IndexPlace:
        """The index, as an engine is told of it."""
        return place_of(self.settings)

    @property
    def settings(self) -> Settings:
        """What holds in the project folder for who lives in the home folder."""
        cache, state = self.home / "cache" / "ra", self.home / "state" / "ra"
        return config.load(self.folder, home=self.home, cache=cache, state=state, tree_name=slugify)

    @property
    def env(self) -> dict[str, str]:
        """The environment of a command: this home, nothing of the tester's."""
        return {
            "PATH": os.environ.get("PATH", ""),
            "TMPDIR": tempfile.gettempdir(),
            "HOME": str(self.home),
            "XDG_CACHE_HOME": str(self.home / "cache"),
            "XDG_STATE_HOME": str(self.home / "state"),
            "PYTHONPATH": PATH,
            "PYTHONIOENCODING": "utf-8",
        }

    def write(self, path: str, content: str) -> None:
        """Write a file, and make it older than any that is written later."""
        place = self.folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(content, encoding="utf-8")
        self._ticks += 1
        os.utime(place, ns=(0, _LONG_AGO * 10**9 + self._ticks * 1_000_001))

    def fill(self, count: int, *, sections: int = 3) -> None:
        """Write this many documents."""
        for number in range(count):
            self.write(path_of(number), document(number, sections=sections))

    def age(self, count: int) -> None:
        """Change a third of the documents; remove, rename and add a tenth each."""
        for number in range(count):
            if number % 10 == 1:
                (self.folder / path_of(number)).unlink()
            elif number % 10 == 2:
                old = self.folder / path_of(number)
                old.rename(old.with_name(f"renamed-{number}.md"))
            elif number % 3 == 0:
                self.write(path_of(number), document(number, version=2))
        for number in range(count, count + count // 10):
            self.write(path_of(number), document(number))

    def start(
        self, *words: str, module: str = "ra", stdin: int | None = None
    ) -> subprocess.Popen[bytes]:
        """Start `python -m MODULE WORD…` in the project folder."""
        return subprocess.Popen(
            [sys.executable, "-m", module, *words],
            cwd=self.folder,
            env=self.env,
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def ra(self, *words: str, module: str = "ra", user: int = 0) -> Outcome:
        """Run `ra` with these words in the project folder, as another user if one is given."""
        if sys.platform == "win32" or module not in FORKED:
            return outcome(self.start(*words, module=module))
        run = partial(ZYGOTE.run, folder=self.folder, env=self.env)
        return Outcome(*run(*words, module=module, user=user))

    def good(self, *words: str) -> Outcome:
        """Run `ra` with these words; it must succeed in silence."""
        done = self.ra(*words)
        assert (done.code, done.err) == (0, ""), done
        return done

    def sources(self) -> str:
        """A checksum of the names, times and bytes of all files of the project."""
        total = hashlib.blake2b()
        for place in sorted(self.folder.rglob("*")):
            name = place.relative_to(self.folder).as_posix()
            if place.is_file():
                total.update(f"{name}\0{place.stat().st_mtime_ns}\0".encode())
                total.update(place.read_bytes())
        return total.hexdigest()

    def give_to(self, user: int) -> None:
        """Let everything here belong to another user, who then runs the commands."""
        for place in (self.folder.parent, *self.folder.parent.rglob("*")):
            os.chown(place, user, user, follow_symlinks=False)

    def answers(self, numbers: Iterable[int]) -> Answers:
        """All that the index says, with a search for the word of each of these documents."""
        return answers(self.place, [word_of(number) for number in numbers])


def outcome(process: subprocess.Popen[bytes]) -> Outcome:
    """What a command printed when it has ended."""
    out, err = process.communicate(timeout=SECONDS)
    return Outcome(process.returncode, out.decode(), err.decode())


def answers(place: IndexPlace, words: Sequence[str]) -> Answers:
    """All that an index says, with a search for each of these words.

    `racy` is about the moment of reading, `mark` about the place on disk: both are left out.
    """
    store = EngineUnderTest(lambda _: open_engine(place), place.folder)
    try:
        found = store.contents(HERE)
        manifest = {at: file._replace(racy=False, mark=0) for at, file in found.manifest.items()}
        asked = {word: term("text", word) for word in words}
        counts = store.engine.stats(("text",), [one.word for one in asked.values()], HERE)["text"]
        hits = {
            word: (sorted(store.find(one)), counts.get(one.word, 0)) for word, one in asked.items()
        }
        return Answers(found._replace(manifest=manifest), hits)
    finally:
        store.engine.close()


def path_of(number: int) -> str:
    """Where a document is."""
    return f"part-{number % 7}/doc-{number}.md"


def word_of(number: int) -> str:
    """A word that one document has and no other, and that no stemmer shortens."""
    return "zq" + "".join(_LETTERS[int(digit)] for digit in f"{number:05d}") + "x"


def document(number: int, *, version: int = 1, sections: int = 3) -> str:
    """A document with front matter, links and sections, each of which names the version."""
    other = path_of(number + 1).partition("/")[2]
    head = (
        f"---\ntitle: Document {number} of version{version}\ntags: [torture, t{number % 5}]\n"
        f"aliases: [alias-{number}]\n---\n"
    )
    body = "".join(
        f"\n## Section {part} of version{version}\n\n{word_of(number)} version{version} says what "
        f"stands in part {part}, see [the next]({other}#section-{part}) and [[doc-{number}]].\n"
        for part in range(sections)
    )
    return f"{head}# Document {number}\n\nAbout {word_of(number)} in version{version}.\n{body}"


class Peek(NamedTuple):
    """What the catalog holds for good, seen without touching it."""

    files: Mapping[str, tuple[int, int]]
    owed: int
    documents: int


def generation_of(index: Path) -> Path:
    """The folder of an index with the catalog and the postings that are in use."""
    current = index / "current"
    return index / (current.read_text("ascii") if current.exists() else "none")


def peek(index: Path) -> Peek:
    """Look at a copy of the catalog: opening the index itself would repair it."""
    with tempfile.TemporaryDirectory() as place:
        generation = generation_of(index)
        for name in ("catalog.sqlite", "catalog.sqlite-wal"):
            if (generation / name).exists():
                shutil.copy(generation / name, Path(place) / name)
        db = sqlite3.connect(Path(place) / "catalog.sqlite")
        try:
            files = db.execute("SELECT path, mtime, size FROM files").fetchall()
            (owed,) = db.execute("SELECT count(*) FROM outbox").fetchone()
            (documents,) = db.execute("SELECT count(*) FROM documents").fetchone()
        except sqlite3.OperationalError:  # no table was made yet
            return Peek({}, 0, 0)
        finally:
            db.close()
    return Peek({path: (mtime, size) for path, mtime, size in files}, owed, documents)


def flip(path: Path, bit: int) -> None:
    """Turn one bit of a file around."""
    with path.open("r+b") as file:
        file.seek(bit // 8)
        (byte,) = file.read(1)
        file.seek(bit // 8)
        file.write(bytes([byte ^ 1 << bit % 8]))


def copy_index(source: Path, target: Path) -> None:
    """Put a copy of an index in the place of another."""
    shutil.rmtree(target, ignore_errors=True)
    if source.exists():
        shutil.copytree(source, target)
