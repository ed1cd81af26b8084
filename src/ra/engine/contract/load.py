"""Tests load: large batches, long documents, many threads."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event

from ra.engine.contract.store import HERE, Case, EngineUnderTest, chunk_ids, entry, term
from ra.engine.query import Everything
from ra.model import Chunk

READERS = 6
VERSIONS = 12
SECTIONS = 5
COMMON = term("text", "common")


def _page(version: int) -> str:
    return "".join(
        f"# S{number}\ncommon version{version}x [link](v{version}.md)\n"
        for number in range(SECTIONS)
    )


def _version(text: str) -> set[str]:
    return {one for one in text.split() if one.startswith("version")}


class LoadContract(Case):
    """SPEC 6.6: many threads, many documents, long ones."""

    def test_a_thousand_documents_in_one_batch(self, store: EngineUnderTest) -> None:
        """Large batches; each document is found by its own word."""
        taken = [entry(f"{n % 10}/{n}.md", f"# T\ncommon own{n}x\n") for n in range(1000)]
        store.apply(taken)
        for _ in range(2):
            assert len(store.engine.documents(HERE)) == 1000
            assert len(store.find(COMMON)) == 1000
            assert sorted(store.find(Everything())) == sorted(chunk_ids(*taken))
            for number in range(0, 1000, 37):
                found = store.find(term("text", f"own{number}x"))
                assert found == [f"docs:{number % 10}/{number}.md#t"]
            store.reopen()
        store.apply(drop=[one.file.path for one in taken[:999]])
        assert store.find(COMMON) == ["docs:9/999.md#t"]
        assert store.engine.check() == []

    def test_a_very_long_document(self, store: EngineUnderTest) -> None:
        """SPEC 4.1: nothing is split or dropped for size."""
        start, end = "# First\nbeginning\n", "\n# Last\nending\n"
        taken = entry("long.md", start + "many words of text\n" * 120_000 + end)
        store.apply([taken])
        assert store.find(term("text", "beginning")) == ["docs:long.md#first"]
        assert store.find(term("text", "ending")) == ["docs:long.md#last"]
        assert store.engine.texts(["docs:long.md"], HERE) == {
            "docs:long.md": taken.document.source.data
        }
        assert store.engine.outline("docs:long.md", HERE) == list(taken.chunks)

    def test_a_document_of_many_sections(self, store: EngineUnderTest) -> None:
        """Its outline comes back in order, and its sections are found one by one."""
        taken = entry("many.md", "".join(f"# h{n}\ncommon own{n}x\n" for n in range(5000)))
        store.apply([taken])
        assert store.engine.outline("docs:many.md", HERE) == list(taken.chunks)
        assert store.find(term("text", "own4999x")) == ["docs:many.md#h4999"]
        assert len(store.find(COMMON)) == 5000

    def test_threads_read_while_one_writes(self, store: EngineUnderTest) -> None:
        """SPEC 6.6: no error, and every answer is one version of the document, whole."""
        store.put({"a.md": _page(0), "still.md": "common\n"})
        done, start = Event(), Barrier(READERS + 1)
        with ThreadPoolExecutor(READERS) as pool:
            readers = [
                pool.submit(self._read, store, done, start, look)
                for _, look in zip(range(READERS), self._looks() * READERS, strict=False)
            ]
            start.wait()
            try:
                for version in range(1, VERSIONS + 1):
                    store.put({"a.md": _page(version)})
            finally:
                done.set()
        assert all(reader.result() > 0 for reader in readers)
        outline = store.engine.outline("docs:a.md", HERE)
        assert {one for chunk in outline for one in _version(chunk.body)} == {f"version{VERSIONS}x"}
        assert store.engine.check() == []

    @staticmethod
    def _read(
        store: EngineUnderTest, done: Event, start: Barrier, look: Callable[[EngineUnderTest], None]
    ) -> int:
        """Read repeatedly, at least once and at least until the writer is done."""
        start.wait()
        count = 0
        while not done.is_set() or not count:
            look(store)
            count += 1
        return count

    def _looks(self) -> list[Callable[[EngineUnderTest], None]]:
        return [self._look_at_hits, self._look_at_chunks, self._look_at_records]

    @staticmethod
    def _look_at_hits(store: EngineUnderTest) -> None:
        expected = ["docs:still.md", *(f"docs:a.md#s{number}" for number in range(SECTIONS))]
        assert sorted(store.find(COMMON)) == sorted(expected)
        assert store.engine.stats(("text",), [COMMON.word], HERE)["text"] == {
            COMMON.word: SECTIONS + 1
        }

    @staticmethod
    def _look_at_chunks(store: EngineUnderTest) -> None:
        def one_version(chunks: list[Chunk]) -> bool:
            return len({one for chunk in chunks for one in _version(chunk.body)}) == 1

        outline = store.engine.outline("docs:a.md", HERE)
        assert len(outline) == SECTIONS + 1
        assert one_version(outline)
        found = store.engine.chunks([chunk.id for chunk in outline], HERE)
        assert len(found) == SECTIONS + 1
        assert one_version(list(found.values()))

    @staticmethod
    def _look_at_records(store: EngineUnderTest) -> None:
        text = store.engine.texts(["docs:a.md"], HERE).get("docs:a.md")
        assert text is not None
        assert len(_version(text.decode())) == 1
        assert [one.id for one in store.engine.documents(HERE)] == ["docs:a.md", "docs:still.md"]
        links = store.engine.links(HERE)
        assert len(links) == SECTIONS
        assert len({link.link.url for link in links}) == 1
        assert set(store.engine.manifest(HERE)) == {("docs", "a.md"), ("docs", "still.md")}
        assert store.engine.usage(HERE)["docs"].documents == 2
