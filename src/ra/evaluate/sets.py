"""Which questions are asked of which documents, and what answers them? Sets, read from disk."""

from __future__ import annotations

import json
import tarfile
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from ra.config.schema import Stemmer
from ra.errors import NotFound, UsageError
from ra.typed import Any, NamedTuple

# Two letters of ISO 639-1 as `meta.json` has them; all others are stemmed as English.
LANGUAGES: Mapping[str, Stemmer] = {
    "ar": "arabic",
    "da": "danish",
    "nl": "dutch",
    "en": "english",
    "fi": "finnish",
    "fr": "french",
    "de": "german",
    "el": "greek",
    "hu": "hungarian",
    "it": "italian",
    "nb": "norwegian",
    "nn": "norwegian",
    "no": "norwegian",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "es": "spanish",
    "sv": "swedish",
    "ta": "tamil",
    "tr": "turkish",
}
_FILES = ("docs", "queries.jsonl", "qrels.jsonl", "meta.json")


class Passage(NamedTuple):
    """Bytes of a document that answer a question."""

    path: str
    start: int
    end: int


class Question(NamedTuple):
    """What is asked, and the grade of each target: a `path`, or a `path#slug`."""

    id: str
    text: str
    grades: Mapping[str, int]
    passages: tuple[Passage, ...]


class EvalSet(NamedTuple):
    """Documents and questions. `by_document`: a document counts once, whichever section is found.

    Questions that nothing answers are left out: no ranking can be right or wrong about them.
    """

    name: str
    docs: Path
    lang: str
    language: Stemmer
    by_document: bool
    questions: tuple[Question, ...]


@contextmanager
def opened(place: Path) -> Iterator[EvalSet]:
    """The set in this folder or archive; an archive is unpacked for as long as it is used."""
    if place.is_dir():
        yield read(place)
        return
    if not place.exists():
        raise NotFound(f"{place}: no such set; name a folder or a .tar.xz archive")
    with TemporaryDirectory(prefix="ra-eval-") as folder:
        _unpack(place, Path(folder))
        inside = sorted(Path(folder).glob("*/queries.jsonl"))
        yield read(inside[0].parent if inside else Path(folder))


def read(folder: Path) -> EvalSet:
    """The set in this folder."""
    for name in _FILES:
        if not (folder / name).exists():
            raise UsageError(f"{folder}: not a set of questions, it has no {name}")
    meta = _object((folder / "meta.json").read_text(encoding="utf-8"), f"{folder / 'meta.json'}")
    lang = str(meta.get("lang", "en"))
    return EvalSet(
        name=folder.resolve().name,
        docs=folder / "docs",
        lang=lang,
        language=LANGUAGES.get(lang, "english"),
        by_document=meta.get("level") == "doc",
        questions=tuple(_questions(folder)),
    )


def _unpack(archive: Path, folder: Path) -> None:
    try:
        with tarfile.open(archive) as tar:
            tar.extractall(folder, filter="data")
    except (tarfile.TarError, OSError, EOFError) as error:
        raise UsageError(f"{archive}: cannot be unpacked: {error}") from error


def _questions(folder: Path) -> Iterator[Question]:
    grades: dict[str, dict[str, int]] = defaultdict(dict)
    for row in _rows(folder / "qrels.jsonl", ("query_id", "target", "grade")):
        known = grades[str(row["query_id"])]
        known[row["target"]] = max(known.get(row["target"], 0), int(row["grade"]))
    passages: dict[str, list[Passage]] = defaultdict(list)
    if (folder / "spans.jsonl").exists():
        for row in _rows(folder / "spans.jsonl", ("query_id", "path", "start_byte", "end_byte")):
            place = Passage(row["path"], int(row["start_byte"]), int(row["end_byte"]))
            passages[str(row["query_id"])].append(place)
    for row in _rows(folder / "queries.jsonl", ("id", "text")):
        name = str(row["id"])
        useful = {target: grade for target, grade in grades[name].items() if grade > 0}
        if useful:
            yield Question(name, row["text"], useful, tuple(passages[name]))


def _rows(file: Path, keys: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    with file.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            where = f"{file}, line {number}"
            row = _object(line, where)
            lacking = [key for key in keys if key not in row]
            if lacking:
                raise UsageError(f"{where}: '{lacking[0]}' is missing")
            yield row


def _object(text: str, where: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except ValueError as error:
        raise UsageError(f"{where}: not valid JSON: {error}") from error
    if not isinstance(value, dict):
        raise UsageError(f"{where}: a JSON object is wanted here")
    return value
