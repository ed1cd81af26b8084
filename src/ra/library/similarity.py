"""Compares texts with a question by the model that the settings choose for their language."""

from __future__ import annotations

from collections.abc import Sequence

from ra.embed.models import models_of
from ra.errors import ModelUnavailable
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from ra.config.schema import Embed


class Comparison:
    """The cosines of texts with one question. A model that cannot be used gives zeros."""

    def __init__(self, settings: Embed, question: str) -> None:
        self._models = models_of(settings)
        self._question = question

    def __call__(self, language: str, texts: Sequence[str]) -> list[float]:
        """The cosine of each text in this language with the question."""
        choice = self._models.choose(language)
        if choice is None or not texts:
            return [0.0] * len(texts)
        try:
            asked = self._models.embed_query(choice, self._question)
            cosines = self._models.load(choice).embed(texts) @ asked
        except ModelUnavailable:  # the search has already said so
            return [0.0] * len(texts)
        return [float(each) for each in cosines]
