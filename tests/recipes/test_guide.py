"""The Python guide and its notebook run as they are printed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.recipes.pages import GUIDES, headings, python_of

PACKAGES = ("LangChain", "LlamaIndex", "Haystack", "FastAPI")
NOTEBOOK = GUIDES.parent / "notebooks" / "search.ipynb"


def test_the_python_guide_runs(notes: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every fence, one after the other, as a reader would type them."""
    names: dict[str, Any] = {}
    for heading in ("", *(each for each in headings("python.md") if each not in PACKAGES)):
        for code in python_of("python.md", heading):
            exec(compile(code, heading or "start", "exec", dont_inherit=True), names)
    names["kb"].close()
    out = capsys.readouterr().out
    assert "notes:tea.md" in out
    assert "results" in names["record"]
    assert {each.path for each in names["drafts"]} == {"tea.md"}
    assert [*names["recent"]] == []
    assert {each.path for each in names["listed"]} == {"tea.md"}
    assert (names["whole"].id, names["near"]) == ("notes:tea.md", ["notes:pot.md"])
    assert "[1] Tea" in names["prompt"]


def test_the_notebook_runs(notes: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its cells run in order; its outputs are not stored."""
    book = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    assert book["nbformat"] == 4
    names: dict[str, Any] = {}
    for cell in book["cells"]:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == []
            exec(compile("".join(cell["source"]), "cell", "exec", dont_inherit=True), names)
    names["kb"].close()
    out = capsys.readouterr().out
    assert "notes:tea.md" in out
    assert "[1] Tea" in out


def test_recipes_are_short() -> None:
    """Issue 15: a retriever in 15 lines, imports and the last line beside them."""
    for heading in PACKAGES:
        code = "\n".join(python_of("python.md", heading)).splitlines()
        body = [line for line in code if line.strip() and not line.startswith(("import", "from"))]
        assert 0 < len(body) <= 15, heading
