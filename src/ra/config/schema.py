"""Defines every settings key with its type, default and help sentence, in one place.

Validation, `ra config`, the templates of `ra init` and the reference page all come from `KEYS`.
A new section is its rows in `KEYS` and a named tuple with one field for each of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from ra.config.choices import (
    AUTO,
    DATE_SOURCES,
    INCLUDE,
    PARSERS,
    STEMMERS,
    STRATEGIES,
    TREE_LANGUAGES,
    TREE_SOURCES,
    AggregateScore,
    DateSource,
    Fusion,
    Match,
    Mode,
    Normalize,
    Ranking,
    Stemmer,
    Strategy,
    TreeSource,
)
from ra.config.chunking_keys import CHUNKING_KEYS, TREE_CHUNKING_KEYS
from ra.config.context_keys import CONTEXT_KEYS, ContextSettings
from ra.config.embed_keys import DEFAULT_EMBED, EMBED_KEYS, Embed
from ra.config.key import Element, Key
from ra.config.llm_keys import LLM_KEYS, Llm
from ra.config.search_keys import SEARCH_KEYS
from ra.model import ParserName, TitleRule
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
    "ContextSettings",
    "Embed",
    "Key",
    "Llm",
    "Search",
    "Settings",
    "Stemmer",
    "Strategy",
    "Tree",
    "Weights",
]

FILE_NAME = ".ra.toml"
MAX_FILE_BYTES = 256 * 1024 * 1024  # a document is parsed in memory, in several times its size

Parts = tuple[str, ...]

_GENERAL: tuple[Key, ...] = (
    Key(
        "root",
        "bool",
        False,
        "Ignore the settings files of parent folders and `~/.ra.toml`.",
        "true",
    ),
    Key(
        "respect_gitignore",
        "bool",
        True,
        "Exclude what `.gitignore` files exclude; `.raignore` files always apply.",
        "false",
    ),
    Key(
        "max_file_bytes",
        "int",
        20 * 1024 * 1024,
        "Skip files larger than this many bytes.",
        "1048576",
        minimum=1,
        maximum=MAX_FILE_BYTES,
    ),
    Key(
        "index.place",
        "string",
        "",
        "Store the index in this folder, relative to this file, so that it moves with the project. "
        "By default the index is in the cache folder. In a project, this needs `ra trust`.",
        '".ra"',
        trust="always",
        is_path=True,
    ),
)

_TREES: tuple[Key, ...] = (
    Key(
        "parsers.*",
        "string",
        None,
        "Parse the files that match this pattern as `markdown`, `text`, `mdx`, `notebook` "
        "(Jupyter) or `canvas` (Obsidian). The first matching pattern wins. By default the "
        "suffix decides: `.md`, `.markdown`, `.mdx`, `.ipynb`, `.canvas`; all others are text.",
        '"markdown"',
        choices=PARSERS,
    ),
    Key(
        "tree.*.path",
        "string",
        None,
        "The folder of documents, relative to this file; `~` is the home folder. In a project, a "
        "folder outside the project needs `ra trust`.",
        '"docs"',
        required=True,
        trust="outside",
        is_path=True,
    ),
    Key(
        "tree.*.source",
        "string",
        "files",
        "What the documents are: the `files` of the folder, or the commits of its `git` repository "
        "that changed something in the folder, each with its message and the changed paths.",
        '"git"',
        choices=TREE_SOURCES,
    ),
    Key(
        "tree.*.include",
        "strings",
        INCLUDE,
        "Patterns of files to index, in the syntax of `.gitignore`.",
        '["**/*.md", "notes/*.txt"]',
        minimum=1,
    ),
    Key(
        "tree.*.exclude",
        "strings",
        (),
        "Patterns of files and folders to exclude, in the syntax of `.gitignore`.",
        '["drafts/"]',
    ),
    Key(
        "tree.*.tenant",
        "string",
        "default",
        "The tenant of the tree; a command reads the trees of one tenant only.",
        '"team-a"',
        minimum=1,
    ),
    Key(
        "tree.*.language",
        "string",
        AUTO,
        "The language of the documents, for its stemmer and stop words; `auto` finds out the "
        "language of each document, and `search.stemmer` is for those where it cannot.",
        '"german"',
        choices=TREE_LANGUAGES,
    ),
    Key(
        "tree.*.respect_gitignore",
        "bool",
        None,
        "Override `respect_gitignore` for this tree.",
        "false",
        inherits="respect_gitignore",
    ),
    Key(
        "tree.*.max_file_bytes",
        "int",
        None,
        "Override `max_file_bytes` for this tree.",
        "1048576",
        minimum=1,
        maximum=MAX_FILE_BYTES,
        inherits="max_file_bytes",
    ),
    Key(
        "tree.*.dates",
        "string",
        "git",
        "When a document without a date in its front matter last changed: `git` is the last commit "
        "of an unmodified file in a repository, else the time of the file; `file` is always that.",
        '"file"',
        choices=DATE_SOURCES,
    ),
    Key(
        "tree.*.confluence_base",
        "string",
        "",
        "The base URL of the Confluence that the documents were exported from. Links to its pages "
        "resolve to the documents with these page ids. Nothing is fetched.",
        '"https://wiki.example.com"',
    ),
    Key(
        "tree.*.links.roots.*",
        "string",
        None,
        "The folder of the tree that links with this URL prefix lead to. The longest prefix "
        "counts. Most sites need none: front matter and usual prefixes suffice.",
        '"files/en-us/"',
    ),
)

KEYS: tuple[Key, ...] = (
    *_GENERAL,
    *CHUNKING_KEYS,
    *SEARCH_KEYS,
    *CONTEXT_KEYS,
    *EMBED_KEYS,
    *LLM_KEYS,
    *_TREES,
    *TREE_CHUNKING_KEYS,
)


class IndexSettings(NamedTuple):
    """The location of the index: the table `[index]`. An empty `place` is the cache folder."""

    place: str


class Chunking(NamedTuple):
    """How documents are chunked: the table `[chunking]`."""

    strategy: Strategy
    max_chunk_size: int
    max_leaf_chars: int
    min_leaf_chars: int
    min_document_chars: int
    min_chunk_chars: int
    max_chunk_chars: int
    overlap_chars: int
    include_parent_headers: bool
    title: TitleRule


DEFAULT_CHUNKING = Chunking._make(key.default for key in CHUNKING_KEYS)


class Boosts(NamedTuple):
    """The weight of each field with the ranking `fields`: `[search.boosts]`."""

    hierarchy: float
    path: float
    tags: float
    body: float


class Weights(NamedTuple):
    """The weights of the ranking `ra`, relative to 1 for the text: `[search.weights]`."""

    title: float
    tags: float
    path: float
    pair: float
    stop: float
    lookup_title: float
    lookup_page: float
    lookup_path: float


class Search(NamedTuple):
    """How documents are searched: the table `[search]`."""

    stemmer: Stemmer
    limit: int
    brief_limit: int
    mode: Mode
    match: Match
    ranking: Ranking
    fuzzy_distance: int
    fuzzy_penalty: float
    candidate_limit: int
    max_candidates: int
    cutoff_ratio: float
    relevance_floor: float
    token_target: int
    max_result_tokens: int
    normalize: Normalize
    fusion: Fusion
    rrf_k: int
    keyword_weight: float
    semantic_weight: float
    feedback_weight: float
    graph_weight: float
    recency_bias: float
    semantic_candidates: int
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

    `root` is absolute and need not exist. It is `local` unless `~/.ra.toml` declares it. The first
    matching pattern of `parsers` decides, else the suffix. `real_root` is the required target of
    `root`; None allows any. `language` is a stemmer, or `english+auto` (see `ra.text.languages`).
    """

    name: str
    root: Path
    local: bool
    include: tuple[str, ...]
    exclude: tuple[str, ...]
    tenant: str
    language: str
    respect_gitignore: bool
    max_file_bytes: int
    chunking: Chunking
    parsers: tuple[tuple[str, ParserName], ...]
    confluence_base: str = ""
    real_root: Path | None = None
    embed: Embed = DEFAULT_EMBED
    link_roots: tuple[tuple[str, str], ...] = ()
    dates: DateSource = "git"
    source: TreeSource = "files"


