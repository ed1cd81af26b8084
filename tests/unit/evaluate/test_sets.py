"""Tests of reading sets, and of the errors in them."""

from __future__ import annotations

import shutil
import tarfile
from pathlib import Path

import pytest

from ra.config.schema import STEMMERS
from ra.errors import NotFound, UsageError
from ra.evaluate.sets import LANGUAGES, Passage, opened, read

SET = Path(__file__).parents[2] / "fixtures" / "evalset"
QUESTION = '{"id": "green", "text": "a"}\n'
SPAN = '{"query_id": "green", "path": "tea.md", "start_byte": %s, "end_byte": %s}'


def test_questions_come_with_their_targets() -> None:
    """Eval sets: questions without a target are left out, and so is a grade of 0."""
    found = read(SET)
    assert (found.name, found.language, found.by_document) == ("evalset", "english", False)
    assert [question.id for question in found.questions] == ["green", "soap", "pot"]
    assert found.questions[0].grades == {"tea.md#green": 2}
    assert found.questions[1].passages == (Passage("pot.md", 55, 90),)


def test_an_archive_is_unpacked_and_cleared_away(tmp_path: Path) -> None:
    """Issue 4: sets come as archives, too."""
    archive = tmp_path / "x.tar.xz"
    with tarfile.open(archive, "w:xz") as tar:
        tar.add(SET, "inside")
    with opened(archive) as found:
        assert found.name == "inside"
        assert (found.docs / "tea.md").is_file()
    assert not found.docs.exists()


@pytest.mark.parametrize("ending", [".tar.xz", ".tgz", ".TAR", ".tar.bz2"])
def test_a_flat_archive_has_the_name_of_its_file(tmp_path: Path, ending: str) -> None:
    """Issue 4: a later run finds the set by its name, so that it must not be that of a moment."""
    archive = tmp_path / f"flat.v1.2{ending}"
    with tarfile.open(archive, "w:xz") as tar:
        tar.add(SET, ".")
    with opened(archive) as found:
        assert found.name == "flat.v1.2"
        assert len(found.questions) == 3


def test_a_mistake_in_an_archive_is_named_by_the_archive(tmp_path: Path) -> None:
    """STYLE: an error says where; the folder it was unpacked to is gone."""
    shutil.copytree(SET, tmp_path / "set")
    (tmp_path / "set" / "qrels.jsonl").write_text("no", encoding="utf-8")
    archive = tmp_path / "x.tar.xz"
    with tarfile.open(archive, "w:xz") as tar:
        tar.add(tmp_path / "set", "inside")
    with pytest.raises(UsageError) as caught, opened(archive):
        pass
    assert str(caught.value).startswith(f"{archive / 'inside' / 'qrels.jsonl'}, line 1: not valid")


def test_every_language_with_a_stemmer_has_its_code() -> None:
    """Eval sets: `lang` chooses the stemmer."""
    assert set(LANGUAGES.values()) == set(STEMMERS)


def test_a_language_without_a_stemmer_is_read_as_english(tmp_path: Path) -> None:
    """Eval sets: an unknown language is no mistake."""
    shutil.copytree(SET, tmp_path / "set")
    (tmp_path / "set" / "meta.json").write_text('{"lang": "th", "level": "doc"}', encoding="utf-8")
    found = read(tmp_path / "set")
    assert (found.lang, found.language, found.by_document) == ("th", "english", True)


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        ("queries.jsonl", '{"id": "a", "text": "b"}\nno\n', r"queries\.jsonl, line 2: not valid"),
        ("qrels.jsonl", '{"query_id": "a", "grade": 1}\n', r"line 1: 'target' is missing"),
        ("queries.jsonl", '\n{"id": "5", "text": 5}', r"line 2: 'text' must be a string"),
        ("queries.jsonl", '{"id": null, "text": "a"}', r"line 1: 'id' must be a string"),
        ("queries.jsonl", '{"id": "\\ud800", "text": "a"}', r"line 1: 'id' must .* surrogate pair"),
        ("queries.jsonl", "\n" + "[" * 100_000, r"line 2: not valid JSON: nested too deeply"),
        ("queries.jsonl", "1" * 5000, r"line 1: not valid JSON: a number with too many digits"),
        ("queries.jsonl", QUESTION + QUESTION, r"line 2: the same 'id' as in line 1"),
        ("queries.jsonl", "", r"queries\.jsonl: no question has an answer in qrels\.jsonl"),
        ("qrels.jsonl", "\n", r"queries\.jsonl: no question has an answer in qrels\.jsonl"),
        ("qrels.jsonl", '{"query_id": "a", "target": ["x"], "grade": 1}', r"'target' must be a"),
        ("spans.jsonl", SPAN % ('"a"', 5), r"line 1: 'start_byte' must be a whole number"),
        ("spans.jsonl", SPAN % (-1, 5), r"line 1: 'start_byte' must be a whole number of at"),
        ("spans.jsonl", SPAN % (1, 2.5), r"line 1: 'end_byte' must be a whole number"),
        ("spans.jsonl", SPAN % (9, 5), r"line 1: 'end_byte' must not be below 'start_byte'"),
        ("meta.json", "{\n,}", r"meta\.json, line 2: not valid JSON: .*, column 1"),
        ("meta.json", "[" * 100_000, r"meta\.json: not valid JSON: nested too deeply"),
        ("meta.json", "[]", r"meta\.json: expected a JSON object"),
        ("qrels.jsonl", None, r"not an evaluation set: qrels\.jsonl is missing"),
    ],
)
def test_mistakes_are_named_with_their_place(
    tmp_path: Path, file: str, text: str | None, said: str
) -> None:
    """STYLE: an error says what is wrong, where, and what to do."""
    place = tmp_path / "set"
    shutil.copytree(SET, place)
    if text is None:
        (place / file).unlink()
    else:
        (place / file).write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match=said):
        read(place)


