"""Chooses the models that settings name, by the language of a document, and loads each once.

| setting | model | documents |
|---|---|---|
| `embed.url` | the endpoint | of `embed.languages`, or all |
| `embed.folder` | the model in the folder | of `embed.languages`, or all |
| `auto` | `english`, else `multilingual` | of the languages that the model knows |
| `english`, `multilingual` | that one | of the languages that it knows |
| `none` | none | none |
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from threading import Lock

from ra.embed.protocol import Card, Embedder
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from ra.config.embed_keys import Embed
    from ra.embed.protocol import Vector


_MOST_SETTINGS = 8  # whose models are kept
_MOST_QUERIES = 256  # whose vectors are kept: half a megabyte


class Models:
    """The models of some settings; each is loaded when it is first needed."""

    def __init__(self, settings: Embed, lender: Path | None = None) -> None:
        self._choices = _choices(settings, lender)
        self._loaded: dict[str, Embedder] = {}
        self._lock = Lock()
        self._query_vectors = lru_cache(_MOST_QUERIES)(self._query_vector)

    def __bool__(self) -> bool:
        return bool(self._choices)

    def choose(self, language: str) -> str | None:
        """Which model embeds a document of this language; None if no model knows it."""
        for name, (languages, _) in self._choices.items():
            if languages is None or language in languages:
                return name
        return None

    def load(self, choice: str) -> Embedder:
        """The model; raises `ModelUnavailable` if it cannot be used."""
        with self._lock:
            if choice not in self._loaded:
                self._loaded[choice] = self._choices[choice][1]()
            return self._loaded[choice]

    def embed_query(self, choice: str, text: str) -> Vector:
        """The vector of a query by a model; those of recent queries are kept.

        A question is often asked again: with other filters, for the next page, for an answer.
        """
        return self._query_vectors(choice, text)

    def _query_vector(self, choice: str, text: str) -> Vector:
        vector: Vector = self.load(choice).embed_query(text)[0]
        vector.setflags(write=False)  # it has several users
        return vector

    def card(self, choice: str) -> Card:
        """What is known of a model; a built-in one is not loaded for it."""
        from ra.embed import english, multilingual

        built_in = {"english": english.CARD, "multilingual": multilingual.CARD}
        return built_in.get(choice) or self.load(choice).card

    @property
    def choices(self) -> tuple[str, ...]:
        """All models that may be used."""
        return tuple(self._choices)


@lru_cache(_MOST_SETTINGS)
def models_of(settings: Embed, lender: Path | None = None) -> Models:
    """The models of some settings, kept for the next search.

    `lender` is the socket of a server that embeds texts, so that no built-in model is loaded.
    """
    return Models(settings, lender)


def built_in(name: str, threads: int) -> Embedder | None:
    """The built-in model with this name on its card."""
    from ra.embed import english, multilingual

    if name == english.CARD.name:
        return _english(threads)
    return _multilingual(threads) if name == multilingual.CARD.name else None


_Choices = Mapping[str, tuple[frozenset[str] | None, Callable[[], Embedder]]]


def _choices(settings: Embed, lender: Path | None) -> _Choices:
    """By name: the languages of each model that may be used, and how it is loaded."""
    languages = frozenset(settings.languages) or None
    if settings.url:
        return {"endpoint": (languages, lambda: _endpoint(settings))}
    if settings.folder:
        return {"folder": (languages, lambda: _folder(settings))}
    from ra.embed import english, multilingual  # cards only; the models are loaded later

    known: _Choices = {
        name: (card.languages, _loader(card, settings.threads, lender))
        for name, card in (("english", english.CARD), ("multilingual", multilingual.CARD))
    }
    wanted = tuple(known) if settings.model == "auto" else (settings.model,)
    return {name: choice for name, choice in known.items() if name in wanted}


def _loader(card: Card, threads: int, lender: Path | None) -> Callable[[], Embedder]:
    def load() -> Embedder:
        model = built_in(card.name, threads)
        assert model is not None
        return model

    if lender is None:
        return load
    from ra.embed.lent import LentModel

    return lambda: LentModel(card, lender, load)


@cache
def _english(threads: int) -> Embedder:
    """The model for English: one for all libraries of a process."""
    from ra.embed.english import English

    return English(threads)


@cache
def _multilingual(threads: int) -> Embedder:
    from ra.embed.multilingual import Multilingual

    return Multilingual(threads)


def _endpoint(settings: Embed) -> Embedder:
    from ra.embed.http import Endpoint

    return Endpoint(settings)


def _folder(settings: Embed) -> Embedder:
    from ra.embed.onnx import OnnxFolder

    return OnnxFolder(Path(settings.folder), settings)
