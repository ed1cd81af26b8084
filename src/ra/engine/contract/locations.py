"""Tests outline positions, filters, counts and revisions."""

from __future__ import annotations

import pytest

from ra.engine.contract.store import HERE, MTIME, Case, EngineUnderTest, entry, term
from ra.engine.manifest import TreeSpec
from ra.engine.query import (
    Among,
    BoolQuery,
    BoostQuery,
    Dated,
    Everything,
    Node,
    Query,
    Scope,
    TermQuery,
    Under,
    day_of,
)

DEEP = """---
title: Orchard Manual
---
red before
# Grafting
red
## Winter
red
### Tools
red
## Summer
red
# Other
"""
TWO = [TreeSpec(name, "default", "english", "f") for name in ("one", "two")]
BOTH = Scope("default", ("one", "two"))
RED = term("text", "red")
THAT_DAY = day_of(None, MTIME)

AMONG: list[tuple[str, Query, str]] = [
    ("one document", Among(frozenset({"docs:a.md"})), "a a#x"),
    ("several", Among(frozenset({"docs:a.md", "docs:b.md"})), "a a#x b"),
    ("none", Among(frozenset()), ""),
    ("an unknown one", Among(frozenset({"docs:no.md"})), ""),
    ("of another tree", Among(frozenset({"other:a.md"})), ""),
    ("a chunk is no document", Among(frozenset({"docs:a.md#x"})), ""),
    ("known and unknown", Among(frozenset({"docs:b.md", "docs:no.md"})), "b"),
    ("with a word", BoolQuery(must=(RED, Among(frozenset({"docs:a.md", "docs:c.md"})))), "a#x"),
    ("with a word, in none", BoolQuery(must=(RED, Among(frozenset()))), ""),
    ("never", BoolQuery(must=(RED,), never=(Among(frozenset({"docs:a.md"})),)), "b"),
    ("only never", BoolQuery(never=(Among(frozenset({"docs:a.md", "docs:b.md"})),)), "c"),
    ("never none", BoolQuery(must=(RED,), never=(Among(frozenset()),)), "a#x b"),
    ("should", BoolQuery(should=(RED, Among(frozenset({"docs:c.md"})))), "a#x b c"),
    ("boosted", BoostQuery(Among(frozenset({"docs:b.md"})), 3.0), "b"),
    ("under", Under("b"), "b"),
    ("under in upper case", Under("B"), "b"),
    ("under everything", Under(""), "a a#x b c"),
    ("under nothing", Under("no/"), ""),
    ("never under", BoolQuery(must=(RED,), never=(Under("a"),)), "b"),
    ("dated", Dated(THAT_DAY, THAT_DAY + 1), "a a#x b c"),
    ("since", BoolQuery(must=(RED, Dated(THAT_DAY, None))), "a#x b"),
    ("until", Dated(None, THAT_DAY), ""),
]


def _id(short: str) -> str:
    name, mark, slug = short.partition("#")
    return f"docs:{name}.md{mark}{slug}"


