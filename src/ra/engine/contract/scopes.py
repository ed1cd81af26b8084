"""Tests scopes: no operation sees or counts documents outside its scope."""

from __future__ import annotations

from ra.engine.contract.store import Case, Contents, EngineUnderTest, term
from ra.engine.manifest import TreeSpec
from ra.engine.protocol import Engine
from ra.engine.query import Among, BoolQuery, Everything, PrefixQuery, Scope

OURS = Scope("ours", ("a", "b"))
THEIRS = Scope("theirs", ("c",))
SPECS = [  # not sorted by name: the order of settings is the user's
    TreeSpec("b", "ours", "english", "f"),
    TreeSpec("a", "ours", "english", "f"),
    TreeSpec("c", "theirs", "english", "f"),
]
PAGE = {"x.md": "# Lantern\nlight [link](y.md)\n", "y.md": "light\n"}

# Scopes in which nothing may be visible.
BLIND = [
    Scope("theirs", ("a",)),
    Scope("theirs", ("a", "b")),
    Scope("ours", ("c",)),
    Scope("nobody", ("a", "b", "c")),
    Scope("", ("a",)),
    Scope("OURS", ("a",)),
    Scope("ours", ()),
    Scope("ours", ("unknown",)),
    Scope("ours", ("",)),
    Scope("ours", ("A",)),
    Scope("ours%", ("a%", "_")),
]


def _sees_nothing(engine: Engine, scope: Scope) -> None:
    for query in (
        term("text", "light"),
        Everything(),
        PrefixQuery("body", "li"),
        BoolQuery(never=()),
    ):
        assert engine.lexical(query, 100, scope) == []
    among = Among(frozenset(f"{tree}:x.md" for tree in "abc"))
    assert engine.lexical(among, 100, scope) == []
    assert not any(engine.stats(("text",), ["light"], scope)["text"].values())
    assert engine.chunk_count(scope) == 0
    assert engine.nodes([f"{tree}:x.md#lantern" for tree in "abc"], scope) == {}
    assert engine.chunks([f"{tree}:x.md#lantern" for tree in "abc"], scope) == {}
    for tree in "abc":
        assert engine.outline(f"{tree}:x.md", scope) == []
        assert engine.texts([f"{tree}:x.md"], scope) == {}
    assert engine.documents(scope) == []
    assert engine.documents(scope, [f"{tree}:x.md" for tree in "abc"]) == []
    assert engine.links(scope) == []
    assert engine.links(scope, [f"{tree}:x.md" for tree in "abc"]) == []
    assert engine.manifest(scope) == {}
    assert engine.manifest(scope, ["x.md"]) == {}
    assert engine.usage(scope) == {}


class ScopesContract(Case):
    """SPEC 12: every operation runs inside one tenant and some of its trees."""

    def test_outside_the_scope_there_is_nothing(self, bare: EngineUnderTest) -> None:
        """SPEC 12: no hit, count, chunk, outline, document, text, link, record or size."""
        self._fill(bare)
        for scope in BLIND:
            _sees_nothing(bare.engine, scope)

    def test_only_the_trees_asked_for(self, bare: EngineUnderTest) -> None:
        """Protocol `Scope`: trees that are not named or do not exist are not visible."""
        self._fill(bare)
        scope = Scope("ours", ("b", "unknown", "c"))
        assert sorted(bare.find(term("text", "light"), scope)) == ["b:x.md#lantern", "b:y.md"]
        assert bare.contents(scope) == bare.contents(Scope("ours", ("b",)))
        assert {one.tree for one in bare.engine.documents(scope)} == {"b"}
        assert set(bare.engine.usage(scope)) == {"b"}

    def test_several_trees_together(self, bare: EngineUnderTest) -> None:
        """Protocol: documents by id, hits and counts of all trees of the scope."""
        self._fill(bare)
        reverse = Scope("ours", ("b", "a", "b"))
        ids = ["a:x.md", "a:y.md", "b:x.md", "b:y.md"]
        for scope in (OURS, reverse):
            assert [one.id for one in bare.engine.documents(scope)] == ids
            assert len(bare.find(term("text", "light"), scope)) == 4
            assert bare.engine.stats(("text",), ["light"], scope) == {"text": {"light": 4}}
            assert [link.doc_id for link in bare.engine.links(scope)] == ["a:x.md", "b:x.md"]
            assert set(bare.engine.usage(scope)) == {"a", "b"}

    def test_others_change_no_score(self, bare: EngineUnderTest) -> None:
        """SPEC 12: each tenant has postings and statistics of its own."""
        self._fill(bare)
        before = self._felt(bare)
        bare.put({f"{number}.md": "light lantern link\n" for number in range(50)}, "c")
        assert self._felt(bare) == before
        bare.apply(drop=[f"{number}.md" for number in range(50)], tree="c")
        assert self._felt(bare) == before
        bare.declare(SPECS[:2])
        bare.engine.flush()
        assert self._felt(bare) == before

    def test_the_same_paths_in_every_tree(self, bare: EngineUnderTest) -> None:
        """A change in one tree leaves the same path of another alone."""
        self._fill(bare)
        before = bare.contents(THEIRS)
        kept = bare.contents(Scope("ours", ("b",)))
        bare.put({"x.md": "changed\n"}, "a")
        bare.apply(drop=["y.md"], tree="a")
        assert bare.contents(THEIRS) == before
        assert bare.contents(Scope("ours", ("b",))) == kept
        assert bare.engine.check() == []

    @staticmethod
    def _fill(store: EngineUnderTest) -> None:
        store.declare(SPECS)
        for spec in SPECS:
            store.put(PAGE, spec.name)

    @staticmethod
    def _felt(store: EngineUnderTest) -> tuple[Contents, object, object]:
        """Everything that one tenant can observe."""
        query = BoolQuery(should=(term("text", "light"), term("text", "lantern")))
        hits = store.engine.lexical(query, 100, OURS)
        counts = store.engine.stats(("text", "body"), ["light", "lantern"], OURS)
        return store.contents(OURS), hits, counts
