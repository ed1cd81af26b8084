"""Opens the `tokenizer.json` of a model: WordPiece by itself, other kinds by `tokenizers`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from ra.embed.wordpiece import WordPiece
from ra.errors import ModelUnavailable
from ra.typed import Any

Tokenize = Callable[[str, int], list[int]]
"""The numbers of the tokens of a text, at most so many."""


def tokenizer(path: Path) -> Tokenize:
    """The tokenizer of a file."""
    try:
        facts = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise ModelUnavailable(f"{path}: cannot be read as a tokenizer: {error}") from error
    if isinstance(facts, dict) and (own := _wordpiece(facts)) is not None:
        return own.encode
    return _with_package(path)


def _wordpiece(facts: dict[str, Any]) -> WordPiece | None:
    """Our own tokenizer, if the file describes just what that does."""
    try:
        model, normalizer = facts["model"], facts["normalizer"]
        pieces = sorted(model["vocab"], key=model["vocab"].__getitem__)
        is_ours = (
            model.get("type", "WordPiece") == "WordPiece"
            and model.get("continuing_subword_prefix", "##") == "##"
            and model.get("unk_token") == "[UNK]"
            and normalizer["type"] == "BertNormalizer"
            and normalizer["strip_accents"] in (None, normalizer["lowercase"])
            and normalizer["handle_chinese_chars"]
            and normalizer["clean_text"]
            and facts["pre_tokenizer"]["type"] == "BertPreTokenizer"
            and [model["vocab"][piece] for piece in pieces] == list(range(len(pieces)))
        )
        return WordPiece(pieces, lowercase=normalizer["lowercase"]) if is_ours else None
    except (KeyError, TypeError, AttributeError):
        return None


def _with_package(path: Path) -> Tokenize:
    try:
        from tokenizers import Tokenizer  # seldom needed, not required
    except ImportError as error:
        raise ModelUnavailable(
            f"{path}: this kind of tokenizer needs a package; run `pip install tokenizers`"
        ) from error
    try:
        loaded = Tokenizer.from_file(str(path))
    except Exception as error:
        raise ModelUnavailable(f"{path}: cannot be read as a tokenizer: {error}") from error
    loaded.no_padding()

    def encode(text: str, limit: int) -> list[int]:
        loaded.enable_truncation(limit)
        return list(loaded.encode(text).ids)

    return encode
