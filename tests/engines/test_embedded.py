"""Runs the contract on the embedded engine, and tests its caches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from ra.engine.contract import EngineContract
from ra.engine.contract.store import DOCS, HERE, entry, word
from ra.engine.contract.survival import python_command
from ra.engine.embedded import database, locations
from ra.engine.embedded.links import packed, unpacked
from ra.engine.protocol import Engine
from ra.engine.query import TermQuery
from ra.engine.records import Batch
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
        [hit] = other.lexical(TermQuery("body", "red"), 9, HERE)
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
        hits = engine.lexical(TermQuery("body", word("blue")), 9, HERE)
        found = engine.chunks([hit.chunk_id for hit in hits], HERE)
        assert sorted(found) == [f"docs:{number}.md#s" for number in range(5)]
        assert [one.breadcrumb[-1] for one in found.values()] == ["S"] * 5
        assert set(engine.nodes(found, HERE)) > set(found)
    engine.close()


def test_links_of_some_chunks_are_those_of_all() -> None:
    """`unpacked`: what is not asked for is left out, nothing else."""
    data = packed(entry("a.md", LINKED).chunks)
    everything = unpacked(data)
    assert [len(some) for some in everything.values()] == [2, 1]
    for position in range(9):
        wanted = {position: everything[position]} if position in everything else {}
        assert unpacked(data, {position}) == wanted
    assert unpacked(data, set(range(9))) == everything
    assert unpacked(b"", {0}) == unpacked(b"") == {}
