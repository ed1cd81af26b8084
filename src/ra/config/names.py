"""Which names do settings offer? Literals, so that a registry and its setting cannot differ."""

from __future__ import annotations

from typing import Literal, get_args

from ra.model import ParserName

Strategy = Literal["outline", "leaves", "header_based", "spec_v1", "none"]
Stemmer = Literal[
    "arabic", "danish", "dutch", "english", "finnish", "french", "german", "greek", "hungarian",
    "italian", "norwegian", "portuguese", "romanian", "russian", "spanish", "swedish", "tamil",
    "turkish",
]  # fmt: skip
Match = Literal["auto", "all", "any"]
Ranking = Literal["ra", "fields", "classic"]
AggregateScore = Literal["max", "bonus"]

INCLUDE = ("**/*.md", "**/*.markdown", "**/*.txt")
STRATEGIES: tuple[Strategy, ...] = get_args(Strategy)
PARSERS: tuple[ParserName, ...] = ("markdown", "text")
STEMMERS: tuple[Stemmer, ...] = get_args(Stemmer)
MATCHES: tuple[Match, ...] = get_args(Match)
RANKINGS: tuple[Ranking, ...] = get_args(Ranking)
AGGREGATE_SCORES: tuple[AggregateScore, ...] = get_args(AggregateScore)
