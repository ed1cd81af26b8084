"""Tests rebuilds: the older form of a tree stays visible, whole, until the new one is complete."""

from __future__ import annotations

import pytest

from ra.engine.contract.store import DOCS, HERE, Case, EngineUnderTest, entries, term
from ra.engine.place import Building
from ra.engine.query import Everything, Scope
from ra.engine.records import Batch
from ra.errors import IndexMissing

SECOND = DOCS._replace(chunks="second")
OLD = {"a.md": "# A\nlantern\n", "b.md": "# B\nlantern\n"}
NEW = {"a.md": "# A\ncandle\n", "c.md": "# C\ncandle\n"}


class BuildingContract(Case):
    """SPEC 6.5: the old state of a tree answers until the new one is whole."""

    def test_without_an_index_every_question_is_an_error(self, bare: EngineUnderTest) -> None:
        """SPEC 6.6: an index that was never built is missing, not empty."""
        with pytest.raises(IndexMissing):
            bare.engine.documents(HERE)
        with pytest.raises(IndexMissing):
            bare.engine.lexical(Everything(), 9, HERE)
        with pytest.raises(IndexMissing), bare.engine.reading(HERE):
            pass
        assert not bare.engine.is_declared([DOCS])
        assert not bare.engine.about().exists
        bare.declare([DOCS])
        assert bare.engine.about().exists
        assert bare.engine.documents(HERE) == []

    def test_the_older_form_is_seen_until_the_new_one_is_whole(
        self, store: EngineUnderTest
    ) -> None:
        """Protocol `declare`, `publish`: old, old, old, new; never a mix, never less."""
        store.put(OLD)
        before = store.contents()
        assert store.engine.declare([SECOND], expected={"docs": 2}) == ["docs"]
        assert not store.engine.is_declared([SECOND])
        for path, text in NEW.items():
            store.apply(entries({path: text}))
            assert store.contents() == before
            assert store.find(term("text", "lantern")) == ["docs:a.md#a", "docs:b.md#b"]
            assert store.find(term("text", "candle")) == []
            assert store.engine.building(HERE) == []
        store.engine.publish("docs")
        assert store.engine.is_declared([SECOND])
        assert store.find(term("text", "candle")) == ["docs:a.md#a", "docs:c.md#c"]
        assert store.find(term("text", "lantern")) == []
        assert [one.path for one in store.engine.documents(HERE)] == ["a.md", "c.md"]
        assert store.engine.check() == []

    def test_another_reader_sees_the_same(self, store: EngineUnderTest) -> None:
        """SPEC 6.6: an engine that is open already, and one that is opened in between."""
        store.put(OLD)
        early = store.open_engine(store.folder)
        assert len(early.documents(HERE)) == 2
        store.engine.declare([SECOND])
        store.apply(entries(NEW))
        late = store.open_engine(store.folder)
        try:
            for engine in (early, late):
                assert [one.path for one in engine.documents(HERE)] == ["a.md", "b.md"]
                assert len(engine.lexical(term("text", "lantern"), 9, HERE)) == 2
            store.engine.publish("docs")
            for engine in (early, late):
                assert [one.path for one in engine.documents(HERE)] == ["a.md", "c.md"]
                assert len(engine.lexical(term("text", "candle"), 9, HERE)) == 2
        finally:
            early.close()
            late.close()

    def test_a_tree_without_an_older_form_is_seen_as_it_grows(self, bare: EngineUnderTest) -> None:
        """Protocol `building`: how much is searchable now, and how much there will be."""
        bare.engine.declare([DOCS], expected={"docs": 3})
        assert bare.engine.building(HERE) == [Building("docs", 0, 3)]
        bare.put({"a.md": "lantern\n"})
        assert bare.engine.building(HERE) == [Building("docs", 1, 3)]
        assert bare.find(term("text", "lantern")) == ["docs:a.md"]
        bare.reopen()
        assert bare.engine.building(HERE) == [Building("docs", 1, 3)]
        bare.engine.publish("docs")
        assert bare.engine.building(HERE) == []

    def test_a_tree_that_nobody_declared_is_told(self, store: EngineUnderTest) -> None:
        """SPEC 6.6: a missing tree is never reported as an empty one."""
        both = Scope("default", ("docs", "more"))
        assert store.engine.building(both) == [Building("more", 0, 0)]

    @pytest.mark.parametrize("reopened", [False, True])
    def test_a_build_that_was_interrupted_goes_on(
        self, store: EngineUnderTest, reopened: bool
    ) -> None:
        """SPEC 6.5: committed parts of it are not repeated."""
        store.put(OLD)
        store.engine.declare([SECOND], expected={"docs": 2})
        store.apply(entries({"a.md": NEW["a.md"]}))
        if reopened:
            store.reopen()
        assert store.engine.outdated([SECOND]) == []
        assert store.engine.declare([SECOND], expected={"docs": 2}) == []
        assert set(store.engine.manifest(HERE, unfinished=True)) == {("docs", "a.md")}
        assert set(store.engine.manifest(HERE)) == {("docs", "a.md"), ("docs", "b.md")}
        store.apply(entries({"c.md": NEW["c.md"]}))
        store.engine.publish("docs")
        assert [one.path for one in store.engine.documents(HERE)] == ["a.md", "c.md"]
        assert store.engine.check() == []

    def test_a_build_that_is_not_wanted_any_more_is_dropped(self, store: EngineUnderTest) -> None:
        """Protocol `declare`: reverted settings leave the tree unchanged."""
        store.put(OLD)
        before = store.contents()
        store.engine.declare([SECOND])
        store.apply(entries(NEW))
        assert store.engine.declare([DOCS]) == []
        assert store.engine.is_declared([DOCS])
        assert store.contents() == before
        third = DOCS._replace(chunks="third")
        assert store.engine.declare([third]) == ["docs"]
        assert store.engine.manifest(HERE, unfinished=True) == {}

    def test_one_view_lasts_whatever_is_written(self, store: EngineUnderTest) -> None:
        """SPEC 6.5: hits, chunks, texts and links of one snapshot are of one version each."""
        store.put({"a.md": "# Red\nlantern [x](red.md)\n"})
        other = store.open_engine(store.folder)
        try:
            with other.reading(HERE):
                [hit] = other.lexical(term("text", "lantern"), 9, HERE)
                store.put({"a.md": "# Blue\nlantern [x](blue.md)\n", "b.md": "lantern\n"})
                store.engine.apply(Batch("docs", entries({"c.md": "lantern\n"})))
                assert [
                    one.chunk_id for one in other.lexical(term("text", "lantern"), 9, HERE)
                ] == [hit.chunk_id]
                assert other.stats(("text",), [term("text", "lantern").word], HERE) == {
                    "text": {term("text", "lantern").word: 1}
                }
                assert "lantern" in other.chunks([hit.chunk_id], HERE)[hit.chunk_id].body
                assert b"red.md" in other.texts(["docs:a.md"], HERE)["docs:a.md"]
                assert [link.link.url for link in other.links(HERE)] == ["red.md"]
                assert [one.path for one in other.documents(HERE)] == ["a.md"]
            assert len(other.lexical(term("text", "lantern"), 9, HERE)) >= 2
        finally:
            other.close()
