"""Tests fields: a search in one field matches only the text of that field."""

from __future__ import annotations

from ra.engine.contract.store import FIELDS, HERE, Case, EngineUnderTest, entry, phrase, term
from ra.engine.query import Field, Having
from ra.properties import PropertyTest

PAGE = """---
title: Orchard Manual
tags: [fruit, tree care]
aliases: [Pomology Handbook]
review: {state: drafted, rating: 7}
---
# Grafting Season
scion rootstock
## Winter Pruning
secateurs sharpen
"""
PLACE = "guides/setup-notes.v2.md"
DOCUMENT, SEASON, WINTER = (
    f"docs:{PLACE}{slug}" for slug in ("", "#grafting-season", "#winter-pruning")
)

# Word -> the fields that contain it, for the two sections.
PLACES: dict[str, dict[Field, set[str]]] = {
    "orchard": {"hierarchy": {SEASON, WINTER}, "text": {SEASON, WINTER}},
    "grafting": {"title": {SEASON}, "hierarchy": {SEASON, WINTER}, "text": {SEASON, WINTER}},
    "pruning": {"title": {WINTER}, "hierarchy": {WINTER}, "text": {WINTER}},
    "setup": {"path": {SEASON, WINTER}},
    "notes": {"path": {SEASON, WINTER}},
    "guides": {"path": {SEASON, WINTER}},
    "md": {"path": {SEASON, WINTER}},
    "fruit": {"tags": {SEASON, WINTER}},
    "care": {"tags": {SEASON, WINTER}},
    "rootstock": {"body": {SEASON}, "text": {SEASON}},
    "secateurs": {"body": {WINTER}, "text": {WINTER}},
    "docs": {},
    "absent": {},
}


PROPERTIES: tuple[tuple[str, PropertyTest | None, str], ...] = (
    ("status", None, "abc"),
    ("STATUS", PropertyTest("words", "draft"), "a"),
    ("status", PropertyTest("words", "in draft"), "a"),
    ("status", PropertyTest("words", "draft in"), ""),
    ("status", PropertyTest("prefix", "che"), "b"),
    ("done", PropertyTest("words", "true"), "c"),
    ("rating", PropertyTest(">", "7"), "b"),
    ("rating", PropertyTest(">=", "7"), "ab"),
    ("rating", PropertyTest("<", "8.5"), "a"),
    ("rating", PropertyTest("=", "10"), "b"),
    ("due", PropertyTest("<", "2026-12-01"), "a"),
    ("due", PropertyTest(">", "2026-11"), "b"),
    ("due", PropertyTest("<", "7"), ""),
    ("absent", None, ""),
)


