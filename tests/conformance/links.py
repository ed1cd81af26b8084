"""Form `links`: Markdown and known documents, and where each link leads (SPEC 2.5, 5)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ra.engine.contract.store import entry
from ra.engine.manifest import TreeSpec
from ra.engine.protocol import Writer
from ra.engine.query import Scope
from ra.engine.records import Batch, Entry
from ra.graph import Graph
from ra.library.links import document_links
from ra.library.records import LinkFound
from ra.links.target import SiteRules
from tests.conformance.cases import Case
from tests.engines.embedded import open_embedded

CATALOG = "links_catalog.json"
FACTS = {"title": "title", "aliases": "aliases", "page_id": "confluence_page_id",
         "space": "confluence_space", "attachments": "attachments"}  # fmt: skip


def check(case: Case) -> str | None:
    """How the links of this case differ from those expected."""
    config = case.record["config"]
    catalog = {one["id"]: one for one in _catalog(config["catalog"], case.folder)}
    trees = sorted({_split(doc_id)[0] for doc_id in (*catalog, config["doc"])})
    with _graph(trees, config["confluence_base"]) as (engine, graph):
        documents = {doc_id: front_matter(known) for doc_id, known in catalog.items()}
        if isinstance(case.input, dict):
            _put(engine, documents)
            found: object = [_step(engine, graph, step) for step in case.input["steps"]]
            expected = case.expected
        else:
            documents[config["doc"]] = documents.get(config["doc"], "") + case.input
            _put(engine, documents)
            links = document_links(graph, trees)
            found = [_link(one) for one in links if one.source_document == config["doc"]]
            expected = [{"fragment": None} | one for one in case.expected["links"]]
    return None if found == expected else f"expected {expected}, got {found}"


def front_matter(known: Mapping[str, Any]) -> str:
    """What a document must say to be the one that a catalog knows."""
    facts = {FACTS[name]: value for name, value in known.items() if name in FACTS}
    lines = [f"{name}: {json.dumps(value)}\n" for name, value in facts.items()]
    return "".join(["---\n", *lines, "---\n"]) if lines else ""


def _catalog(given: Any, folder: Path) -> list[Mapping[str, Any]]:
    """The documents that a case knows: its own, or those of the file beside it."""
    listed: list[Mapping[str, Any]] = given
    return json.loads((folder / CATALOG).read_bytes()) if given == "CAT" else listed


def _split(doc_id: str) -> tuple[str, str]:
    tree, _, path = doc_id.partition(":")
    return tree, path


@contextmanager
def _graph(trees: list[str], base: str) -> Iterator[tuple[Writer, Graph]]:
    with TemporaryDirectory() as folder:
        engine = open_embedded(Path(folder) / "index")
        engine.declare([TreeSpec(name, "default", "english", "") for name in trees])
        try:
            scope = Scope("default", tuple(trees))
            yield engine, Graph(engine, scope, dict.fromkeys(trees, SiteRules(base)))
        finally:
            engine.close()


def _put(engine: Writer, documents: Mapping[str, str]) -> None:
    """Store these documents, all of one tree at once."""
    batches: dict[str, list[Entry]] = {}
    for doc_id, content in documents.items():
        tree, path = _split(doc_id)
        batches.setdefault(tree, []).append(entry(path, content or "x\n", tree=tree))
    for tree, entries in batches.items():
        engine.apply(Batch(tree, put=entries))
    engine.flush()


def _step(engine: Writer, graph: Graph, step: Mapping[str, str]) -> str | None:
    """The target of the only link of the first document that was added, after this step."""
    if "add" in step:
        _put(engine, {step["add"]: step["content"]})
    else:
        tree, path = _split(step["remove"])
        engine.apply(Batch(tree, drop=[path]))
        engine.flush()
    (link,) = document_links(graph, graph.scope.trees)
    return link.target_document


def _link(found: LinkFound) -> dict[str, object]:
    return {
        "url": found.original_url,
        "type": found.link_type,
        "target": found.target_document,
        "fragment": found.fragment,
    }
