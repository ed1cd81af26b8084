"""Tests that everything is embedded once, whatever happens in between."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest

from ra.config.embed_keys import DEFAULT_EMBED
from ra.config.schema import DEFAULT_CHUNKING, INCLUDE, Tree
from ra.embed.models import Models
from ra.embed.protocol import Card, Embedder, whole
from ra.engine.protocol import Engine
from ra.engine.query import Scope, TermQuery
from ra.errors import ModelUnavailable
from ra.ingest import UpdateJob, update
from ra.ingest.embedding import BATCH, EmbedReport, embed
from tests.engines.embedded import open_embedded

HERE = Scope("default", ("docs",))


class Counting:
    """A model that remembers what it was given; it may stop after some calls."""

    def __init__(self, name: str = "m", calls: int | None = None) -> None:
        self.card = Card(name, 4, 2048, None, None)
        self.texts: list[str] = []
        self._left = calls

    def embed(self, texts: Sequence[str]) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
        """A vector for each text."""
        if self._left == 0:
            raise KeyboardInterrupt
        self._left = None if self._left is None else self._left - 1
        self.texts += texts
        rows = np.array([[len(text), 1, 2, 3] for text in texts], np.float32)
        vectors: np.ndarray[tuple[int, int], np.dtype[np.float32]] = rows / np.linalg.norm(
            rows, axis=1, keepdims=True
        )
        return vectors

    def embed_passages(
        self, texts: Sequence[str]
    ) -> list[np.ndarray[tuple[int, int], np.dtype[np.float32]]]:
        """The same; a text has no passages."""
        return whole(self.embed(texts))

    def embed_query(self, text: str) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
        """The same for a query."""
        return self.embed([text])


class Chosen(Models):
    """Settings that choose a model of the test, for English."""

    def __init__(self, model: Embedder | None) -> None:
        super().__init__(DEFAULT_EMBED._replace(folder="/m", languages=("english",)))
        self._model = model

    def load(self, choice: str) -> Embedder:
        """The model; without one, it is not there."""
        if self._model is None:
            raise ModelUnavailable(f"{choice}: there is none")
        return self._model


class World:
    """A folder of documents with its index."""

    def __init__(self, root: Path) -> None:
        self.root = root / "docs"
        self.root.mkdir()
        self.engine: Engine = open_embedded(root / "index")
        self.tree = Tree(
            "docs", self.root, True, INCLUDE, (), "default", "english", True, 10**6,
            DEFAULT_CHUNKING, (),
        )  # fmt: skip

    def write(self, path: str, text: str) -> None:
        """Write a file and update the index."""
        (self.root / path).parent.mkdir(exist_ok=True)
        (self.root / path).write_text(text, encoding="utf-8")
        self.update()

    def update(self) -> None:
        """Bring the keyword index up to date."""
        job = UpdateJob(False, True, lambda: 2**62, print, None)
        assert update(self.engine, [self.tree], [self.tree], job) is not None

    def embed(self, model: Embedder | None) -> EmbedReport:
        """Embed what is missing."""
        return embed(self.engine, self.tree, Chosen(model))

    def left(self) -> int:
        """How many chunks have no vectors."""
        done, total = self.engine.vectors().coverage(HERE)["docs"]
        return total - done


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """A folder of documents with its index."""
    world = World(tmp_path)
    yield world
    world.engine.close()


def _long(sections: int) -> str:
    return "".join(f"# Part {number}\n\ntext {number}\n\n" for number in range(sections))


def test_every_section_is_embedded_with_its_breadcrumb(world: World) -> None:
    """SPEC 8.3: breadcrumb and body; a second run finds nothing to do."""
    world.write("a.md", "# Tea\n\nGreen.\n\n## Pot\n\nClay.\n")
    model = Counting()
    report = world.embed(model)
    assert set(model.texts) == {"Tea\n", "Tea > Pot\nClay.", "Tea\nGreen."}
    assert (report.embedded, report.reused, world.left()) == (3, 0, 0)
    assert world.embed(again := Counting()) == EmbedReport("docs")
    assert again.texts == []


@pytest.mark.parametrize("calls", [0, 1, 2, 3, 4])
def test_a_killed_run_does_no_batch_twice(world: World, calls: int) -> None:
    """SPEC 6.5: what was embedded is kept, also of a document that is not complete."""
    world.write("long.md", _long(3 * BATCH))
    for number in range(BATCH):
        (world.root / f"{number:02}.md").write_text(f"# Small {number}\n\nx\n", encoding="utf-8")
    world.update()
    first, second = Counting(calls=calls), Counting()
    with pytest.raises(KeyboardInterrupt):
        world.embed(first)
    done = len(first.texts)
    world.engine.close()
    world.engine = open_embedded(world.root.parent / "index")
    assert world.engine.lexical(TermQuery("body", "text"), 9, HERE)
    report = world.embed(second)
    assert report.problem is None
    assert world.left() == 0
    assert set(first.texts).isdisjoint(second.texts)
    assert len(second.texts) == len(set(second.texts))
    assert done + len(second.texts) == world.engine.chunk_count(HERE)


def test_a_renamed_heading_embeds_the_sections_under_it(world: World) -> None:
    """SPEC 8.3: exactly those, because their breadcrumbs changed."""
    page = "# Guide\n\nStart.\n\n## Install\n\nRun it.\n\n### Linux\n\nApt.\n\n## Use\n\nCall.\n"
    world.write("guide.md", f"{page}\n# Other\n\nText.\n")
    world.embed(Counting())
    world.write("guide.md", f"{page}\n# Other\n\nText.\n".replace("## Install", "## Set up"))
    model = Counting()
    report = world.embed(model)
    assert sorted(model.texts) == [
        "guide > Guide > Set up\nRun it.",
        "guide > Guide > Set up > Linux\nApt.",
    ]
    assert report.reused == world.engine.chunk_count(HERE) - 2
    assert world.left() == 0


def test_a_moved_file_is_not_embedded_again(world: World) -> None:
    """SPEC 8.3: the key is a hash of the text, not of its place."""
    world.write("a.md", "# Tea\n\nGreen.\n")
    world.embed(Counting())
    (world.root / "a.md").unlink()
    world.write("sub/b.md", "# Tea\n\nGreen.\n")
    model = Counting()
    assert world.embed(model).reused == 2
    assert model.texts == []


def test_another_model_embeds_all_and_leaves_the_keyword_index_alone(world: World) -> None:
    """SPEC 6.4: no posting is written, no version made."""
    world.write("a.md", "# Tea\n\nGreen.\n")
    world.embed(Counting("one"))
    before = _postings(world.root.parent)
    versions = [one.version for one in world.engine.documents(HERE)]
    world.tree = world.tree._replace(embed=DEFAULT_EMBED._replace(url="http://x", name="two"))
    world.update()
    assert world.left() == 2
    model = Counting("two")
    world.embed(model)
    assert (len(model.texts), world.left()) == (2, 0)
    assert _postings(world.root.parent) == before
    assert [one.version for one in world.engine.documents(HERE)] == versions
    query = np.array([1, 0, 0, 0], np.float32)
    assert not world.engine.vectors().nearest({"one": query}, 9, HERE)
    assert world.engine.vectors().nearest({"two": query}, 9, HERE)


def test_a_language_that_no_model_knows_is_left_out(world: World) -> None:
    """SPEC 8.3: its documents are done, and have no vectors."""
    world.tree = world.tree._replace(language="swedish")
    world.write("a.md", "# Te\n\nGrönt.\n")
    model = Counting()
    assert world.embed(model) == EmbedReport("docs", skipped=2)
    assert (model.texts, world.left()) == ([], 0)


def test_the_script_of_a_document_decides_in_an_english_tree(world: World) -> None:
    """SPEC 8.3: no model for English embeds Hindi; some foreign words change nothing."""
    world.write("hindi.md", "# चाय\n\nहरी चाय पीने से पहले पानी को उबालना चाहिए।\n")
    world.write("tea.md", "# Tea\n\nIn Hindi, tea is called चाय, and so it is in many languages.\n")
    model = Counting()
    assert world.embed(model) == EmbedReport("docs", embedded=2, skipped=2)
    assert {text.partition("\n")[0] for text in model.texts} == {"Tea"}


def test_a_model_that_fails_is_the_problem_of_the_report(world: World) -> None:
    """SPEC 8: the keyword index stays as it is."""
    world.write("a.md", "# Tea\n\nGreen.\n")
    report = world.embed(None)
    assert report == EmbedReport("docs", left=2, problem="folder: there is none")
    assert world.engine.lexical(TermQuery("body", "green"), 9, HERE)


def test_progress_counts_up_to_all_chunks(world: World) -> None:
    """Rate and time left follow from it."""
    world.write("long.md", _long(3 * BATCH))
    told: list[tuple[str, int, int]] = []
    embed(world.engine, world.tree, Chosen(Counting()), lambda *each: told.append(each))
    total = world.engine.chunk_count(HERE)
    assert told[0] == ("docs", BATCH, total)
    assert told[-1] == ("docs", total, total)
    assert [done for _, done, _ in told] == sorted(done for _, done, _ in told)


def _postings(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.rglob("postings/*/*") if path.is_file()}
