"""What decides how a tree's chunks and postings look? When that changes, it is built again."""

from __future__ import annotations

import json
from hashlib import blake2b

from ra import chunk
from ra.config.schema import Tree
from ra.engine.protocol import TreeSpec
from ra.parse import PARSER_VERSION
from ra.text import signature


def tree_spec(tree: Tree) -> TreeSpec:
    """The tree as an engine must know it (SPEC 6.4)."""
    facts = [PARSER_VERSION, chunk.signature(tree.chunking), signature(tree.language)]
    digest = blake2b(json.dumps(facts).encode(), digest_size=8).hexdigest()
    return TreeSpec(tree.name, tree.tenant, tree.language, digest)