class LocationsContract(Case):
    """SPEC 3.1, 8.7 and the protocol: names and places of chunks, counts and changes."""

    def test_what_is_among(self, store: EngineUnderTest) -> None:
        """Protocol `Among`, `Under`, `Dated`: every chunk of these documents, alone and inside."""
        store.put({"a.md": "# X\nred\n", "b.md": "red\n", "c.md": "blue\n"})
        found = {name: sorted(store.find(query)) for name, query, _ in AMONG}
        assert found == {name: sorted(map(_id, ids.split())) for name, _, ids in AMONG}

    def test_a_document_is_of_the_day_it_says(self, store: EngineUnderTest) -> None:
        """SPEC 8.5: front matter decides, else the mtime; a new version may have another day."""
        store.put({"a.md": "---\ndate: 2020-02-29\n---\nred\n", "b.md": "red\n"})
        leap = day_of("2020-02-29T10:00:00Z", 0)
        assert store.find(Dated(leap, leap + 1)) == ["docs:a.md"]
        assert store.find(Dated(leap + 1, None)) == ["docs:b.md"]
        store.put({"a.md": "---\ndate: 2021-01-01\n---\nred\n"})
        assert store.find(Dated(None, leap + 1)) == []

    def test_paths_start_alike_but_for_case(self, store: EngineUnderTest) -> None:
        """Protocol `Under`: upper and lower case are one, accents and pattern characters differ."""
        paths = ["a/b.md", "a/B.md", "a/%.md", "a/_.md", "ä/b.md", "a.md", "A/b.md"]
        store.put(dict.fromkeys(paths, "red\n"))
        under = [f"docs:{path}" for path in paths if path[:2] in ("a/", "A/")]
        assert sorted(store.find(Under("a/"))) == sorted(store.find(Under("A/"))) == sorted(under)
        assert store.find(Under("A/%")) == ["docs:a/%.md"]
        assert store.find(Under("Ä")) == ["docs:ä/b.md"]

    def test_among_adds_nothing_to_a_score(self, store: EngineUnderTest) -> None:
        """Protocol `Among`: a filter changes which chunks match, not their scores."""
        store.put({"a.md": "red\n", "b.md": "red and more\n"})
        plain = store.scores(RED)
        among = Among(frozenset({"docs:a.md", "docs:b.md"}))
        assert store.scores(BoolQuery(must=(RED, among))) == pytest.approx(plain)
        assert store.scores(BoolQuery(must=(RED,), should=(among,))) == pytest.approx(plain)

    def test_among_follows_changes(self, store: EngineUnderTest) -> None:
        """Protocol `Among`: a document id matches every version of the document."""
        among = Among(frozenset({"docs:a.md"}))
        store.put({"a.md": "# Old\nred\n"})
        store.put({"a.md": "# New\nred\n"})
        assert sorted(store.find(among)) == ["docs:a.md", "docs:a.md#new"]
        store.apply(drop=["a.md"])
        assert store.find(among) == []

    def test_among_many_documents(self, store: EngineUnderTest) -> None:
        """Protocol `Among`: any number of documents."""
        store.put({f"{number}.md": "red\n" for number in range(1500)})
        named = frozenset(f"docs:{number}.md" for number in range(0, 3000, 2))
        assert len(store.find(BoolQuery(must=(RED, Among(named))))) == 750

    def test_a_hit_says_path_and_title(self, store: EngineUnderTest) -> None:
        """Protocol `Hit`: the file's path and the chunk's own title, as its chunk has them."""
        taken = store.put({"guides/deep.md": DEEP, "plain.txt": "red\n", "ü/é.md": "# İx\nred\n"})
        chunks = {chunk.id: chunk for one in taken for chunk in one.chunks}
        hits = store.engine.lexical(Everything(), 100, HERE)
        assert {hit.chunk_id: (hit.path, hit.title) for hit in hits} == {
            chunk_id: (chunk.path, chunk.title) for chunk_id, chunk in chunks.items()
        }

    def test_nodes_are_the_places_of_chunks(self, store: EngineUnderTest) -> None:
        """SPEC 8.7: parent, depth and number of siblings, as the chunks have them."""
        taken = entry("deep.md", DEEP)
        store.apply([taken])
        expected = {
            chunk.id: Node(
                chunk.parent_id,
                chunk.depth,
                chunk.sibling_count,
                chunk.byte_end - chunk.byte_start,
            )
            for chunk in taken.chunks
        }
        for _ in range(2):
            assert store.engine.nodes([chunk.id for chunk in taken.chunks], HERE) == expected
            store.reopen()

    def test_nodes_come_with_all_ancestors(self, store: EngineUnderTest) -> None:
        """Protocol `nodes`: ancestors up to the document, and no other chunk."""
        store.put({"deep.md": DEEP})
        path = [_id(f"deep{slug}") for slug in ("#tools", "#winter", "#grafting", "")]
        found = store.engine.nodes(iter(path[:1]), HERE)
        assert set(found) == set(path)
        assert [found[one].parent_id for one in path] == [*path[1:], None]

    def test_nodes_of_what_is_not_there(self, store: EngineUnderTest) -> None:
        """Protocol `nodes`: an id outside the scope, or of no chunk, is left out."""
        store.put({"deep.md": DEEP})
        asked = ["docs:deep.md#no", "docs:no.md", "other:deep.md", "", "docs:", "deep.md"]
        assert store.engine.nodes(asked, HERE) == {}
        assert store.engine.nodes(["docs:deep.md"], Scope("nobody", ("docs",))) == {}
        assert store.engine.nodes(["docs:deep.md"], Scope("default", ("other",))) == {}
        assert store.engine.nodes([], HERE) == {}

    def test_nodes_follow_changes(self, store: EngineUnderTest) -> None:
        """Protocol `nodes`: positions in the current document."""
        store.put({"a.md": "# A\nx\n# B\nx\n"})
        assert store.engine.nodes(["docs:a.md#b"], HERE)["docs:a.md#b"].sibling_count == 2
        store.put({"a.md": "# A\nx\n# B\nx\n# C\nx\n"})
        assert store.engine.nodes(["docs:a.md#b"], HERE)["docs:a.md#b"].sibling_count == 3
        store.apply(drop=["a.md"])
        assert store.engine.nodes(["docs:a.md#b"], HERE) == {}

    def test_chunks_are_counted(self, bare: EngineUnderTest) -> None:
        """Protocol `chunk_count`: the chunks of the scope, without removed ones."""
        bare.declare(TWO)
        assert bare.engine.chunk_count(BOTH) == 0
        bare.put({"a.md": "# A\nx\n# B\nx\n", "b.md": "x\n"}, "one")
        bare.put({"a.md": "x\n"}, "two")
        assert bare.engine.chunk_count(BOTH) == 5
        assert bare.engine.chunk_count(Scope("default", ("one",))) == 4
        assert bare.engine.chunk_count(Scope("nobody", ("one", "two"))) == 0
        assert bare.engine.chunk_count(Scope("default", ())) == 0
        bare.put({"a.md": "x\n"}, "one")
        bare.apply(drop=["b.md"], tree="one")
        assert bare.engine.chunk_count(BOTH) == 2

    def test_a_revision_tells_what_others_did(self, store: EngineUnderTest) -> None:
        """Protocol `revision`: another number after another writer's change, otherwise the same."""
        other = store.open_engine(store.folder)
        try:
            before = other.revision()
            assert other.revision() == before
            store.put({"a.md": "red\n"})
            changed = other.revision()
            assert changed != before
            assert other.revision() == changed
            store.apply(drop=["a.md"])
            assert other.revision() != changed
        finally:
            other.close()

    def test_what_is_new_is_seen_after_reading(self, store: EngineUnderTest) -> None:
        """Protocol `reading`: snapshots end with their block, and may be nested."""
        store.put({"a.md": "red\n"})
        other = store.open_engine(store.folder)
        try:
            with other.reading(HERE), other.reading(HERE):
                assert other.texts(["docs:a.md"], HERE) == {"docs:a.md": b"red\n"}
            store.put({"a.md": "blue\n"})
            assert other.texts(["docs:a.md"], HERE) == {"docs:a.md": b"blue\n"}
            with other.reading(HERE):
                assert other.lexical(TermQuery("text", "red"), 9, HERE) == []
                assert len(other.lexical(TermQuery("text", "blue"), 9, HERE)) == 1
                assert other.texts(["docs:a.md"], HERE) == {"docs:a.md": b"blue\n"}
        finally:
            other.close()
