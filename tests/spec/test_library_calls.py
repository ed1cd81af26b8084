"""What a program asks of the Python API: filters, citations, neighbors, chunks of a text."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

import ra
from ra.text import counter

GREEN = """\
---
tags: [tea, drink/hot]
status: draft
rating: 7
due: 2024-05-02
date: 2024-05-02
---
# Green tea

Green tea is brewed at 70 degrees. See [the pot](../pot.md).

## Water

Soft water makes a better green tea.
"""
POT = "---\ntags: pot\nstatus: done\ndate: 2020-01-01\n---\n# Pot\n\nWarm the pot for green tea.\n"
SENTENCE = "how do I warm the water for a good green tea"


@pytest.fixture
def kb(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ra.Library]:
    """The library of a folder with two notes."""
    folder = tmp_path / "home" / "notes"
    (folder / "tea").mkdir(parents=True)
    (folder / "tea" / "green.md").write_text(GREEN, encoding="utf-8")
    (folder / "pot.md").write_text(POT, encoding="utf-8")
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(folder.parent))
    for name in ("XDG_CACHE_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    with ra.open(folder) as library:
        yield library


def _documents(report: ra.Report) -> set[str]:
    return {result.path for result in report}


FILTERS: list[tuple[dict[str, Any], set[str]]] = [
    ({"tags": "tea"}, {"tea/green.md"}),
    ({"tags": ["#Tea", "drink"]}, {"tea/green.md"}),
    ({"tags": ["tea", "pot"]}, set()),
    ({"tags": "te"}, set()),
    ({"path": "tea"}, {"tea/green.md"}),
    ({"path": "te"}, set()),
    ({"path": "./tea/"}, {"tea/green.md"}),
    ({"path": "tea/*.md"}, {"tea/green.md"}),
    ({"path": "*/*.txt"}, set()),
    ({"path": ["pot.md", "tea"]}, {"pot.md", "tea/green.md"}),
    ({"path": "**/G*.md"}, {"tea/green.md"}),
    ({"after": "2024-05"}, {"tea/green.md"}),
    ({"before": date(2024, 5, 2)}, {"pot.md"}),
    ({"properties": {"status": "draft"}}, {"tea/green.md"}),
    ({"properties": {"Status": ["draft", "done"]}}, {"pot.md", "tea/green.md"}),
    ({"properties": {"rating": ">6"}}, {"tea/green.md"}),
    ({"properties": {"rating": 7, "due": date(2024, 5, 2)}}, {"tea/green.md"}),
    ({"properties": {"rating": 8}}, set()),
    ({"properties": {"rating": None}}, {"pot.md"}),
    ({"tags": "tea", "properties": {"status": "done"}}, set()),
]


def test_a_filter_restricts_the_documents(kb: ra.Library) -> None:
    """Issue 15: `filter=` by tags, path, dates and properties, for any kind of query."""
    wrong = []
    for given, expected in FILTERS:
        for query in ("green tea", SENTENCE, "warm OR water", "", None):
            found = _documents(kb.search(query, filter=given, aggregates=False))
            if query in ("", None) and found != expected:
                wrong.append((given, query, found))
            if not found <= expected or (expected and not found):
                wrong.append((given, query, found))
    assert wrong == []


def test_a_filter_changes_neither_score_nor_kind_of_query(kb: ra.Library) -> None:
    """A sentence stays a sentence: its words do not become required by a filter."""
    for query in (SENTENCE, "green tea", "water", '"green tea" water pot'):
        whole = {one.id: one.score for one in kb.search(query, aggregates=False)}
        some = kb.search(query, filter=ra.Filter(tags="tea"), aggregates=False)
        expected = {id for id in whole if id.startswith("notes:tea/")}
        assert {one.id for one in some} >= expected
        for one in some:
            assert one.score == pytest.approx(whole.get(one.id, one.score))


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"tag": "tea"}, "did you mean 'tags'"),
        ({"tags": 3}, "'tags' must be"),
        ({"path": ["", "tea"]}, "'path' must be"),
        ({"after": "soon"}, "'after' must be a date"),
        ({"properties": "status"}, "'properties' must map"),
        ({"properties": {"status": []}}, "has no values"),
        ("tags:tea", "must be a Filter or a mapping"),
    ],
)
def test_a_wrong_filter_is_an_error(kb: ra.Library, given: Any, message: str) -> None:
    """The error names the field and what it takes."""
    with pytest.raises(ra.UsageError, match=message):
        kb.search("tea", filter=given)


def test_results_as_a_text_with_citations(kb: ra.Library) -> None:
    """Issue 15: `report.context(max_tokens=…)` numbers the passages and names their places."""
    report = kb.search("green tea")
    whole = report.context(max_tokens=0)
    assert [each.id for each in whole.citations] == [result.id for result in report]
    assert f"{whole}" == whole.text
    for number, (each, result) in enumerate(zip(whole.citations, report, strict=True), start=1):
        assert (each.number, each.cut) == (number, False)
        assert (each.line_start, each.line_end) == (result.line_start, result.line_end)
        head = f"[{number}] {' › '.join(result.breadcrumb)} ({result.id})\n{result.text.strip()}"
        assert head in whole.text
    assert json.loads(json.dumps(whole.to_dict()))["citations"][0]["id"] == report[0].id
    assert repr(whole) == f"<CitedText {len(report)} citations, {whole.tokens} tokens>"


def test_a_filter_is_no_operator(kb: ra.Library) -> None:
    """What a query is, a lookup or a sentence, is decided without its filter."""
    for query in (SENTENCE, "green brewed", "brewed degrees soft"):
        whole = kb.search(query, aggregates=False)
        some = kb.search(query, filter={"path": ["tea", "pot.md"]}, aggregates=False)
        assert [(one.id, one.missing) for one in some] == [(one.id, one.missing) for one in whole]
        assert (some.partial, some.verdict) == (whole.partial, whole.verdict)
        assert [leg.facts.is_sentence for leg in some.trace.legs] == [
            leg.facts.is_sentence for leg in whole.trace.legs
        ]


def test_the_gaps_between_passages_count(tmp_path: Path) -> None:
    """White space between passages has tokens too: the text keeps to its budget with them."""
    names = ("one", "two", "three", "four", "five", "six")
    body = "".join(f"## {name}\n\ngreen tea {name}\n\n" for name in names)
    (tmp_path / "tea.md").write_text(f"# Tea\n\n{body}", encoding="utf-8")
    with ra.open(tmp_path) as library:
        report = library.search("green tea", aggregates=False)
    assert len(report) > 3
    for limit in range(90, 130):
        assert counter.count(report.context(max_tokens=limit).text) <= limit


def test_a_note_without_text_is_not_cited(tmp_path: Path) -> None:
    """Issue 15: a citation has something to cite; the numbers have no gap."""
    notes = {"Owl.md": "---\nlegs: 2\n---\n", "a.md": "owl one", "b.md": "an owl and two"}
    for name, text in notes.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    with ra.open(tmp_path) as kb:
        report = kb.search("owl")
        cited = report.context(max_tokens=0)
    assert len(report) == 3
    assert [each.number for each in cited.citations] == [1, 2]
    assert all(each.text for each in cited.citations)


def test_citations_keep_to_their_budget(kb: ra.Library) -> None:
    """The text never has more tokens than allowed; what is left out is counted."""
    report = kb.search("green tea", aggregates=False)
    whole = report.context(max_tokens=0)
    for limit in range(1, whole.tokens + 2):
        some = report.context(max_tokens=limit)
        assert counter.count(some.text) == some.tokens <= limit
        assert len(some.citations) + some.left_out == len(report)
        assert all(not each.cut for each in some.citations[:-1])
    assert some == whole
    assert report.context(max_tokens=1).citations == ()
    assert kb.search("absent-word").context().text == ""
    with pytest.raises(ra.UsageError, match="max_tokens"):
        report.context(max_tokens=-1)


def test_neighbors_are_one_link_away(kb: ra.Library) -> None:
    """Issue 15: `neighbors(id)`, in either direction, by id or by name."""
    (pot,) = kb.neighbors("notes:tea/green.md")
    assert (pot.id, pot.title, pot.links) == ("notes:pot.md", "Pot", 1)
    assert [each.id for each in kb.neighbors("Pot")] == ["notes:tea/green.md"]
    with pytest.raises(ra.NotFound):
        kb.neighbors("nope")


def test_asearch_is_search(kb: ra.Library) -> None:
    """Issue 15: the same report, awaited."""

    async def both() -> tuple[ra.Report, ra.Report]:
        return await asyncio.gather(
            kb.asearch("water", limit=1), kb.asearch("tea", filter={"tags": "pot"})
        )

    first, second = asyncio.run(both())
    assert list(first) == list(kb.search("water", limit=1))
    assert list(second) == list(kb.search("tea", filter={"tags": "pot"}))
    assert list(second)


def test_a_closed_library_says_so(kb: ra.Library) -> None:
    """Findings §5: after `close()` a library does not go on working; `release` lets it."""
    other = kb.for_tenant("default")
    kb.release()
    assert kb.search("water")
    kb.close()
    for use in (lambda: kb.search("water"), lambda: kb.get("pot"), other.index.documents):
        with pytest.raises(ra.UsageError, match="closed; open it again"):
            use()
    kb.close()


def test_a_block_has_its_lines(kb: ra.Library, tmp_path: Path) -> None:
    """SPEC 2.5: the place of a block is the lines of that block, not of its document."""
    note = tmp_path / "home" / "notes" / "block.md"
    note.write_text("# A\n\nFirst.\n\nSecond line\nof a block. ^here\n", encoding="utf-8")
    got = kb.get("block#^here")
    assert (got.lines, got.text.splitlines()[0]) == ((5, 6), "Second line")


def test_text_of_what_is_not_there_is_an_error(kb: ra.Library) -> None:
    """Findings §5: `text("nope")` is no empty text, and a path works as in `get`."""
    assert kb.index.text("notes:pot.md") == POT == kb.index.text("pot.md")
    assert kb.index.text("notes:tea/green.md#water").startswith("## Water\n")
    with pytest.raises(ra.NotFound, match="nope"):
        kb.index.text("nope")


@pytest.mark.parametrize("strategy", ["outline", "leaves", "header_based", "spec_v1", "none"])
def test_chunks_of_a_text(strategy: Any) -> None:
    """Any program can use the strategies: no folder, no index, no front matter in the text."""
    found = ra.chunk(GREEN, strategy=strategy, path="a/b.md", tree="t")
    assert found
    for chunk in found:
        assert chunk.id.startswith("t:a/b.md")
        assert chunk.body.strip()
        assert "rating" not in chunk.text
        assert chunk.token_count == counter.count(chunk.text)
        assert json.loads(json.dumps(chunk.to_dict()))["body"] == chunk.body
        assert len(repr(chunk)) < 80
    assert "Soft water" in "".join(chunk.text for chunk in found)


def test_chunks_of_a_text_take_settings() -> None:
    """Keys of `[chunking]`; a wrong one is an error that names the right one."""
    text = "# A\n\n" + "One sentence of some words. " * 40
    sizes: dict[str, Any] = {"max_leaf_chars": 200, "min_document_chars": 0}
    assert len(ra.chunk(text, strategy="leaves", **sizes)) > 3
    assert ra.chunk(" \n") == []
    assert [chunk.title for chunk in ra.chunk("# No\n", parser="text")] == ["text"]
    with pytest.raises(ra.ConfigError, match="did you mean 'max_leaf_chars'"):
        ra.chunk(text, max_leaf=200)
    with pytest.raises(ra.ConfigError, match=r"chunking\.max_leaf_chars"):
        ra.chunk(text, max_leaf_chars=0)
    with pytest.raises(ra.ConfigError, match="did you mean 'leaves'"):
        ra.chunk(text, strategy="leaf")  # type: ignore[arg-type]


def test_reprs_are_short(kb: ra.Library) -> None:
    """Findings §5: a repr names a value and does not print its text."""
    report = kb.search("green tea", aggregates=False)
    got = kb.get("notes:tea/green.md")
    chunk = next(kb.index.chunks())
    shown = [kb, report, *report, report[0].match, got, got.document, chunk, *kb.neighbors("pot")]
    assert [len(repr(each)) for each in shown if len(repr(each)) > 120] == []


def test_embedding_builds_a_missing_index_or_says_so(kb: ra.Library, tmp_path: Path) -> None:
    """Issue 16: it is the first call of a program, and nothing has been indexed."""
    folder = tmp_path / "new"
    folder.mkdir()
    (folder / "a.md").write_text("# Tea\n\nGreen leaves.\n", encoding="utf-8")
    with ra.open(folder, update="never") as unbuilt, pytest.raises(ra.IndexMissing):
        unbuilt.index.embed()
    with ra.open(folder, update="missing") as first:
        (report,) = first.index.embed()
    assert report.embedded == 2
