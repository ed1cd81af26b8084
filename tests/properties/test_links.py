"""Tests that links resolve alike however documents were added, removed and changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from ra.engine.contract.store import entry
from ra.engine.manifest import TreeSpec
from ra.engine.protocol import Engine
from ra.engine.query import Scope
from ra.engine.records import Batch
from ra.graph import Graph, neighbors, orphans
from ra.library.links import document_links, links_of
from ra.library.records import LinkFound
from ra.links.keys import NamedDocument, document_keys, link_keys, named_document
from ra.links.resolve import resolve
from ra.links.target import SiteRules, target_of
from ra.model import Link
from tests.engines.embedded import open_embedded
from tests.robustness.marks import drawn

BASE = "https://wiki.example.com"
TREES = ("a", "b")
SCOPE = Scope("default", TREES)
# Few names, so that they clash; each may be a folder, a file, a title, an alias or a page.
NAMES = ("x", "X", "y", "index", "README", "x.html", "a b", "é", "e\u0301", "7", "x/y", "q?")
FOLDERS = ("", "x/", "y/", "x/y/", "X/")
FILES = tuple(f"{folder}{name}{suffix}" for folder in FOLDERS for name, suffix in
              (("x", ".md"), ("y", ".markdown"), ("index", ".md"), ("README", ".md"), ("é", ".md"),
               ("x.html", ".md"), ("a b", ".txt")))  # fmt: skip

names = st.sampled_from(NAMES)
targets = st.builds(
    "".join,
    st.lists(st.sampled_from(["../", "./", "/", "x/", "y/", "%78/", "X/"]), max_size=3).flatmap(
        lambda parts: st.tuples(*map(st.just, parts), names, st.sampled_from(["", ".md", "/"]))
    ),
)
urls = targets | st.sampled_from(
    [
        f"{BASE}/pages/viewpage.action?pageId=7",
        f"{BASE}/display/S/x",
        f"{BASE}/spaces/S/pages/8/X",
        f"{BASE}/x/Bw",
        "/display/S/a+b",
        "attachment:x.pdf",
        "page:S/x",
        "page:/a b",
        "https://elsewhere.example/display/S/x",
        "//x",
        "mailto:x",
    ]
)
links = st.builds(
    lambda url, syntax, embed: Link(url, None, syntax, embed, 0, 0),
    urls,
    st.sampled_from(["inline", "wikilink"]),
    st.booleans(),
)
fields = st.fixed_dictionaries(
    {},
    optional={
        "confluence_page_id": st.sampled_from(["7", 7, 8, "x", None]),
        "confluence_space": st.sampled_from(["S", "s", "T"]),
        "attachments": st.just(["x.pdf"]),
    },
)
documents = st.lists(
    st.builds(named_document, st.sampled_from(TREES), st.sampled_from(FILES), names,
              st.lists(names, max_size=2).map(tuple), fields),
    min_size=1, max_size=12, unique_by=lambda one: one.id,
)  # fmt: skip
bases = st.sampled_from([BASE, None, "https://elsewhere.example", f"{BASE}/wiki"])


@given(documents, links, bases, st.randoms())
def test_the_order_of_candidates_is_of_no_account(
    there: list[NamedDocument], link: Link, base: str | None, random: st.DataObject
) -> None:
    """SPEC 5.1: resolution does not depend on the order in which documents came."""
    source = there[0]
    target = target_of(link, source.path, base)
    shuffled = list(there)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert resolve(target, source, there, embed=False) == resolve(
        target, source, shuffled, embed=False
    )


@drawn(12)
@given(documents, links, bases)
def test_keys_lose_no_candidate(there: list[NamedDocument], link: Link, base: str | None) -> None:
    """Decision 0013: who is found by keys is all that matters, whatever our Confluence is."""
    source = there[0]
    target = target_of(link, source.path, base)
    keys = link_keys(link, source.path)
    found = [one for one in there if not keys.isdisjoint(document_keys(one))]
    assert resolve(target, source, found, embed=False) == resolve(
        target, source, there, embed=False
    )


@given(documents, links, bases)
def test_a_target_is_there_or_a_reason_is(
    there: list[NamedDocument], link: Link, base: str | None
) -> None:
    """Every unresolved link is explained; a target is one of the documents."""
    source = there[0]
    outcome = resolve(target_of(link, source.path, base), source, there, embed=link.embed)
    ids = {one.id for one in there}
    if outcome.state == "document":
        assert outcome.target in ids
        assert outcome.how
    else:
        assert outcome.target is None
        assert bool(outcome.why) == (outcome.state != "external")


steps = st.tuples(
    st.sampled_from(["put", "put", "put", "drop", "rename"]),
    st.sampled_from(TREES),
    st.sampled_from(FILES),
    st.sampled_from(FILES),
    names,
    st.lists(urls | names.map(lambda name: f"[[{name}]]"), max_size=3),
)
Files = dict[tuple[str, str], str]


def _content(title: str, written: Sequence[str], number: int) -> str:
    page = f"confluence_page_id: {number % 3 + 6}\nconfluence_space: S\n" if number % 2 else ""
    body = " ".join(one if one.startswith("[[") else f"[l](<{one}>)" for one in written)
    return f"---\ntitle: '{title}'\n{page}---\n{body or 'nothing'}\n\n# {title}\n\ntext\n"


def _applied(files: Files, step: tuple[str, str, str, str, str, list[str]], number: int) -> Files:
    kind, tree, path, other, title, written = step
    after = dict(files)
    old = after.pop((tree, path), None)
    if kind == "put":
        after[tree, path] = _content(title, written, number)
    elif kind == "rename" and old is not None:
        after[tree, other] = old
    return after


def _bring(engine: Engine, before: Files, after: Files) -> None:
    for tree in TREES:
        gone = [path for name, path in before if name == tree and (tree, path) not in after]
        new = [
            entry(path, text, tree=tree)
            for (name, path), text in after.items()
            if name == tree and before.get((tree, path)) != text
        ]
        engine.apply(Batch(tree, put=new, drop=gone))
    engine.flush()


def _said(engine: Engine) -> Mapping[str, object]:
    """All that links tell, by each of the ways to ask."""
    bases = dict.fromkeys(TREES, SiteRules(BASE))
    graph = Graph(engine, SCOPE, bases)
    every = document_links(graph, TREES)
    records = engine.documents(SCOPE)
    return {
        "links": every,
        "incoming": {one.id: links_of(graph, one).incoming for one in records},
        "neighbors": {one.id: neighbors(engine, [one.id], SCOPE, bases) for one in records},
        "orphans": [one.id for one in orphans(graph, TREES)],
    }


def _opened(folder: Path) -> Engine:
    engine = open_embedded(folder)
    engine.declare([TreeSpec(name, "default", "english", "") for name in TREES])
    return engine


@settings(max_examples=25)
@given(st.lists(steps, min_size=1, max_size=8))
def test_any_history_leads_where_a_fresh_index_leads(
    history: list[tuple[str, str, str, str, str, list[str]]],
) -> None:
    """SPEC 5.1: whatever came, went, was renamed or got another title or page id."""
    with TemporaryDirectory() as folder:
        places = (Path(folder) / str(number) for number in count())
        grown, files = _opened(next(places)), Files()
        try:
            for number, step in enumerate(history):
                after = _applied(files, step, number)
                _bring(grown, files, after)
                files = after
            fresh = _opened(next(places))
            try:
                _bring(fresh, {}, files)
                assert _said(grown) == _said(fresh)
                _agrees(_said(grown))
                assert grown.check() == []
            finally:
                fresh.close()
        finally:
            grown.close()


def _agrees(said: Mapping[str, object]) -> None:
    """What leads to a document is just what leaves the others for it."""
    every: list[LinkFound] = said["links"]  # type: ignore[assignment]
    incoming: dict[str, tuple[LinkFound, ...]] = said["incoming"]  # type: ignore[assignment]
    orphaned: list[str] = said["orphans"]  # type: ignore[assignment]
    for doc_id, found in incoming.items():
        expected = [one for one in every if one.target_document == doc_id and one.is_cross_link]
        assert list(found) == expected
        assert (doc_id in orphaned) == (not expected)
