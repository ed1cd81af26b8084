"""Builds the settings file of `ra init`, with every key commented out."""

from __future__ import annotations

from ra.config.schema import SCHEMA, Key, Schema
from ra.config.toml import dotted, literal
from ra.typed import NamedTuple

_WIDTH = 92
_SAMPLE_NAMES = {"parsers.*": "*.rst", "tree.*.links.roots.*": "/docs/"}
_HOW = "Lines that start with # are comments; they show the default or an example."
_ADD = "# To declare a tree, uncomment its [table] and its path."


class _Sample(NamedTuple):
    """The tree in the example, whether it is declared, and keys that do not apply to it."""

    tree: str
    path: str
    switched_on: bool
    without: tuple[str, ...]


def project(tree: str, schema: Schema = SCHEMA) -> str:
    """The settings file of a project whose own folder is the tree of this name."""
    about = "Settings of ra for this folder and the folders below it."
    return _file(about, _Sample(tree, ".", switched_on=True, without=()), schema)


def user(tree: str = "notes") -> str:
    """The settings file in the home folder: its trees are searched from everywhere."""
    about = "Settings of ra for all folders; a nearer .ra.toml takes precedence."
    return _file(about, _Sample(tree, f"~/{tree}", switched_on=False, without=("root",)), SCHEMA)


def _file(about: str, sample: _Sample, schema: Schema) -> str:
    lines = [f"# {about}", f"# {_HOW}"]
    table = ""
    for key in schema.rows.values():
        if key.name in sample.without:
            continue
        *above, name = key.name.replace("*", "\0").split(".")
        header = _header(above, sample.tree)
        if header != table:
            table = header
            # A table of an array would be the first one: its required keys may be missing.
            on = "[]" not in key.name and (sample.switched_on or above[:1] != ["tree"])
            lines += [""] if on or key.name != "tree.*.path" else ["", _ADD]
            lines += [f"{'' if on else '# '}{table}"]
        lines += ["", *_wrapped(key.help), _line(key, name, sample, schema)]
    return "\n".join(lines) + "\n"


def _header(above: list[str], tree: str) -> str:
    """The line that begins the table of these parts."""
    parts = [tree if part == "\0" else part.removesuffix("[]") for part in above]
    is_array = above[-1:] != [] and above[-1].endswith("[]")
    return f"[[{dotted(parts)}]]" if is_array else f"[{dotted(parts)}]" if parts else ""


def _line(key: Key, name: str, sample: _Sample, schema: Schema) -> str:
    if key.secret:
        return (
            f"# It comes from the environment variable {key.secret} and is not allowed in a file."
        )
    value = literal(sample.path) if key.name == "tree.*.path" else _default(key, schema)
    if key.name == "context.rules[].trees":  # an unknown one would be an error
        value = literal([sample.tree])
    word = dotted([_SAMPLE_NAMES[key.name] if name == "\0" else name])
    active = sample.switched_on and key.required and "[]" not in key.name
    return f"{'' if active else '# '}{word} = {value}"


def _default(key: Key, schema: Schema) -> str:
    default = schema.rows[key.inherits].default if key.inherits else key.default
    return key.example if default is None else literal(default)


def _wrapped(text: str) -> list[str]:
    lines = ["#"]
    for word in text.split():
        if len(lines[-1]) + 1 + len(word) > _WIDTH:
            lines.append("#")
        lines[-1] += f" {word}"
    return lines
