"""Tests histories: any sequence of changes ends in the same state as a single build."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from random import Random
from threading import Event

import pytest

from ra.engine.contract.store import FIELDS, HERE, Case, EngineUnderTest, entries, term
from ra.engine.query import Everything
from ra.engine.records import Batch

PATHS = ("a.md", "b.md", "c/d.md", "c/e.md", "f.markdown")
VOCABULARY = tuple(f"word{letter}" for letter in "bcdfghjkl")
ROUNDS = 30


def _text(random: Random) -> str:
    """A small document of few words, so that versions share some of them."""
    some = [random.choice(VOCABULARY) for _ in range(8)]
    return random.choice(
        (
            "",
            f"{some[0]} {some[1]}\n",
            f"# {some[0]}\n{some[1]} [x]({some[2]}.md)\n## {some[3]}\n{some[4]}\n# {some[5]}\n",
            f"---\ntags: [{some[0]}]\naliases: [{some[1]}]\n---\n# {some[2]}\n[[{some[3]}]]\n",
        )
    )


class HistoryContract(Case):
    """SPEC 6.5: each document is old or new in all indexes together, and no remnant is left."""

    @pytest.mark.parametrize("seed", range(4))
    def test_any_history_ends_like_a_fresh_build(
        self, store: EngineUnderTest, fresh: EngineUnderTest, seed: int
    ) -> None:
        """SPEC 6.5: add, change, rename and delete leave no ghost and no gap in any index."""
        random = Random(seed)
        files: dict[str, str] = {}
        for _ in range(ROUNDS):
            chosen = random.sample(PATHS, random.randint(1, 3))
            gone = [path for path in chosen if path in files and random.random() < 0.4]
            put = {path: _text(random) for path in chosen if path not in gone}
            files = {path: text for path, text in files.items() if path not in gone} | put
            store.engine.apply(Batch("docs", entries(put), drop=gone))
            if random.random() < 0.5:
                store.engine.flush()
            if random.random() < 0.1:
                store.engine.flush()
                store.reopen()
        store.engine.flush()
        fresh.put(files)
        assert store.contents() == fresh.contents()
        stems = [term("text", one).word for one in (*VOCABULARY, "x", "md", "c")]
        assert store.postings(stems, FIELDS) == fresh.postings(stems, FIELDS)
        assert store.engine.check() == []

    def test_unflushed_changes_are_old_or_new(self, store: EngineUnderTest) -> None:
        """SPEC 6.5: between `apply` and `flush` each document is one version, never a mix."""
        store.put(self._pages("old"))
        with store.engine.writing(None):
            for path, text in self._pages("new").items():
                store.engine.apply(Batch("docs", entries({path: text})))
                self._each_is_one_version(store)
            store.engine.flush()
            assert self._seen(store) == dict.fromkeys(PATHS, "new")

    def test_the_end_of_writing_is_a_flush(self, store: EngineUnderTest) -> None:
        """Protocol `writing`: leaving the block without an error flushes."""
        with store.engine.writing(None):
            store.engine.apply(Batch("docs", entries(self._pages("new"))))
        assert self._seen(store) == dict.fromkeys(PATHS, "new")
        store.engine.apply(Batch("docs", drop=["a.md"]))
        assert len(store.engine.documents(HERE)) == len(PATHS) - 1

    @pytest.mark.parametrize("reopened", [False, True])
    @pytest.mark.parametrize("flushed", [0, 2, 5])
    def test_interrupted_changes(
        self, store: EngineUnderTest, flushed: int, reopened: bool
    ) -> None:
        """SPEC 6.5: each document is old or new; what was flushed stays, the rest is done again."""
        store.put(self._pages("old"))
        pages = self._pages("new")
        with pytest.raises(KeyboardInterrupt), store.engine.writing(None):
            for number, (path, text) in enumerate(pages.items(), start=1):
                store.engine.apply(Batch("docs", entries({path: text})))
                if number == flushed:
                    store.engine.flush()
            raise KeyboardInterrupt
        self._each_is_one_version(store)
        self._go_on(store, reopened)
        self._each_is_one_version(store)
        seen = self._seen(store)
        assert [seen[path] for path in PATHS[:flushed]] == ["new"] * flushed
        manifest = store.engine.manifest(HERE)
        wanted = entries(pages)
        store.apply(
            [one for one in wanted if manifest["docs", one.file.path].hash != one.file.hash]
        )
        assert self._seen(store) == dict.fromkeys(PATHS, "new")
        assert store.find(term("text", "old")) == []
        assert store.engine.check() == []

    @pytest.mark.parametrize("reopened", [False, True])
    def test_an_interrupted_beginning_and_end(self, store: EngineUnderTest, reopened: bool) -> None:
        """SPEC 6.5: a document that comes or goes is there in every index or in none."""
        pages = self._pages("old")
        store.put({"a.md": pages["a.md"]})
        with pytest.raises(KeyboardInterrupt), store.engine.writing(None):
            store.engine.apply(Batch("docs", entries({"b.md": pages["b.md"]}), drop=["a.md"]))
            raise KeyboardInterrupt
        self._go_on(store, reopened)
        there = {path for _, path in store.engine.manifest(HERE)}
        assert {one.path for one in store.engine.documents(HERE)} == there
        assert set(self._seen(store)) == there
        assert len(store.find(term("text", "old"))) == 2 * len(there)
        for path in ("a.md", "b.md"):
            assert bool(store.engine.texts([f"docs:{path}"], HERE)) == (path in there)
            assert len(store.engine.outline(f"docs:{path}", HERE)) == 3 * (path in there)
            assert len(store.engine.links(HERE, [f"docs:{path}"])) == (path in there)
        store.apply(entries({"b.md": pages["b.md"]}), drop=["a.md"])
        assert self._seen(store) == {"b.md": "old"}
        assert len(store.find(Everything())) == 3
        assert store.engine.check() == []

    def test_writing_within_writing(self, store: EngineUnderTest) -> None:
        """Protocol `writing`: a writer may nest it, and may write again after a failure."""
        with store.engine.writing(None) as alone, store.engine.writing(None) as still:
            assert (alone, still) == (True, True)
        with pytest.raises(ZeroDivisionError), store.engine.writing(None):
            raise ZeroDivisionError
        with store.engine.writing(None) as again:
            assert again
            store.put({"a.md": "x\n"})
        assert len(store.engine.documents(HERE)) == 1

    def test_one_writer_at_a_time(self, store: EngineUnderTest) -> None:
        """SPEC 6.6: a second writer gets False; afterwards it can write."""
        second = store.open_engine(store.folder)
        try:
            with store.engine.writing(None) as first, second.writing(None) as too:
                assert (first, too) == (True, False)
            with second.writing(None) as alone:
                assert alone
        finally:
            second.close()

    def test_a_second_writer_waits_and_says_so(self, store: EngineUnderTest) -> None:
        """SPEC 6.6: it waits with a message and then proceeds; no change of either is lost."""
        second = store.open_engine(store.folder)
        told = Event()

        def write() -> None:
            with second.writing(lambda _: told.set()) as alone:
                assert alone
                second.apply(Batch("docs", entries({"b.md": "second\n"})))

        try:
            with ThreadPoolExecutor(1) as pool:
                with store.engine.writing(None):
                    waiter = pool.submit(write)
                    assert told.wait(60), "nobody was told of the waiting"
                    store.engine.apply(Batch("docs", entries({"a.md": "first\n"})))
                waiter.result(60)
            for engine in (store.engine, second):
                assert [one.path for one in engine.documents(HERE)] == ["a.md", "b.md"]
                assert len(engine.lexical(Everything(), 9, HERE)) == 2
        finally:
            second.close()

    def test_a_second_reader_follows(self, store: EngineUnderTest) -> None:
        """SPEC 6.6: an engine that is already open sees what another one flushes."""
        second = store.open_engine(store.folder)
        try:
            for number in range(3):
                store.put({"a.md": f"round{number}x\n"})
                asked = term("text", f"round{number}x")
                assert [hit.chunk_id for hit in second.lexical(asked, 9, HERE)] == ["docs:a.md"]
                assert [one.version for one in second.documents(HERE)] == [number + 1]
                assert second.texts(["docs:a.md"], HERE) == {
                    "docs:a.md": f"round{number}x\n".encode()
                }
            store.declare([])
            store.engine.flush()
            assert second.documents(HERE) == []
            assert second.lexical(Everything(), 9, HERE) == []
        finally:
            second.close()

    @staticmethod
    def _go_on(store: EngineUnderTest, reopened: bool) -> None:
        """Whoever writes next, a new engine or the next writer, cleans up first."""
        if reopened:
            store.reopen()
        else:
            store.engine.flush()

    def _pages(self, state: str) -> dict[str, str]:
        return {path: self._page(path, state) for path in PATHS}

    @staticmethod
    def _page(path: str, state: str) -> str:
        return f"# {path}\n{state} [x]({state}.md)\n## Second\n{state}\n"

    def _each_is_one_version(self, store: EngineUnderTest) -> None:
        found = self._seen(store)
        assert set(found) == set(PATHS)
        assert set(found.values()) <= {"old", "new"}

    @staticmethod
    def _seen(store: EngineUnderTest) -> dict[str, str]:
        """The version of each document that text, chunks, links and postings all show."""
        old, new = (set(store.find(term("text", state))) for state in ("old", "new"))
        links = store.engine.links(HERE)
        seen: dict[str, str] = {}
        for one in store.engine.documents(HERE):
            ids = {chunk.id for chunk in store.engine.outline(one.id, HERE) if chunk.body.strip()}
            text = (store.engine.texts([one.id], HERE).get(one.id) or b"").decode()
            signs = {"old" if "old" in text else "new"}
            signs |= {"old"} if ids & old else set()
            signs |= {"new"} if ids & new else set()
            signs |= {link.link.url[:3] for link in links if link.doc_id == one.id}
            bodies = [chunk.body for chunk in store.engine.outline(one.id, HERE)]
            signs |= {state for state in ("old", "new") if any(state in body for body in bodies)}
            seen[one.path] = "/".join(sorted(signs))
        return seen
