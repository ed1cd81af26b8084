"""Defines the settings of `[search]` that combine words, meaning and links."""

from __future__ import annotations

from ra.config.choices import FUSIONS, MODES
from ra.config.key import Key

MODE_KEYS: tuple[Key, ...] = (
    Key(
        "search.mode",
        "string",
        "keyword",
        "How `ra search` retrieves: by `keyword`, by meaning (`semantic`), or by both (`hybrid`). "
        "The last two need embeddings, see `ra embed`.",
        '"hybrid"',
        choices=MODES,
    ),
)

FUSION_KEYS: tuple[Key, ...] = (
    Key(
        "search.fusion",
        "string",
        "mix",
        "In the mode `hybrid`, add scores (`mix`) or ranks (`rrf`, reciprocal rank fusion).",
        '"rrf"',
        choices=FUSIONS,
    ),
    Key(
        "search.rrf_k",
        "int",
        60,
        "With the fusion `rrf`, the constant that is added to each rank.",
        "20",
        minimum=1,
    ),
    Key(
        "search.keyword_weight",
        "float",
        1.0,
        "In the mode `hybrid`, the factor of keyword scores.",
        "0.5",
        minimum=0,
    ),
    Key(
        "search.semantic_weight",
        "float",
        1.0,
        "In the mode `hybrid`, a factor on top of the weight that the model's cosines have.",
        "2.0",
        minimum=0,
    ),
    Key(
        "search.feedback_weight",
        "float",
        0.3,
        "With the fusion `mix`, what likeness to the best sections counts beside likeness to the "
        "query; 0 ignores it.",
        "0.0",
        minimum=0,
    ),
    Key(
        "search.graph_weight",
        "float",
        0.0,
        "In the mode `hybrid`, what a link from or to the best results adds; 0 ignores links, "
        "which measured as good and faster.",
        "0.1",
        minimum=0,
    ),
    Key(
        "search.recency_bias",
        "float",
        1.0,
        "In the modes `semantic` and `hybrid`, how much recent documents are preferred: 1 "
        "multiplies scores by 1.2 up to 7 days and by 1.1 up to 30 days; 0 ignores dates.",
        "0.0",
        minimum=0,
    ),
    Key(
        "search.semantic_candidates",
        "int",
        200,
        "In the mode `hybrid`, how many keyword hits of each tree are compared by meaning.",
        "50",
        minimum=1,
        maximum=10_000,
    ),
)
