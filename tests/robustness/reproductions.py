"""Reproduces findings of a review with commands and files alone, so that any version can be asked.

Run as `python -m tests.robustness.reproductions PYTHON [SOURCE [NAME...]]`, with the interpreter of
another checkout and the folder of its modules. It prints a line for each finding, `holds` or what
is wrong. The tests of this folder use names and places of the present version; this shows that what
they forbid did happen before.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

_LONG_AGO = 1_600_000_000
_LAST_TIME = 10_413_792_000  # 2300-01-01
_SETTINGS = '[tree.docs]\npath = "."\n'
_SECONDS = 300


class Version(NamedTuple):
    """The version that is asked: its interpreter and its modules."""

    python: str
    source: str


class Box:
    """A project of some notes, a home folder, and commands of one version."""

    def __init__(self, version: Version, place: Path) -> None:
        self.version, self.place = version, place
        self.folder, self.home = place / "project", place / "home"
        self.folder.mkdir()
        self.home.mkdir()
        self.write(".ra.toml", _SETTINGS)
        for number in range(120):
            self.write(f"n{number:03}.md", f"# Note {number}\n\nword{number:03}x and lantern\n")

    def write(self, name: str, text: str) -> None:
        """One file, old enough to be believed."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        os.utime(path, (_LONG_AGO, _LONG_AGO))

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        """A command of this version."""
        return self.python("-m", "ra", *words)

    def python(self, *words: str) -> subprocess.CompletedProcess[str]:
        """A Python process of this version."""
        folders = {"HOME": self.home, "XDG_CACHE_HOME": self.home / "cache"}
        folders |= {"XDG_STATE_HOME": self.home / "state", "PYTHONPATH": Path(self.version.source)}
        return subprocess.run(
            [self.version.python, *words],
            cwd=self.folder,
            env={**os.environ, **{name: str(path) for name, path in folders.items()}},
            capture_output=True,
            text=True,
            timeout=_SECONDS,
            check=False,
        )

    def found(self, word: str, *more: str) -> list[str]:
        """The paths of the results of a search."""
        out = self.run("search", "--json", word, *more).stdout
        return [one["path"] for one in json.loads(out)["results"]] if out else []

    @property
    def catalog(self) -> Path:
        """The catalog, wherever this version has it."""
        (found,) = self.place.rglob("catalog.sqlite")
        return found


