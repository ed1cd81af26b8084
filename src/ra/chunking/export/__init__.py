"""Exports chunks as records for other programs: the forms of SPEC 3.6, one module each.

A form's module is loaded on use: one normalizes and hashes, another counts tokens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from ra.chunking import divide
from ra.chunking.export.texts import Record
from ra.config.schema import Tree
from ra.document import Document
from ra.typed import Literal, names_of

Form = Literal["ra", "spec-v1", "ragdocs"]
FORM_NAMES: tuple[Form, ...] = names_of(Form)


def records(form: Form, document: Document, tree: Tree) -> Iterable[Record]:
    """The records of a document, chunked by its tree's settings: those with text."""
    return _FORMS[form](document, tree)


def _ra(document: Document, tree: Tree) -> Iterator[Record]:
    from ra.chunking.export.ra import counted

    for chunk in divide(document, tree.chunking):
        if chunk.visible.strip():
            yield counted(chunk).to_dict()


def _spec_v1(document: Document, tree: Tree) -> Iterable[Record]:
    from ra.chunking.export.spec_v1 import exported

    return exported(document, tree)


def _ragdocs(document: Document, tree: Tree) -> Iterable[Record]:
    from ra.chunking.export.ragdocs import ragdocs_records

    return ragdocs_records(document, divide(document, tree.chunking), tree)


_FORMS: Mapping[Form, Callable[[Document, Tree], Iterable[Record]]] = {
    "ra": _ra,
    "spec-v1": _spec_v1,
    "ragdocs": _ragdocs,
}