@pytest.mark.parametrize("grade", ['"x"', "null", "2000", "1e400", "-1", "true", "NaN", "100.5"])
def test_a_grade_is_a_number_from_0_to_100(tmp_path: Path, grade: str) -> None:
    """Eval sets: the gain doubles with each grade, so that a huge one has none."""
    shutil.copytree(SET, tmp_path / "set")
    row = f'{{"query_id": "green", "target": "tea.md", "grade": {grade}}}'
    (tmp_path / "set" / "qrels.jsonl").write_text(row, encoding="utf-8")
    said = r"qrels\.jsonl, line 1: 'grade' must be a number from 0 to 100"
    with pytest.raises(UsageError, match=said):
        read(tmp_path / "set")


def test_a_grade_may_be_a_fraction(tmp_path: Path) -> None:
    """Eval sets: a higher grade is a better answer, also between whole numbers."""
    shutil.copytree(SET, tmp_path / "set")
    row = '{"query_id": "green", "target": "tea.md", "grade": 0.5}'
    (tmp_path / "set" / "qrels.jsonl").write_text(row, encoding="utf-8")
    assert read(tmp_path / "set").questions[0].grades == {"tea.md": 0.5}


def test_bytes_that_are_not_utf8_are_named_with_their_line(tmp_path: Path) -> None:
    """STYLE: an error says what is wrong, where, and what to do."""
    shutil.copytree(SET, tmp_path / "set")
    (tmp_path / "set" / "queries.jsonl").write_bytes(QUESTION.encode() + b'{"id": "\xff"}')
    with pytest.raises(UsageError, match=r"queries\.jsonl, line 2: not UTF-8"):
        read(tmp_path / "set")


def test_a_byte_order_mark_and_separators_inside_strings_are_no_mistake(tmp_path: Path) -> None:
    """Eval sets: editors write the mark, and JSON allows U+2028 within a string."""
    shutil.copytree(SET, tmp_path / "set")
    for name in ("meta.json", "qrels.jsonl"):
        text = (SET / name).read_text(encoding="utf-8")
        (tmp_path / "set" / name).write_text(text, encoding="utf-8-sig")
    row = '{"id": "green", "text": "a\u2028b"}\r\n'
    (tmp_path / "set" / "queries.jsonl").write_text(row, encoding="utf-8-sig")
    assert [question.text for question in read(tmp_path / "set").questions] == ["a\u2028b"]


@pytest.mark.parametrize("name", ["queries.jsonl", "qrels.jsonl", "meta.json", "spans.jsonl"])
def test_a_folder_is_no_file_of_a_set(tmp_path: Path, name: str) -> None:
    """STYLE: an error says what is wrong and where."""
    shutil.copytree(SET, tmp_path / "set")
    (tmp_path / "set" / name).unlink()
    (tmp_path / "set" / name).mkdir()
    with pytest.raises(UsageError, match=rf"{name}: not a file"):
        read(tmp_path / "set")


def test_documents_are_in_a_folder(tmp_path: Path) -> None:
    """Eval sets: a file in the place of `docs` would be an empty set that measures nothing."""
    shutil.copytree(SET, tmp_path / "set")
    shutil.rmtree(tmp_path / "set" / "docs")
    (tmp_path / "set" / "docs").write_text("# Tea", encoding="utf-8")
    with pytest.raises(UsageError, match="docs: not a folder"):
        read(tmp_path / "set")


def test_what_is_no_set_is_refused(tmp_path: Path) -> None:
    """STYLE: neither a missing set nor a broken archive is a crash."""
    with pytest.raises(NotFound, match="no such set"), opened(tmp_path / "none"):
        pass
    (tmp_path / "x.tar.xz").write_bytes(b"not an archive")
    with pytest.raises(UsageError, match="cannot be unpacked"), opened(tmp_path / "x.tar.xz"):
        pass
    with pytest.raises(UsageError, match="cannot be read"), opened(tmp_path / ("x" * 300)):
        pass


def test_a_damaged_archive_is_refused(tmp_path: Path) -> None:
    """STYLE: bytes that changed after packing are no crash."""
    archive = tmp_path / "x.tar.xz"
    with tarfile.open(archive, "w:xz") as tar:
        tar.add(SET, "inside")
    whole = archive.read_bytes()
    middle = len(whole) // 2
    archive.write_bytes(whole[:middle] + b"\0" * 64 + whole[middle + 64 :])
    with pytest.raises(UsageError, match="cannot be unpacked"), opened(archive):
        pass
