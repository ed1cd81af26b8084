"""Tests languages: texts in every language and script match their words."""

from __future__ import annotations

import pytest

from ra.engine.contract.store import HERE, Case, EngineUnderTest, entries, phrase, term, word
from ra.engine.manifest import TreeSpec
from ra.engine.query import PhraseQuery, PrefixQuery, Scope, TermQuery
from ra.engine.records import Entry
from ra.text import words

# Name -> language of the tree, a text, and typical queries.
TEXTS: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "english": ("english", "The running horses were jumping.", ("run", "horse", "jumps")),
    "german": ("german", "Die alten Häuser am Fluß.", ("Haus", "alte", "FLUß")),
    "russian": ("russian", "Мы читаем книги вечером.", ("книга", "вечер")),
    "turkish": ("turkish", "Evlerimizden geliyoruz.", ("evlerimizden",)),
    "greek": ("greek", "Οι γάτες κοιμούνται.", ("γάτες",)),
    "arabic": ("arabic", "الكتاب على الطاولة", ("الكتاب", "الطاولة")),
    "tamil": ("tamil", "மரங்கள் வளர்கின்றன.", ("மரங்கள்",)),
    "chinese": ("english", "我们喜欢喝绿茶。", ("绿茶", "喜欢", "喝绿茶")),
    "japanese": ("english", "日本語の検索エンジン", ("日本語", "検索", "エンジン")),
    "korean": ("english", "한국어 검색은 어렵다", ("한국어", "검색", "국어")),
    "thai": ("english", "ฉันชอบกินข้าวผัด", ("ข้าวผัด", "กินข้าว")),
    "hindi": ("english", "हिन्दी में खोज क्षमता", ("हिन्दी", "क्षमता", "खोज")),
    "mixed": ("english", "Using Pythonで日本語 text", ("python", "日本語", "using", "texts")),
    "identifiers": (
        "english",
        "See DEC-0054, std::io::Error, @scope/pkg and snake_case_name.",
        ("DEC-0054", "0054", "std::io::Error", "io", "@scope/pkg", "snake_case_name", "snake"),
    ),
    "camel case": (
        "english",
        "call getElementById now, or XMLHttpRequest",
        ("getElementById", "element", "GETELEMENTBYID", "call getElementById now", "request"),
    ),
    "accents": ("french", "Les élèves étudiaient à l’école", ("élève", "école")),
    "composed": ("english", "cafe\u0301 re\u0301sume\u0301", ("caf\u00e9", "r\u00e9sum\u00e9")),
}


