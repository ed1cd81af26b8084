"""The recipes of the guide run with the real packages; `make recipes` installs them."""

from __future__ import annotations

import asyncio
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tests.recipes.pages import python_of

pytestmark = pytest.mark.recipes
QUESTION = 'how is "green tea (brewed'


def _run(heading: str) -> dict[str, Any]:
    names: dict[str, Any] = {}
    exec(
        compile("\n".join(python_of("python.md", heading)), heading, "exec", dont_inherit=True),
        names,
    )
    return names


def test_langchain(notes: Path) -> None:
    """A retriever that a chain invokes, also awaited; its documents have ids and metadata."""
    retriever = _run("LangChain")["retriever"]
    found = retriever.invoke(QUESTION)
    assert found[0].id.startswith("notes:tea.md")
    assert found[0].metadata["path"] == "tea.md"
    assert "brewed cool" in found[0].page_content
    assert asyncio.run(retriever.ainvoke(QUESTION)) == found
    chain = retriever | (lambda documents: [each.id for each in documents])
    assert chain.invoke(QUESTION) == [each.id for each in found]


def test_llama_index(notes: Path) -> None:
    """A retriever whose nodes keep their order and scores."""
    found = _run("LlamaIndex")["retriever"].retrieve(QUESTION)
    assert found[0].node.node_id.startswith("notes:tea.md")
    assert found[0].score == max(each.score for each in found) > 0
    assert "brewed cool" in found[0].node.get_content()


def test_fastapi(notes: Path) -> None:
    """A route that returns the JSON of a search, and a status for a wrong query."""
    testing = import_module("fastapi.testclient")
    client = testing.TestClient(_run("FastAPI")["app"])
    done = client.get("/search", params={"q": "green tea", "limit": 1})
    assert done.status_code == 200
    assert [each["path"] for each in done.json()["results"]] == ["tea.md"]
    assert client.get("/search", params={"q": '"unclosed'}).status_code == 400
