"""Chunks a text without a folder or an index, for programs that store chunks themselves."""

from __future__ import annotations

from ra.chunking import divide
from ra.chunking.export.ra import counted
from ra.config.check import check_chunking
from ra.config.schema import DEFAULT_CHUNKING, Chunking, Strategy
from ra.document import Source
from ra.errors import ConfigError, did_you_mean
from ra.model import Chunk, ParserName, shown
from ra.parse import parse
from ra.typed import Any


def chunk(
    text: str,
    *,
    strategy: Strategy = "outline",
    path: str = "text.md",
    tree: str = "text",
    parser: ParserName = "markdown",
    **settings: Any,
) -> list[Chunk]:
    """Chunk a text with one of the strategies; no folder, index or settings file is used.

    `settings` are keys of `[chunking]`, such as `max_leaf_chars=600`. `path` and `tree` become part
    of the ids, `tree:path#slug`. Only chunks with text are returned. Front matter and comments are
    left out of their bodies, and `token_count` is set.
    """
    source = Source(tree, path, text.encode("utf-8", "surrogatepass"), 0, parser)
    chosen = _chunking(strategy, settings)
    found = [shown(chunk) for chunk in divide(parse(source, chosen.title), chosen)]
    return [counted(chunk) for chunk in found if chunk.hit and chunk.body.strip()]


def _chunking(strategy: Strategy, settings: dict[str, Any]) -> Chunking:
    for name in settings:
        if name not in Chunking._fields:
            hint = did_you_mean(name, Chunking._fields)
            raise ConfigError(f"unknown key 'chunking.{name}'{hint}")
    chosen = DEFAULT_CHUNKING._replace(strategy=strategy, **settings)
    check_chunking(chosen)
    return chosen
