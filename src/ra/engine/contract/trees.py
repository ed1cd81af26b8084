"""Tests trees: an engine has exactly the declared ones."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ra.engine.contract.store import DOCS, HERE, Case, EngineUnderTest, entries, record, term, word
from ra.engine.manifest import TreeSpec
from ra.engine.query import Scope
from ra.engine.records import Batch

NOTES = TreeSpec("notes", "default", "english", "first")
BOTH = Scope("default", ("docs", "notes"))
PAGE = {"a.md": "# Lantern\nThe running [light](b.md).\n"}


class TreesContract(Case):
    """SPEC 6.4, 12: `declare` defines the trees, their tenants, and how they are built."""

    def test_a_new_tree_must_be_built(self, bare: EngineUnderTest) -> None:
        """Protocol `declare`: returns the names of those that are new."""
        assert not bare.engine.is_declared([DOCS, NOTES])
        assert sorted(bare.declare([DOCS, NOTES])) == ["docs", "notes"]
        assert bare.engine.is_declared([DOCS, NOTES])
        assert bare.engine.is_declared([NOTES, DOCS])
        assert not bare.engine.is_declared([DOCS])
        assert not bare.engine.is_declared([DOCS._replace(chunks="second"), NOTES])
        assert not bare.engine.is_declared([DOCS._replace(tenant="other"), NOTES])
        bare.reopen()
        assert bare.engine.is_declared([DOCS, NOTES])

    def test_a_declared_tree_is_empty(self, bare: EngineUnderTest) -> None:
        """Before anything is applied a tree is empty, and reading it is not an error."""
        bare.declare([DOCS])
        assert bare.find(term("text", "light")) == []
        contents = bare.contents()
        assert contents[:6] == ([], {}, {}, {}, [], {})
        assert contents.sizes.get("docs", (0, 0, 0)) == (0, 0, 0)
        assert bare.engine.check() == []

    def test_no_trees_at_all(self, bare: EngineUnderTest) -> None:
        """An engine without trees returns nothing."""
        assert bare.declare([]) == []
        assert bare.find(term("text", "light")) == []
        assert bare.engine.documents(HERE) == []
        assert bare.engine.check() == []

    def test_the_same_tree_is_not_built_again(self, store: EngineUnderTest) -> None:
        """SPEC 6.4: an equal fingerprint keeps everything, also after reopening."""
        store.put(PAGE)
        before = store.contents()
        assert store.declare([DOCS]) == []
        store.reopen()
        assert store.declare([DOCS]) == []
        assert store.contents() == before

    def test_only_the_new_tree_must_be_built(self, store: EngineUnderTest) -> None:
        """Protocol `declare`: known trees are not returned."""
        store.put(PAGE)
        before = store.contents()
        assert store.declare([NOTES, DOCS]) == ["notes"]
        assert store.contents() == before

    def test_another_fingerprint_builds_only_that_tree(self, bare: EngineUnderTest) -> None:
        """SPEC 6.4: a change rebuilds only the affected trees."""
        bare.declare([DOCS, NOTES])
        bare.put({"a.md": "# Old\nlantern\n", "gone.md": "gone\n"})
        bare.put({"n.md": "# Note\nlantern\n"}, "notes")
        kept = Scope("default", ("notes",))
        before = bare.contents(kept)
        versions = {one.id: one.version for one in bare.engine.documents(kept)}
        assert bare.declare([DOCS._replace(chunks="second"), NOTES]) == ["docs"]
        known = [path for tree, path in bare.engine.manifest(HERE) if tree == "docs"]
        bare.apply(
            entries({"a.md": "# New\ncandle\n"}), drop=[path for path in known if path != "a.md"]
        )
        assert bare.contents(kept) == before
        assert {one.id: one.version for one in bare.engine.documents(kept)} == versions
        assert bare.find(term("text", "lantern"), BOTH) == ["notes:n.md#note"]
        assert bare.find(term("text", "gone"), BOTH) == []
        assert bare.find(term("text", "candle"), BOTH) == ["docs:a.md#new"]
        assert [one.id for one in bare.engine.documents(BOTH)] == ["docs:a.md", "notes:n.md"]
        assert bare.declare([DOCS._replace(chunks="second"), NOTES]) == []

    def test_another_form_of_the_postings_builds_the_tree_again(
        self, store: EngineUnderTest
    ) -> None:
        """SPEC 6.4: chunks and postings have a fingerprint each."""
        store.put(PAGE)
        second = DOCS._replace(postings="second")
        assert not store.engine.is_declared([second])
        assert store.engine.outdated([second]) == ["docs"]
        assert store.declare([second]) == ["docs"]
        store.put(PAGE)
        assert store.engine.is_declared([second])
        assert store.find(term("text", "light")) == ["docs:a.md#lantern"]

    def test_another_form_of_the_vectors_keeps_all_else(self, store: EngineUnderTest) -> None:
        """SPEC 6.4: only the vectors are rebuilt where that suffices."""
        store.put(PAGE)
        before = store.contents()
        second = DOCS._replace(vectors="second")
        assert not store.engine.is_declared([second])
        assert store.engine.outdated([second]) == []
        for _ in range(2):
            assert store.engine.declare([second]) == []
            assert store.engine.is_declared([second])
            assert not store.engine.is_declared([DOCS])
            assert store.contents() == before
            assert store.find(term("text", "light")) == ["docs:a.md#lantern"]
            assert store.engine.building(HERE) == []
            assert store.engine.check() == []
            store.reopen()

    def test_another_language_changes_the_words(self, store: EngineUnderTest) -> None:
        """SPEC 6.1, 6.4: after the rebuild the tree has the words of its new language only."""
        store.put(PAGE)
        german = DOCS._replace(language="german", chunks="german")
        assert store.declare([german]) == ["docs"]
        store.put(PAGE)
        assert word("running", "english") != word("running", "german")
        assert store.find(term("text", "running", "english")) == []
        assert store.find(term("text", "running", "german")) == ["docs:a.md#lantern"]

    def test_trees_of_another_form_are_told(self, bare: EngineUnderTest) -> None:
        """Protocol `outdated`: known trees that `declare` would rebuild, and no others."""
        bare.declare([DOCS, NOTES])
        bare.reopen()
        assert bare.engine.outdated([DOCS, NOTES]) == []
        assert bare.engine.outdated([NOTES._replace(name="new")]) == []
        assert bare.engine.outdated([NOTES, DOCS._replace(chunks="second")]) == ["docs"]
        assert bare.engine.outdated([NOTES._replace(language="german")]) == ["notes"]
        other = DOCS._replace(tenant="other", chunks="second")
        assert bare.engine.outdated([other]) == [], "a tree of another tenant is a new one"
        assert bare.engine.is_declared([DOCS, NOTES])

    def test_a_tree_can_be_built_again_as_it_is(self, bare: EngineUnderTest) -> None:
        """Protocol `declare`: `again` empties the trees it names, and only those."""
        bare.declare([DOCS, NOTES])
        bare.put(PAGE)
        bare.put(PAGE, "notes")
        kept = Scope("default", ("notes",))
        before = bare.contents(kept)
        assert bare.declare([DOCS, NOTES], again={"docs"}) == ["docs"]
        assert bare.contents()[:6] == ([], {}, {}, {}, [], {})
        assert bare.contents(kept) == before
        assert bare.find(term("text", "light"), BOTH) == ["notes:a.md#lantern"]
        bare.put(PAGE)
        assert len(bare.find(term("text", "light"), BOTH)) == 2
        assert bare.engine.check() == []

    def test_a_tree_can_begin_with_documents(
        self, store: EngineUnderTest, fresh: EngineUnderTest
    ) -> None:
        """Protocol `declare`: `keep` is there with the new tree, as if it had been applied."""
        store.put({**PAGE, "b.md": "# Old\ncandle\n"})
        kept = entries({"b.md": "# New\ncandle\n"})
        stale = record("b.md", b"\xff", state="stale", reason="not UTF-8")
        second = DOCS._replace(chunks="second")
        batches = [Batch("docs", kept, [stale]), Batch("docs", entries({"c.md": "wax\n"}))]
        assert store.declare([second], keep=iter(batches)) == ["docs"]
        fresh.apply(kept, note=[stale])
        fresh.put({"c.md": "wax\n"})
        for _ in range(2):
            assert store.contents() == fresh.contents()
            assert store.find(term("text", "candle")) == ["docs:b.md#new"]
            assert store.find(term("text", "light")) == []
            assert store.engine.manifest(HERE)["docs", "b.md"] == stale._replace(version=1)
            assert store.engine.check() == []
            store.reopen()
        store.put(PAGE)
        fresh.put(PAGE)
        assert store.contents() == fresh.contents()

    def test_trees_change_together_or_not_at_all(self, bare: EngineUnderTest) -> None:
        """SPEC 6.5: a failure while reading `keep` changes nothing."""
        bare.declare([DOCS, NOTES])
        bare.put(PAGE)
        bare.put(PAGE, "notes")
        before = bare.contents(BOTH)

        def failing() -> Iterator[Batch]:
            yield Batch("docs", entries({"b.md": "candle\n"}))
            raise KeyboardInterrupt

        second = DOCS._replace(chunks="second")
        for _ in range(2):
            with pytest.raises(KeyboardInterrupt):
                bare.declare([second], keep=failing())
            assert bare.contents(BOTH) == before
            assert bare.engine.is_declared([DOCS, NOTES])
            assert len(bare.find(term("text", "light"), BOTH)) == 2
            assert bare.engine.check() == []
            bare.reopen()
        assert bare.declare([second], keep=[Batch("docs", entries(PAGE))]) == ["docs"]
        assert bare.find(term("text", "light"), BOTH) == ["docs:a.md#lantern"]

    def test_a_tree_not_named_is_dropped(self, bare: EngineUnderTest) -> None:
        """Protocol `declare`: the documents of other trees are dropped from every index."""
        bare.declare([DOCS, NOTES])
        bare.put(PAGE)
        bare.put(PAGE, "notes")
        assert bare.declare([DOCS]) == []
        bare.engine.flush()
        assert {one.tree for one in bare.engine.documents(BOTH)} == {"docs"}
        assert bare.find(term("text", "light"), BOTH) == ["docs:a.md#lantern"]
        assert {link.doc_id for link in bare.engine.links(BOTH)} == {"docs:a.md"}
        assert set(bare.engine.manifest(BOTH)) == {("docs", "a.md")}
        assert bare.engine.texts(["notes:a.md"], BOTH) == {}
        assert bare.engine.outline("notes:a.md", BOTH) == []
        assert "notes" not in bare.engine.usage(BOTH)
        assert bare.engine.check() == []

    def test_a_dropped_tree_comes_back_empty(self, bare: EngineUnderTest) -> None:
        """No remnants: a tree that was dropped is new, also under its old fingerprint."""
        bare.declare([DOCS, NOTES])
        bare.put(PAGE, "notes")
        bare.declare([DOCS])
        bare.reopen()
        assert bare.declare([DOCS, NOTES]) == ["notes"]
        assert bare.find(term("text", "light"), BOTH) == []
        assert bare.engine.manifest(BOTH) == {}
        bare.put({"b.md": "other\n"}, "notes")
        assert [one.id for one in bare.engine.documents(BOTH)] == ["notes:b.md"]

    def test_dropping_what_was_applied_but_not_flushed(self, bare: EngineUnderTest) -> None:
        """No remnants: unflushed documents are dropped with their tree."""
        bare.declare([DOCS, NOTES])
        bare.engine.apply(Batch("notes", entries(PAGE, "notes")))
        bare.declare([DOCS])
        bare.engine.flush()
        bare.declare([DOCS, NOTES])
        bare.engine.flush()
        assert bare.engine.documents(BOTH) == []
        assert bare.find(term("text", "light"), BOTH) == []
        assert bare.engine.check() == []

    def test_a_tree_that_changes_its_tenant_leaves_the_old_one(
        self, store: EngineUnderTest
    ) -> None:
        """SPEC 12: whether it is moved or built again, the old tenant sees nothing of it."""
        store.put(PAGE)
        again = store.declare([DOCS._replace(tenant="other")])
        store.engine.flush()
        assert store.find(term("text", "light")) == []
        assert store.contents()[:6] == ([], {}, {}, {}, [], {})
        if again:
            store.put(PAGE)
        assert store.find(term("text", "light"), Scope("other", ("docs",))) == ["docs:a.md#lantern"]
