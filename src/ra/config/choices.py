"""Defines the choices of settings as literals, so that a registry and its setting agree."""

from __future__ import annotations

from ra.model import ParserName
from ra.typed import Literal, names_of

Strategy = Literal["outline", "leaves", "header_based", "spec_v1", "none"]
Stemmer = Literal[
    "arabic", "danish", "dutch", "english", "finnish", "french", "german", "greek", "hungarian",
    "italian", "norwegian", "portuguese", "romanian", "russian", "spanish", "swedish", "tamil",
    "turkish",
]  # fmt: skip
Match = Literal["auto", "all", "any"]
Ranking = Literal["ra", "fields", "classic"]
AggregateScore = Literal["max", "bonus"]
EmbedModel = Literal["auto", "english", "multilingual", "none"]
Pooling = Literal["auto", "mean", "cls"]

INCLUDE = ("**/*.md", "**/*.markdown", "**/*.txt")
STRATEGIES: tuple[Strategy, ...] = names_of(Strategy)
PARSERS: tuple[ParserName, ...] = ("markdown", "text")
STEMMERS: tuple[Stemmer, ...] = names_of(Stemmer)
MATCHES: tuple[Match, ...] = names_of(Match)
RANKINGS: tuple[Ranking, ...] = names_of(Ranking)
AGGREGATE_SCORES: tuple[AggregateScore, ...] = names_of(AggregateScore)
EMBED_MODELS: tuple[EmbedModel, ...] = names_of(EmbedModel)
POOLINGS: tuple[Pooling, ...] = names_of(Pooling)
