"""Embeds the trees of a library, and lists the models that its settings choose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ra.config.schema import Embed, Tree
from ra.embed.models import Models
from ra.engine.protocol import ReadWriter
from ra.errors import ModelUnavailable, UsageError
from ra.ingest.embedding import EmbedProgress, EmbedReport
from ra.ingest.embedding import embed as embed_tree
from ra.typed import NamedTuple


class ModelFacts(NamedTuple):
    """A model that may be used: where it comes from, and the settings that it obeys."""

    choice: str
    source: str
    languages: tuple[str, ...]
    settings: Mapping[str, object]


def embed(
    engine: ReadWriter, trees: Sequence[Tree], progress: EmbedProgress | None, *, started: bool
) -> list[EmbedReport]:
    """Embed what has no vectors in these trees; with `started`, a problem is no error."""
    if not started and not any(Models(tree.embed) for tree in trees):
        raise UsageError("embeddings are turned off: `embed.model` is `none`")
    reports = [
        embed_tree(engine, tree, models, progress)
        for tree in trees
        if (models := Models(tree.embed))
    ]
    problems = [report.problem for report in reports if report.problem]
    if problems and not started:
        raise ModelUnavailable(problems[0])
    return reports


def models(settings: Embed) -> list[ModelFacts]:
    """The models that settings choose, without loading one."""
    return [_facts(choice, settings) for choice in Models(settings).choices]


def _facts(choice: str, settings: Embed) -> ModelFacts:
    if choice not in ("endpoint", "folder"):
        card = Models(settings).card(choice)
        facts = {"dimensions": card.dimensions, "weight": card.weight, "threads": settings.threads}
        return ModelFacts(choice, card.name, tuple(sorted(card.languages or ())), facts)
    obeyed: dict[str, object] = {
        "limit": settings.limit,
        "query_prefix": settings.query_prefix,
        "document_prefix": settings.document_prefix,
        "weight": settings.weight,
    }
    if choice == "folder":
        obeyed |= {"pooling": settings.pooling, "threads": settings.threads}
        return ModelFacts(choice, settings.folder, settings.languages, obeyed)
    obeyed |= {"name": settings.name, "key": str(settings.key), "timeout": settings.timeout}
    return ModelFacts(choice, settings.url, settings.languages, obeyed)
