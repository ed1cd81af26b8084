"""Haystack: a retriever over a library, as a component of a pipeline."""

from __future__ import annotations

from ra.adapters import facts
from ra.library import Library
from ra.query import plain
from ra.typed import Any

try:
    from haystack import Document, component, default_from_dict, default_to_dict
except ImportError as error:
    raise ImportError("Haystack is not installed; run `pip install 'ra[haystack]'`") from error


@component
class RaRetriever:
    """Finds sections: `RaRetriever("notes", top_k=5)`.

    A query is read as plain words, so that no text of a user is a syntax error. The folder is
    opened by the first run.
    """

    def __init__(
        self,
        folder: str,
        *,
        top_k: int = 5,
        mode: str | None = None,
        trees: list[str] | None = None,
    ) -> None:
        self.folder, self.top_k, self.mode, self.trees = folder, top_k, mode, trees
        self._kb: Library | None = None

    def warm_up(self) -> None:
        """Open the folder."""
        if self._kb is None:
            from ra.library import open as open_library

            self._kb = open_library(self.folder)

    @component.output_types(documents=list[Document])
    def run(self, query: str, top_k: int | None = None) -> dict[str, list[Document]]:
        """The best sections for a query."""
        self.warm_up()
        assert self._kb is not None
        options: dict[str, Any] = {"mode": self.mode, "limit": top_k or self.top_k}
        report = self._kb.search(plain(query), self.trees or (), **options)
        return {
            "documents": [
                Document(
                    id=each.id, content=each.text, meta=facts.of_result(each), score=each.score
                )
                for each in report
            ]
        }

    def to_dict(self) -> dict[str, Any]:
        """The component as a saved pipeline has it."""
        saved: dict[str, Any] = default_to_dict(
            self, folder=self.folder, top_k=self.top_k, mode=self.mode, trees=self.trees
        )
        return saved

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> RaRetriever:
        """The component of a saved pipeline."""
        made: RaRetriever = default_from_dict(cls, data)
        return made
