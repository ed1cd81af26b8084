"""What does `ra init` write? A settings file that shows every key, switched off."""

from __future__ import annotations

from ra.config.schema import KEYS, ROWS, Key
from ra.config.toml import dotted, literal

_WIDTH = 92
_SAMPLE_PATTERN = "*.rst"
_HOW = "A line that begins with # is switched off; it shows the default, or an example."
_ADD = "# To declare a tree, take the # off its [table] and off its path."


def project(tree: str) -> str:
    """The settings file of a project whose own folder is the tree of this name."""
    about = "Settings of ra for this folder and the folders below it."
    return _file(about, tree, path=".", switched_on=True, without=())


def user(tree: str = "notes") -> str:
    """The settings file in the home folder: its trees are searched from everywhere."""
    about = "Settings of ra for all folders; a nearer .ra.toml wins over this one."
    return _file(about, tree, path=f"~/{tree}", switched_on=False, without=("root",))


def _file(about: str, tree: str, *, path: str, switched_on: bool, without: tuple[str, ...]) -> str:
    lines = [f"# {about}", f"# {_HOW}"]
    table = ""
    for key in KEYS:
        if key.name in without:
            continue
        *above, name = key.name.replace("*", "\0").split(".")
        parts = [tree if part == "\0" else part for part in above]
        on = switched_on or above[:1] != ["tree"]
        if dotted(parts) != table:
            table = dotted(parts)
            lines += [""] if on or key.name != "tree.*.path" else ["", _ADD]
            lines += [f"{'' if on else '# '}[{table}]"]
        value = literal(path) if key.name == "tree.*.path" else _default(key)
        word = dotted([_SAMPLE_PATTERN if name == "\0" else name])
        active = switched_on and key.required
        lines += ["", *_wrapped(key.help), f"{'' if active else '# '}{word} = {value}"]
    return "\n".join(lines) + "\n"


def _default(key: Key) -> str:
    default = ROWS[key.inherits].default if key.inherits else key.default
    return key.example if default is None else literal(default)


def _wrapped(text: str) -> list[str]:
    lines = ["#"]
    for word in text.split():
        if len(lines[-1]) + 1 + len(word) > _WIDTH:
            lines.append("#")
        lines[-1] += f" {word}"
    return lines