class FieldsContract(Case):
    """SPEC 6.2: title, hierarchy, path, tags, aliases, body, and the text of them all."""

    def test_a_word_is_found_where_it_stands(self, store: EngineUnderTest) -> None:
        """SPEC 6.2: and in no other field."""
        store.apply([entry(PLACE, PAGE)])
        for text, places in PLACES.items():
            found = {field: set(store.find(term(field, text))) - {DOCUMENT} for field in FIELDS}
            assert {field: ids for field, ids in found.items() if ids} == places, text

    def test_the_document_itself(self, store: EngineUnderTest) -> None:
        """SPEC 6.2: its title is the document's, its aliases find it, its path and tags too."""
        store.apply([entry(PLACE, PAGE)])
        assert store.find(term("title", "orchard")) == [DOCUMENT]
        for query in (
            term("hierarchy", "orchard"),
            term("aliases", "pomology"),
            term("tags", "fruit"),
            term("path", "setup"),
            term("properties", "drafted"),
            term("properties", "7"),
        ):
            assert DOCUMENT in store.find(query)
        assert store.find(term("title", "pomology")) == []
        assert store.find(term("tags", "pomology")) == []
        assert store.find(term("aliases", "fruit")) == []

    def test_a_document_of_only_front_matter_is_found_by_its_names(
        self, store: EngineUnderTest
    ) -> None:
        """SPEC 8.2: not by its text, or a bare title would beat every answer."""
        store.apply([entry(PLACE, PAGE)])
        assert set(store.find(term("text", "orchard"))) == {SEASON, WINTER}

    def test_front_matter_is_not_text(self, store: EngineUnderTest) -> None:
        """SPEC 2.1: its values are properties, of the document only; its keys are no words."""
        store.apply([entry(PLACE, PAGE)])
        for text in ("pomology", "drafted", "7", "state", "rating", "aliases"):
            assert store.find(term("body", text)) == store.find(term("text", text)) == []
        assert store.find(term("properties", "drafted")) == [DOCUMENT]
        for text in ("state", "rating", "aliases", "fruit", "pomology", "orchard"):
            assert store.find(term("properties", text)) == []

    def test_comments_are_not_text(self, store: EngineUnderTest) -> None:
        """SPEC 2.5: `%% … %%` and HTML comments are not searched; the bytes stay in the body."""
        store.put({"a.md": "# Lantern\nwick %% soot %% <!-- ash --> glow\n"})
        for text in ("soot", "ash"):
            assert store.find(term("body", text)) == store.find(term("text", text)) == []
            assert not any(store.engine.near([f"{text}x"], HERE).values())
        assert store.find(phrase("body", "wick glow")) == ["docs:a.md#lantern"]
        (section,) = store.engine.chunks(["docs:a.md#lantern"], HERE).values()
        assert "soot" in section.body
        assert "soot" not in section.visible

    def test_properties_select_documents(self, store: EngineUnderTest) -> None:
        """SPEC 7: by name, by words, by a start, by order; numbers, dates, lists and booleans."""
        store.put(
            {
                "a.md": "---\nStatus: In Draft\nrating: 7\ndue: 2026-11-30\n---\n# A\nx\n",
                "b.md": "---\nstatus: [done, checked]\nrating: 10\ndue: 2026-12-01\n---\nx\n",
                "c.md": "---\nstatus:\ndone: true\n---\nx status draft\n",
                "d.md": "x\n",
            }
        )
        for name, test, expected in PROPERTIES:
            found = {one.partition("#")[0] for one in store.find(Having(name, test))}
            assert found == {f"docs:{each}.md" for each in expected}, (name, test)

    def test_a_phrase_stays_in_one_level(self, store: EngineUnderTest) -> None:
        """SPEC 6.2: hierarchy is multi-valued, one value per level."""
        store.apply([entry(PLACE, PAGE)])
        assert store.find(phrase("hierarchy", "winter pruning")) == [WINTER]
        assert set(store.find(phrase("hierarchy", "orchard manual"))) == {DOCUMENT, SEASON, WINTER}
        assert store.find(phrase("hierarchy", "season winter")) == []
        assert store.find(phrase("hierarchy", "manual grafting")) == []

    def test_a_phrase_stays_in_one_field(self, store: EngineUnderTest) -> None:
        """The title does not run into the body."""
        store.apply([entry(PLACE, PAGE)])
        assert store.find(phrase("body", "pruning secateurs")) == []
        assert store.find(phrase("title", "pruning secateurs")) == []
        assert store.find(phrase("body", "secateurs sharpen")) == [WINTER]
        assert store.find(phrase("text", "secateurs sharpen")) == [WINTER]

    def test_path_phrases(self, store: EngineUnderTest) -> None:
        """SPEC 6.2: the path is tokenized on separators and dots, in order."""
        store.apply([entry("docs/api/handlers.md", "x\n"), entry("api/docs/handlers.md", "x\n")])
        assert store.find(phrase("path", "docs api handlers md")) == ["docs:docs/api/handlers.md"]

    def test_a_chunk_without_text_is_found_by_its_title(self, store: EngineUnderTest) -> None:
        """SPEC 4.1: all kept chunks are indexed, also those with an empty body."""
        store.put({"a.md": "# Lantern\n## Wick\ncotton\n"})
        assert "docs:a.md#lantern" in store.find(term("title", "lantern"))
        assert store.engine.chunks(["docs:a.md#lantern"], HERE)["docs:a.md#lantern"].body == ""

    def test_an_equal_first_heading_is_counted_once(self, store: EngineUnderTest) -> None:
        """SPEC 3.4: a heading that equals the document title is left out of the breadcrumb."""
        store.put({"a.md": "# Lantern\nx\n"})
        (section,) = store.engine.chunks(["docs:a.md#lantern"], HERE).values()
        assert section.breadcrumb == ("Lantern",)
        assert store.find(phrase("text", "lantern lantern")) == []
