"""Tests that the vectors of the embedded engine are whole, small, and found among many."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import numpy as np
import pytest

from ra.engine.contract.embeddings import FILES, embed, unit
from ra.engine.contract.store import DOCS, HERE, EngineUnderTest
from ra.engine.embedded import quantized, vector_matrix
from ra.errors import IndexDamaged
from tests.engines.embedded import open_embedded


@pytest.fixture
def store(tmp_path: Path) -> EngineUnderTest:
    """An engine with two embedded documents."""
    store = EngineUnderTest(open_embedded, tmp_path / "index")
    store.declare([DOCS])
    store.put(FILES)
    embed(store, {"docs:a.md#tea": unit(1), "docs:b.md#coffee": unit(0, 1)})
    return store


def _change(store: EngineUnderTest, statement: str) -> None:
    """Harm the catalog behind the engine's back."""
    (path,) = store.folder.rglob("catalog.sqlite")
    with sqlite3.connect(path) as db:
        assert db.execute(statement).rowcount
    db.close()


@pytest.mark.parametrize(
    "harm",
    [
        "UPDATE vectors SET data = CAST(zeroblob(length(data)) AS BLOB)",
        "UPDATE vectors SET model = 'n'",
        "UPDATE vectors SET places = CAST(zeroblob(length(places)) AS BLOB)",
        "DELETE FROM vectors WHERE document = 1",
    ],
)
def test_damaged_vectors_are_never_compared(store: EngineUnderTest, harm: str) -> None:
    """SPEC 6.6: `ra doctor` tells, and a search finds out by itself."""
    assert store.engine.check() == []
    _change(store, harm)
    assert [problem.place for problem in store.engine.check()] == ["vectors of docs"]
    with pytest.raises(IndexDamaged):
        store.engine.vectors().nearest({"m": unit(1)}, 9, HERE)
    with pytest.raises(IndexDamaged):
        store.engine.vectors().cosines(_ids(store), {"m": unit(1)}, HERE)
    store.engine.close()


def test_a_missing_vector_is_missed_where_others_are_not_made_yet(store: EngineUnderTest) -> None:
    """SPEC 6.6: a document without vectors is no damage, one that has lost them is."""
    store.put({"new.md": "# New\ntext\n"})
    store.engine.vectors().cosines(_ids(store), {"m": unit(1)}, HERE)
    _change(store, "DELETE FROM vectors WHERE document = 1")
    with pytest.raises(IndexDamaged, match="vectors of tree 'docs' are missing"):
        store.engine.vectors().cosines(_ids(store), {"m": unit(1)}, HERE)
    store.engine.close()


def test_doctor_looks_at_kept_vectors(store: EngineUnderTest) -> None:
    """SPEC 6.6: vectors that are kept by key are part of the index."""
    store.engine.vector_writer().keep("docs", {b"k" * 16: unit(1)})
    assert store.engine.check() == []
    _change(store, "UPDATE spares SET data = CAST(zeroblob(length(data)) AS BLOB)")
    (problem,) = store.engine.check()
    assert "a kept vector is not as written" in problem.message
    store.engine.close()


def _ids(store: EngineUnderTest) -> list[str]:
    documents = store.engine.documents(HERE)
    return [one.id for each in documents for one in store.engine.outline(each.id, HERE)]


def test_what_is_removed_is_counted_out(store: EngineUnderTest) -> None:
    """The sums of a tree follow its documents, one by one."""
    store.apply(drop=["a.md"])
    assert store.engine.check() == []
    store.put({"b.md": "# New\ntext\n"})
    assert store.engine.check() == []
    assert store.engine.vectors().coverage(HERE)["docs"].embedded == 0
    store.engine.close()


@pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="Linux lists what is mapped")
def test_a_run_of_embeddings_does_not_map_the_catalog(store: EngineUnderTest) -> None:
    """It touches most pages of the catalog, and would keep a large one in memory."""

    def is_mapped() -> bool:
        store.engine.chunks(_ids(store), HERE)
        return "catalog.sqlite\n" in Path("/proc/self/maps").read_text(encoding="utf-8")

    assert is_mapped()
    store.engine.vector_writer().begin("docs", ["m"])
    assert not is_mapped()
    store.engine.vector_writer().finish("docs")
    assert is_mapped()
    store.engine.close()


