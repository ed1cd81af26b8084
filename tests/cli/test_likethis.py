"""Tests of `ra likethis` (SPEC 9.3): similar sections by words, and the limits of words."""

from __future__ import annotations

import pytest

from tests.cli.command import Outcome, Sandbox

DOCS: dict[str, str | bytes] = {
    "green.md": "# Green\n\nSteep leaves two minutes, eighty degrees.\n",
    "white.md": "# White\n\nSteep leaves four minutes, seventy degrees.\n",
    "pots.md": "# Pots\n\n## Clay\n\nSeason porous clay.\n\n## Glass\n\nWatch leaves unfold.\n",
    "clay.md": "# Potter\n\nPorous clay is fired twice.\n",
    "other/note.txt": "porous clay\n",
    ".ra.toml": 'root = true\n[tree.notes]\npath = "."\nexclude = ["other/"]\n',
}


@pytest.fixture
def project(box: Sandbox) -> Sandbox:
    """Four documents, and a file outside the tree."""
    box.write(DOCS)
    return box


def _ids(done: Outcome) -> list[str]:
    assert done.code in (0, 1), done.err
    return [result["id"] for result in done.json["results"]]


def _words(done: Outcome) -> set[str]:
    return {term["word"] for term in done.json["origin"]["terms"]}


def test_similar_documents_are_found_without_the_document_itself(project: Sandbox) -> None:
    """SPEC 9.3: by an id or by a file name."""
    for name in ("notes:green.md", "green.md", "./green.md"):
        assert _ids(project.ra("likethis", name, "--json"))[0] == "notes:white.md#white", name


def test_a_section_is_compared_alone(project: Sandbox) -> None:
    """SPEC 9.3: the section, not its document."""
    found = _ids(project.ra("likethis", "notes:pots.md#clay", "--json"))
    assert found == ["notes:clay.md#potter"]


def test_a_file_that_is_no_document_can_be_compared(project: Sandbox) -> None:
    """SPEC 9.3: ID or FILE."""
    found = _ids(project.ra("likethis", "other/note.txt", "--json"))
    assert set(found) == {"notes:clay.md#potter", "notes:pots.md#clay"}


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        ("--min-doc-freq 1", {"green", "steep", "leaves", "two", "minutes", "eighty", "degrees"}),
        ("", {"green", "steep", "leaves", "minutes", "degrees"}),
        ("--min-doc-freq 3", {"leaves"}),
        ("--max-doc-freq 2", {"green", "steep", "minutes", "degrees"}),
        ("--min-term-freq 2 --min-doc-freq 1", {"green"}),
        ("--max-terms 1", {"green"}),
        ("--min-word-len 7", {"minutes", "degrees"}),
        ("--max-word-len 5", {"green", "steep"}),
    ],
)
def test_each_limit_chooses_words(project: Sandbox, flags: str, words: set[str]) -> None:
    """SPEC 9.3: the limits of the original as flags."""
    done = project.ra("likethis", "green.md", "--json", "--explain", *flags.split())
    assert _words(done) == words


def test_boost_multiplies_scores(project: Sandbox) -> None:
    """SPEC 9.3: the factor of every word."""
    one, two = (
        project.ra("likethis", "green.md", "--json", "--boost", factor).json["results"][0]["score"]
        for factor in ("1", "2")
    )
    assert two == pytest.approx(2 * one, rel=0.1)


def test_an_unknown_id_is_named_with_the_nearest(project: Sandbox) -> None:
    """SPEC 1.10: what is wrong, and what is near."""
    done = project.ra("likethis", "notes:gren.md")
    assert done.code == 2
    assert (
        "no document or section is named 'notes:gren.md'; did you mean 'notes:green.md" in done.err
    )


@pytest.mark.parametrize(
    ("flags", "problem"),
    [
        ("--boost 0", "boost must be greater than 0, not 0"),
        ("--min-word-len 9 --max-word-len 3", "min_word_len 9 is greater than max_word_len 3"),
        ("--min-doc-freq 9 --max-doc-freq 3", "min_doc_freq 9 is greater than max_doc_freq 3"),
    ],
)
def test_limits_that_no_word_fits_are_an_error(project: Sandbox, flags: str, problem: str) -> None:
    """Issue 17: bad input gets a clear error."""
    done = project.ra("likethis", "green.md", *flags.split())
    assert done.code == 2
    assert problem in done.err
