"""Tests links: documents are found by their names, and links by the names they use."""

from __future__ import annotations

from ra.engine.contract.store import HERE, Case, EngineUnderTest, entry
from ra.engine.manifest import TreeSpec
from ra.engine.query import Scope

NAMED = """---
title: Orchard Manual
aliases: [Pomology, Äpfel]
confluence_page_id: 4711
---
x
"""
TWO = [
    TreeSpec("one", "ours", "english", ""),
    TreeSpec("two", "ours", "english", ""),
    TreeSpec("three", "theirs", "english", ""),
]
OURS = Scope("ours", ("one", "two"))


class LinkingContract(Case):
    """SPEC 5.1: links are resolved when they are read, from what the engine finds by keys."""

    def test_a_document_is_found_by_each_of_its_names(self, store: EngineUnderTest) -> None:
        """Protocol `named`: file name, title, aliases, page id and, for an index, its folder."""
        store.put({"guides/Orchard.md": NAMED, "b/index.md": "# Bees\nx\n", "c.md": "x\n"})
        for _ in range(2):
            for key in ("orchard", "orchard manual", "pomology", "äpfel", "id/4711"):
                assert self._named(store, key) == ["docs:guides/Orchard.md"]
            assert self._named(store, "b", "bees", "c") == ["docs:b/index.md", "docs:c.md"]
            assert self._named(store, "index", "Orchard", "guides", "", "x") == []
            assert self._named(store) == []
            store.reopen()

    def test_what_is_named_is_the_record(self, store: EngineUnderTest) -> None:
        """Protocol `named`: the same records as `documents` gives, by id, each once."""
        store.put({"b.md": NAMED, "a.md": NAMED, "z.md": "x\n"})
        found = store.engine.named(iter(["pomology", "a", "b", "orchard manual"]), HERE)
        assert found == store.engine.documents(HERE, ["docs:a.md", "docs:b.md"])

    def test_links_are_found_by_the_names_their_document_mentions(
        self, store: EngineUnderTest
    ) -> None:
        """Protocol `linking`: whatever path and suffix the name has; whole documents."""
        text = "[a](../x/Guide.md#top) [[guide|g]] [b](https://h/pages/viewpage.action?pageId=7)\n"
        files = {"sub/b.md": text, "a.md": "# H\n![[Guide]] [o](other.md)\n", "c.md": "[[x/d]]\n"}
        store.put(files)
        every = store.engine.links(HERE)
        of_a, of_c, of_b = every[:2], every[2:3], every[3:]
        for _ in range(2):
            assert store.engine.linking(["guide"], HERE) == of_a + of_b
            assert store.engine.linking(["id/7"], HERE) == of_b
            assert store.engine.linking(iter(["other", "d"]), HERE) == of_a + of_c
            assert store.engine.linking(["Guide", "x", "", "top"], HERE) == []
            assert store.engine.linking([], HERE) == []
            store.reopen()

    def test_keys_are_those_of_the_entry(self, store: EngineUnderTest) -> None:
        """Records `Entry`: an engine compares the keys that it is given and makes none."""
        given = entry("a.md", "[[b]]\n")
        other = given._replace(names=frozenset({"one", "é"}), mentions=frozenset({"two"}))
        store.apply([other])
        for _ in range(2):
            assert self._named(store, "one") == self._named(store, "é") == ["docs:a.md"]
            assert self._named(store, "a", "two") == []
            assert store.engine.linking(["two"], HERE) == store.engine.links(HERE)
            assert store.engine.linking(["b", "one"], HERE) == []
            store.reopen()

    def test_names_follow_changes(self, store: EngineUnderTest) -> None:
        """SPEC 5.1: a change of title, alias or page id is seen at once, and a removal."""
        store.put({"a.md": NAMED})
        store.put({"a.md": NAMED.replace("Pomology", "Fruit").replace("4711", "4712")})
        assert self._named(store, "pomology", "id/4711") == []
        assert self._named(store, "fruit") == self._named(store, "id/4712") == ["docs:a.md"]
        store.apply(drop=["a.md"])
        assert self._named(store, "fruit", "a", "orchard manual") == []
        assert store.engine.check() == []

    def test_links_follow_changes(self, store: EngineUnderTest) -> None:
        """SPEC 5.1: a removed link leads nowhere."""
        store.put({"a.md": "[[one]]\n", "b.md": "[[one]]\n"})
        store.put({"a.md": "[[two]]\n"})
        assert [one.doc_id for one in store.engine.linking(["one"], HERE)] == ["docs:b.md"]
        assert [one.doc_id for one in store.engine.linking(["two"], HERE)] == ["docs:a.md"]
        store.apply(drop=["b.md"])
        assert store.engine.linking(["one"], HERE) == []
        assert store.engine.check() == []

    def test_names_of_others_are_not_seen(self, bare: EngineUnderTest) -> None:
        """SPEC 12: another tenant's documents and links change nothing."""
        bare.declare(TWO)
        for tree in ("one", "two", "three"):
            bare.put({"a.md": "[[a]]\n"}, tree)
        assert [one.id for one in bare.engine.named(["a"], OURS)] == ["one:a.md", "two:a.md"]
        assert [one.doc_id for one in bare.engine.linking(["a"], OURS)] == ["one:a.md", "two:a.md"]
        for scope in (Scope("theirs", ("one", "two")), Scope("ours", ("three",)), Scope("x", ())):
            assert bare.engine.named(["a"], scope) == []
            assert bare.engine.linking(["a"], scope) == []
        bare.declare(TWO[:1])
        assert [one.id for one in bare.engine.named(["a"], OURS)] == ["one:a.md"]
        assert bare.engine.check() == []

    def test_many_names_at_once(self, store: EngineUnderTest) -> None:
        """Protocol `named`, `linking`: any number of keys, and any text as a key."""
        store.put({"a.md": "[[b]]\n"})
        keys = [f"name {number}" for number in range(5_000)]
        odd = ["\ud800", "\0", "x" * 100_000, "%", "'"]
        assert self._named(store, *keys, *odd, "a") == ["docs:a.md"]
        assert len(store.engine.linking([*keys, *odd, "b"], HERE)) == 1

    @staticmethod
    def _named(store: EngineUnderTest, *keys: str) -> list[str]:
        return [one.id for one in store.engine.named(keys, HERE)]
