"""Runs the contract on the embedded engine, and tests its caches."""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from ra.engine.contract import EngineContract
from ra.engine.contract.store import DOCS, HERE, entry, word
from ra.engine.contract.survival import python_command
from ra.engine.embedded import database, links, locations
from ra.engine.embedded.links import Linked, packed
from ra.engine.embedded.store import PackedLinks
from ra.engine.protocol import Engine
from ra.engine.query import TermQuery
from ra.engine.records import Batch
from ra.errors import IndexDamaged
from tests.engines.embedded import open_embedded

LINKED = "# A\n[b](b.md) and [c](c.md)\n\n## Plain\nnothing\n\n## More\n[d](d.md)\n"


class TestEmbedded(EngineContract):
    """SQLite and Tantivy in a folder."""

    def open_engine(self, folder: Path) -> Engine:
        """The index of a folder."""
        return open_embedded(folder)

    def writer_command(self, folder: Path) -> Sequence[str]:
        """The same, in another process."""
        return python_command("tests.engines.embedded:open_embedded", folder)


def test_what_is_read_together_fits_together(tmp_path: Path) -> None:
    """Protocol `reading`: a chunk and the text of its document are of one version."""
    one, other = open_embedded(tmp_path / "index"), open_embedded(tmp_path / "index")
    one.declare([DOCS])
    one.apply(Batch("docs", (entry("a.md", "# A\nred\n"),)))
    one.flush()
    with other.reading(HERE):
        [hit] = other.lexical(TermQuery("text", "red"), 9, HERE)
        chunk = other.chunks([hit.chunk_id], HERE)[hit.chunk_id]
        one.apply(Batch("docs", (entry("a.md", "# Other\nblue\n# A\nred and blue\n"),)))
        one.flush()
        text = other.texts(["docs:a.md"], HERE)["docs:a.md"]
        assert chunk.body == "red\n"
        assert text == b"# A\nred\n"
    assert b"blue" in other.texts(["docs:a.md"], HERE)["docs:a.md"]
    one.close()
    other.close()


def test_trees_that_were_never_declared_are_forgotten(tmp_path: Path) -> None:
    """Protocol `declare`: all or nothing, also for the thread that has read in between."""
    engine = open_embedded(tmp_path / "index")
    engine.declare([DOCS])
    engine.publish("docs")

    def failing() -> Iterator[Batch]:
        yield Batch("more")  # is looked for among the trees that are being declared
        raise InterruptedError

    with pytest.raises(InterruptedError):
        engine.declare([DOCS, DOCS._replace(name="more")], keep=failing())
    assert engine.is_declared([DOCS])
    engine.close()


def test_no_more_is_kept_than_allowed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Own choice: memory is bounded, and what was let go is read again."""
    monkeypatch.setattr(locations, "_MOST", 3)
    monkeypatch.setattr(database, "_MOST_DOCUMENTS", 2)
    engine = open_embedded(tmp_path / "index")
    engine.declare([DOCS])
    taken = [entry(f"{number}.md", f"# T{number}\nred\n\n## S\nblue\n") for number in range(5)]
    engine.apply(Batch("docs", taken))
    engine.flush()
    for _ in range(2):
        hits = engine.lexical(TermQuery("text", word("blue")), 9, HERE)
        found = engine.chunks([hit.chunk_id for hit in hits], HERE)
        assert sorted(found) == [f"docs:{number}.md#s" for number in range(5)]
        assert [one.breadcrumb[-1] for one in found.values()] == ["S"] * 5
        assert set(engine.nodes(found, HERE)) > set(found)
    engine.close()


def test_the_links_of_a_chunk_are_a_tuple_that_is_read_late() -> None:
    """`Chunk.links` of an index: equal to what was put in, as a sequence, a key and a pickle."""
    chunks = entry("a.md", LINKED).chunks
    stored = PackedLinks(packed(chunks), "here")
    assert sorted(map(len, stored.unpacked().values())) == [1, 2]
    for chunk in chunks:
        late = stored.of(chunk.position)
        assert chunk == chunk._replace(links=late) == chunk
        assert list(late) == list(chunk.links) and late[-2:] == chunk.links[-2:]
        assert (len(late), hash(late), repr(late)) == (
            len(chunk.links),
            hash(chunk.links),
            repr(chunk.links),
        )
        assert pickle.loads(pickle.dumps(late)) == chunk.links
        assert (late == stored.of(99)) == (not chunk.links)
    assert PackedLinks(b"", "here").of(0) == ()


def test_links_that_cannot_be_unpacked_are_damage() -> None:
    """Own choice: what a checksum cannot find is said with its place."""
    with pytest.raises(IndexDamaged, match="here: "):
        list(PackedLinks(b"odd", "here").of(0))


def test_a_search_unpacks_no_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Own choice: no output of a search shows links; they come when they are looked at."""
    engine = open_embedded(tmp_path / "index")
    engine.declare([DOCS])
    taken = entry("a.md", LINKED)
    engine.apply(Batch("docs", [taken]))
    engine.flush()
    asked: list[str] = []
    real = links.unpacked

    def unpacked(data: bytes, place: str) -> Linked:
        asked.append(place)
        return real(data, place)

    monkeypatch.setattr(links, "unpacked", unpacked)
    found = engine.chunks([chunk.id for chunk in taken.chunks], HERE)
    assert not asked
    assert [len(found[chunk.id].links) for chunk in taken.chunks] == [
        len(chunk.links) for chunk in taken.chunks
    ]
    assert len(asked) == 1
    engine.close()
