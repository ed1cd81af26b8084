"""Tests of `ra context` (SPEC 9.1): terms of a file, the file left out, what is read of it."""

from __future__ import annotations

from typing import Any

import pytest

import ra
from tests.cli.command import Outcome, Sandbox

DOCS: dict[str, str | bytes] = {
    "docs/teapot.md": "# The teapot\n\nWarm the pot before the leaves go in.\n",
    "docs/kettle.md": "# The kettle\n\nDescale it with vinegar every month.\n",
    "docs/cups.md": "# Cups\n\nRinse saucers and cups, and `brewer/steam_valve.py` opens.\n",
    ".ra.toml": 'root = true\n[tree.docs]\npath = "docs"\n',
}


@pytest.fixture
def project(box: Sandbox) -> Sandbox:
    """Three documents."""
    box.write(DOCS)
    return box


def _ids(done: Outcome) -> list[str]:
    assert done.code in (0, 1), done.err
    return [result["doc_id"] for result in done.json["results"]]


def _terms(done: Outcome) -> dict[str, dict[str, Any]]:
    assert done.code in (0, 1), done.err
    return {term["word"]: term for term in done.json["origin"]["terms"]}


def test_a_source_file_finds_the_document_that_names_it(project: Sandbox) -> None:
    """SPEC 9.1: the path counts most, so what names the file comes first."""
    project.write({"src/brewer/steam_valve.py": "def descale(): return kettle\n"})
    found = _ids(project.ra("context", "src/brewer/steam_valve.py", "--json"))
    assert found[0] == "docs:cups.md"


def test_a_document_does_not_find_itself(project: Sandbox) -> None:
    """SPEC 9.1: the file itself is excluded, before the limit."""
    project.write({"docs/pots.md": "# Pots\n\nWarm the pot: the leaves go in.\n"})
    found = _ids(project.ra("context", "docs/pots.md", "--json", "-n", "1"))
    assert found == ["docs:teapot.md"]


def test_score_is_frequency_times_weight_times_idf(project: Sandbox) -> None:
    """SPEC 9.1: file name ×4, folders ×3, h1 ×3, h2–3 ×2, h4–6 ×1.5, body ×1."""
    project.write({"warm/vinegar.md": "# Leaves\n## Month\n#### Saucers\nRinse. Rinse cups.\n"})
    terms = _terms(project.ra("context", "warm/vinegar.md", "--json", "--explain"))
    assert terms.pop("warm/vinegar")["sources"] == [{"name": "name", "weight": 2, "frequency": 1}]
    weights = {word: term["weight"] for word, term in terms.items()}
    assert weights == {
        "vinegar": 4, "warm": 3, "leaves": 3, "month": 2, "saucers": 1.5, "rinse": 1, "cups": 1,
    }  # fmt: skip
    assert terms["rinse"]["frequency"] == 2
    for term in terms.values():
        assert term["score"] == pytest.approx(term["frequency"] * term["weight"] * term["idf"])


def test_identifiers_are_split_and_keywords_left_out(project: Sandbox) -> None:
    """SPEC 9.1: camelCase and snake_case; stop words of prose and of the language by suffix."""
    project.write({"docs/all.md": "# All\n\nreturn import warm vinegar kettle before\n"})
    text = "import before\nreturn warmVinegar(old_kettle)\n"
    project.write({"a.py": text, "a.txt": text})
    words = set(_terms(project.ra("context", "a.py", "--json", "--explain")))
    assert words == {"warm", "vinegar", "kettle"}
    assert {"return", "import"} < set(_terms(project.ra("context", "a.txt", "--json", "--explain")))


def test_several_files_are_one(project: Sandbox) -> None:
    """SPEC 9.1: the words of all files make one query."""
    project.write({"a.txt": "vinegar\n", "b.txt": "saucers\n"})
    found = _ids(project.ra("context", "a.txt", "b.txt", "--json"))
    assert sorted(found) == ["docs:cups.md", "docs:kettle.md"]


def test_standard_input_is_a_file(project: Sandbox) -> None:
    """SPEC 9.1: `-` is a text without a name."""
    done = project.process("context", "-", "--json", given="descale with vinegar")
    assert _ids(done) == ["docs:kettle.md"]


def test_a_binary_file_has_only_its_path(project: Sandbox) -> None:
    """SPEC 9.1: bytes that are no text give no terms."""
    project.write({"kettle.bin": b"\0\x01\xff saucers \0\0"})
    assert set(_terms(project.ra("context", "kettle.bin", "--json", "--explain"))) == {"kettle"}


def test_a_large_file_is_read_from_its_start(project: Sandbox) -> None:
    """SPEC 9.1: `sample_size` bytes, cut at a line."""
    project.write({"long.txt": "vinegar\n" * 10_000 + "saucers\n"})
    assert set(_terms(project.ra("context", "long.txt", "--json", "--explain"))) == {"vinegar"}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("nowhere.py",), "nowhere.py: no such file"),
        (("docs",), "docs is a folder; name the files in it"),
        ((), "no file is named"),
        (("a.txt", "--tree", "dosc"), "no tree is named 'dosc'; did you mean 'docs'?"),
        (("a.txt", "--terms", "0"), "'0' is not a whole number, from 1 to 1000"),
    ],
)
def test_mistakes_are_named(project: Sandbox, words: tuple[str, ...], message: str) -> None:
    """SPEC 1.10: exit code 2, and what is wrong."""
    project.write({"a.txt": "vinegar\n"})
    done = project.ra("context", *words)
    assert done.code == 2
    assert message in done.err


def test_nothing_related_is_exit_code_1(project: Sandbox) -> None:
    """SPEC 11: exit codes 0 found, 1 nothing found, 2 error."""
    project.write({"a.txt": "zymurgy\n"})
    done = project.ra("context", "a.txt")
    assert (done.code, done.out) == (1, "")


def test_explain_shows_terms_rules_and_query(project: Sandbox) -> None:
    """SPEC 9.2: a table of terms, the rules that applied, the query."""
    project.write({"a.txt": "vinegar\n"})
    settings = DOCS[".ra.toml"]
    assert isinstance(settings, str)
    rule = '[[context.rules]]\nmatch = "*.txt"\nterms = ["warm pot"]\n'
    project.write({".ra.toml": settings + rule})
    done = project.ra("context", "a.txt", "--explain", "-o", "list")
    assert "vinegar   body 1" in done.out
    assert "warm pot  rule 1" in done.out
    assert "*.txt (" in done.out
    assert "term vinegar" in done.out


def test_the_library_answers_as_the_command(
    project: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SPEC 11: all surfaces call the same functions and return the same records."""
    project.enter(monkeypatch)
    project.write({"a.txt": "vinegar\n"})
    with ra.open(project.folder) as kb:
        report = kb.context("a.txt", limit=1)
        assert [result.doc_id for result in report] == ["docs:kettle.md"]
        given = kb.context(ra.GivenFile("x/saucers.rs", b""))
        assert [result.doc_id for result in given] == ["docs:cups.md"]
