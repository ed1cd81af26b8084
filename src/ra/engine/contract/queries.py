"""Tests queries: what each kind matches, and how it ranks."""

from __future__ import annotations

from itertools import product

import pytest

from ra.engine.contract.store import HERE, Case, EngineUnderTest, phrase, term
from ra.engine.manifest import TreeSpec
from ra.engine.query import (
    BoolQuery,
    BoostQuery,
    Everything,
    PhraseQuery,
    PrefixQuery,
    Query,
    Scope,
    TermQuery,
)
from ra.text.edit_distance import within_one_edit

RED, BLUE, BIG, ABSENT = (term("body", text) for text in ("red", "blue", "big", "absent"))
FILES = {
    "a.md": "red\n",
    "b.md": "blue\n",
    "c.md": "red blue\n",
    "d.md": "big red car, big blue bus\n",
    "e.md": "# Redwood\nother reddish words\n",
}
ALL = {"a", "b", "c", "d", "e", "e#redwood"}

MATCHES: list[tuple[str, Query, str]] = [
    ("term", RED, "a c d"),
    ("absent term", ABSENT, ""),
    ("empty term", TermQuery("body", ""), ""),
    ("phrase", PhraseQuery("body", ("red", "blue")), "c"),
    ("phrase in the other order", PhraseQuery("body", ("blue", "red")), ""),
    ("phrase with a gap", PhraseQuery("body", ("big", "car")), ""),
    ("phrase over punctuation", PhraseQuery("body", ("car", "big")), "d"),
    ("phrase of three", PhraseQuery("body", ("big", "red", "car")), "d"),
    ("phrase with a word twice", PhraseQuery("body", ("red", "red")), ""),
    ("phrase of one word", PhraseQuery("body", ("red",)), "a c d"),
    ("phrase of one absent word", PhraseQuery("body", ("absent",)), ""),
    ("phrase with an absent word", PhraseQuery("body", ("red", "absent")), ""),
    ("phrase of nothing", PhraseQuery("body", ()), ""),
    ("phrase with any word between", PhraseQuery("body", ("big", "", "car")), "d"),
    ("open phrase", PhraseQuery("body", ("red", "bl"), True), "c"),
    ("open phrase of whole words", PhraseQuery("body", ("red", "blue"), True), "c"),
    ("open phrase of three", PhraseQuery("body", ("big", "red", "c"), True), "d"),
    ("open phrase with any word between", PhraseQuery("body", ("big", "", "ca"), True), "d"),
    ("open phrase of one word", PhraseQuery("body", ("re",), True), "a c d e#redwood"),
    ("open phrase in the other order", PhraseQuery("body", ("blue", "re"), True), ""),
    ("open phrase is no pattern", PhraseQuery("body", ("re.*", "bl"), True), ""),
    ("open phrase over two fields", PhraseQuery("text", ("red", "bl"), True), "c"),
    ("prefix", PrefixQuery("body", "re"), "a c d e#redwood"),
    ("prefix is the whole word", PrefixQuery("body", "blue"), "b c d"),
    ("prefix of nothing known", PrefixQuery("body", "zzz"), ""),
    ("prefix is no pattern", PrefixQuery("body", "r.*"), ""),
    ("prefix and others", PrefixQuery("body", "bl", ("reddish", "absent")), "b c d e#redwood"),
    ("others are no patterns", PrefixQuery("body", "zzz", ("r.*",)), ""),
    ("prefix in its own field", PrefixQuery("title", "redw"), "e e#redwood"),
    ("everything", Everything(), "a b c d e e#redwood"),
    ("must", BoolQuery(must=(RED,)), "a c d"),
    ("must both", BoolQuery(must=(RED, BLUE)), "c d"),
    ("must absent", BoolQuery(must=(RED, ABSENT)), ""),
    ("should", BoolQuery(should=(RED, BLUE)), "a b c d"),
    ("should absent", BoolQuery(should=(ABSENT,)), ""),
    ("must and should", BoolQuery(must=(RED,), should=(BLUE,)), "a c d"),
    ("must and absent should", BoolQuery(must=(RED,), should=(ABSENT,)), "a c d"),
    ("must never", BoolQuery(must=(RED,), never=(BLUE,)), "a"),
    ("should never", BoolQuery(should=(RED, BLUE), never=(BIG,)), "a b c"),
    ("never absent", BoolQuery(must=(RED,), never=(ABSENT,)), "a c d"),
    ("never itself", BoolQuery(must=(RED,), never=(RED,)), ""),
    ("only never", BoolQuery(never=(RED,)), "b e e#redwood"),
    ("only never, several", BoolQuery(never=(RED, PrefixQuery("body", "bl"))), "e e#redwood"),
    ("only never, of everything", BoolQuery(never=(Everything(),)), ""),
    ("only never, of nothing at all", BoolQuery(never=(BoolQuery(),)), "a b c d e e#redwood"),
    ("nothing at all", BoolQuery(), ""),
    ("must everything", BoolQuery(must=(Everything(), BLUE)), "b c d"),
    ("must a negation", BoolQuery(must=(RED, BoolQuery(never=(BLUE,)))), "a"),
    ("should a negation", BoolQuery(should=(BIG, BoolQuery(never=(RED,)))), "b d e e#redwood"),
    ("never a negation", BoolQuery(must=(RED,), never=(BoolQuery(never=(BLUE,)),)), "c d"),
    (
        "groups in a group",
        BoolQuery(must=(BoolQuery(should=(RED, BLUE)), BoolQuery(should=(BIG,)))),
        "d",
    ),
    ("must nothing at all", BoolQuery(must=(RED, BoolQuery())), ""),
    ("never nothing at all", BoolQuery(must=(RED,), never=(BoolQuery(),)), "a c d"),
    ("must an empty phrase", BoolQuery(must=(RED, PhraseQuery("body", ()))), ""),
    ("boost", BoostQuery(RED, 3.0), "a c d"),
    ("boosted negation", BoostQuery(BoolQuery(never=(RED,)), 2.0), "b e e#redwood"),
    ("never boosted", BoolQuery(must=(RED,), never=(BoostQuery(BLUE, 0.5),)), "a"),
    (
        "two fields",
        BoolQuery(must=(PrefixQuery("body", "red"), PrefixQuery("title", "red"))),
        "e#redwood",
    ),
]


