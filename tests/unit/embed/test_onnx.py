"""Tests that a folder with an ONNX file and a tokenizer embeds by its settings."""

from __future__ import annotations

from pathlib import Path

import pytest

from ra.config.embed_keys import DEFAULT_EMBED
from ra.embed.onnx import OnnxFolder
from ra.errors import ModelUnavailable
from tests.unit.embed.folders import make_model


def test_tokens_become_one_unit_vector_by_their_mean(tmp_path: Path) -> None:
    """The first vector is that of `tea`, whatever surrounds it."""
    model = OnnxFolder(make_model(tmp_path / "m"), DEFAULT_EMBED)
    vectors = model.embed(["tea", "coffee", "tea coffee"])
    assert vectors.shape == (3, 3) == (3, model.card.dimensions)
    assert vectors[0].tolist() == [1.0, 0.0, 0.0]
    assert vectors[2].tolist() == pytest.approx([0.5**0.5, 0.5**0.5, 0.0])


def test_pooling_and_limit_come_from_the_folder_and_from_settings(tmp_path: Path) -> None:
    """`cls` takes the first token, which is zero here; settings decide before the folder."""
    facts: dict[str, dict[str, object]] = {
        "1_Pooling/config.json": {"pooling_mode_cls_token": True},
        "sentence_bert_config.json": {"max_seq_length": 3},
    }
    folder = make_model(tmp_path / "m", facts)
    assert OnnxFolder(folder, DEFAULT_EMBED).embed(["tea"]).tolist() == [[0.0, 0.0, 0.0]]
    mean = DEFAULT_EMBED._replace(pooling="mean")
    assert OnnxFolder(folder, mean).embed(["tea coffee"]).tolist() == [[1.0, 0.0, 0.0]]
    longer = OnnxFolder(folder, mean._replace(limit=9))
    assert longer.embed(["tea coffee"])[0][1] > 0
    assert longer.card.characters == 72


def test_prefixes_tell_queries_from_documents(tmp_path: Path) -> None:
    """Both are part of the model's name: other prefixes are other vectors."""
    folder = make_model(tmp_path / "m")
    settings = DEFAULT_EMBED._replace(query_prefix="query: ", document_prefix="passage: ")
    model, plain = OnnxFolder(folder, settings), OnnxFolder(folder, DEFAULT_EMBED)
    assert model.embed(["tea"])[0][1] > 0.9
    assert model.embed_query("tea")[0][2] > 0.9
    assert model.card.name != plain.card.name


def test_languages_and_weight_are_those_of_the_settings(tmp_path: Path) -> None:
    """A weight of 0 is one that nobody measured."""
    folder = make_model(tmp_path / "m")
    assert OnnxFolder(folder, DEFAULT_EMBED).card[3:5] == (None, None)
    settings = DEFAULT_EMBED._replace(languages=("german",), weight=0.7)
    assert OnnxFolder(folder, settings).card[3:5] == (frozenset({"german"}), 0.7)


@pytest.mark.parametrize("harm", ["no model", "broken model", "no tokenizer", "odd tokenizer"])
def test_what_cannot_be_used_is_named(tmp_path: Path, harm: str) -> None:
    """Never a traceback of the runtime."""
    folder = make_model(tmp_path / "m")
    if harm == "no model":
        (folder / "model.onnx").unlink()
    elif harm == "broken model":
        (folder / "model.onnx").write_bytes(b"\x00" * 100)
    elif harm == "no tokenizer":
        (folder / "tokenizer.json").unlink()
    else:
        (folder / "tokenizer.json").write_text('{"model": {"type": "BPE"}}', encoding="utf-8")
    with pytest.raises(ModelUnavailable, match=str(folder)):
        OnnxFolder(folder, DEFAULT_EMBED)
