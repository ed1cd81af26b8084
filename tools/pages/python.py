"""Generates `docs/reference/python.md` from the signatures and docstrings of the public names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from inspect import cleandoc, isfunction, signature
from types import FunctionType

import ra
from ra.chunking.export import Form
from ra.library.access import UpdateMode
from ra.typed import names_of

_INTRO = """\
# Python API

```python
import ra

kb = ra.open("notes")
for result in kb.search("green tea", limit=5):
    print(result.id, result.score, result.text)
```

`ra.open` reads the settings of the folder. The index follows the files by itself, as with the
commands. A library searches (`search`) and reads (`get`); `kb.files`, `kb.index`,
`kb.links` and `kb.trees` hold the rest. Every name on this page can be imported from `ra`.

`make docs` generates this page from the code.
"""
_DOORS = ("LibraryFiles", "LibraryIndex", "LibraryLinks", "LibraryTrees")
_GROUPS = {
    "Functions": ("open", "chunk", "plain", "indexes", "forget"),
    "Library": ("Library", *_DOORS),
    "Search": (
        "Filter", "Report", "Result", "Match", "Lines", "Verdict", "CitedText", "Citation",
        "Topics", "Topic",
    ),
}  # fmt: skip
# What the names of types mean that are defined only for signatures.
_ALIASES = {
    "UpdateMode": " | ".join(f'"{mode}"' for mode in names_of(UpdateMode)),
    "TreeNames": "str | Sequence[str]",
    "Texts": "str | Sequence[str]",
    "Value": "str | int | float | bool | date | None",
    "Say": "Callable[[str], None]",
    "OnFailure": "Callable[[str, RaError], None]",
    "Form": " | ".join(f'"{form}"' for form in names_of(Form)),
    "Progress": "Callable[[str, int, int], None]",
}
_WIDTH = 88
# Methods of Python that belong to the interface, and how they are called.
_OPERATORS = {"__len__": "len({})", "__iter__": "iter({})", "__getitem__": "{}[...]"}


def page() -> str:
    """The whole page."""
    return "\n".join([_INTRO, *_sections()])


def names() -> list[str]:
    """Every public name except errors, which have a page of their own."""
    return [name for name in dir(ra) if not _is_error(getattr(ra, name))]


def members(kind: type) -> dict[str, object]:
    """The public methods and properties of a class, in the order of its code, without fields."""
    fields = getattr(kind, "_fields", ())
    found = {name: each for name, each in vars(kind).items() if name not in fields}
    return {
        name: each
        for name, each in found.items()
        if not name.startswith("_") and (isfunction(each) or isinstance(each, property))
    }


def _fields(kind: type) -> dict[str, str]:
    """The fields of a record with their types."""
    if "__slots__" in vars(kind) and kind.__slots__:  # type: ignore[attr-defined]
        types = dict(vars(kind)["__init__"].__annotations__)
        del types["return"]
        return types
    return {field: kind.__annotations__[field] for field in getattr(kind, "_fields", ())}


def _is_error(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, Exception)


def _sections() -> Iterator[str]:
    placed = {name for group in _GROUPS.values() for name in group}
    values = tuple(name for name in names() if name not in placed)
    for title, group in {**_GROUPS, "Values": values}.items():
        yield f"## {title}\n"
        for name in group:
            yield from _entry(name, getattr(ra, name))
    yield "## Errors\n\nSee [Errors](errors.md)."
    yield ""


def _entry(name: str, value: object) -> Iterator[str]:
    yield f"### `{name}`\n"
    if isinstance(value, FunctionType):
        yield f"```python\nra.{name}{_signature(value)}\n```\n"
        yield _prose(value)
        return
    assert isinstance(value, type)
    yield _prose(value)
    types = _fields(value)
    if fields := list(types):
        yield "| Field | Type |\n|---|---|"
        yield from (f"| `{field}` | `{_cell(_written(types[field]))}` |" for field in fields)
        yield ""
    if operators := [form for method, form in _OPERATORS.items() if method in vars(value)]:
        forms = ", ".join(f"`{form.format(name.lower())}`" for form in operators)
        yield f"Works with {forms}.\n"
    for member, each in members(value).items():
        yield f"#### `{name}.{member}`\n"
        if isinstance(each, property):
            assert isinstance(each.fget, FunctionType)
            yield f"`{each.fget.__annotations__['return']}`. {_prose(each)}"
        else:
            assert isinstance(each, FunctionType)
            yield f"```python\n{member}{_signature(each)}\n```\n"
            yield _prose(each)


def _signature(function: FunctionType) -> str:
    """The signature without `self`, one parameter a line if it is long."""
    parts = []
    for each in signature(function).parameters.values():
        if each.kind is each.KEYWORD_ONLY and "*" not in parts:
            parts.append("*")
        if each.name != "self":
            default = "" if each.default is each.empty else f" = {each.default!r}"
            parts.append(f"{each.name}: {_written(each.annotation)}{default}")
    returned = f" -> {_written(signature(function).return_annotation)}"
    line = f"({', '.join(parts)}){returned}"
    if len(line) + len(function.__name__) <= _WIDTH:
        return line
    return "".join(["(\n", *(f"    {part},\n" for part in parts), f"){returned}"])


def _written(annotation: str) -> str:
    """A type with the names of our aliases replaced by what they mean."""
    return re.sub(r"\w+", lambda word: _ALIASES.get(word[0], word[0]), annotation)


def _prose(value: object) -> str:
    text = cleandoc(getattr(value, "__doc__", "") or "")
    return re.sub(r" \((?:SPEC|S1)[^)]*\)", "", text) + "\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
