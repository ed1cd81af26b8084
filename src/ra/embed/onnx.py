"""A model in a folder of the user: an ONNX file and its tokenizer.

Facts that the folder does not hold, or that are wrong there, come from the settings.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path

from ra.embed.onnx_model import OnnxModel, embedded
from ra.embed.protocol import Card, whole
from ra.embed.tokenizing import Tokenize, tokenizer
from ra.errors import ModelUnavailable
from ra.typed import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from ra.config.embed_keys import Embed
    from ra.embed.protocol import Vectors

_FILES = (
    "model_quantized.onnx", "model_int8.onnx", "model.onnx",
    "onnx/model_quantized.onnx", "onnx/model_int8.onnx", "onnx/model.onnx",
)  # fmt: skip
_TOKENS = 512
_LARGEST_JSON = 64 * 1024 * 1024


class _Facts(NamedTuple):
    """What a folder says of its model."""

    tokens: int
    pooling: str


class OnnxFolder:
    """The model of a folder, loaded."""

    def __init__(self, folder: Path, settings: Embed) -> None:
        path = _model_file(folder)
        facts = _facts(folder)
        self._tokens = settings.limit or facts.tokens
        self._pooling = facts.pooling if settings.pooling == "auto" else settings.pooling
        self._prefixes = settings.document_prefix, settings.query_prefix
        self._tokenize: Tokenize = tokenizer(folder / "tokenizer.json")
        self._session = OnnxModel(path, settings.threads)
        self.card = Card(
            _name(path, (self._tokens, self._pooling, *self._prefixes)),
            dimensions=self._vectors(["a"]).shape[1],
            characters=8 * self._tokens,
            languages=frozenset(settings.languages) or None,
            weight=settings.weight or None,
        )

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One unit vector for each text, in order."""
        return self._vectors([self._prefixes[0] + text for text in texts])

    def embed_passages(self, texts: Sequence[str]) -> list[Vectors]:
        """The vector of each text alone."""
        return whole(self.embed(texts))

    def embed_query(self, text: str) -> Vectors:
        """The vector of a query."""
        return self._vectors([self._prefixes[1] + text])

    def _vectors(self, texts: Sequence[str]) -> Vectors:
        tokens = [self._tokenize(text, self._tokens) for text in texts]
        return embedded(self._session, tokens, self._feed, pooling=self._pooling)

    def _feed(self, ids: Any, mask: Any) -> Mapping[str, Any]:
        import numpy as np

        known = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        return {name: value for name, value in known.items() if name in self._session.inputs}


def _model_file(folder: Path) -> Path:
    for name in _FILES:
        if (folder / name).is_file():
            return folder / name
    raise ModelUnavailable(f"{folder}: has no model; put model.onnx and tokenizer.json there")


def _name(path: Path, facts: tuple[object, ...]) -> str:
    """A name that changes with the file and with how it is used."""
    whole = sha256(repr(facts).encode())
    with path.open("rb") as file:
        while data := file.read(1 << 20):
            whole.update(data)
    return f"onnx:{whole.hexdigest()[:32]}"


def _facts(folder: Path) -> _Facts:
    sizes = [
        _number(_json(folder / "sentence_bert_config.json"), "max_seq_length"),
        _number(_json(folder / "tokenizer_config.json"), "model_max_length"),
        _number(_json(folder / "config.json"), "max_position_embeddings"),
    ]
    known = [size for size in sizes if 0 < size <= 32_768]
    is_cls = _json(folder / "1_Pooling" / "config.json").get("pooling_mode_cls_token") is True
    return _Facts(min(known, default=_TOKENS), "cls" if is_cls else "mean")


def _number(facts: Mapping[str, object], key: str) -> int:
    value = facts.get(key)
    return value if isinstance(value, int) else 0


def _json(path: Path) -> Mapping[str, object]:
    """The facts of a file that need not be there."""
    try:
        if path.stat().st_size > _LARGEST_JSON:
            return {}
        facts = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return facts if isinstance(facts, dict) else {}
