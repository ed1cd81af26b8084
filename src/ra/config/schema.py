"""Which settings are there? Every key with its type, default and sentence of help, once.

Validation, `ra config`, the templates of `ra init` and the reference page all come from `KEYS`.
A new section is its rows in `KEYS` and a named tuple with one field for each of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Literal, NamedTuple

from ra.model import ParserName

FILE_NAME = ".ra.toml"
INDEX_FOLDER = ".ra"

ValueType = Literal["bool", "int", "string", "strings"]
Strategy = Literal["outline", "none"]
Parts = tuple[str, ...]


class Key(NamedTuple):
    """One setting. In `name` a `*` stands for what the user names: a tree, a pattern.

    `example` is the right-hand side of a TOML line. `minimum` bounds a number, or the length
    of a list. A key that `inherits` takes its default from the key of that name.
    """

    name: str
    type: ValueType
    default: object
    help: str
    example: str
    choices: tuple[str, ...] = ()
    minimum: int | None = None
    inherits: str = ""
    required: bool = False


INCLUDE = ("**/*.md", "**/*.markdown", "**/*.txt")
STRATEGIES: tuple[Strategy, ...] = ("outline", "none")
PARSERS: tuple[ParserName, ...] = ("markdown", "text")

KEYS: tuple[Key, ...] = (
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
    Key(
        "chunking.strategy",
        "string",
        "outline",
        "How a document is cut: `outline` makes every heading a chunk, `none` the whole document.",
        '"none"',
        choices=STRATEGIES,
    ),
    Key(
        "chunking.max_chunk_size",
        "int",
        50_000,
        "Warn in `ra status` about a chunk with more bytes than this; nothing is cut for it.",
        "20000",
        minimum=1,
    ),
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
        "tree.*.chunking.strategy",
        "string",
        None,
        "`chunking.strategy` for this tree alone.",
        '"none"',
        choices=STRATEGIES,
        inherits="chunking.strategy",
    ),
    Key(
        "tree.*.chunking.max_chunk_size",
        "int",
        None,
        "`chunking.max_chunk_size` for this tree alone.",
        "20000",
        minimum=1,
        inherits="chunking.max_chunk_size",
    ),
)


class Chunking(NamedTuple):
    """How documents are cut: the table `[chunking]`."""

    strategy: Strategy
    max_chunk_size: int


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
    respect_gitignore: bool
    max_file_bytes: int
    chunking: Chunking
    parsers: tuple[tuple[str, ParserName], ...]


class Settings(NamedTuple):
    """What holds in one working folder, after all settings files are laid over each other.

    `files` are those used, nearest first. `origins` says for every key of `ra.config.flat`
    which file set it; None is the default.
    """

    cwd: Path
    files: tuple[Path, ...]
    trees: tuple[Tree, ...]
    index_dir: Path
    root: bool
    respect_gitignore: bool
    max_file_bytes: int
    chunking: Chunking
    parsers: tuple[tuple[str, ParserName], ...]
    origins: Mapping[str, Path | None]


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
