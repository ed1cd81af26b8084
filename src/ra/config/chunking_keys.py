"""Defines the settings of `[chunking]`, for all trees and for one."""

from __future__ import annotations

from ra.config.choices import STRATEGIES, TITLE_RULES
from ra.config.key import Key

CHUNKING_KEYS: tuple[Key, ...] = (
    Key(
        "chunking.strategy",
        "string",
        "outline",
        "The chunking strategy: `outline` makes every section a chunk, `leaves` splits text into "
        "small chunks below the headings, `header_based` joins and splits sections to a size in "
        "characters, `spec_v1` to a size in tokens, `none` keeps the whole document.",
        '"leaves"',
        choices=STRATEGIES,
    ),
    Key(
        "chunking.max_chunk_size",
        "int",
        50_000,
        "Warn in `ra status` about chunks with more bytes than this; they are not split.",
        "20000",
        minimum=1,
    ),
    Key(
        "chunking.max_leaf_chars",
        "int",
        1000,
        "`leaves`: a leaf longer than this is split at paragraphs, then at sentences.",
        "600",
        minimum=1,
    ),
    Key(
        "chunking.min_leaf_chars",
        "int",
        250,
        "`leaves`: a leaf shorter than this becomes a part of its parent section.",
        "0",
        minimum=0,
    ),
    Key(
        "chunking.min_document_chars",
        "int",
        1200,
        "`leaves`: a document shorter than this is one leaf.",
        "0",
        minimum=0,
    ),
    Key(
        "chunking.min_chunk_chars",
        "int",
        200,
        "`header_based`: a section shorter than this is joined with the next ones.",
        "0",
        minimum=0,
    ),
    Key(
        "chunking.max_chunk_chars",
        "int",
        1500,
        "`header_based`: a section longer than this is split at blank lines.",
        "800",
        minimum=1,
    ),
    Key(
        "chunking.overlap_chars",
        "int",
        50,
        "`header_based`: number of characters of a part to repeat before the next one.",
        "0",
        minimum=0,
    ),
    Key(
        "chunking.include_parent_headers",
        "bool",
        True,
        "`header_based`: put the parent headings before the text of a section.",
        "false",
    ),
    Key(
        "chunking.title",
        "string",
        "auto",
        "The title of a document without one in its front matter: `auto` takes the first h1 unless "
        "the file has several, `first-h1` always takes it; without an h1 it is the file name.",
        '"first-h1"',
        choices=TITLE_RULES,
    ),
)


def _for_one_tree(key: Key) -> Key:
    return key._replace(
        name=f"tree.*.{key.name}",
        default=None,
        help=f"Override `{key.name}` for this tree.",
        inherits=key.name,
    )


TREE_CHUNKING_KEYS: tuple[Key, ...] = tuple(_for_one_tree(key) for key in CHUNKING_KEYS)
