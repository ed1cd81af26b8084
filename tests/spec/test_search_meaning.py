"""Tests of searching by meaning: modes, conditions that bind, and missing models (SPEC 8)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from ra.config.choices import Mode
from ra.errors import ConfigError
from tests.unit.embed.folders import make_model
from tests.worlds import RAW, World, world

DOCS = {
    "tea.md": "# Tea\n\ntea and tea\n",
    "green.md": "---\ntags: [plant]\n---\n# Green\n\ngreen green\n",
    "coffee.md": "# Coffee\n\ncoffee black\n",
    "both.md": "# Both\n\ncoffee, tea\n",
    "far/away.md": "# Away\n\n[green](../green.md)\n",
}
MODES = ("semantic", "hybrid")


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """Documents whose words have vectors: `tea` and `green` are near, `coffee` is far."""
    folder = tmp_path_factory.mktemp("meaning")
    with made(folder) as built:
        built.library.index.embed()
        yield built


def made(folder: Path) -> AbstractContextManager[World]:
    """A library whose model is in a folder beside it; settings of a user are trusted."""
    make_model(folder / "model")
    (folder / "home").mkdir()
    text = f'[embed]\nfolder = "{folder / "model"}"\n'
    (folder / "home" / ".ra.toml").write_text(text, encoding="utf-8")
    return world(folder, {"docs": DOCS})


def names(found: World, query: str, mode: str, **changes: object) -> list[str]:
    """The files that are found, best first."""
    params = found.params(**{**RAW, "mode": mode, "recency_bias": 0.0, **changes})
    report = found.library.search(query, params=params, aggregates=False)
    return list(dict.fromkeys(result.path.removesuffix(".md") for result in report))


@pytest.mark.parametrize("mode", MODES)
def test_meaning_finds_what_words_do_not(here: World, mode: str) -> None:
    """SPEC 8.3: a section without the word of the query is found by its vector."""
    assert names(here, "tea", "keyword") == ["tea", "both"]
    assert names(here, "tea", mode)[0] == "tea"
    assert "green" in names(here, "tea", mode)


@pytest.mark.parametrize("mode", ("keyword", *MODES))
@pytest.mark.parametrize(
    ("query", "allowed"),
    [
        ("tea -coffee", {"tea", "green", "far/away"}),
        ('tea "coffee black"', {"coffee"}),
        ("tea path:far/", {"far/away"}),
        ("tea tags:plant", {"green"}),
        ("tea title:coffee", {"coffee"}),
        ("tea after:2999-01-01", set()),
    ],
)
def test_conditions_bind_in_every_mode(
    here: World, mode: str, query: str, allowed: set[str]
) -> None:
    """SPEC 8: negations, filters, phrases and fields bind; bare words only in keyword mode."""
    found = set(names(here, query, mode))
    assert found <= allowed
    if mode != "keyword":
        assert found == allowed


def test_a_filter_alone_lists_documents_in_every_mode(here: World) -> None:
    """SPEC 8: a query without words has no meaning to compare."""
    lists = {mode: names(here, "tags:plant", mode) for mode in ("keyword", *MODES)}
    assert lists["keyword"] == lists["semantic"] == lists["hybrid"] == ["green"]


def test_explain_names_legs_ranks_and_weights(here: World) -> None:
    """SPEC 8.10: each result says which legs found it."""
    report = here.library.search("tea", mode="hybrid")
    stages = [stage.facts for stage in report.trace.retrieved.stages()]
    assert [stage["leg"] for stage in stages] == ["keyword", "semantic"]  # type: ignore[index]
    first = report.trace.localized.candidates[0]
    assert [leg for leg, _, _ in first.legs] == ["keyword", "semantic"]


def test_scores_can_be_added_by_rank(here: World) -> None:
    """SPEC 8.5: `rrf` adds 1 / (60 + rank) of each leg."""
    params = here.params(mode="hybrid", fusion="rrf", recency_bias=0.0, local_boost=1.0, **RAW)
    report = here.library.search("tea", params=params, aggregates=False)
    ranks = {
        "tea.md": (2, 1),  # by words behind the section that repeats its title, by meaning all tea
        "tea.md#tea": (1, 2),
        "both.md#both": (3, 4),
        "green.md#green": (3,),  # from here on by meaning alone
        "far/away.md#away": (5,),
        "coffee.md#coffee": (6,),
    }
    assert {each.match.chunk.id.removeprefix("docs:"): each.score for each in report} == {
        name: pytest.approx(sum(1 / (60 + rank) for rank in each)) for name, each in ranks.items()
    }


def test_a_guess_of_the_answer_is_embedded(here: World) -> None:
    """Issue 16: `like_answer` replaces the meaning of the query, not its conditions."""
    params = here.params(mode="semantic", **RAW)
    found = here.library.search("tea", params=params, like_answer="coffee")
    assert found[0].path == "coffee.md"
    found = here.library.search("tea -coffee", params=params, like_answer="coffee")
    assert "coffee.md" not in {result.path for result in found}


def test_the_mode_is_one_of_three(here: World) -> None:
    """SPEC 8: an unknown mode is an error that names it."""
    with pytest.raises(ConfigError, match="telepathy"):
        here.library.search("tea", mode="telepathy")  # type: ignore[arg-type]


def test_links_add_a_document(here: World) -> None:
    """SPEC 8.4: the best section of a document one link away that nothing else found."""
    few = {"candidate_limit": 1, "semantic_candidates": 1, "relevance_floor": 0.0}
    changes = {"mode": "hybrid", **few, "graph_weight": 0.5}
    report = here.library.search("green", params=here.params(**changes))
    (leg,) = report.trace.retrieved.graph
    assert [hit.chunk_id for hit in leg.hits] == ["docs:far/away.md#away"]
    assert "far/away.md" in {result.path for result in report}
    off = here.params(**{**changes, "graph_weight": 0.0})
    assert not here.library.search("green", params=off).trace.retrieved.graph


@pytest.mark.parametrize("mode", MODES)
def test_without_embeddings_words_are_searched(tmp_path: Path, mode: Mode) -> None:
    """Issue 16: the same results as in keyword mode, and one line that says so."""
    with made(tmp_path) as here:
        by_words = here.library.search("tea")
        report = here.library.search("tea", mode=mode)
        assert report.notes == ("no embeddings yet, run `ra embed`; searched by keywords instead",)
        assert [result.id for result in report] == [result.id for result in by_words]
        assert report.verdict == by_words.verdict


def test_some_sections_without_vectors(tmp_path: Path) -> None:
    """Issue 16: search works while embedding goes on, and says how much is embedded."""
    with made(tmp_path) as here:
        here.library.index.embed()
        (tmp_path / "docs" / "new.md").write_text("# New\n\ntea tea tea\n", encoding="utf-8")
        here.library.index.update()
        report = here.library.search("tea", mode="hybrid")
        assert "83 % of docs is embedded" in report.notes[0]
        assert "new.md" in {result.path for result in report}


def test_the_excerpt_is_the_closest_passage(tmp_path: Path) -> None:
    """Issue 16: of a section without a word of the query, the passage with the nearest vector."""
    filler = "\n\n".join(["coffee " * 60] * 3)
    with made(tmp_path) as here:
        page = f"# Long\n\n{filler}\n\ngreen leaves are green\n\n{filler}\n"
        (tmp_path / "docs" / "long.md").write_text(page, encoding="utf-8")
        here.library.index.update()
        here.library.index.embed()
        report = here.library.search("tea path:long", mode="semantic")
        match = report[0].match
        assert match.passage is not None
        assert match.chunk.body[match.passage :].startswith("green leaves")
        assert "green leaves" in report[0].snippet
        assert match.lines.line == 9


@pytest.mark.parametrize("mode", MODES)
def test_verdict_by_an_unknown_model_is_that_of_words(here: World, mode: Mode) -> None:
    """SPEC 8.10: thresholds belong to a model; without any, words decide."""
    assert here.library.search("tea", mode=mode).verdict.cosine is None


def test_a_linked_document_that_words_found_is_not_found_again(tmp_path: Path) -> None:
    """SPEC 8.4: links add documents that no other leg found, and raise none."""
    (tmp_path / "home").mkdir()
    make_model(tmp_path / "model")
    own = f'[embed]\nfolder = "{tmp_path / "model"}"\n'
    (tmp_path / "home" / ".ra.toml").write_text(own, encoding="utf-8")
    text = "# Tea\n\ntea tea tea [worst](worst.md), [far](far.md)\n"
    docs = {f"{at}.md": text for at in range(12)}
    docs["worst.md"] = f"# Worst\n\ntea {'coffee ' * 20}\n"
    docs["far.md"] = "# Far\n\ncoffee black\n"
    with world(tmp_path, {"docs": docs}) as here:
        here.library.index.embed()
        params = here.params(mode="hybrid", graph_weight=0.5, candidate_limit=13, **RAW)
        report = here.library.search("tea", params=params, aggregates=False)
        legs = {
            one.chunk_id: [name for name, *_ in one.legs]
            for one in report.trace.localized.candidates
        }
    assert [one for one, names in legs.items() if "graph" in names] == ["docs:far.md"]
    assert "docs:worst.md#worst" in legs


def test_a_phrase_in_a_sentence_is_preferred_in_hybrid_mode(here: World) -> None:
    """SPEC 8.1: what has the phrase comes first; a phrase that no text has leaves the others."""
    asked = 'which of these drinks was the "{}", and was it with sugar or with tea'
    found = names(here, asked.format("coffee black"), "hybrid")
    assert found[0] == "coffee"
    assert {"tea", "both"} <= set(found)
    assert {"tea", "both"} <= set(names(here, asked.format("black coffee"), "hybrid"))
    assert names(here, asked.format("coffee black"), "semantic") == ["coffee"]


def test_meaning_counts_more_the_less_the_words_find(here: World) -> None:
    """Decision 0029: the best hit has all words, one of two, or less than one of several."""
    weights = []
    for query in ("tea", "tea sugar", "tea sugar spoon saucer", "sugar spoon saucer"):
        (leg,) = here.library.search(query, mode="hybrid").trace.retrieved.semantic
        weights.append(leg.weight)
    assert weights == sorted(weights)
    assert weights[0] < weights[1] < weights[3]


def test_a_tree_without_the_words_does_not_win_by_that(tmp_path: Path) -> None:
    """Decision 0029: meaning counts as much in each tree as where words find most."""
    make_model(tmp_path / "model")
    (tmp_path / "home").mkdir()
    text = f'[embed]\nfolder = "{tmp_path / "model"}"\nweight = 0.42\n'
    (tmp_path / "home" / ".ra.toml").write_text(text, encoding="utf-8")
    trees = {"one": {"tea.md": "# Tea\n\ntea\n"}, "two": {"green.md": "# Green\n\ngreen\n"}}
    with world(tmp_path, trees) as both:
        both.library.index.embed()
        found = names(both, "tea sugar spoon", "hybrid", local_boost=1.0)
    assert found == ["tea", "green"]
