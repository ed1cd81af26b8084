"""A model small enough to be made in a test: each token has a vector of its own."""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from pathlib import Path

from ra.embed.onnx_file import FLOAT, INT64, Operation, Tensor, Value, model_bytes

PIECES = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "tea", "coffee", "green", "query", "passage", ":")
ROWS = (
    (0.0, 0.0, 0.0),
    (0.0, 0.0, 0.1),
    (0.0, 0.0, 0.0),
    (0.0, 0.0, 0.0),
    (1.0, 0.0, 0.0),
    (0.0, 1.0, 0.0),
    (0.5, 0.0, 0.5),
    (0.0, 0.0, 5.0),
    (0.0, 5.0, 0.0),
    (0.0, 0.0, 0.0),
)


def make_model(folder: Path, facts: Mapping[str, Mapping[str, object]] | None = None) -> Path:
    """A folder with model, tokenizer and these other JSON files."""
    folder.mkdir(parents=True, exist_ok=True)
    table = Tensor(FLOAT, (len(ROWS), 3), b"".join(struct.pack("<3f", *row) for row in ROWS))
    model = model_bytes(
        [Operation("Gather", ("table", "input_ids"), ("hidden",))],
        {"table": table},
        [Value("input_ids", INT64, ("batch", "length"))],
        [Value("hidden", FLOAT, ("batch", "length", 3))],
    )
    (folder / "model.onnx").write_bytes(model)
    tokenizer = {
        "normalizer": {
            "type": "BertNormalizer",
            "clean_text": True,
            "handle_chinese_chars": True,
            "strip_accents": None,
            "lowercase": True,
        },
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "model": {
            "type": "WordPiece",
            "unk_token": "[UNK]",
            "continuing_subword_prefix": "##",
            "vocab": {piece: number for number, piece in enumerate(PIECES)},
        },
    }
    (folder / "tokenizer.json").write_text(json.dumps(tokenizer), encoding="utf-8")
    for name, values in (facts or {}).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(values), encoding="utf-8")
    return folder
