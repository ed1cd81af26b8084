"""Parses files into documents.

Names are loaded on first use: a check for changed files needs no parser.
"""

from __future__ import annotations

from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from ra.parse.blocks import Layout
    from ra.parse.document import blocks_of, layout_of, parse, readable

__all__ = ["PARSER_VERSION", "Layout", "blocks_of", "layout_of", "parse", "readable"]

# Part of the index fingerprint: raise this whenever the same bytes would parse differently.
PARSER_VERSION = 8


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module 'ra.parse' has no attribute {name!r}")
    from ra.parse import blocks, document

    return getattr(blocks if name == "Layout" else document, name)
