"""SPEC 5: links as a library tells them."""

from __future__ import annotations

from pathlib import Path

import pytest

import ra
from ra.engine.query import Scope
from ra.graph import Graph, neighbors
from tests.spec.projects import HERE, Project

TREE = '[tree.docs]\npath = "docs"\n'
PAGE = "---\ntitle: Run book\nconfluence_page_id: 77\nconfluence_space: OPS\n---\nx\n"


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """Four documents in a chain, and one apart."""
    project = Project(tmp_path / "project")
    project.settings(TREE)
    project.write(
        {
            "docs/a.md": "[b](b.md) [b](b.md) [[c]] [[a]] <https://x.y>\n",
            "docs/b.md": "[c](c.md) [d](d.md#no)\n",
            "docs/c.md": "# C\n\nnothing\n",
            "docs/d.md": "[a](a.md) [e](e.md)\n",
            "docs/z.md": "alone\n",
        }
    )
    return project


def test_two_views_of_one_store(project: Project) -> None:
    """SPEC 5.1, S1 §9: all links, and those resolved to another document."""
    with ra.open(project.folder) as kb:
        kb.index.update()
        every = kb.links.all()
        cross = [link for link in every if link.is_cross_link]
    assert [one.original_url for one in every] == [
        *("b.md", "b.md", "c", "a", "https://x.y"), *("c.md", "d.md#no"), *("a.md", "e.md")
    ]  # fmt: skip
    assert [(one.source_document, one.target_document) for one in cross] == [
        ("docs:a.md", "docs:b.md"),
        ("docs:a.md", "docs:b.md"),
        ("docs:a.md", "docs:c.md"),
        ("docs:b.md", "docs:c.md"),
        ("docs:b.md", "docs:d.md"),
        ("docs:d.md", "docs:a.md"),
    ]
    assert all(one in every for one in cross)


def test_broken_links_and_orphans(project: Project) -> None:
    """SPEC 5.3: no document, or no such section; only z links to z, which does not count."""
    project.write({"docs/z.md": "[[z]]\n"})
    with ra.open(project.folder) as kb:
        kb.index.update()
        broken = [(one.state, one.original_url) for one in kb.links.broken()]
        assert broken == [("no_section", "d.md#no"), ("no_document", "e.md")]
        assert [one.id for one in kb.links.orphans()] == ["docs:z.md"]


def test_neighbors_are_one_link_away(project: Project) -> None:
    """SPEC 8.4: in either direction, more links first, then by id; never those asked about."""
    project.update()
    with ra.open(project.folder) as kb:
        graph = kb._access.work(kb._access.graph)
        assert isinstance(graph, Graph)

        def near(*doc_ids: str, scope: Scope = graph.scope) -> dict[str, int]:
            return neighbors(graph.engine, doc_ids, scope, graph.sites)

        assert near("docs:a.md") == {"docs:b.md": 2, "docs:c.md": 1, "docs:d.md": 1}
        assert list(near("docs:a.md")) == ["docs:b.md", "docs:c.md", "docs:d.md"]
        assert near("docs:a.md", "docs:b.md") == {"docs:c.md": 2, "docs:d.md": 2}
        assert near("docs:z.md") == near() == {}
        assert near("docs:a.md", scope=HERE._replace(tenant="x")) == {}


def test_neighbors_with_more_links_come_first(project: Project) -> None:
    """SPEC 8.4: the ones with more links to the hits first, whatever their ids."""
    project.write({"docs/y.md": "[a](a.md) [c](c.md) [c](c.md)\n"})
    project.update()
    with ra.open(project.folder) as kb:
        graph = kb._access.work(kb._access.graph)
        near = neighbors(graph.engine, ["docs:y.md"], graph.scope, graph.sites)
    assert list(near.items()) == [("docs:c.md", 2), ("docs:a.md", 1)]


def test_a_name_means_the_document_of_its_own_folder(project: Project) -> None:
    """SPEC 5.1: the same link resolves by the folder it stands in, also when many are resolved."""
    project.write({f"docs/{one}/{name}.md": "[[n]]\n" for one in "pq" for name in "mn"})
    with ra.open(project.folder) as kb:
        kb.index.update()
        links = {one.source_document: one.target_document for one in kb.links.all()}
    assert (links["docs:p/m.md"], links["docs:q/m.md"]) == ("docs:p/n.md", "docs:q/n.md")


def test_links_follow_every_change(project: Project) -> None:
    """SPEC 5.1: resolved again when documents come, go or change title, alias or page id."""
    wanted = "[[New]] [p](https://w.example/pages/viewpage.action?pageId=77)\n"
    project.settings(f'{TREE}confluence_base = "https://w.example"\n')
    project.write({"docs/src.md": wanted})

    def targets() -> list[str | None]:
        with ra.open(project.folder) as kb:
            kb.index.update()
            return [one.target_document for one in kb.links.of("docs:src.md").outgoing]

    assert targets() == []
    project.write({"docs/t.md": "# New\n\nx\n"})
    assert targets() == ["docs:t.md"]
    project.write({"docs/t.md": PAGE.replace("Run book", "new")})
    assert targets() == ["docs:t.md", "docs:t.md"]
    project.write({"docs/t.md": PAGE.replace("77", "78")})
    assert targets() == []
    project.write({"docs/sub/new.md": PAGE})
    assert targets() == ["docs:sub/new.md", "docs:sub/new.md"]
    project.remove("docs/sub/new.md")
    assert targets() == []


def test_another_confluence_needs_no_new_index(project: Project) -> None:
    """SPEC 5.2, decision 0013: the type of a link is told when it is read."""
    url = "https://w.example/display/OPS/Run+book"
    project.write({"docs/src.md": f"[x]({url})\n", "docs/t.md": PAGE})
    project.update()
    before = project.versions()
    found = []
    for base in ("", "https://w.example", "https://other.example", "https://W.example/"):
        project.settings(f'{TREE}confluence_base = "{base}"\n')
        assert project.report().rebuilt is False
        with ra.open(project.folder) as kb:
            (link,) = [*kb.links.of("docs:src.md").outgoing]
            found.append((link.link_type, link.target_document))
    ours, other = ("CONFLUENCE_PAGE_LINK", "docs:t.md"), ("EXTERNAL_URL", None)
    assert found == [other, ours, other, ours]
    assert project.versions() == before


@pytest.mark.parametrize("base", ["wiki.example.com", "ftp://x.y", "https://", " "])
def test_a_confluence_has_a_url(project: Project, base: str) -> None:
    """SPEC 1.5: an impossible value is an error that names key and a valid one."""
    project.settings(f'{TREE}confluence_base = "{base}"\n')
    with pytest.raises(ra.ConfigError, match=r"confluence_base.*https://wiki\.example\.com"):
        ra.open(project.folder)


def test_of_two_names_that_differ_in_case_the_one_as_written_is_meant(tmp_path: Path) -> None:
    """SPEC 5.2: case does not count, but between two equal candidates the exact spelling wins."""
    project = Project(tmp_path / "project")
    project.settings(TREE)
    project.write(
        {
            "docs/a/Setup.md": "x\n",
            "docs/b/setup.md": "x\n",
            "docs/start.md": "[[setup]] [[Setup]] [[SETUP]]\n",
        }
    )
    with ra.open(project.folder) as kb:
        kb.index.update()
        found = [one.target_document for one in kb.links.all()]
    assert found == ["docs:b/setup.md", "docs:a/Setup.md", "docs:a/Setup.md"]
