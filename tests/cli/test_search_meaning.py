"""Tests of `ra search` by meaning with the built-in model, as whole commands."""

from __future__ import annotations

import json

import pytest

from tests.cli.command import Sandbox
from tests.cli.schema import problems
from tests.cli.tea import SCHEMA

PAGES: dict[str, str | bytes] = {
    "docs/car.md": "# Vehicles\n\nHave your automobile repaired at a garage every year.\n",
    "docs/cake.md": "# Baking\n\nMix flour, eggs and sugar, and put the dough into the oven.\n",
    "docs/stars.md": "# Astronomy\n\nA telescope shows the moons of Jupiter.\n",
    ".ra.toml": 'root = true\n[tree.docs]\npath = "docs"\n',
}


@pytest.fixture
def project(box: Sandbox) -> Sandbox:
    """Three embedded documents on different subjects."""
    box.write(PAGES)
    assert box.ra("embed").code == 0
    return box


def test_hybrid_and_semantic_find_other_words(project: Sandbox) -> None:
    """Issue 16: the whole command finds a section that has no word of the query."""
    assert project.ra("search", "defective wagon", "-o", "matches").code == 1
    for mode in ("semantic", "hybrid"):
        done = project.ra("search", "defective wagon", "--mode", mode, "-n", "1")
        assert (done.code, done.err) == (0, "")
        assert "Have your automobile repaired" in done.out


def test_the_mode_of_the_settings_holds(project: Sandbox) -> None:
    """SPEC 8: `[search] mode` changes the default, a flag comes before it."""
    project.write({".ra.toml": f'{PAGES[".ra.toml"]!s}[search]\nmode = "hybrid"\n'})
    assert project.ra("search", "pastry cookies").code == 0
    assert project.ra("search", "pastry cookies", "--mode", "keyword").code == 1


def test_json_of_every_mode_fits_the_schema(project: Sandbox) -> None:
    """SPEC 11: reasons, legs and the verdict with its cosine are in the record."""
    for mode in ("keyword", "semantic", "hybrid"):
        done = project.ra("search", "telescope for moons", "--mode", mode, "--json", "--explain")
        record = json.loads(done.out)
        assert problems(record, SCHEMA, SCHEMA) == []
        assert (record["verdict"]["cosine"] is None) == (mode == "keyword")
    assert set(record["results"][0]["why"]["legs"]) == {"keyword", "semantic"}


def test_the_verdict_says_that_there_is_no_answer(project: Sandbox) -> None:
    """SPEC 8.10: with vectors the verdict is strong, weak or none."""
    asked = {
        "strong": "which device shows the moons of Jupiter",
        "none": "who won the football world cup in 1954",
    }
    for strength, question in asked.items():
        done = project.ra("search", question, "--mode", "hybrid", "--json")
        assert json.loads(done.out)["verdict"]["strength"] == strength
    done = project.ra("search", asked["none"], "--mode", "hybrid")
    assert "no match: nothing here is close to your query" in done.out


def test_a_model_that_fails_is_one_line(project: Sandbox) -> None:
    """Issue 16: missing models degrade to keyword search."""
    project.write({".ra.toml": f'embed.url = "http://127.0.0.1:9/v1"\n{PAGES[".ra.toml"]!s}'})
    assert project.ra("trust").code == 0
    done = project.ra("search", "telescope", "--mode", "hybrid", "--no-update", "-o", "matches")
    assert done.code == 0
    assert "searched by keywords instead" in done.out
    assert "docs:stars.md" in done.out


def test_documents_without_a_model_are_searched_by_keywords(box: Sandbox) -> None:
    """Issue 16: also where the tree has no language, and only its documents tell."""
    box.write({"docs/चाय.md": "# चाय\n\nहरी चाय को अस्सी डिग्री के पानी में दो मिनट तक रखना चाहिए।\n"})
    assert box.ra("embed").code == 0
    done = box.ra("search", "हरी चाय", "--mode", "semantic")
    assert (done.code, "हरी चाय को" in done.out) == (0, True)
    assert "no model knows the languages of project; searched by keywords instead" in done.out
