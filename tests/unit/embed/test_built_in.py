"""Tests that the built-in models work offline, from checked files, and distinguish texts."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import onnxruntime
import pytest

from ra.config.embed_keys import DEFAULT_EMBED
from ra.embed import minilm, multilingual
from ra.embed.english import English, vocabulary
from ra.embed.models import Models
from ra.embed.packaged import checked_bytes, folder_of
from ra.embed.wordpiece import WordPiece
from ra.errors import ModelUnavailable

TEXTS = [
    "Backups > Restore\nHow to bring lost files back from last night's copy.",
    "Kitchen > Bread\nKnead the dough for ten minutes and let it rise.",
    "OAuth > Tokens\nA token expires after one hour; ask for a new one.",
]


@pytest.fixture(scope="module")
def english() -> English:
    """The model for English."""
    return English()


def test_a_question_is_nearest_to_the_text_that_answers_it(english: English) -> None:
    """No word of the questions is in the texts."""
    vectors = english.embed(TEXTS)
    questions = ["recover deleted documents", "baking a loaf", "credential lifetime"]
    for index, question in enumerate(questions):
        cosines = vectors @ english.embed_query(question)[0]
        assert int(cosines.argmax()) == index


def test_the_graph_gives_the_vectors_of_the_model_it_is_made_from(english: English) -> None:
    """The package's own graph computes with floats and the same weights."""
    path = folder_of(minilm.PACKAGE, minilm.DISTRIBUTION) / minilm.FILE
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    tokenizer = WordPiece(vocabulary())
    for text, ours in zip(TEXTS, english.embed(TEXTS), strict=True):
        ids = np.array([tokenizer.encode(text, 256)], np.int64)
        feed = {
            "input_ids": ids,
            "attention_mask": np.ones_like(ids),
            "token_type_ids": np.zeros_like(ids),
        }
        theirs = np.asarray(session.run(None, feed)[0]).mean(1)[0]
        assert float(ours @ theirs / np.linalg.norm(theirs)) > 0.985


def test_a_cosine_is_the_same_on_every_processor(english: English) -> None:
    """Those without VNNI instructions cut off products of unsigned and signed bytes: 0.478."""
    text = "Vehicles\nHave your automobile repaired at a garage every year."
    cosine = english.embed_query("my car broke down")[0] @ english.embed([text])[0]
    assert float(cosine) == pytest.approx(0.450, abs=0.01)


def test_a_vector_does_not_depend_on_what_is_embedded_beside_it(english: English) -> None:
    """The same text has the same bytes, alone and among others."""
    together = english.embed(TEXTS)
    for text, vector in zip(TEXTS, together, strict=True):
        assert english.embed([text])[0].tobytes() == vector.tobytes()


def test_long_and_empty_texts_have_unit_vectors(english: English) -> None:
    """Of a long text the beginning counts."""
    vectors = english.embed(["", "word " * 10_000])
    assert np.linalg.norm(vectors, axis=1).tolist() == pytest.approx([1.0, 1.0], abs=1e-5)


def test_another_language_finds_a_text_by_its_meaning() -> None:
    """A German question, French and English texts."""
    model = multilingual.Multilingual()
    vectors = model.embed(["Le chat dort sur le canapé.", "The stock market fell today."])
    cosines = vectors @ model.embed_query("Wo schläft die Katze?")[0]
    assert cosines[0] > cosines[1] + 0.1
    assert vectors.shape[1] == model.card.dimensions


def test_the_language_of_a_document_chooses_the_model() -> None:
    """Outside the lists no model is chosen: such a document has no vectors."""
    models = Models(DEFAULT_EMBED)
    assert models.choose("english") == "english"
    assert models.choose("german") == "multilingual"
    assert models.choose("swedish") is None
    assert Models(DEFAULT_EMBED._replace(model="english")).choose("german") is None
    assert not Models(DEFAULT_EMBED._replace(model="none"))
    folder = DEFAULT_EMBED._replace(folder="/m", languages=("swedish",))
    assert (Models(folder).choose("swedish"), Models(folder).choose("english")) == ("folder", None)


def test_a_changed_file_of_a_package_is_not_used(tmp_path: Path) -> None:
    """One flipped bit is another model."""
    path = folder_of(minilm.PACKAGE, minilm.DISTRIBUTION) / minilm.FILE
    copy = tmp_path / "model.onnx"
    shutil.copyfile(path, copy)
    assert len(checked_bytes(copy, minilm.SHA256, minilm.DISTRIBUTION)) > 1_000_000
    with copy.open("r+b") as file:
        file.seek(5_000_000)
        byte = file.read(1)[0]
        file.seek(5_000_000)
        file.write(bytes([byte ^ 1]))
    with pytest.raises(ModelUnavailable, match="not the file"):
        checked_bytes(copy, minilm.SHA256, minilm.DISTRIBUTION)


def test_a_missing_package_is_named_with_the_command_that_installs_it() -> None:
    """What to do is in the message."""
    with pytest.raises(ModelUnavailable, match="pip install no-such-model"):
        folder_of("no_such_model_package", "no-such-model")


def test_every_file_of_the_multilingual_package_that_runs_is_pinned() -> None:
    """A module without a checksum would run unseen."""
    folder = folder_of(multilingual.PACKAGE, multilingual.DISTRIBUTION)
    modules = {path.relative_to(folder).as_posix() for path in folder.rglob("*.py")}
    assert modules <= multilingual.FILES.keys()