def test_quantized_vectors_keep_their_cosines_and_stay_the_same() -> None:
    """To the third digit; packed a second time they are the same bytes."""
    vectors = _cloud(200)
    packed = quantized.pack(vectors)
    found = quantized.cosines(packed, vectors[0])
    assert found == pytest.approx(vectors @ vectors[0], abs=0.005)
    again = quantized.pack(quantized.unpack(packed))
    assert quantized.to_bytes(again) == quantized.to_bytes(packed)


def test_the_nearest_of_many_are_the_exact_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond the switch point signs choose candidates, whose cosines are exact."""
    vectors = _cloud(6_000)
    addresses = np.arange(len(vectors)) * 7
    exact = vector_matrix.VectorMatrix(quantized.pack(vectors), addresses)
    monkeypatch.setattr(vector_matrix, "EXACT_UP_TO", 1_000)
    monkeypatch.setattr(vector_matrix, "_SHORTLIST", 600)
    quick = vector_matrix.VectorMatrix(quantized.pack(vectors), addresses)
    some = addresses[::2]
    for query in _cloud(20):
        for allowed in (None, some):
            wanted, found = exact.ranked(query, 10, allowed), quick.ranked(query, 10, allowed)
            assert len(set(wanted) & set(found)) >= 9
            assert found[0] == wanted[0]
    assert quick.ranked(vectors[3], 0) == []


@pytest.mark.parametrize("texts", [0, 1, 5, 49, 50, 51, 120])
def test_vectors_without_text_are_never_among_the_nearest_of_many(
    monkeypatch: pytest.MonkeyPatch, texts: int
) -> None:
    """Also where fewer have text than candidates are chosen."""
    vectors, addresses = _cloud(200), np.arange(200)
    packed, has_text = quantized.pack(vectors), addresses < texts
    exact = vector_matrix.VectorMatrix(packed, addresses, has_text)
    monkeypatch.setattr(vector_matrix, "EXACT_UP_TO", 100)
    monkeypatch.setattr(vector_matrix, "_SHORTLIST", 50)
    quick = vector_matrix.VectorMatrix(packed, addresses, has_text)
    for query in vectors[:5]:
        wanted, found = exact.ranked(query, 5), quick.ranked(query, 5)
        assert len(found) == min(texts, 5)
        assert found[:1] == wanted[:1]
        assert found == wanted or texts > 50


def test_the_passages_of_several_chunks_are_compared_at_once() -> None:
    """A chunk that has no vectors, or only that of the whole, has no passages."""
    vectors = _cloud(6)
    matrix = vector_matrix.VectorMatrix(quantized.pack(vectors), np.array([2, 2, 2, 5, 9, 9]))
    cosines = quantized.cosines(quantized.pack(vectors), vectors[0]).tolist()
    found = matrix.passages_at(np.array([9, 4, 2, 5, 11]), vectors[0])
    assert found == [cosines[5:6], [], cosines[1:3], [], []]
    assert matrix.passages_at(np.array([4]), vectors[0]) == [[]]
    assert matrix.passages_at(np.zeros(0, np.int64), vectors[0]) == []


def _cloud(count: int) -> quantized.Floats:
    """Vectors in some directions, as texts have: no two runs differ."""
    random = np.random.default_rng(7)
    centers = random.normal(size=(40, 64))
    cloud = centers[random.integers(40, size=count)] + 0.6 * random.normal(size=(count, 64))
    lengths = np.linalg.norm(cloud, axis=1, keepdims=True)
    vectors: quantized.Floats = (cloud / lengths).astype(np.float32)
    return vectors


def test_a_vector_uses_the_whole_range_of_its_bytes() -> None:
    """Decision 0021: the largest number is 127, and no number is off by more than half a step."""
    vectors = np.array([[0.5, -1.0, 0.003], [0.0, 0.0, 0.0], [3.0, 2.0, -1.0]], np.float32)
    packed = quantized.pack(vectors)
    assert np.abs(packed.numbers).max(axis=1).tolist() == [127, 0, 127]
    assert (np.abs(quantized.unpack(packed) - vectors) <= packed.scales[:, None] / 2 + 1e-6).all()
