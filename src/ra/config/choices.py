"""Defines the choices of settings as literals, so that a registry and its setting agree."""

from __future__ import annotations

from ra.model import ParserName, TitleRule
from ra.typed import Literal, names_of

Strategy = Literal["outline", "leaves", "header_based", "spec_v1", "none"]
Stemmer = Literal[
    "arabic", "danish", "dutch", "english", "finnish", "french", "german", "greek", "hungarian",
    "italian", "norwegian", "portuguese", "romanian", "russian", "spanish", "swedish", "tamil",
    "turkish",
]  # fmt: skip
Mode = Literal["keyword", "semantic", "hybrid"]
Fusion = Literal["mix", "rrf"]
Match = Literal["auto", "all", "any"]
Ranking = Literal["ra", "fields", "classic"]
Normalize = Literal["ideal", "best"]
AggregateScore = Literal["max", "bonus"]
EmbedModel = Literal["auto", "english", "multilingual", "none"]
Pooling = Literal["auto", "mean", "cls"]
Unsupported = Literal["drop", "flag"]
DateSource = Literal["git", "file"]
TreeSource = Literal["files", "git"]

INCLUDE = ("**/*.md", "**/*.markdown", "**/*.txt")
STRATEGIES: tuple[Strategy, ...] = names_of(Strategy)
PARSERS: tuple[ParserName, ...] = names_of(ParserName)
STEMMERS: tuple[Stemmer, ...] = names_of(Stemmer)
AUTO = "auto"  # the language of a tree that finds out the language of each document
TREE_LANGUAGES = (AUTO, *STEMMERS)
TITLE_RULES: tuple[TitleRule, ...] = names_of(TitleRule)
MODES: tuple[Mode, ...] = names_of(Mode)
FUSIONS: tuple[Fusion, ...] = names_of(Fusion)
MATCHES: tuple[Match, ...] = names_of(Match)
RANKINGS: tuple[Ranking, ...] = names_of(Ranking)
NORMALIZERS: tuple[Normalize, ...] = names_of(Normalize)
AGGREGATE_SCORES: tuple[AggregateScore, ...] = names_of(AggregateScore)
EMBED_MODELS: tuple[EmbedModel, ...] = names_of(EmbedModel)
POOLINGS: tuple[Pooling, ...] = names_of(Pooling)
UNSUPPORTED: tuple[Unsupported, ...] = names_of(Unsupported)
DATE_SOURCES: tuple[DateSource, ...] = names_of(DateSource)
COMMIT_PATHS = "files"  # the property of a commit with the paths it changed
TREE_SOURCES: tuple[TreeSource, ...] = names_of(TreeSource)


def tree_language(language: str, stemmer: str) -> str:
    """The language of a tree with the stemmer of the documents whose language is unknown."""
    return f"{stemmer}+{AUTO}" if language == AUTO else language
