"""Fingerprints everything that determines a tree's chunks, postings and vectors (SPEC 6.4)."""

from __future__ import annotations

import json

from ra import chunk
from ra.config.schema import Tree
from ra.engine.manifest import TreeSpec
from ra.model import digest
from ra.parse import PARSER_VERSION
from ra.text import signature


def tree_spec(tree: Tree) -> TreeSpec:
    """The declaration of a tree; each setting is part of one of three fingerprints."""
    return TreeSpec(
        tree.name,
        tree.tenant,
        tree.language,
        chunks=_fingerprint(PARSER_VERSION, chunk.signature(tree.chunking)),
        postings=_fingerprint(signature(tree.language)),
        vectors="",  # no embeddings yet
    )


def _fingerprint(*facts: object) -> str:
    return digest(json.dumps(facts).encode(), 8)
