"""What decides how a tree's chunks and postings look? When that changes, it is built again."""

from __future__ import annotations

import json

from ra import chunk
from ra.config.schema import Tree
from ra.engine.manifest import TreeSpec
from ra.model import digest
from ra.parse import PARSER_VERSION
from ra.text import signature


def tree_spec(tree: Tree) -> TreeSpec:
    """The tree as an engine must know it (SPEC 6.4)."""
    facts = [PARSER_VERSION, chunk.signature(tree.chunking), signature(tree.language)]
    return TreeSpec(tree.name, tree.tenant, tree.language, digest(json.dumps(facts).encode(), 8))
