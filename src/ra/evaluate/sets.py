"""Reads evaluation sets: documents, questions and their answers."""

from __future__ import annotations

import re
import tarfile
import zlib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from lzma import LZMAError
from pathlib import Path
from tempfile import TemporaryDirectory

from ra.config.schema import Stemmer
from ra.errors import NotFound, UsageError
from ra.evaluate.rows import Row, rows, whole_file
from ra.typed import NamedTuple

# ISO 639-1 codes in `meta.json`; documents in other languages are stemmed as English.
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
_FILES = ("queries.jsonl", "qrels.jsonl", "meta.json")
_OPTIONAL = ("spans.jsonl",)
_BEST_GRADE = 100  # the gain of an answer doubles with each grade
_ARCHIVE = re.compile(r"\.(?:tar(?:\.(?:xz|gz|bz2))?|txz|tgz|tbz2?)$", re.IGNORECASE)


class Passage(NamedTuple):
    """Bytes of a document that answer a question."""

    path: str
    start: int
    end: int


class Question(NamedTuple):
    """A question, and the grade of each target: a `path`, or a `path#slug`."""

    id: str
    text: str
    grades: Mapping[str, float]
    passages: tuple[Passage, ...]


class EvalSet(NamedTuple):
    """Documents and questions. `by_document`: a document counts once, whichever section is a hit.

    Questions without an answer are left out: they cannot be scored.
    """

    name: str
    docs: Path
    lang: str
    language: Stemmer
    by_document: bool
    questions: tuple[Question, ...]


class _SetFolder(NamedTuple):
    """The folder of a set, and its name in errors."""

    path: Path
    shown: Path

    def rows(self, name: str) -> Iterator[Row]:
        """The rows of one of its files."""
        return rows(self.path / name, self.shown / name)


@contextmanager
def opened(place: Path) -> Iterator[EvalSet]:
    """The set in this folder or archive; an archive is unpacked while it is used."""
    if _is_folder(place):
        yield read(place)
        return
    with TemporaryDirectory(prefix="ra-eval-") as name:
        unpacked = Path(name)
        _unpack(place, unpacked)
        inside = sorted(unpacked.glob("*/queries.jsonl"))
        if inside and not (unpacked / "queries.jsonl").exists():
            folder = inside[0].parent
            yield _read(_SetFolder(folder, place / folder.name), folder.name)
        else:
            yield _read(_SetFolder(unpacked, place), _ARCHIVE.sub("", place.name))


def read(folder: Path) -> EvalSet:
    """The set in this folder."""
    return _read(_SetFolder(folder, folder), folder.resolve().name)


def _is_folder(place: Path) -> bool:
    try:
        if place.is_dir() or place.is_file():
            return place.is_dir()
    except OSError as error:
        raise UsageError(f"{place}: cannot be read: {error.strerror}") from error
    raise NotFound(f"{place}: no such set; name a folder or a .tar.xz archive")


def _read(folder: _SetFolder, name: str) -> EvalSet:
    docs = folder.path / "docs"
    _check_files(folder)
    if not docs.is_dir():
        raise UsageError(f"{folder.shown / 'docs'}: not a folder; put the documents into one")
    meta = whole_file(folder.path / "meta.json", folder.shown / "meta.json").values
    lang = str(meta.get("lang", "en"))
    questions = tuple(_questions(folder))
    if not questions:
        file = folder.shown / "queries.jsonl"
        raise UsageError(f"{file}: no question has an answer in qrels.jsonl; add one")
    return EvalSet(
        name=name,
        docs=docs,
        lang=lang,
        language=LANGUAGES.get(lang, "english"),
        by_document=meta.get("level") == "doc",
        questions=questions,
    )


def _check_files(folder: _SetFolder) -> None:
    real = folder.path.resolve()
    for name in ("docs", *_FILES, *_OPTIONAL):
        path = folder.path / name
        if path.is_symlink() and not path.resolve().is_relative_to(real):
            raise UsageError(f"{folder.shown / name}: a link that leaves the set is not followed")
        if name not in _OPTIONAL and not path.exists():
            raise UsageError(f"{folder.shown}: not an evaluation set: {name} is missing")


def _unpack(archive: Path, folder: Path) -> None:
    try:
        with tarfile.open(archive) as tar:
            tar.extractall(folder, filter="data")
    except (tarfile.TarError, LZMAError, zlib.error, OSError, EOFError) as error:
        raise UsageError(f"{archive}: cannot be unpacked: {error}") from error


def _questions(folder: _SetFolder) -> Iterator[Question]:
    grades = _grades(folder)
    passages = _passages(folder)
    lines: dict[str, str] = {}
    for row in folder.rows("queries.jsonl"):
        name, text = row.name("id"), row.text("text")
        if name in lines:
            raise UsageError(f"{row.where}: the same 'id' as in {lines[name]}; give it another")
        lines[name] = row.where.rpartition(", ")[2]
        useful = {target: grade for target, grade in grades[name].items() if grade > 0}
        if useful:
            yield Question(name, text, useful, tuple(passages[name]))


def _grades(folder: _SetFolder) -> Mapping[str, Mapping[str, float]]:
    found: dict[str, dict[str, float]] = defaultdict(dict)
    for row in folder.rows("qrels.jsonl"):
        known, target = found[row.name("query_id")], row.text("target")
        known[target] = max(known.get(target, 0), row.number("grade", _BEST_GRADE))
    return found


def _passages(folder: _SetFolder) -> Mapping[str, list[Passage]]:
    found: dict[str, list[Passage]] = defaultdict(list)
    if (folder.path / "spans.jsonl").exists():
        for row in folder.rows("spans.jsonl"):
            passage = Passage(row.text("path"), row.whole("start_byte"), row.whole("end_byte"))
            if passage.end < passage.start:
                raise UsageError(f"{row.where}: 'end_byte' must not be below 'start_byte'")
            found[row.name("query_id")].append(passage)
    return found
