"""The built-in model for English: all-MiniLM-L6-v2, int8, 384 dimensions."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ra.embed import bert, minilm
from ra.embed.onnx_model import OnnxModel, embedded, with_passages
from ra.embed.packaged import checked_bytes, folder_of
from ra.embed.protocol import Card, Confidence
from ra.embed.wordpiece import WordPiece
from ra.typed import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ra.embed.protocol import Vectors

_TOKENS = 256  # what the model was trained on
CARD = Card(
    f"all-MiniLM-L6-v2:{minilm.SHA256[:16]}:3",
    dimensions=minilm.WIDTH,
    characters=8 * _TOKENS,
    languages=frozenset({"english"}),
    weight=0.42,
    confident=Confidence(0.15, 0.455, 0.32),
)
_VOCABULARY = "bert_uncased.txt"


class English:
    """The model, loaded."""

    card = CARD

    def __init__(self, threads: int = 1) -> None:
        path = folder_of(minilm.PACKAGE, minilm.DISTRIBUTION) / minilm.FILE
        data = checked_bytes(path, minilm.SHA256, minilm.DISTRIBUTION)
        # Unsigned weights give the vectors of other processors but for rounding; signed ones are
        # faster.
        model = minilm.model(data, is_unsigned=bert.saturates())
        self._session = OnnxModel(model, threads, is_fused=True)
        self._tokenizer = WordPiece(vocabulary())

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One unit vector for each text, in order."""
        tokens = [self._tokenizer.encode(text, _TOKENS) for text in texts]
        return embedded(self._session, tokens, _feed, pooling="mean")

    def embed_passages(self, texts: Sequence[str]) -> list[Vectors]:
        """For each text its vector, and those of its passages of about 64 tokens."""
        found = []
        for text in texts:
            tokens = self._tokenizer.encode(text, _TOKENS)
            heading = self._tokenizer.encode(text.partition("\n")[0], _TOKENS)
            body = slice(len(heading) - 1, len(tokens) - 1)  # without the marks of both ends
            found.append(with_passages(self._session, tokens, body, _feed))
        return found

    def embed_query(self, text: str) -> Vectors:
        """The vector of a query; the model makes no difference."""
        return self.embed([text])


def vocabulary() -> list[str]:
    """The pieces of words that BERT's uncased English models know."""
    path = Path(__file__).parent / _VOCABULARY
    return path.read_text(encoding="utf-8").split("\n")[:-1]


def _feed(ids: Any, mask: Any) -> dict[str, Any]:
    import numpy as np

    positions = np.arange(ids.shape[1], dtype=np.int64)
    return {bert.IDS: ids, bert.MASK: mask.astype(np.int32), bert.POSITIONS: positions}
