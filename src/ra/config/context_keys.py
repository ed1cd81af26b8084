"""Defines the settings of `[context]` and of its rules.

`[context]` has every key of `[search]` as a key of its own, which inherits the value there, and a
rule may set each of them for the files that it matches (SPEC 9.2).
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ra.config.key import Key
from ra.config.search_keys import SEARCH_KEYS
from ra.typed import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from ra.config.schema import Search

_WITHOUT = "search.stemmer"  # the language of a tree is decided when it is indexed
_OWN_DEFAULTS = {
    "fuzzy_distance": (0, "The words of a file occur in the index as they are written."),
    "brief_limit": (0, "Results are for reading, so none is in brief."),
}

_TERMS: tuple[Key, ...] = (
    Key(
        "context.terms",
        "int",
        50,
        "How many words of a file `ra context` searches for.",
        "20",
        minimum=1,
        maximum=1000,
    ),
    Key(
        "context.min_term_frequency",
        "int",
        1,
        "How often a word of the body must occur in the file.",
        "2",
        minimum=1,
    ),
    Key(
        "context.min_word_length",
        "int",
        3,
        "The number of letters that a word of a file needs.",
        "4",
        minimum=1,
    ),
    Key(
        "context.max_word_length",
        "int",
        40,
        "The number of letters that a word of a file may have.",
        "20",
        minimum=1,
    ),
    Key(
        "context.sample_size",
        "int",
        50_000,
        "How many bytes of a file are read, from its start.",
        "10000",
        minimum=1,
        maximum=10_000_000,
    ),
)

_RULES: tuple[Key, ...] = (
    Key(
        "context.rules[].match",
        "patterns",
        None,
        "Patterns of files that the rule is for, in the syntax of `.gitignore`, relative to this "
        "settings file.",
        '"src/api/**"',
        required=True,
        minimum=1,
    ),
    Key(
        "context.rules[].terms",
        "strings",
        (),
        "Words to search for as well: each string is words that belong together; those of all "
        "matching rules are used.",
        '["http handler", "routing"]',
    ),
    Key(
        "context.rules[].trees",
        "strings",
        None,
        "Search only these trees; with several matching rules, only those that all of them name.",
        '["docs"]',
        minimum=1,
    ),
    Key(
        "context.rules[].include",
        "strings",
        (),
        "Ids of documents or sections, `tree:path#slug`, that come first in every answer; those of "
        "all matching rules are used.",
        '["docs:api/overview.md"]',
    ),
)


def _searched() -> list[Key]:
    return [key for key in SEARCH_KEYS if key.name != _WITHOUT]


def _for_context(key: Key) -> Key:
    name = key.name.removeprefix("search.")
    if name in _OWN_DEFAULTS:
        default, reason = _OWN_DEFAULTS[name]
        about = f"{key.help} {reason}"
        return key._replace(name=f"context.{name}", default=default, help=about, example="1")
    return key._replace(
        name=f"context.{name}",
        default=None,
        help=f"Override `{key.name}` for `ra context`.",
        inherits=key.name,
    )


def _for_rule(key: Key) -> Key:
    return key._replace(
        name=f"context.rules[].{key.name}",
        default=None,
        help=f"Override `{key.name}` for these files; the nearest matching rule wins.",
    )


CONTEXT_KEYS: tuple[Key, ...] = (
    *_TERMS,
    *map(_for_context, _searched()),
    *_RULES,
    *map(_for_rule, _searched()),
)
SEARCH_NAMES: tuple[str, ...] = tuple(key.name.removeprefix("search.") for key in _searched())
"""The keys of `[search]` that `[context]` and its rules have, too."""


class ContextRule(NamedTuple):
    """One `[[context.rules]]`: what it sets for the files that match.

    `file` declares it. `trees` are all if None. `search` has the values of `[search]` by dotted
    name.
    """

    file: Path
    match: tuple[str, ...]
    terms: tuple[str, ...]
    trees: tuple[str, ...] | None
    include: tuple[str, ...]
    search: Mapping[str, Any]


class ContextSettings(NamedTuple):
    """How the context of a file is found: the table `[context]`; `search` has its search keys."""

    terms: int
    min_term_frequency: int
    min_word_length: int
    max_word_length: int
    sample_size: int
    search: Search
    rules: tuple[ContextRule, ...]


def default_context(search: Search) -> ContextSettings:
    """The table where no file has one: the defaults, and the search keys of `[search]`."""
    own: dict[str, Any] = {name: value for name, (value, _) in _OWN_DEFAULTS.items()}
    values: list[Any] = [key.default for key in _TERMS]
    return ContextSettings._make((*values, search._replace(**own), ()))
