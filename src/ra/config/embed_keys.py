"""Defines the settings of `[embed]`: which model turns sections and queries into vectors."""

from __future__ import annotations

from ra.config.choices import EMBED_MODELS, POOLINGS, EmbedModel, Pooling
from ra.config.key import Key, Secret
from ra.typed import NamedTuple

EMBED_KEYS: tuple[Key, ...] = (
    Key(
        "embed.model",
        "string",
        "auto",
        "The built-in model: `auto` chooses by the language of a document, `english` and "
        "`multilingual` name one, `none` computes no embeddings.",
        '"english"',
        choices=EMBED_MODELS,
    ),
    Key(
        "embed.folder",
        "string",
        "",
        "Use the model in this folder instead: an ONNX file and `tokenizer.json`. In a project, "
        "this needs `ra trust`.",
        '"~/models/bge-small"',
        trust="always",
        is_path=True,
    ),
    Key(
        "embed.url",
        "string",
        "",
        "Use this endpoint instead: the base URL of a server with OpenAI's embeddings protocol. "
        "In a project, this needs `ra trust`. Sections are sent there.",
        '"http://localhost:11434/v1"',
        trust="always",
    ),
    Key(
        "embed.name",
        "string",
        "",
        "The name of the model at `embed.url`. In a project, this needs `ra trust`.",
        '"nomic-embed-text"',
        trust="always",
    ),
    Key(
        "embed.key",
        "string",
        Secret(),
        "The key for `embed.url`.",
        '"…"',
        secret="RA_EMBED_KEY",
    ),
    Key(
        "embed.pooling",
        "string",
        "auto",
        "With `embed.folder`, how tokens become one vector: their `mean` or the first one "
        "(`cls`); `auto` reads it from the folder.",
        '"cls"',
        choices=POOLINGS,
    ),
    Key(
        "embed.query_prefix",
        "string",
        "",
        "With `embed.folder` or `embed.url`, text to put before a query.",
        '"query: "',
    ),
    Key(
        "embed.document_prefix",
        "string",
        "",
        "With `embed.folder` or `embed.url`, text to put before a section.",
        '"passage: "',
    ),
    Key(
        "embed.limit",
        "int",
        0,
        "With `embed.folder` or `embed.url`, embed at most this many tokens of a section; 0 is "
        "the model's own limit.",
        "256",
        minimum=0,
        maximum=32_768,
    ),
    Key(
        "embed.languages",
        "strings",
        (),
        "With `embed.folder` or `embed.url`, embed only documents in these languages; empty is "
        "all.",
        '["english", "german"]',
    ),
    Key(
        "embed.weight",
        "float",
        0.0,
        "With `embed.folder` or `embed.url`, what a cosine adds to the keyword score; 0 derives "
        "it from the spread of the cosines.",
        "0.7",
        minimum=0,
        maximum=10,
    ),
    Key(
        "embed.threads",
        "int",
        1,
        "Number of threads that a local model uses.",
        "4",
        minimum=1,
        maximum=256,
    ),
    Key(
        "embed.timeout",
        "float",
        30.0,
        "Seconds to wait for an answer of `embed.url`.",
        "5.0",
        minimum=0.1,
        maximum=3600,
    ),
)


class Embed(NamedTuple):
    """Which model embeds, and how: the table `[embed]`."""

    model: EmbedModel
    folder: str
    url: str
    name: str
    key: Secret
    pooling: Pooling
    query_prefix: str
    document_prefix: str
    limit: int
    languages: tuple[str, ...]
    weight: float
    threads: int
    timeout: float


DEFAULT_EMBED = Embed._make(key.default for key in EMBED_KEYS)
