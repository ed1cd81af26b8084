"""Is a set read as it is meant, and are mistakes in it named?"""

from __future__ import annotations

import shutil
import tarfile
from pathlib import Path

import pytest

from ra.config.schema import STEMMERS
from ra.errors import NotFound, UsageError
from ra.evaluate.sets import LANGUAGES, Passage, opened, read

SET = Path(__file__).parents[2] / "fixtures" / "evalset"


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
        ("meta.json", "[]", r"meta\.json: a JSON object is wanted"),
        ("qrels.jsonl", None, r"not a set of questions, it has no qrels\.jsonl"),
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


def test_what_is_no_set_is_refused(tmp_path: Path) -> None:
    """STYLE: neither a missing set nor a broken archive is a crash."""
    with pytest.raises(NotFound, match="no such set"), opened(tmp_path / "none"):
        pass
    (tmp_path / "x.tar.xz").write_bytes(b"not an archive")
    with pytest.raises(UsageError, match="cannot be unpacked"), opened(tmp_path / "x.tar.xz"):
        pass
