"""How is every setting written? The page `docs/reference/settings.md`, from the one schema."""

from __future__ import annotations

from collections.abc import Iterator

from ra.config.schema import KEYS, ROWS, Key
from ra.config.toml import literal

NAMES = {"tree": "notes", "parsers": '"*.rst"'}  # what stands for `*` in examples
TYPES = {
    "bool": "true or false",
    "int": "whole number",
    "float": "number",
    "string": "string",
    "strings": "list of strings",
}

_INTRO = """\
# Settings

Every key that a `.ra.toml` may hold. An unknown key, a wrong type or an impossible value is an
error that names the file, the line and the nearest valid key.
[Settings and their overlay](../guides/settings.md) tells which files count and which one wins.
In a name, `*` stands for what you name: a tree or a pattern.

This page is written by `make docs` from the schema in the code."""


def page() -> str:
    """The whole page."""
    return "\n".join([_INTRO, "", *_contents(), *(line for key in KEYS for line in _key(key))])


def example(key: Key) -> str:
    """A settings file that sets this key, and the path of its tree if it is one of a tree."""
    first, *rest = key.name.split(".")
    *above, name = [first, *(NAMES[first] if part == "*" else part for part in rest)]
    lines = [f"[{'.'.join(above)}]"] if above else []
    if first == "tree" and not key.required:
        path = f"path = {ROWS['tree.*.path'].example}"
        lines = [f"[tree.{NAMES['tree']}]", path]
        name = ".".join([*above[2:], name])
    return "\n".join([*lines, f"{name} = {key.example}"]) + "\n"


def _contents() -> Iterator[str]:
    yield "| Key | Type | Default |"
    yield "|---|---|---|"
    for key in KEYS:
        yield f"| [`{key.name}`](#{anchor(key)}) | {TYPES[key.type]} | {_default(key)} |"
    yield ""


def anchor(key: Key) -> str:
    """The heading of a key as a link names it."""
    return key.name.replace(".", "").replace("*", "")


def _key(key: Key) -> Iterator[str]:
    yield f"## `{key.name}`"
    yield ""
    yield key.help
    yield ""
    yield f"- Type: {TYPES[key.type]}{_bounds(key)}"
    yield f"- Default: {_default(key)}"
    yield ""
    yield "```toml"
    yield from example(key).splitlines()
    yield "```"
    yield ""


def _bounds(key: Key) -> str:
    if key.choices:
        return ", one of " + ", ".join(f"`{literal(choice)}`" for choice in key.choices)
    if key.minimum is not None and key.maximum is not None:
        return f", from {key.minimum} to {key.maximum}"
    if key.minimum is not None:
        return f", at least {key.minimum}{' of them' if key.type == 'strings' else ''}"
    return ""


def _default(key: Key) -> str:
    if key.required:
        return "none; it must be set"
    if key.inherits:
        return f"the value of `{key.inherits}`"
    return "none" if key.default is None else f"`{literal(key.default)}`"
