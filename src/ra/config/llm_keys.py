"""Defines the settings of `[llm]`: which language model writes answers."""

from __future__ import annotations

from ra.config.choices import UNSUPPORTED, Unsupported
from ra.config.key import Key, Secret
from ra.typed import NamedTuple

LLM_KEYS: tuple[Key, ...] = (
    Key(
        "llm.url",
        "string",
        "",
        "Write answers with the model at this endpoint: the base URL of a server with OpenAI's "
        "chat protocol. In a project, this needs `ra trust`. The question and the sections that "
        "answer it are sent there.",
        '"http://localhost:11434/v1"',
        trust="always",
    ),
    Key(
        "llm.name",
        "string",
        "",
        "The name of the model at `llm.url`. In a project, this needs `ra trust`.",
        '"llama3.2"',
        trust="always",
    ),
    Key(
        "llm.key",
        "string",
        Secret(),
        "The key for `llm.url`.",
        '"…"',
        secret="RA_LLM_KEY",
    ),
    Key(
        "llm.timeout",
        "float",
        60.0,
        "Seconds to wait for the next part of an answer of `llm.url`.",
        "20.0",
        minimum=0.1,
        maximum=3600,
    ),
    Key(
        "llm.max_answer_tokens",
        "int",
        600,
        "Let the model write at most this many tokens.",
        "300",
        minimum=16,
        maximum=32_768,
    ),
    Key(
        "llm.unsupported",
        "string",
        "drop",
        "What to do with a sentence that its citations do not support: `drop` it, or `flag` it.",
        '"flag"',
        choices=UNSUPPORTED,
    ),
)


class Llm(NamedTuple):
    """Which language model writes answers: the table `[llm]`. Without a `url` none does."""

    url: str
    name: str
    key: Secret
    timeout: float
    max_answer_tokens: int
    unsupported: Unsupported


DEFAULT_LLM = Llm._make(key.default for key in LLM_KEYS)