def _full(short: str) -> str:
    name, mark, slug = short.partition("#")
    return f"docs:{name}.md{mark}{slug}"


def _edited(text: str) -> list[str]:
    """Words one edit away: a letter more, less or other, or two swapped, at every place."""
    cuts = [(text[:at], text[at:]) for at in range(len(text) + 1)]
    made = [start + letter + end for start, end in cuts for letter in "qz"]
    made += [start + "q" + end[1:] for start, end in cuts if end]
    made += [start + end[1:] for start, end in cuts if end]
    made += [start + end[1] + end[0] + end[2:] for start, end in cuts if len(end) > 1]
    return made


def _edited_twice(text: str) -> list[str]:
    """Words two edits away, at every place."""
    cuts = [(text[:at], text[at:]) for at in range(len(text) + 1)]
    made = [start + "qz" + end for start, end in cuts]
    return made + [start + "zq" + end[1:] for start, end in cuts if end]


class QueriesContract(Case):
    """SPEC 7, 8: which chunks match a query, in which order, and how many."""

    def test_what_matches(self, store: EngineUnderTest) -> None:
        """Protocol: the meaning of each kind of query, each alone and inside others."""
        store.put(FILES)
        found = {name: sorted(store.find(query)) for name, query, _ in MATCHES}
        assert found == {name: sorted(map(_full, ids.split())) for name, _, ids in MATCHES}

    def test_order(self, store: EngineUnderTest) -> None:
        """Protocol `lexical`: scores are positive, best first, ties by id, each chunk once."""
        store.put(FILES)
        for name, query, _ in MATCHES:
            hits = store.engine.lexical(query, 100, HERE)
            assert all(hit.score > 0 for hit in hits), name
            assert hits == sorted(hits, key=lambda hit: (-hit.score, hit.chunk_id)), name
            assert len({hit.chunk_id for hit in hits}) == len(hits), name
            assert hits == store.engine.lexical(query, 100, HERE), name

    def test_limit(self, store: EngineUnderTest) -> None:
        """Protocol `lexical`: at most `limit`, the best ones; 0 and large limits included."""
        store.put(FILES)
        query = BoolQuery(should=(BoostQuery(RED, 2.0), BLUE, BoostQuery(BIG, 4.0)))
        hits = store.engine.lexical(query, 100, HERE)
        assert len({hit.score for hit in hits}) == len(hits) == 4
        for limit in (0, 1, 2, 3, 4, 1000, 2**31, 2**62):
            assert store.engine.lexical(query, limit, HERE) == hits[:limit]
            assert len(store.engine.lexical(Everything(), limit, HERE)) == min(limit, len(ALL))

    def test_limit_is_per_tree(self, bare: EngineUnderTest) -> None:
        """SPEC 8.6: hits are retrieved from each tree, so a dense tree crowds out no other."""
        bare.declare([TreeSpec(name, "default", "english", "f") for name in ("big", "small")])
        bare.put({f"{number}.md": "red red red\n" for number in range(20)}, "big")
        bare.put({"only.md": "some words about a red thing\n", "no.md": "none\n"}, "small")
        scope = Scope("default", ("small", "big"))
        hits = bare.engine.lexical(RED, 3, scope)
        assert sorted(hit.chunk_id.partition(":")[0] for hit in hits) == ["big"] * 3 + ["small"]
        assert hits == sorted(hits, key=lambda hit: (-hit.score, hit.chunk_id))
        assert bare.engine.lexical(RED, 0, scope) == []
        one = [hit for hit in hits if hit.chunk_id.startswith("small")]
        assert bare.engine.lexical(RED, 3, Scope("default", ("small",))) == one

    def test_the_limit_takes_the_first_of_equals(self, store: EngineUnderTest) -> None:
        """Protocol `lexical`: in whatever order equal chunks came in, the same are returned."""
        names = [f"{number:02}.md" for number in range(60)]
        for some in (names[1::3], names[::3], names[2::3]):
            store.put(dict.fromkeys(reversed(some), "some red thing\n"))
        store.put({"best.md": "red red red\n"})
        expected = ["docs:best.md", *(f"docs:{name}" for name in names)]
        for limit in (1, 7, 30, 59):
            hits = store.engine.lexical(RED, limit, HERE)
            assert [hit.chunk_id for hit in hits] == expected[:limit]

    def test_equal_chunks_stand_by_id(self, store: EngineUnderTest) -> None:
        """SPEC 8.7: sorted by score, then id, however they came in."""
        store.put({"m.md": "red\n", "z.md": "red\n"})
        store.put({"a.md": "red\n"})
        assert store.find(RED) == ["docs:a.md", "docs:m.md", "docs:z.md"]
        assert len(set(store.scores(RED).values())) == 1

    def test_boost_multiplies(self, store: EngineUnderTest) -> None:
        """Protocol `BoostQuery`: the score is multiplied."""
        store.put(FILES)
        queries: tuple[Query, ...] = (
            RED,
            phrase("body", "red blue"),
            PrefixQuery("body", "re"),
            BoolQuery(must=(RED, BLUE)),
        )
        for query, factor in product(queries, (0.25, 1.0, 8.0)):
            plain, boosted = store.scores(query), store.scores(BoostQuery(query, factor))
            expected = {one: score * factor for one, score in plain.items()}
            assert boosted == pytest.approx(expected, rel=1e-4)

    def test_boosts_multiply_each_other(self, store: EngineUnderTest) -> None:
        """Protocol `BoostQuery`: a boost in a boost."""
        store.put(FILES)
        twice = store.scores(BoostQuery(BoostQuery(RED, 2.0), 3.0))
        assert twice == pytest.approx(store.scores(BoostQuery(RED, 6.0)), rel=1e-4)

    def test_parts_add_up(self, store: EngineUnderTest) -> None:
        """SPEC 8.2: the scores of matching parts add up; excluded parts add none."""
        store.put(FILES)
        red, blue = store.scores(RED), store.scores(BLUE)
        both = {one: red.get(one, 0) + blue.get(one, 0) for one in red.keys() | blue.keys()}
        assert store.scores(BoolQuery(should=(RED, BLUE))) == pytest.approx(both, rel=1e-4)
        with_should = store.scores(BoolQuery(must=(RED,), should=(BLUE,), never=(ABSENT,)))
        assert with_should == pytest.approx({one: both[one] for one in red}, rel=1e-4)

    def test_words_of_a_prefix_score_alike(self, store: EngineUnderTest) -> None:
        """Protocol `PrefixQuery`: all words that start like this."""
        store.put(
            {"a.md": "reddish\n", "b.md": "red and a lot more than that\n", "c.md": "redwood\n"}
        )
        scores = store.scores(PrefixQuery("body", "red"))
        assert len(scores) == 3
        assert len(set(scores.values())) == 1

    def test_a_rare_word_counts_more(self, store: EngineUnderTest) -> None:
        """SPEC 8.2: BM25; of two words the rare one decides."""
        store.put({f"{number}.md": f"common filler{number}\n" for number in range(9)})
        store.put({"x.md": "rare filler\n"})
        query = BoolQuery(should=(term("body", "common"), term("body", "rare")))
        assert store.find(query)[0] == "docs:x.md"

    def test_stats_count_chunks(self, store: EngineUnderTest) -> None:
        """Protocol `stats`: in how many chunks of the scope each word occurs, per field."""
        store.put({**FILES, "f.md": "red red red\n# red\n# red blue\nred\n"})
        asked = ["red", "blue", "absent", "re", ""]
        body = store.engine.stats(("body",), iter(asked), HERE)["body"]
        assert [body.get(one, 0) for one in asked] == [5, 3, 0, 0, 0]
        both = store.engine.stats(("title", "body"), ["blue"], HERE)
        assert both == {"title": {"blue": 1}, "body": {"blue": 3}}
        assert store.engine.stats(("body",), [], HERE) == {"body": {}}

    @pytest.mark.parametrize("asked", ["lamp", "lantern", "abc", "reciev"])
    def test_near_terms_are_one_edit_away(self, store: EngineUnderTest, asked: str) -> None:
        """Protocol `near`: every word one edit away, wherever the edit is, and no other."""
        one = {each for each in _edited(asked) if len(each) > 2} - {asked}
        store.put({"a.md": " ".join([asked, *one, *_edited_twice(asked)])})
        assert len(one) > 3 * len(asked)
        assert store.engine.near([asked], HERE) == {asked: dict.fromkeys(one, 1)}

    def test_near_terms_are_those_of_the_scope(self, store: EngineUnderTest) -> None:
        """Protocol `near`: for each word, with the number of documents; nothing of other scopes."""
        store.put({"a.md": "# Lump\nlimp limp\n", "b.md": "limp lamb bus\n"})
        assert store.engine.near(["lamp", "bug", "zzz"], HERE) == {
            "lamp": {"limp": 2, "lamb": 1, "lump": 1},
            "bug": {"bus": 1},
            "zzz": {},
        }
        elsewhere = store.engine.near(["lamp"], Scope("other", ("docs",)))
        assert not any(elsewhere.values())
        assert store.engine.near([], HERE) == {}

    @pytest.mark.parametrize("asked", ["handling", "handlign"])
    def test_near_words_are_whole_words(self, store: EngineUnderTest, asked: str) -> None:
        """Protocol `near`: unstemmed, in lowercase, from bodies, names, and parts of words."""
        texts = ["Handlings", "the handlingX", "x.setHandlin", "1234 handles"]
        store.put({f"{number}.md": text for number, text in enumerate(texts)})
        store.put({"Bandling.md": "---\ntags: [hanling]\naliases: [handlng]\n---\ntext\n"})
        one = {"handlings", "handlingx", "handlin", "handling", "bandling", "hanling", "handlng"}
        found = {word for word in one if within_one_edit(asked, word)} - {asked}
        assert store.engine.near([asked], HERE) == {asked: dict.fromkeys(found, 1)}
        assert store.engine.near(["1235"], HERE) == {"1235": {}}

    def test_near_words_two_edits_away(self, store: EngineUnderTest) -> None:
        """Protocol `near`: up to two edits with the same first letter, and no more."""
        two = {"handlers", "handling", "handling1", "hxnxling", "hnadlinsg", "handlig"}
        store.put({"a.md": " ".join([*two, "hxnxlingx", "hand", "handle"])})
        found = store.engine.near(["handling"], HERE, 2)["handling"]
        assert found == dict.fromkeys(two - {"handling", "handlers"}, 1)

    def test_near_terms_of_several_trees(self, bare: EngineUnderTest) -> None:
        """Protocol `near`: the documents of all trees of the scope count."""
        bare.declare([TreeSpec(name, "default", "english", "f") for name in ("one", "two")])
        bare.put({"a.md": "limp\n"}, "one")
        bare.put({"a.md": "limp lump\n"}, "two")
        found = bare.engine.near(["lamp"], Scope("default", ("one", "two")))
        assert found == {"lamp": {"limp": 2, "lump": 1}}

    def test_near_terms_follow_changes(self, store: EngineUnderTest) -> None:
        """Protocol `near`: the current terms, also after an earlier call."""
        store.put({"a.md": "limp\n"})
        assert store.engine.near(["lamp"], HERE) == {"lamp": {"limp": 1}}
        store.put({"b.md": "lump limp\n"})
        assert store.engine.near(["lamp"], HERE) == {"lamp": {"limp": 2, "lump": 1}}
        store.apply(drop=["b.md"])
        assert store.engine.near(["lamp"], HERE) == {"lamp": {"limp": 1}}

    def test_stats_forget(self, store: EngineUnderTest) -> None:
        """Protocol `stats`: a word of a removed document occurs nowhere."""
        store.put(FILES)
        store.put({"d.md": "small\n"})
        store.apply(drop=["c.md"])
        asked = ["red", "blue", "big", "small"]
        counts = store.engine.stats(("body",), asked, HERE)["body"]
        assert [counts.get(one, 0) for one in asked] == [1, 1, 0, 1]

    def test_many_clauses(self, store: EngineUnderTest) -> None:
        """SPEC 9.1: fifty boosted words in one query, and more."""
        store.put({f"{number}.md": f"word{number}x\n" for number in range(200)})
        each = tuple(
            BoostQuery(term("body", f"word{number}x"), 1 + number / 10) for number in range(200)
        )
        hits = store.engine.lexical(BoolQuery(should=each), 1000, HERE)
        assert len(hits) == 200
        assert hits[0].chunk_id == "docs:199.md"

    def test_deep_groups(self, store: EngineUnderTest) -> None:
        """A query may nest as deep as a person can write it."""
        store.put(FILES)
        query: Query = RED
        for _ in range(60):
            query = BoolQuery(must=(query,))
        assert len(store.find(query)) == 3