class LanguagesContract(Case):
    """SPEC 6.1: stemmed per tree, and searchable in every script."""

    @pytest.mark.parametrize("name", TEXTS)
    def test_found_by_what_a_person_asks(self, bare: EngineUnderTest, name: str) -> None:
        """SPEC 6.1: each query text, analyzed, is a word or phrase of the chunk."""
        language, text, asked = TEXTS[name]
        bare.declare([TreeSpec("docs", "default", language, "f")])
        bare.put({"a.md": f"# Heading\n{text}\n", "b.md": "another thing\n"})
        for one in asked:
            assert words(one, language)
            for field in ("body", "text"):
                query = PhraseQuery(field, tuple(words(one, language)))
                assert bare.find(query) == ["docs:a.md#heading"], one

    @pytest.mark.parametrize("name", TEXTS)
    def test_each_analyzed_word_is_there(self, bare: EngineUnderTest, name: str) -> None:
        """SPEC 6.1: a query has the same words as the index, in titles as in bodies."""
        language, text, _ = TEXTS[name]
        bare.declare([TreeSpec("docs", "default", language, "f")])
        title = text.replace("_", " ")
        bare.put({"a.txt": text, "b.md": f"## {title}\nx\n"})
        for one in words(text, language):
            assert bare.find(TermQuery("body", one)) == ["docs:a.txt"]
            assert bare.find(TermQuery("text", one)) != []
        for one in words(title, language):
            assert len(bare.find(TermQuery("hierarchy", one))) == 1

    @pytest.mark.parametrize("text", ["語", "日", "本"])
    def test_one_character_of_a_run(self, store: EngineUnderTest, text: str) -> None:
        """SPEC 6.1: a single Chinese or Japanese character is found as a prefix."""
        store.put({"a.md": "日本語\n", "b.md": "中国\n"})
        assert store.find(PrefixQuery("body", text)) == ["docs:a.md"]

    def test_trees_of_different_languages(self, bare: EngineUnderTest) -> None:
        """SPEC 6.1: each tree is stemmed by its own language."""
        english = TreeSpec("en", "default", "english", "f")
        bare.declare([english, TreeSpec("de", "default", "german", "f")])
        for tree in ("en", "de"):
            bare.put({"a.md": "running Häuser\n"}, tree)
        both = Scope("default", ("en", "de"))
        assert word("running", "english") != word("running", "german")
        assert bare.find(term("body", "running", "english"), both) == ["en:a.md"]
        assert bare.find(term("body", "running", "german"), both) == ["de:a.md"]
        assert bare.find(term("body", "Haus", "german"), both) == ["de:a.md"]
        assert bare.find(term("body", "Häuser", "english"), both) == ["en:a.md"]

    def test_documents_of_different_languages(self, bare: EngineUnderTest) -> None:
        """SPEC 6.1: in a tree with the language `auto`, each document has terms of its own."""
        bare.declare([TreeSpec("docs", "default", "english+auto", "f")])
        known = {"de.md": "german", "en.md": "", "pl.md": "polish", "zh.md": "chinese"}
        taken = entries(dict.fromkeys(known, "running Häuser\n"), "docs")
        bare.apply([_in_language(entry, known[entry.file.path]) for entry in taken])
        found = {
            "english": ["docs:en.md", "docs:zh.md"],
            "english+german": ["docs:de.md"],
            "english+none": ["docs:pl.md"],
        }
        for analysis, ids in found.items():
            assert sorted(bare.find(term("body", "running", analysis))) == ids
            assert sorted(bare.find(phrase("body", "running Häuser", analysis))) == ids
        assert bare.find(term("body", "Haus", "english+german")) == ["docs:de.md"]
        assert bare.engine.languages(HERE) == {"docs": tuple(sorted(found))}
        spoken = {each.path: each.language for each in bare.engine.documents(HERE)}
        assert spoken == {**known, "en.md": "english"}

    def test_languages_come_and_go(self, bare: EngineUnderTest) -> None:
        """SPEC 6.1: a language is one of the tree as long as a document has it."""
        bare.declare([TreeSpec("docs", "default", "english+auto", "f")])
        first, other = entries({"a.md": "Häuser\n", "b.md": "Häuser\n"}, "docs")
        bare.apply([_in_language(first, "german"), other])
        assert bare.engine.languages(HERE) == {"docs": ("english", "english+german")}
        bare.apply([_in_language(first, "french")])
        assert bare.engine.languages(HERE) == {"docs": ("english", "english+french")}
        assert bare.find(term("body", "Haus", "english+german")) == []
        bare.apply(drop=["a.md"])
        assert bare.engine.languages(HERE) == {"docs": ("english",)}

    def test_words_over_two_hundred_bytes_are_dropped(self, store: EngineUnderTest) -> None:
        """SPEC 6.1: and their neighbors stay."""
        store.put({"a.md": f"before {'x' * 201} after\n", "b.md": f"{'k' * 200}\n"})
        assert store.find(PrefixQuery("body", "xxx")) == []
        assert store.find(term("body", "k" * 200)) == ["docs:b.md"]
        assert len(store.find(term("body", "after"))) == 1

    def test_camel_case_does_not_disturb_phrases(self, store: EngineUnderTest) -> None:
        """SPEC 6.1: the parts of a word have its position, so its neighbors stay adjacent."""
        store.put({"a.md": "call getElementById now\n"})
        assert store.find(phrase("body", "call getElementById now")) == ["docs:a.md"]
        assert store.find(phrase("body", "call now")) == []

    def test_camel_case_in_titles(self, store: EngineUnderTest) -> None:
        """SPEC 6.1: in every field."""
        store.put({"useEffect.md": "# useLayoutEffect\nx\n"})
        for field in ("title", "hierarchy"):
            assert "docs:useEffect.md#uselayouteffect" in store.find(term(field, "layout"))
            assert "docs:useEffect.md#uselayouteffect" in store.find(term(field, "useLayoutEffect"))


def _in_language(entry: Entry, language: str) -> Entry:
    return entry._replace(document=entry.document._replace(language=language))
