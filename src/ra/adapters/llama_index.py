"""LlamaIndex: a retriever over a library, and a node parser with the chunking strategies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any  # noqa: TID251 - pydantic reads it

from ra.adapters import facts
from ra.library import Library
from ra.query import plain
from ra.search.results import Report

try:
    from llama_index.core.bridge.pydantic import Field
    from llama_index.core.node_parser import NodeParser
    from llama_index.core.retrievers import BaseRetriever
    from llama_index.core.schema import (
        BaseNode,
        MetadataMode,
        NodeRelationship,
        NodeWithScore,
        QueryBundle,
        TextNode,
    )
except ImportError as error:
    raise ImportError("LlamaIndex is not installed; run `pip install 'ra[llama-index]'`") from error

_READ = ("breadcrumb",)  # what a model reads beside the text; the rest is for programs


class RaRetriever(BaseRetriever):
    """Finds sections as nodes with scores: `RaRetriever(ra.open("notes"), limit=5)`.

    A query is read as plain words, so that no text of a user is a syntax error.
    """

    def __init__(
        self,
        kb: Library,
        *,
        limit: int = 5,
        mode: str | None = None,
        trees: tuple[str, ...] = (),
    ) -> None:
        self._kb, self._trees = kb, trees
        self._options: dict[str, Any] = {"mode": mode, "limit": limit}
        super().__init__()

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        query = plain(query_bundle.query_str)
        return _nodes(self._kb.search(query, self._trees, **self._options))

    async def _aretrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        query = plain(query_bundle.query_str)
        return _nodes(await self._kb.asearch(query, self._trees, **self._options))


def _nodes(report: Report) -> list[NodeWithScore]:
    return [
        NodeWithScore(
            node=_node(each.text.strip("\n"), facts.of_result(each), id_=each.id), score=each.score
        )
        for each in report
    ]


def _node(
    text: str, known: dict[str, Any], source: BaseNode | None = None, **more: Any
) -> TextNode:
    """A node; what is hidden of its source stays hidden."""
    hidden = [name for name in known if name not in _READ]
    return TextNode(
        text=text,
        metadata=known,
        excluded_embed_metadata_keys=[
            *hidden,
            *(source.excluded_embed_metadata_keys if source else ()),
        ],
        excluded_llm_metadata_keys=[
            *hidden,
            *(source.excluded_llm_metadata_keys if source else ()),
        ],
        **more,
    )


class RaNodeParser(NodeParser):
    """Splits Markdown by its outline: `RaNodeParser(strategy="leaves")`.

    `settings` are keys of `[chunking]`. Headings are part of what is embedded, as metadata.
    """

    strategy: str = Field(default="outline", description="A chunking strategy of ra.")
    settings: dict[str, Any] = Field(
        default_factory=dict, description="Keys of [chunking], such as max_leaf_chars."
    )

    @classmethod
    def class_name(cls) -> str:
        """The name by which a parser is saved."""
        return "RaNodeParser"

    def _parse_nodes(
        self, nodes: Sequence[BaseNode], show_progress: bool = False, **kwargs: Any
    ) -> list[BaseNode]:
        return [part for node in nodes for part in self._parts(node)]

    def _parts(self, node: BaseNode) -> list[BaseNode]:
        text = node.get_content(metadata_mode=MetadataMode.NONE)
        source = node.as_related_node_info()
        return [
            _node(
                piece.text,
                piece.facts,
                node,
                id_=self.id_func(number, node),
                start_char_idx=piece.start,
                end_char_idx=piece.end,
                relationships={NodeRelationship.SOURCE: source},
            )
            for number, piece in enumerate(
                facts.pieces(text, node.metadata, self.strategy, self.settings)
            )
        ]
