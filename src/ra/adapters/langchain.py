"""LangChain: a retriever over a library, and a text splitter with the chunking strategies."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any  # noqa: TID251 - pydantic reads it

from ra.adapters import facts
from ra.library import Library
from ra.query import plain
from ra.search.results import Report

try:
    from langchain_core.documents import Document
    from langchain_core.retrievers import BaseRetriever
    from langchain_text_splitters import TextSplitter
except ImportError as error:
    raise ImportError("LangChain is not installed; run `pip install 'ra[langchain]'`") from error


class RaRetriever(BaseRetriever):
    """Finds sections: `RaRetriever(kb=ra.open("notes"), limit=5)`.

    A query is read as plain words, so that no text of a user is a syntax error. `mode` is that of
    the settings, or `keyword`, `semantic` or `hybrid`.
    """

    kb: Library
    limit: int = 5
    mode: str | None = None
    trees: tuple[str, ...] = ()

    def _get_relevant_documents(self, query: str, *, run_manager: Any) -> list[Document]:
        return _documents(self.kb.search(plain(query), self.trees, **self._options()))

    async def _aget_relevant_documents(self, query: str, *, run_manager: Any) -> list[Document]:
        return _documents(await self.kb.asearch(plain(query), self.trees, **self._options()))

    def _options(self) -> dict[str, Any]:
        return {"mode": self.mode, "limit": self.limit}


def _documents(report: Report) -> list[Document]:
    return [
        Document(page_content=each.text, id=each.id, metadata=facts.of_result(each))
        for each in report
    ]


class RaTextSplitter(TextSplitter):
    """Splits Markdown by its outline: `RaTextSplitter("leaves", max_leaf_chars=800)`.

    `settings` are keys of `[chunking]`. With `headings`, each chunk begins with those above it.
    """

    def __init__(
        self, strategy: str = "outline", *, headings: bool = True, **settings: Any
    ) -> None:
        super().__init__()
        self._strategy, self._headings, self._settings = strategy, headings, settings

    def split_text(self, text: str) -> list[str]:
        """The texts of the chunks."""
        return [self._shown(piece) for piece in self._pieces(text, {})]

    def create_documents(
        self, texts: list[str], metadatas: list[dict[Any, Any]] | None = None
    ) -> list[Document]:
        """A document for each chunk, with its headings, path and place."""
        known = metadatas or [{} for _ in texts]
        return [
            Document(
                page_content=self._shown(piece),
                metadata={**more, **piece.facts, "start_index": piece.start},
            )
            for text, more in zip(texts, known, strict=True)
            for piece in self._pieces(text, more)
        ]

    def _pieces(self, text: str, known: dict[Any, Any]) -> Iterable[facts.PlacedText]:
        return facts.pieces(text, known, self._strategy, self._settings)

    def _shown(self, piece: facts.PlacedText) -> str:
        return piece.titled if self._headings else piece.text
