"""Compares texts with a question by the model that the settings choose for their language."""

from __future__ import annotations

from collections.abc import Sequence

from ra.embed.models import Models
from ra.errors import ModelUnavailable
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from ra.config.schema import Embed
    from ra.embed.protocol import Vectors


class Comparison:
    """The cosines of texts with one question. A model that cannot be used gives zeros."""

    def __init__(self, settings: Embed, question: str) -> None:
        self._models = Models(settings)
        self._question = question
        self._asked: dict[str, Vectors] = {}

    def __call__(self, language: str, texts: Sequence[str]) -> list[float]:
        """The cosine of each text in this language with the question."""
        choice = self._models.choose(language)
        if choice is None or not texts:
            return [0.0] * len(texts)
        try:
            model = self._models.load(choice)
            if choice not in self._asked:
                self._asked[choice] = model.embed_query(self._question)
            cosines = model.embed(texts) @ self._asked[choice][0]
        except ModelUnavailable:  # the search has already said so
            return [0.0] * len(texts)
        return [float(each) for each in cosines]
