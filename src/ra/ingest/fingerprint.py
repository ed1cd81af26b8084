"""Fingerprints everything that determines a tree's chunks, postings and vectors (SPEC 6.4)."""

from __future__ import annotations

import json

from ra import chunking
from ra.config.schema import Embed, Tree
from ra.engine.manifest import TreeSpec
from ra.model import digest
from ra.parse import PARSER_VERSION
from ra.text import signature
from ra.text.languages import DETECTION_VERSION, is_auto

# Raise it when the built-in models, or the text that is embedded, change.
EMBEDDING_VERSION = 1
# Raise it when the text made of a commit changes.
_COMMIT_TEXT_VERSION = 2


def tree_spec(tree: Tree) -> TreeSpec:
    """The declaration of a tree; each setting is part of one of three fingerprints."""
    return TreeSpec(
        tree.name,
        tree.tenant,
        tree.language,
        chunks=_fingerprint(
            PARSER_VERSION, chunking.signature(tree.chunking), _detection(tree), *_source(tree)
        ),
        postings=_fingerprint(signature(tree.language)),
        vectors=_vectors(tree.embed),
    )


def _detection(tree: Tree) -> int:
    """How the languages of documents are found out; 0 if one is set."""
    return DETECTION_VERSION if is_auto(tree.language) else 0


def _source(tree: Tree) -> tuple[object, ...]:
    """What the documents are, where they are not files."""
    return () if tree.source == "files" else (tree.source, _COMMIT_TEXT_VERSION)


def _vectors(embed: Embed) -> str:
    """What decides which vectors a document has; empty if it has none."""
    if embed.model == "none" and not (embed.folder or embed.url):
        return ""
    facts = (embed.model, embed.folder, embed.url, embed.name, embed.pooling, embed.limit)
    prefixes = (embed.query_prefix, embed.document_prefix)
    return _fingerprint(EMBEDDING_VERSION, facts, prefixes, embed.languages)


def _fingerprint(*facts: object) -> str:
    return digest(json.dumps(facts).encode(), 8)
