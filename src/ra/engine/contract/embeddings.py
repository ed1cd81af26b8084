"""Tests vectors: they are found with their chunks, go with them, and are never made twice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pytest

from ra.engine.contract.store import DOCS, HERE, Case, EngineUnderTest, term
from ra.engine.query import Scope, Under
from ra.engine.vectors import ChunkVector, Coverage, DocumentVectors
from ra.model import Chunk, digest
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from ra.engine.vectors import Vector

PAGE = "# Tea\ngreen leaves\n## Pot\nclay\n"
FILES = {"a.md": PAGE, "b.md": "# Coffee\nbeans\n"}
_WIDTH = 8


def unit(*numbers: float) -> Vector:
    """A unit vector that begins with these numbers."""
    vector = np.zeros(_WIDTH, np.float32)
    vector[: len(numbers)] = numbers
    normal: Vector = vector / np.linalg.norm(vector)
    return normal


def key(chunk: Chunk, model: str) -> bytes:
    """A key as an update makes it: of the model, the breadcrumb and the body."""
    text = " > ".join(chunk.breadcrumb) + "\n" + chunk.body
    return bytes.fromhex(digest(f"{model}\0{text}".encode(), 16))


def embed(
    store: EngineUnderTest,
    vectors: Mapping[str, Vector],
    *,
    model: str = "m",
    tree: str = "docs",
    scope: Scope = HERE,
) -> None:
    """Give these chunks these vectors, and all others of their documents one far away."""
    entries = []
    for record in store.engine.documents(scope):
        outline = store.engine.outline(record.id, scope)
        if any(chunk.id in vectors for chunk in outline):
            entries.append(entry(outline, record.version, vectors, model))
    store.engine.vector_writer().put(tree, entries)


def entry(
    outline: Sequence[Chunk], version: int, vectors: Mapping[str, Vector], model: str = "m"
) -> DocumentVectors:
    """The vectors of one document."""
    far = unit(*[0] * (_WIDTH - 1), 1)
    chunks = [
        ChunkVector(one.position, key(one, model), bool(one.body.strip()), vectors.get(one.id, far))
        for one in outline
        if one.hit
    ]
    return DocumentVectors(outline[0].doc_id, version, model, chunks)


class EmbeddingsContract(Case):
    """SPEC 8.3: vectors are kept by a hash of exactly what is embedded."""

    def test_what_has_no_vectors_is_listed_until_it_has(self, store: EngineUnderTest) -> None:
        """SPEC 8.3: documents without chunks need none."""
        store.put({**FILES, "empty.md": "\n"})
        assert not store.engine.usage(HERE)["docs"].was_embedded
        assert store.engine.vectors().unembedded(HERE) == ["docs:a.md", "docs:b.md"]
        embed(store, {"docs:b.md#coffee": unit(1)})
        store.reopen()
        vectors = store.engine.vectors()
        assert vectors.unembedded(HERE) == ["docs:a.md"]
        done, total = vectors.coverage(HERE)["docs"]
        assert (done, total) == (2, store.engine.chunk_count(HERE))

    def test_a_document_may_need_no_vectors(self, store: EngineUnderTest) -> None:
        """SPEC 8.3: one in a language that no model knows is done without any."""
        store.put(FILES)
        (record,) = store.engine.documents(HERE, ["docs:a.md"])
        nothing = DocumentVectors(record.id, record.version, "", ())
        store.engine.vector_writer().put("docs", [nothing])
        vectors = store.engine.vectors()
        assert vectors.unembedded(HERE) == ["docs:b.md"]
        assert vectors.cosines(["docs:a.md#tea"], {"m": unit(1)}, HERE) == {}
        assert vectors.without_model(HERE) == {"docs": vectors.coverage(HERE)["docs"].embedded}
        embed(store, {"docs:a.md#tea": unit(1)})
        assert store.engine.vectors().without_model(HERE) == {"docs": 0}

    def test_cosines_are_those_of_the_chunks_by_id(self, store: EngineUnderTest) -> None:
        """SPEC 8.3: of chunks without a vector of that model there is none."""
        store.put(FILES)
        embed(store, {"docs:a.md#tea": unit(3, 4), "docs:a.md#pot": unit(-1)})
        ids = ["docs:a.md#pot", "docs:a.md#tea", "docs:b.md#coffee", "docs:none.md"]
        vectors = store.engine.vectors()
        found = vectors.cosines(ids, {"m": unit(1)}, HERE)
        assert found == pytest.approx({"docs:a.md#tea": 0.6, "docs:a.md#pot": -1.0}, abs=0.01)
        assert vectors.cosines(ids, {"other": unit(1)}, HERE) == {}
        assert vectors.cosines(ids, {}, HERE) == {}

    def test_the_nearest_come_best_first(self, store: EngineUnderTest) -> None:
        """SPEC 8.3: top-k by cosine; equal ones by id."""
        store.put(FILES)
        embed(
            store,
            {
                "docs:a.md#tea": unit(1, 1),
                "docs:a.md#pot": unit(1),
                "docs:b.md#coffee": unit(1, 1),
            },
        )
        hits = store.engine.vectors().nearest({"m": unit(1)}, 3, HERE)
        ids = [hit.chunk_id for hit in hits]
        assert ids == ["docs:a.md#pot", "docs:a.md#tea", "docs:b.md#coffee"]
        assert [hit.score for hit in hits] == pytest.approx([1, 0.707, 0.707], abs=0.01)
        assert (hits[0].path, hits[0].title) == ("a.md", "Pot")
        first = store.engine.vectors().nearest({"m": unit(1)}, 1, HERE)
        assert [hit.chunk_id for hit in first] == ids[:1]

    def test_a_chunk_counts_by_its_closest_vector(self, store: EngineUnderTest) -> None:
        """SPEC 8.3: passages have vectors of their own, and a chunk is found once."""
        store.put({"a.md": PAGE})
        (record,) = store.engine.documents(HERE)
        outline = store.engine.outline(record.id, HERE)
        own = entry(outline, record.version, {"docs:a.md#tea": unit(0, 1)})
        chunks = []
        for one in own.chunks:
            chunks.append(one)
            if outline[one.position].id == "docs:a.md#tea":
                chunks.append(one._replace(key=b"p" * 16, vector=unit(3, 4)))
                chunks.append(one._replace(key=b"q" * 16, vector=unit(-1)))
        store.engine.vector_writer().put("docs", [own._replace(chunks=chunks)])
        vectors = store.engine.vectors()
        for _ in range(3):  # from the rows, then from memory
            found = vectors.cosines(["docs:a.md#tea"], {"m": unit(1)}, HERE)
            assert found == pytest.approx({"docs:a.md#tea": 0.6}, abs=0.01)
            passages = vectors.passages([one.id for one in outline], {"m": unit(1)}, HERE)
            assert passages == {"docs:a.md#tea": pytest.approx([0.6, -1], abs=0.01)}
            assert vectors.passages(["docs:a.md#tea"], {"other": unit(1)}, HERE) == {}
        hits = vectors.nearest({"m": unit(1)}, 9, HERE)
        assert [hit.chunk_id for hit in hits] == ["docs:a.md#tea", "docs:a.md#pot"]
        assert hits[0].score == pytest.approx(0.6, abs=0.01)

    def test_chunks_are_compared_with_others_by_their_first_vectors(
        self, store: EngineUnderTest
    ) -> None:
        """SPEC 8.3: with the mean of some chunks; without any vector among those, with nothing."""
        store.put(FILES)
        embed(store, {"docs:a.md#tea": unit(1), "docs:a.md#pot": unit(0, 1)})
        vectors = store.engine.vectors()
        ids = ["docs:a.md#tea", "docs:a.md#pot", "docs:b.md#coffee"]
        for _ in range(2):  # from the rows, then from memory
            found = vectors.compared(ids, "m", unit(0, 1), HERE)
            assert found.cosines == pytest.approx({ids[0]: 0, ids[1]: 1}, abs=0.01)
            assert found.alike(ids[:1]) == pytest.approx({ids[0]: 1, ids[1]: 0}, abs=0.01)
            both = found.alike(ids[:2])
            assert both == pytest.approx({ids[0]: 0.707, ids[1]: 0.707}, abs=0.01)
            assert found.alike(ids[2:]) == {}
            vectors.nearest({"m": unit(1)}, 9, HERE)
        nothing = vectors.compared(ids, "other", unit(1), HERE)
        assert nothing.cosines == nothing.alike(ids) == {}

    def test_a_chunk_without_text_is_never_among_the_nearest(self, store: EngineUnderTest) -> None:
        """SPEC 8.3: it keeps the cosine of its breadcrumb."""
        store.put({"a.md": PAGE})
        embed(store, {"docs:a.md": unit(1), "docs:a.md#tea": unit(0, 1)})
        vectors = store.engine.vectors()
        nearest = {hit.chunk_id for hit in vectors.nearest({"m": unit(1)}, 9, HERE)}
        assert nearest == {"docs:a.md#tea", "docs:a.md#pot"}
        found = vectors.cosines(["docs:a.md"], {"m": unit(1)}, HERE)
        assert found == pytest.approx({"docs:a.md": 1}, abs=0.01)

    def test_conditions_bind_the_nearest(self, store: EngineUnderTest) -> None:
        """SPEC 8: filters, phrases and fields hold in every mode."""
        store.put({**FILES, "sub/c.md": "# Cocoa\ngreen beans\n"})
        near = {f"docs:{one}": unit(1) for one in ("a.md#tea", "b.md#coffee", "sub/c.md#cocoa")}
        embed(store, near)
        vectors = store.engine.vectors()

        def ids(where: object) -> list[str]:
            hits = vectors.nearest({"m": unit(1)}, 2, HERE, where)  # type: ignore[arg-type]
            return [hit.chunk_id for hit in hits]

        assert ids(term("body", "green")) == ["docs:a.md#tea", "docs:sub/c.md#cocoa"]
        assert ids(Under("sub/")) == ["docs:sub/c.md#cocoa"]
        assert ids(term("body", "absent")) == []

    def test_each_model_is_compared_with_its_own_vectors(self, store: EngineUnderTest) -> None:
        """SPEC 8.3: documents of one tree may have different models."""
        store.put(FILES)
        embed(store, {"docs:a.md#tea": unit(1)}, model="m")
        embed(store, {"docs:b.md#coffee": unit(0, 1)}, model="n")
        queries = {"m": unit(0, 1), "n": unit(0, 1)}
        ids = ["docs:a.md#tea", "docs:b.md#coffee"]
        found = store.engine.vectors().cosines(ids, queries, HERE)
        assert found == pytest.approx({ids[0]: 0, ids[1]: 1}, abs=0.01)
        best = store.engine.vectors().nearest(queries, 1, HERE)[0]
        assert best.chunk_id == "docs:b.md#coffee"

    def test_a_changed_document_needs_only_what_is_new(self, store: EngineUnderTest) -> None:
        """SPEC 8.3: unchanged sections are known by their key, others are not."""
        (before,) = store.put({"a.md": PAGE})
        embed(store, {"docs:a.md#tea": unit(1), "docs:a.md#pot": unit(0, 1)})
        (after,) = store.put({"a.md": PAGE.replace("clay", "iron")})
        vectors, writer = store.engine.vectors(), store.engine.vector_writer()
        assert vectors.unembedded(HERE) == ["docs:a.md"]
        assert vectors.nearest({"m": unit(1)}, 9, HERE) == []
        assert vectors.coverage(HERE)["docs"].embedded == 0
        writer.begin("docs", ["m"])
        keys = {one.id: key(one, "m") for one in after.chunks}
        known = vectors.known(keys.values(), HERE)
        assert keys["docs:a.md#tea"] in known
        assert keys["docs:a.md#pot"] not in known
        assert known[keys["docs:a.md#tea"]] == pytest.approx(unit(1), abs=0.01)
        assert key(before.chunks[-1], "m") in vectors.known([key(before.chunks[-1], "m")], HERE)

    def test_vectors_go_with_their_documents(self, store: EngineUnderTest) -> None:
        """SPEC 8.3: what was removed is never found, and gone after the next run."""
        taken = store.put(FILES)
        embed(store, {"docs:a.md#tea": unit(1), "docs:b.md#coffee": unit(1)})
        store.apply(drop=["a.md"])
        vectors, writer = store.engine.vectors(), store.engine.vector_writer()
        hits = vectors.nearest({"m": unit(1)}, 9, HERE)
        assert [hit.path for hit in hits] == ["b.md"]
        assert vectors.cosines(["docs:a.md#tea"], {"m": unit(1)}, HERE) == {}
        assert vectors.coverage(HERE)["docs"] == Coverage(2, 2)
        keys = [key(one, "m") for one in taken[0].chunks]
        writer.begin("docs", ["m"])
        assert vectors.known(keys, HERE)
        writer.finish("docs")
        assert not vectors.known(keys, HERE)

    def test_another_form_of_vectors_leaves_the_rest_alone(self, store: EngineUnderTest) -> None:
        """SPEC 6.4: a change of model makes vectors again, and nothing else."""
        taken = store.put(FILES)
        embed(store, {"docs:a.md#tea": unit(1)})
        before = store.contents()
        versions = [one.version for one in store.engine.documents(HERE)]
        assert store.declare([DOCS._replace(vectors="second")]) == []
        vectors, writer = store.engine.vectors(), store.engine.vector_writer()
        assert store.engine.usage(HERE)["docs"].was_embedded
        assert vectors.unembedded(HERE) == ["docs:a.md", "docs:b.md"]
        assert store.contents() == before
        assert [one.version for one in store.engine.documents(HERE)] == versions
        writer.begin("docs", ["n"])
        assert not vectors.known([key(one, "m") for one in taken[0].chunks], HERE)
        embed(store, {"docs:a.md#tea": unit(0, 1)}, model="n")
        assert vectors.unembedded(HERE) == ["docs:b.md"]

    def test_vectors_of_a_model_that_is_gone_are_made_again(self, store: EngineUnderTest) -> None:
        """SPEC 6.4: a model that was replaced in its folder has another name."""
        store.put(FILES)
        embed(store, {"docs:a.md#tea": unit(1), "docs:b.md#coffee": unit(1)}, model="old")
        store.engine.vector_writer().begin("docs", ["new"])
        assert store.engine.vectors().unembedded(HERE) == ["docs:a.md", "docs:b.md"]

    def test_a_tree_that_is_built_again_knows_its_vectors(self, store: EngineUnderTest) -> None:
        """SPEC 6.4: other chunking leaves texts that are the same."""
        taken = store.put(FILES)
        embed(store, {"docs:a.md#tea": unit(1), "docs:b.md#coffee": unit(1)})
        store.declare([DOCS._replace(chunks="second")])
        store.put(FILES)
        vectors, writer = store.engine.vectors(), store.engine.vector_writer()
        assert store.engine.usage(HERE)["docs"].was_embedded
        assert vectors.unembedded(HERE) == ["docs:a.md", "docs:b.md"]
        writer.begin("docs", ["m"])
        keys = [key(one, "m") for one in taken[0].chunks]
        assert set(vectors.known(keys, HERE)) == set(keys)

    def test_what_is_kept_outlives_the_process(self, store: EngineUnderTest) -> None:
        """SPEC 6.5: a killed run does no batch twice."""
        store.put(FILES)
        store.engine.vector_writer().keep("docs", {b"k" * 16: unit(3, 4)})
        store.reopen()
        store.engine.vector_writer().begin("docs", ["m"])
        known = store.engine.vectors().known([b"k" * 16, b"x" * 16], HERE)
        assert list(known) == [b"k" * 16]
        assert known[b"k" * 16] == pytest.approx(unit(3, 4), abs=0.01)
        store.engine.vector_writer().finish("docs")
        assert store.engine.vectors().known([b"k" * 16], HERE)  # documents are left

    def test_vectors_of_an_older_version_are_left_out(self, store: EngineUnderTest) -> None:
        """SPEC 6.5: the document may change while it is embedded."""
        (old,) = store.put({"a.md": PAGE})
        (record,) = store.engine.documents(HERE)
        store.put({"a.md": "# Other\ntext\n"})
        late = entry(old.chunks, record.version, {"docs:a.md#tea": unit(1)})
        store.engine.vector_writer().put("docs", [late])
        assert store.engine.vectors().unembedded(HERE) == ["docs:a.md"]
        assert store.engine.vectors().nearest({"m": unit(1)}, 9, HERE) == []

    def test_vectors_put_again_count_once(self, store: EngineUnderTest) -> None:
        """SPEC 6.5: the last ones hold."""
        store.put({"b.md": FILES["b.md"]})
        embed(store, {"docs:b.md#coffee": unit(1)})
        embed(store, {"docs:b.md#coffee": unit(0, 1)})
        vectors = store.engine.vectors()
        assert vectors.coverage(HERE)["docs"] == Coverage(2, 2)
        found = vectors.cosines(["docs:b.md#coffee"], {"m": unit(0, 1)}, HERE)
        assert found == pytest.approx({"docs:b.md#coffee": 1}, abs=0.01)
        assert store.engine.check() == []

    def test_a_tenant_sees_its_own_vectors(self, bare: EngineUnderTest) -> None:
        """SPEC 12: no cosine, hit, count or known vector of another tenant."""
        ours, theirs = Scope("ours", ("a",)), Scope("theirs", ("c",))
        bare.declare(
            [
                DOCS._replace(name="a", tenant="ours"),
                DOCS._replace(name="c", tenant="theirs"),
            ]
        )
        bare.put({"x.md": PAGE}, "a")
        bare.put({"x.md": PAGE}, "c")
        embed(bare, {"a:x.md#tea": unit(1)}, tree="a", scope=ours)
        bare.engine.vector_writer().keep("a", {b"k" * 16: unit(1)})
        vectors = bare.engine.vectors()
        assert vectors.unembedded(ours) == []
        assert vectors.unembedded(theirs) == ["c:x.md"]
        assert vectors.coverage(Scope("theirs", ("a", "c"))).keys() == {"c"}
        assert vectors.nearest({"m": unit(1)}, 9, Scope("theirs", ("a", "c"))) == []
        assert vectors.cosines(["a:x.md#tea"], {"m": unit(1)}, theirs) == {}
        assert vectors.known([b"k" * 16], theirs) == {}
        assert vectors.known([b"k" * 16], ours)

    def test_a_snapshot_keeps_its_vectors(self, store: EngineUnderTest) -> None:
        """SPEC 6.6: another writer changes nothing for who reads."""
        store.put(FILES)
        embed(store, {"docs:a.md#tea": unit(1)})
        other = EngineUnderTest(self.open_engine, store.folder)
        try:
            with store.engine.reading(HERE):
                vectors = store.engine.vectors()
                before = vectors.nearest({"m": unit(1)}, 9, HERE)
                other.apply(drop=["a.md"])
                assert vectors.nearest({"m": unit(1)}, 9, HERE) == before
            assert store.engine.vectors().nearest({"m": unit(1)}, 9, HERE) == []
        finally:
            other.engine.close()
