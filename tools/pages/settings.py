"""Generates `docs/reference/settings.md` from the settings schema."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ra.config.schema import SCHEMA, Key, Schema
from ra.config.toml import literal

NAMES = {
    "tree": "notes",
    "parsers": '"*.rst"',
    "roots": '"/en-US/docs/"',
}  # what stands for `*` in examples
TYPES = {
    "bool": "true or false",
    "int": "whole number",
    "float": "number",
    "string": "string",
    "strings": "list of strings",
    "patterns": "string or list of strings",
}

_NOT_IN_ANCHORS = dict.fromkeys(map(ord, ".*[]"))

_INTRO = """\
# Settings

Every key of a `.ra.toml` file. An unknown key, a wrong type or an invalid value is an error that
names the file, the line and the nearest valid key. [Settings](../guides/settings.md) explains where
settings files are read from and which one takes precedence. In a key, replace `*` with the name of
your tree or with a pattern.

`make docs` generates this page from the schema in the code."""


def page(schema: Schema = SCHEMA) -> str:
    """The whole page."""
    keys = schema.rows.values()
    return "\n".join([_INTRO, "", *_contents(keys), *(line for key in keys for line in _key(key))])


def example(key: Key) -> str:
    """A settings file that sets this key, and the path of its tree if it is one of a tree."""
    first, *rest = key.name.split(".")
    pairs = zip([first, *rest], rest, strict=False)
    *above, name = [first, *(NAMES[before] if part == "*" else part for before, part in pairs)]
    header = ".".join(part.removesuffix("[]") for part in above)
    lines = [f"[[{header}]]" if key.name.count("[]") else f"[{header}]"] if above else []
    if "[]" in key.name and not key.required:
        array, _, name = key.name.partition("[].")
        match = SCHEMA.rows.get(f"{array}[].match")
        lines = [f"[[{array}]]", *([f"match = {match.example}"] if match else [])]
        if name == "trees":  # an unknown one would be an error
            lines = ["[tree.docs]", 'path = "docs"', "", *lines]
    if first == "tree" and not key.required:
        path = f"path = {SCHEMA.rows['tree.*.path'].example}"
        lines = [f"[tree.{NAMES['tree']}]", path]
        name = ".".join([*above[2:], name])
    return "\n".join([*lines, f"{name} = {key.example}"]) + "\n"


def _contents(keys: Iterable[Key]) -> Iterator[str]:
    yield "| Key | Type | Default |"
    yield "|---|---|---|"
    for key in keys:
        yield f"| [`{key.name}`](#{anchor(key)}) | {TYPES[key.type]} | {_default(key)} |"
    yield ""


def anchor(key: Key) -> str:
    """The heading of a key as a link names it."""
    return key.name.translate(_NOT_IN_ANCHORS)


def _key(key: Key) -> Iterator[str]:
    yield f"## `{key.name}`"
    yield ""
    yield key.help
    yield ""
    yield f"- Type: {TYPES[key.type]}{_bounds(key)}"
    yield f"- Default: {_default(key)}"
    yield ""
    if key.secret:
        yield f"Set the environment variable `{key.secret}`. A settings file may not hold it."
        yield ""
        return
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
    if key.secret:
        return f"the environment variable `{key.secret}`"
    if key.required:
        return "none; required"
    if key.inherits:
        return f"the value of `{key.inherits}`"
    return "none" if key.default is None else f"`{literal(key.default)}`"
