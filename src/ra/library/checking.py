"""Are the chunks of `spec_v1` what S1 promises? Its checklist over the documents of a library."""

from __future__ import annotations

from ra.chunk.checklist import problems
from ra.chunk.spec_v1 import records
from ra.config.schema import Tree
from ra.document import Document
from ra.typed import NamedTuple


class Checked(NamedTuple):
    """One document, how many chunks `spec_v1` makes of it, and what is wrong with them."""

    doc_id: str
    chunks: int
    problems: tuple[str, ...]


def checked(document: Document, tree: Tree) -> tuple[Checked]:
    """The checklist of S1 §11 over one document, whatever strategy its tree has."""
    found = records(document, tree.tenant)
    return (Checked(document.id, len(found), tuple(problems(found, document))),)
