"""Which settings are there? Every key with its type, default and sentence of help, once.

Validation, `ra config`, the templates of `ra init` and the reference page all come from `KEYS`.
A new section is its rows in `KEYS` and a named tuple with one field for each of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ra.config.chunking_keys import CHUNKING_KEYS, TREE_CHUNKING_KEYS
from ra.config.key import Key
from ra.config.names import (
    INCLUDE,
    PARSERS,
    STEMMERS,
    STRATEGIES,
    AggregateScore,
    Match,
    Ranking,
    Stemmer,
    Strategy,
)
from ra.config.search_keys import SEARCH_KEYS
from ra.model import ParserName
from ra.typed import NamedTuple

__all__ = [
    "INCLUDE",
    "DEFAULT_CHUNKING",
    "KEYS",
    "PARSERS",
    "STEMMERS",
    "STRATEGIES",
    "Boosts",
    "Chunking",
    "Key",
    "Search",
    "Settings",
    "Stemmer",
    "Strategy",
    "Tree",
    "Weights",
]

FILE_NAME = ".ra.toml"
INDEX_FOLDER = ".ra"

Parts = tuple[str, ...]

_GENERAL: tuple[Key, ...] = (
    Key(
        "root",
        "bool",
        False,
        "Stop here: settings of the folders above and of `~/.ra.toml` are not read.",
        "true",
    ),
    Key(
        "respect_gitignore",
        "bool",
        True,
        "Leave out what `.gitignore` files leave out; `.raignore` files always count.",
        "false",
    ),
    Key(
        "max_file_bytes",
        "int",
        20 * 1024 * 1024,
        "Skip files larger than this many bytes.",
        "1048576",
        minimum=1,
    ),
)

_TREES: tuple[Key, ...] = (
    Key(
        "parsers.*",
        "string",
        None,
        "Read the files that match this pattern as `markdown` or as `text`; the first pattern that "
        "matches decides, and without one `.md` and `.markdown` are Markdown, all others text.",
        '"markdown"',
        choices=PARSERS,
    ),
    Key(
        "tree.*.path",
        "string",
        None,
        "The folder of documents, relative to this file; `~` is the home folder.",
        '"docs"',
        required=True,
    ),
    Key(
        "tree.*.include",
        "strings",
        INCLUDE,
        "Patterns of the files that are documents, written as in `.gitignore`.",
        '["**/*.md", "notes/*.txt"]',
        minimum=1,
    ),
    Key(
        "tree.*.exclude",
        "strings",
        (),
        "Patterns of files and folders to leave out, written as in `.gitignore`.",
        '["drafts/"]',
    ),
    Key(
        "tree.*.tenant",
        "string",
        "default",
        "To whom the tree belongs: a query sees the trees of one tenant and nothing of the others.",
        '"team-a"',
        minimum=1,
    ),
    Key(
        "tree.*.language",
        "string",
        None,
        "`search.stemmer` for this tree alone.",
        '"german"',
        choices=STEMMERS,
        inherits="search.stemmer",
    ),
    Key(
        "tree.*.respect_gitignore",
        "bool",
        None,
        "`respect_gitignore` for this tree alone.",
        "false",
        inherits="respect_gitignore",
    ),
    Key(
        "tree.*.max_file_bytes",
        "int",
        None,
        "`max_file_bytes` for this tree alone.",
        "1048576",
        minimum=1,
        inherits="max_file_bytes",
    ),
    Key(
        "tree.*.confluence_base",
        "string",
        "",
        "The URL of the Confluence from which documents come: links to pages there lead to the "
        "documents that name these pages in their front matter. Nothing is fetched.",
        '"https://wiki.example.com"',
    ),
)

KEYS: tuple[Key, ...] = (*_GENERAL, *CHUNKING_KEYS, *SEARCH_KEYS, *_TREES, *TREE_CHUNKING_KEYS)


class Chunking(NamedTuple):
    """How documents are cut: the table `[chunking]`."""

    strategy: Strategy
    max_chunk_size: int
    max_leaf_chars: int
    min_leaf_chars: int
    min_document_chars: int
    min_chunk_chars: int
    max_chunk_chars: int
    overlap_chars: int
    include_parent_headers: bool


DEFAULT_CHUNKING = Chunking._make(key.default for key in CHUNKING_KEYS)


class Boosts(NamedTuple):
    """What a match counts in each field with the ranking `fields`: `[search.boosts]`."""

    hierarchy: float
    path: float
    tags: float
    body: float


class Weights(NamedTuple):
    """What the parts of the ranking `ra` count beside the text's 1: `[search.weights]`."""

    title: float
    tags: float
    path: float
    pair: float
    stop: float
    lookup_title: float
    lookup_path: float


class Search(NamedTuple):
    """How documents are found: the table `[search]`."""

    stemmer: Stemmer
    limit: int
    match: Match
    ranking: Ranking
    fuzzy_distance: int
    fuzzy_penalty: float
    candidate_limit: int
    max_candidates: int
    cutoff_ratio: float
    relevance_floor: float
    local_boost: float
    aggregation_threshold: float
    min_siblings: int
    aggregate_score: AggregateScore
    merge_bonus: float
    max_merge_depth: int
    max_aggregate_tokens: int
    boosts: Boosts
    weights: Weights


class Tree(NamedTuple):
    """A named root folder of documents.

    `root` is absolute and need not exist. It is `local` unless `~/.ra.toml` declares it. The
    first of `parsers` whose pattern matches decides; if none does, the suffix does.
    """

    name: str
    root: Path
    local: bool
    include: tuple[str, ...]
    exclude: tuple[str, ...]
    tenant: str
    language: Stemmer
    respect_gitignore: bool
    max_file_bytes: int
    chunking: Chunking
    parsers: tuple[tuple[str, ParserName], ...]
    confluence_base: str = ""


class Settings(NamedTuple):
    """What holds in one working folder, after all settings files are laid over each other.

    `files` are those used, nearest first. `set_by` says which of them set a key, for those that
    none left to its default.
    """

    cwd: Path
    files: tuple[Path, ...]
    trees: tuple[Tree, ...]
    index_dir: Path
    root: bool
    respect_gitignore: bool
    max_file_bytes: int
    chunking: Chunking
    search: Search
    parsers: tuple[tuple[str, ParserName], ...]
    set_by: Mapping[Parts, Path]


def _tables() -> dict[str, tuple[str, ...]]:
    tables: dict[str, dict[str, None]] = {}
    for key in KEYS:
        table = ""
        for part in key.name.split("."):
            tables.setdefault(table, {})[part] = None
            table = f"{table}.{part}" if table else part
    return {table: tuple(children) for table, children in tables.items()}


TABLES: Mapping[str, tuple[str, ...]] = _tables()
"""Each table of the schema ("" is the file itself) and the names that may stand in it."""

ROWS: Mapping[str, Key] = {key.name: key for key in KEYS}


def child_name(table: str, part: str) -> str:
    """The schema's name for `part` in `table`, be it valid or not: `tree` and `x` → `tree.*`."""
    word = "*" if "*" in TABLES[table] else part
    return f"{table}.{word}" if table else word


def row(parts: Parts) -> Key:
    """The row that rules a key as written: `tree`, `x`, `path` → the row `tree.*.path`."""
    name = ""
    for part in parts:
        name = child_name(name, part)
    return ROWS[name]