class Settings(NamedTuple):
    """The settings in effect in one working folder, after merging all settings files.

    `files` are those used, nearest first. `set_by` maps each key that is not a default to the file
    that set it. `index_dir` is the index folder; `index_fallback` is its place in the cache folder,
    `index_owner` the folder it is for. `notes` describe values left out without trust (SPEC 1.9).
    There is no tree where none is declared and the folder is a home folder or `/` (SPEC 1.3).
    """

    cwd: Path
    files: tuple[Path, ...]
    trees: tuple[Tree, ...]
    index_dir: Path
    index_fallback: Path
    index_owner: Path
    state_dir: Path
    notes: tuple[str, ...]
    root: bool
    respect_gitignore: bool
    max_file_bytes: int
    index_settings: IndexSettings
    chunking: Chunking
    search: Search
    context: ContextSettings
    embed: Embed
    llm: Llm
    parsers: tuple[tuple[str, ParserName], ...]
    set_by: Mapping[Parts, Path]


class Schema(NamedTuple):
    """The schema as a value: the row of each key, and the names allowed in each table.

    The table "" is the file itself; one whose name ends in `[]` is an array of tables.
    """

    rows: Mapping[str, Key]
    tables: Mapping[str, tuple[str, ...]]

    def child(self, table: str, part: str) -> str:
        """The name of `part` in `table`, valid or not: `tree` and `x` → `tree.*`."""
        word = "*" if "*" in self.tables[table] else part
        name = f"{table}.{word}" if table else word
        return f"{name}[]" if f"{name}[]" in self.tables else name

    def row(self, parts: Parts) -> Key:
        """The row of a key as written: `tree`, `x`, `path` → the row `tree.*.path`."""
        name = ""
        for part in parts:
            if not isinstance(part, Element):
                name = self.child(name, part)
        return self.rows[name]


def schema_of(keys: Iterable[Key]) -> Schema:
    """The schema of these keys, in their order."""
    rows = {key.name: key for key in keys}
    tables: dict[str, dict[str, None]] = {}
    for name in rows:
        table = ""
        for part in name.split("."):
            tables.setdefault(table, {})[part.removesuffix("[]")] = None
            table = f"{table}.{part}" if table else part
    return Schema(rows, {table: tuple(children) for table, children in tables.items()})


SCHEMA = schema_of(KEYS)
"""The schema of all settings. Functions take a schema, so that tests can pass their own."""