def _f1(box: Box) -> str:
    """A link among the files of an index that comes with the folder."""
    other = box.place / "other"
    (other / "important").mkdir(parents=True)
    box.run("update")
    index = box.catalog.parent
    own = box.folder / ".ra"
    if index != own:
        shutil.copytree(index, own)
    db = sqlite3.connect(own / "catalog.sqlite")
    for (table,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
        if not table.startswith("sqlite_"):
            db.execute(f"DELETE FROM {table}")
    db.commit()
    db.close()
    shutil.rmtree(own / "postings")
    (own / "postings").symlink_to(other)
    box.run("search", "lantern")
    return "" if (other / "important").is_dir() else "a folder outside was deleted"


def _f3(box: Box) -> str:
    """A tree of the settings file that leaves the folder."""
    (box.place / "secret").mkdir()
    (box.place / "secret" / "diary.md").write_text("zebrasecret\n", encoding="utf-8")
    box.write(".ra.toml", '[tree.x]\npath = "../secret"\n')
    return "a file outside was read" if box.found("zebrasecret") else ""


def _f5(box: Box) -> str:
    """The page of a small table is zeroed."""
    box.run("update")
    db = sqlite3.connect(box.catalog)
    (page,) = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'trees'").fetchone()
    (size,) = db.execute("PRAGMA page_size").fetchone()
    db.close()
    with box.catalog.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(bytes(size))
    box.run("update")
    done = box.run("search", "word007x")
    return "" if done.returncode == 0 else done.stderr.strip()[:100]


def _f6(box: Box) -> str:
    """A bit of the compression dictionary is flipped."""
    text = " ".join(f"some longer words of every note, {number}" for number in range(40))
    for number in range(400):
        box.write(f"long{number}.md", f"# Long {number}\n\n{text} end{number}\n")
    box.run("update")
    before = box.run("get", "long7.md").stdout
    db = sqlite3.connect(box.catalog)
    for number, data in db.execute("SELECT id, data FROM dictionaries").fetchall():
        half = len(data) // 2
        wrong = data[:half] + bytes(len(data) - half)
        db.execute("UPDATE dictionaries SET data = ? WHERE id = ?", (wrong, number))
    db.commit()
    db.close()
    done = box.run("get", "long7.md", "--no-update")
    is_said = done.returncode or "damaged" in done.stderr
    return "" if is_said or done.stdout == before else "another text was printed, exit code 0"


_ASK = """
import os, ra, shutil, signal, subprocess, sys, threading, time
from pathlib import Path
def ids(report):
    some = getattr(report, "results", None)
    some = report.answers if some is None else some
    return [getattr(one, "id", "") or one.found.chunk.id for one in some]
"""


def _f2(box: Box) -> str:
    """Another process removes the index of an open library and builds it again."""
    for number in reversed(range(120)):  # so that the order of writing is not that of the paths
        (box.folder / f"n{number:03}.md").unlink()
    for number in reversed(range(120)):
        box.write(f"n{number:03}.md", f"# Note {number}\n\nword{number:03}x and lantern\n")
        if number % 12 == 0:
            box.run("update")
    done = box.python("-c", _ASK + f"""
kb = ra.open(".")
ids(kb.search("lantern"))
shutil.rmtree({str(box.catalog.parent)!r})
subprocess.run([sys.executable, "-m", "ra", "search", "lantern"], capture_output=True)
asked = {{f"n{{number:03}}.md": f"word{{number:03}}x" for number in range(0, 120, 4)}}
print(sum(name not in str(ids(kb.search(word))[:1]) for name, word in asked.items()))
""")  # fmt: skip
    return "" if done.stdout.strip() == "0" else f"wrong answers of 30: {done.stdout.strip()}"


def _f4(box: Box) -> str:
    """Searches beside a process that rewrites half of the documents again and again."""
    box.run("update")
    done = box.python("-c", _ASK + """
def text(number, turn):
    word = f"beacon{number:03}x"
    return f"# Note {turn}\\n\\n{word}\\n\\n## Sub {turn}\\n\\n{word}\\n\\n## Tail\\n\\n{word}\\n"
def write(turn):
    for number in range(0, 40, 2) if turn else range(40):
        Path(f"b{number:03}.md").write_text(text(number, turn))
write(0)
writer = ra.open(".")
getattr(writer, "update", None) and writer.update() or writer.index.update()
child = os.fork()
if not child:
    kb = ra.open(".")
    for turn in range(1, 40):
        write(turn)
        kb.update() if hasattr(kb, "update") else kb.index.update()
    os._exit(0)
kb = ra.open(".", update="never") if hasattr(ra.Library, "index") else ra.open(".")
wrong = asked = 0
while os.waitpid(child, os.WNOHANG)[0] == 0:
    for number in range(40):
        found = kb.search(f"beacon{number:03}x", aggregates=False)
        asked += 1
        wrong += len(ids(found)) < 3
print(wrong, asked)
""")  # fmt: skip
    wrong, _, asked = done.stdout.strip().partition(" ")
    return "" if wrong == "0" else f"{wrong} of {asked} answers miss sections"


def _f8(box: Box) -> str:
    """The list of segments is removed under a library that threads share."""
    script = (
        _ASK
        + f"""
kb = ra.open(".")
end = time.monotonic() + 6
def ask():
    while time.monotonic() < end:
        try:
            kb.search("lantern")
        except Exception:
            pass
threads = [threading.Thread(target=ask) for _ in range(8)]
[each.start() for each in threads]
time.sleep(2)
for path in Path({str(box.place)!r}).rglob("meta.json"):
    path.unlink()
[each.join() for each in threads]
"""
    )
    for _ in range(3):
        box.run("update")
        done = box.python("-c", script)
        if done.returncode:
            return f"ended with {done.returncode}"
    return ""


def _f11(box: Box) -> str:
    """A full build is killed at several moments."""
    for number in range(1500):
        box.write(f"more{number}.md", f"# More {number}\n\nlantern {number}\n")
    box.run("update")
    done = box.python("-c", _ASK + """
import json
lost = []
for tenths in range(3, 16):
    child = subprocess.Popen([sys.executable, "-m", "ra", "update", "--full"], stdout=-3, stderr=-3)
    time.sleep(tenths / 10)
    child.kill()
    child.wait()
    for path in ("n007.md", "n111.md", "more1400.md"):
        words = ["get", path, "--no-update"]
        got = subprocess.run([sys.executable, "-m", "ra", *words], capture_output=True)
        if got.returncode and b"being built" not in got.stderr:
            lost.append(path)
    subprocess.run([sys.executable, "-m", "ra", "update"], capture_output=True)
print(len(lost))
""")  # fmt: skip
    return "" if done.stdout.strip() == "0" else f"documents missing: {done.stdout.strip()}"


def _f9(box: Box) -> str:
    """A file from the year 2300."""
    os.utime(box.folder / "n001.md", (_LAST_TIME, _LAST_TIME))
    done = box.run("search", "word007x")
    return "" if done.returncode == 0 else done.stderr.strip()[:100]


def _f10(box: Box) -> str:
    """The index folder is removed under an open library."""
    box.run("update")
    done = box.python("-c", f"""
import shutil, ra
kb = ra.open(".")
kb.search("lantern")
shutil.rmtree({str(box.catalog.parent)!r})
found = []
for _ in range(3):
    try:
        found.append(len(list(getattr(kb.search("lantern"), "results", ()))))
    except Exception as error:
        found.append(type(error).__name__)
print(found)
""")  # fmt: skip
    return "" if "0" not in done.stdout.replace("10", "") else f"answers: {done.stdout.strip()}"


def _f12(box: Box) -> str:
    """Who can read an index."""
    box.run("update")
    mode = box.catalog.stat().st_mode & 0o777
    return "" if mode == 0o600 else f"the catalog has the mode {mode:o}"


def _f13(box: Box) -> str:
    """A segment file is cut under a process that has searched."""
    box.run("update")
    done = box.python("-c", f"""
import os, ra
from pathlib import Path
kb = ra.open(".")
kb.search("lantern")
for path in Path({str(box.place)!r}).rglob("postings/*/*.idx"):
    os.truncate(path, 0)
for path in Path({str(box.place)!r}).rglob("postings/*/*.term"):
    os.truncate(path, 0)
kb.search("lantern")
kb.search("word007x")
""")  # fmt: skip
    return "" if done.returncode >= 0 else f"ended by signal {-done.returncode}"


def _f14(box: Box) -> str:
    """Two files of the same size and time change places."""
    box.run("update")
    first, second = box.folder / "n001.md", box.folder / "n002.md"
    first.rename(box.folder / "n.tmp")
    second.rename(first)
    (box.folder / "n.tmp").rename(second)
    found = box.found("word001x")
    return "" if found == ["n002.md"] else f"the word is now in n002.md, found in {found}"


def _f15_prefixes(box: Box) -> str:
    """Very many prefixes in one query."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    starts = [f"{a}{b}*" for a in letters for b in letters][:520]
    done = box.run("search", " OR ".join(starts))
    return "" if done.returncode == 2 else f"exit code {done.returncode}"


def _f15_bidi(box: Box) -> str:
    """Signs that turn text around, in JSON."""
    box.write("odd.md", "# Odd\n\nturned \u202eword\u2066 around\n")
    out = box.run("search", "--json", "turned").stdout
    return "the JSON has U+202E as it is" if "\u202e" in out else ""


FINDINGS: dict[str, Callable[[Box], str]] = {
    "F1": _f1,
    "F2": _f2,
    "F3": _f3,
    "F4": _f4,
    "F5": _f5,
    "F6": _f6,
    "F8": _f8,
    "F9": _f9,
    "F10": _f10,
    "F11": _f11,
    "F12": _f12,
    "F13": _f13,
    "F14": _f14,
    "F15 prefixes": _f15_prefixes,
    "F15 bidi": _f15_bidi,
}


def main(python: str = sys.executable, source: str = "", *names: str) -> None:
    """Reproduce every finding, or those named, with a version, by default this one."""
    own = str(Path(__file__).parents[2] / "src")
    for name, reproduced in FINDINGS.items():
        if names and name not in names:
            continue
        with tempfile.TemporaryDirectory() as place:
            wrong = reproduced(Box(Version(python, source or own), Path(place)))
            print(f"{name:14}{wrong or 'holds'}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
