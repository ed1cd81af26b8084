"""Writes instructions for agents into a marked block of their files, and nothing outside it."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Sequence
from pathlib import Path

from ra.config.schema import Settings
from ra.errors import NotFound, UsageError
from ra.sources.paths import inside, problem
from ra.typed import Literal, NamedTuple

AGENTS, CLAUDE, GEMINI = "AGENTS.md", "CLAUDE.md", "GEMINI.md"
SKILL = ".claude/skills/ra/SKILL.md"
TEMPLATE = ".agents.md"
BEGIN, END = b"<!-- ra: begin -->", b"<!-- ra: end -->"
_MARKS = re.compile(rb"<!-- ra: (begin|end) -->")
_MOST_BYTES = 1_000_000
_WRITABLE = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH
_SKILL_HEAD = """\
---
name: ra
description: Search the documentation of this project before reading files or guessing. Use it for \
questions about concepts, decisions, settings and conventions.
---
"""
_TEXT = """\
## Search the documentation first

This project has documents that `ra` searches: {trees}. Search them before you read whole files or
guess.

- `ra search "words or a question"` prints the sections that match, best first. Quote a phrase:
  `ra search '"exact phrase"'`. Add `--json` for records, `--max-tokens 2000` to limit the answer.
- `ra context FILE` prints the documents that are related to a file. Run it before you change a file
  that you do not know. `ra context --diff` does so for what you have changed.
- `ra get ID` prints a section or a document by the id that a search shows, `tree:path#slug`.
- `ra likethis ID` prints similar sections. `ra links ID` prints links to and from a document.
- Exit code 1 means that nothing was found: try other words before you conclude that it is not
  documented. Cite the id of a section when you rely on it.
"""


class AgentFile(NamedTuple):
    """A file of instructions: its bytes before, and with the block of today."""

    name: str
    place: Path
    before: bytes | None
    after: bytes

    @property
    def state(self) -> Literal["created", "updated", "unchanged"]:
        """What writing it does."""
        if self.before is None:
            return "created"
        return "unchanged" if self.before == self.after else "updated"


def instructions(settings: Settings, home: Path) -> str:
    """The text of the block: the template of the project, else of the home folder, else ours."""
    template = _template(project_of(settings)) or _template(home) or _TEXT
    trees = ", ".join(f"`{tree.name}`" for tree in settings.trees) or "the current folder"
    return template.replace("{trees}", trees).strip() + "\n"


def project_of(settings: Settings) -> Path:
    """The folder of the project: that of its settings file, else the working folder."""
    owners = [file.parent for file in settings.files]
    return settings.index_owner if settings.index_owner in owners else settings.cwd


def planned(settings: Settings, home: Path, names: Sequence[str]) -> list[AgentFile]:
    """The files of these names with the block in them; a link is followed inside the project."""
    folder, text = project_of(settings), instructions(settings, home)
    if folder == home:
        raise UsageError("the home folder is no project; run `ra agents` in the folder of one")
    found: dict[str, AgentFile] = {}
    for name in names:
        place = folder / name
        real = os.path.realpath(place)
        if not inside(real, os.path.realpath(folder)):
            raise UsageError(f"{place} is a link that leaves the project; it is not changed")
        before = _read(Path(real))
        if name == SKILL and before is not None and BEGIN not in before:
            raise UsageError(f"{place} was not written by ra; move it away and try again")
        start = _SKILL_HEAD.encode() if name == SKILL else b""
        after = _with_block(before or start, text, place)
        found.setdefault(real, AgentFile(name, Path(real), before, after))
    return list(found.values())


def write(files: Sequence[AgentFile]) -> None:
    """Write what has changed, each file at once; nothing if one of them is read-only."""
    changed = [file for file in files if file.state != "unchanged"]
    for file in changed:
        if file.before is not None and not file.place.stat().st_mode & _WRITABLE:
            raise UsageError(
                f"{file.place}: is read-only; make it writable, or use --stdout and paste the text"
            )
    for file in changed:
        _replace(file)


def _template(folder: Path) -> str | None:
    data = _read(folder / TEMPLATE)
    if data is None:
        return None
    if BEGIN in data or END in data:
        raise UsageError(f"{folder / TEMPLATE}: must not contain the marks of the block")
    try:
        return data.decode("utf-8-sig").strip() or None
    except UnicodeDecodeError:
        raise UsageError(f"{folder / TEMPLATE}: is not UTF-8; save it as UTF-8") from None


def _read(place: Path) -> bytes | None:
    """The bytes of a regular file; None if there is none."""
    try:
        status = place.stat()
        if not stat.S_ISREG(status.st_mode) or status.st_size > _MOST_BYTES:
            raise UsageError(f"{place}: is not a text file of at most {_MOST_BYTES:,} bytes")
        return place.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise NotFound(f"{place}: {problem(error)}") from None


def _with_block(old: bytes, text: str, place: Path) -> bytes:
    """The file with the block: replaced where it is, else added at the end."""
    newline = b"\r\n" if b"\r\n" in old else b"\n"
    block = newline.join([BEGIN, *text.encode().rstrip(b"\n").split(b"\n"), END])
    marks = list(_MARKS.finditer(old))
    if not marks:
        gap = b"" if not old else newline * (1 if old.endswith(b"\n") else 2)
        return old + gap + block + newline
    if [mark[1] for mark in marks] != [b"begin", b"end"]:
        raise UsageError(
            f"{place}: the marks {BEGIN.decode()} and {END.decode()} are not one pair; "
            "repair them, then run the command again"
        )
    return old[: marks[0].start()] + block + old[marks[1].end() :]


def _replace(file: AgentFile) -> None:
    beside = file.place.with_name(f".{file.place.name}.{os.getpid()}.new")
    try:
        file.place.parent.mkdir(parents=True, exist_ok=True)
        with beside.open("xb") as opened:
            opened.write(file.after)
            opened.flush()
            os.fsync(opened.fileno())
        if _read(file.place) != file.before:
            raise UsageError(f"{file.place}: has just been changed; run the command again")
        if file.before is not None:
            beside.chmod(stat.S_IMODE(file.place.stat().st_mode))
        beside.replace(file.place)
    except OSError as error:
        raise UsageError(f"{file.place}: cannot be written: {problem(error)}") from None
    finally:
        beside.unlink(missing_ok=True)
