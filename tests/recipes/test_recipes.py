"""The recipes of the guide run with the real packages; `make recipes` installs them."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tests.recipes.pages import GUIDES, python_of
from tools.notebooks import run as run_notebook

pytestmark = pytest.mark.recipes
CHUNKING = GUIDES.parent / "notebooks" / "chunking.ipynb"
QUESTION = 'how is "green tea (brewed'


def _run(heading: str) -> dict[str, Any]:
    names: dict[str, Any] = {}
    exec(
        compile("\n".join(python_of("python.md", heading)), heading, "exec", dont_inherit=True),
        names,
    )
    return names


def test_langchain(notes: Path) -> None:
    """A retriever that a chain invokes, also awaited, and a splitter; with our metadata."""
    names = _run("LangChain")
    retriever = names["retriever"]
    found = retriever.invoke(QUESTION)
    assert found[0].id.startswith("notes:tea.md")
    assert found[0].metadata["path"] == "tea.md"
    assert "brewed cool" in found[0].page_content
    assert asyncio.run(retriever.ainvoke(QUESTION)) == found
    assert "brewed cool" in names["chain"].invoke(QUESTION).to_string()
    assert QUESTION in names["chain"].invoke(QUESTION).to_string()
    tea, pot = names["documents"]
    assert pot.page_content == "Tea › Pot\n\nWarm the pot."
    assert names["text"][pot.metadata["start_index"] :].strip() == "Warm the pot."
    told = {name: pot.metadata[name] for name in ("source", "chunk_id", "breadcrumb")}
    assert told == {"source": "tea.md", "chunk_id": "text:tea.md#pot", "breadcrumb": "Tea › Pot"}
    assert tea.metadata["title"] == "Tea"
    plain = type(names["splitter"])(headings=False)
    assert plain.split_text(names["text"]) == ["Green tea is brewed cool.", "Warm the pot."]


def test_llama_index(notes: Path) -> None:
    """A retriever in a query engine, and a node parser in a pipeline: nodes with our metadata."""
    names = _run("LlamaIndex")
    found = names["retriever"].retrieve(QUESTION)
    assert found[0].node.node_id.startswith("notes:tea.md")
    assert found[0].score == max(each.score for each in found) > 0
    assert "brewed cool" in found[0].node.get_content()
    assert asyncio.run(names["retriever"].aretrieve(QUESTION)) == found
    answer = names["engine"].query("how is tea brewed")
    assert answer.source_nodes[0].node.node_id.startswith("notes:tea.md")
    tea, pot = names["nodes"]
    schema = import_module("llama_index.core.schema")
    assert type(pot) is schema.TextNode
    embedded = pot.get_content(schema.MetadataMode.EMBED)
    assert embedded == "file_name: tea.md\nbreadcrumb: Tea › Pot\n\nWarm the pot."
    assert pot.metadata["chunk_id"] == "text:tea.md#pot"
    assert pot.prev_node.node_id == tea.node_id
    assert names["text"][pot.start_char_idx : pot.end_char_idx].strip() == "Warm the pot."
    saved = names["parser"].to_dict()
    assert (saved["class_name"], saved["strategy"]) == ("RaNodeParser", "outline")


def test_haystack(notes: Path) -> None:
    """A retriever in a pipeline, which can be saved and loaded."""
    names = _run("Haystack")
    pipeline = names["pipeline"]
    for one in (pipeline, type(pipeline).loads(pipeline.dumps())):
        done = one.run({"retriever": {"query": QUESTION}, "prompt": {"question": QUESTION}})
        assert "brewed cool" in done["prompt"]["prompt"]
    (best, *_) = names["RaRetriever"]("notes").run(QUESTION, top_k=1)["documents"]
    assert best.id.startswith("notes:tea.md")
    assert best.meta["path"] == "tea.md"
    assert best.score > 0


def test_fastapi(notes: Path) -> None:
    """A route that returns the JSON of a search, and a status for a wrong query."""
    testing = import_module("fastapi.testclient")
    client = testing.TestClient(_run("FastAPI")["app"])
    done = client.get("/search", params={"q": "green tea", "limit": 1})
    assert done.status_code == 200
    assert [each["path"] for each in done.json()["results"]] == ["tea.md"]
    assert client.get("/search", params={"q": '"unclosed'}).status_code == 400


def test_the_notebook_about_chunking(monkeypatch: pytest.MonkeyPatch) -> None:
    """Issue 19: it runs, here on a small set; the results of the visible set are stored in it."""
    stored = json.loads(CHUNKING.read_text(encoding="utf-8"))
    assert "ra leaves" in json.dumps(stored["cells"][-1]["outputs"])
    monkeypatch.setenv("SET", str(Path(__file__).parents[1] / "fixtures" / "evalset"))
    monkeypatch.setenv("EVERY", "1")
    table = "".join(run_notebook(CHUNKING)["cells"][-1]["outputs"][0]["text"])
    assert [line.split("  ")[0] for line in table.splitlines()[1:]] == [
        "LangChain recursive",
        "LlamaIndex sentences",
        "LlamaIndex Markdown",
        "ra outline",
        "ra leaves",
        "ra header_based",
        "ra spec_v1",
    ]


@pytest.mark.parametrize("name", ["langchain", "llama_index", "haystack"])
def test_an_adapter_without_its_framework_says_what_to_install(name: str) -> None:
    """SPEC 15: the exact `pip install` line."""
    package = "llama_index.core" if name == "llama_index" else f"{name}_core"
    package = "haystack" if name == "haystack" else package
    code = f"import sys; sys.modules[{package!r}] = None; import ra.adapters.{name}"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=False
    )
    assert f"pip install 'ra[{name.replace('_', '-')}]'" in done.stderr
