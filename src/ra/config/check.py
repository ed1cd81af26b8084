"""Validates a settings file against the schema; errors name file, line, key and the fix."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache, reduce
from pathlib import Path

from ra.config.choices import STEMMERS, TREE_LANGUAGES
from ra.config.key import TREE_NAME, Element
from ra.config.schema import SCHEMA, Chunking, Key, Parts, Schema, Search
from ra.config.toml import dotted, literal
from ra.errors import ConfigError, did_you_mean
from ra.typed import NamedTuple

_MOST_CHECKED = 8  # cached settings of searches, which repeat
_WEB = r"(?i:https?)://[^/?#\s]"
_TYPE_WORDS = {
    "bool": "true or false",
    "int": "a whole number",
    "float": "a number",
    "string": "a string",
    "strings": "a list of strings",
    "patterns": "a string or a list of strings",
}


class _File(NamedTuple):
    path: Path
    text: str
    schema: Schema


def leaves(
    path: Path, text: str, data: Mapping[str, object], schema: Schema = SCHEMA
) -> Iterator[tuple[Parts, object]]:
    """Every key and value of a file in order; ConfigError at the first that is invalid."""
    return _table(_File(path, text, schema), (), "", data)


def _table(
    file: _File, parts: Parts, name: str, data: Mapping[str, object]
) -> Iterator[tuple[Parts, object]]:
    for word, value in data.items():
        here, child = (*parts, word), file.schema.child(name, word)
        if not {word, "*"}.intersection(file.schema.tables[name]):  # also a quoted `"search.limit"`
            raise _problem(file, here, _unknown(file.schema, parts, name, (word, value)))
        if child.endswith("[]"):
            yield from _array(file, here, child, value)
        elif child in file.schema.tables:
            if not isinstance(value, dict):
                raise _problem(file, here, f"'{dotted(here)}' must be a table, not {_shown(value)}")
            _check_tree_name(file, here, child)
            yield from _table(file, here, child, value)
        else:
            _check_pattern_name(file, here, child)
            yield here, _value(file, here, file.schema.rows[child], value)
    _check_required(file, parts, name, data)


def _array(file: _File, parts: Parts, name: str, value: object) -> Iterator[tuple[Parts, object]]:
    """The keys of each table of an array."""
    if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
        key = dotted(parts)
        wanted = f"an array of tables, each of which begins with [[{key}]]"
        raise _problem(file, parts, f"'{key}' must be {wanted}, not {_shown(value)}")
    for number, each in enumerate(value, start=1):
        yield from _table(file, (*parts, Element(number)), name, each)


def _check_tree_name(file: _File, parts: Parts, name: str) -> None:
    if name == "tree.*" and not re.fullmatch(TREE_NAME, parts[-1]):
        raise _problem(
            file,
            parts,
            f"{literal(parts[-1])} cannot name a tree; use the letters A-Z and a-z, digits,"
            " '_', '.' and '-', and begin with a letter or digit",
        )


def _check_pattern_name(file: _File, parts: Parts, name: str) -> None:
    if name == "parsers.*" and not parts[-1].strip():
        raise _problem(file, parts, "'parsers' has an empty pattern; write one such as \"*.rst\"")
    if name == "tree.*.links.roots.*" and not parts[-1].startswith("/"):
        what = f'{literal(parts[-1])} is no URL prefix; begin it with a slash, such as "/docs/"'
        raise _problem(file, parts, f"'{dotted(parts[:-1])}': {what}")


def _check_required(file: _File, parts: Parts, name: str, data: Mapping[str, object]) -> None:
    for word in file.schema.tables[name]:
        key = file.schema.rows.get(file.schema.child(name, word))
        if key and key.required and word not in data:
            line = f"{word} = {key.example}"
            message = f"'{dotted(parts)}' has no '{word}'; add a line such as {line}"
            raise _problem(file, parts, message)


def _value(file: _File, parts: Parts, key: Key, value: object) -> object:
    if key.secret:
        raise _problem(file, parts, _told_secret(parts, key))
    wrong = _complaint(key, value)
    if wrong and key.choices in (STEMMERS, TREE_LANGUAGES) and isinstance(value, str):
        from ra.config.moved import CODES  # only a code needs this import

        value = CODES.get(value.lower(), value)
        wrong = _complaint(key, value)
    if wrong:
        raise _problem(file, parts, f"'{dotted(parts)}' {wrong}")
    if isinstance(value, list):
        return tuple(value)
    if key.type == "patterns":
        return (value,)
    return float(value) if key.type == "float" and isinstance(value, int) else value


def _told_secret(parts: Parts, key: Key) -> str:
    """The message for a secret in a file; it omits the value, since messages end up in logs."""
    where = f"the environment variable {key.secret}"
    return f"'{dotted(parts)}' is a secret; put it into {where}, and take it out of this file"


@lru_cache(_MOST_CHECKED)
def check_search(params: Search) -> None:
    """Raise ConfigError for invalid search settings, such as a limit of 0."""
    _check_section("search.", params)


def check_chunking(params: Chunking) -> None:
    """Raise ConfigError for invalid chunking settings."""
    _check_section("chunking.", params)


def _check_section(section: str, params: object) -> None:
    for name, key in SCHEMA.rows.items():
        if name.startswith(section):
            value = reduce(getattr, name.split(".")[1:], params)
            if wrong := _complaint(key, value):
                raise ConfigError(f"'{name}' {wrong}")


def _complaint(key: Key, value: object) -> str:
    """What is wrong with a value, as the rest of a sentence; "" if it is valid."""
    if not _has_type(key, value):
        return f"must be {_wanted(key)}, not {_shown(value)}{_advice(key, value)}"
    if isinstance(value, str):
        return _text_complaint(key, value)
    if isinstance(value, list):
        return _list_complaint(key, value)
    return _number_complaint(key, value)


def _number_complaint(key: Key, value: object) -> str:
    if isinstance(value, (int, float)) and not math.isfinite(value):
        return f"must be {_wanted(key)}, not {value}"
    if key.minimum is not None and isinstance(value, (int, float)) and value < key.minimum:
        return f"must be at least {key.minimum}, not {value}"
    if key.maximum is not None and isinstance(value, (int, float)) and value > key.maximum:
        return f"must be at most {key.maximum}, not {value}"
    return ""


def _text_complaint(key: Key, value: str) -> str:
    if key.choices and value not in key.choices:
        return f"must be {_wanted(key)}, not {_shown(value)}{did_you_mean(value, key.choices)}"
    if not value.strip() and value != key.default:
        return f"must not be empty; write for example {key.example}"
    if "\0" in value:
        return "must not contain the character NUL"
    if value and key.name == "tree.*.confluence_base" and not re.match(_WEB, value):
        return f"must be a URL with its host, not {_shown(value)}; write for example {key.example}"
    if key.name == "tree.*.links.roots.*" and ".." in value.split("/"):
        return f"must be a folder inside the tree, not {_shown(value)}"
    return ""


def _list_complaint(key: Key, value: list[str]) -> str:
    if key.minimum is not None and len(value) < key.minimum:
        return f"must not be empty; write for example {key.example}"
    if not all(item.strip() for item in value):
        return "contains an empty string; remove it"
    return ""


def _has_type(key: Key, value: object) -> bool:
    if key.type == "bool":
        return isinstance(value, bool)
    if key.type == "int":
        return isinstance(value, int) and not isinstance(value, bool)
    if key.type == "float":
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    if key.type in ("string", "patterns") and isinstance(value, str):
        return True
    if key.type == "string":
        return False
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _wanted(key: Key) -> str:
    *most, last = [literal(choice) for choice in key.choices] or [_TYPE_WORDS[key.type]]
    return f"{', '.join(most)} or {last}" if most else last


def _advice(key: Key, value: object) -> str:
    if key.name == "parsers.*" and isinstance(value, dict):
        return '; put a pattern with a dot in quotes, such as "*.rst"'
    return f"; write for example {key.example}"


def _shown(value: object) -> str:
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list) and any(isinstance(item, (dict, list)) for item in value):
        return "a list of tables or lists"
    text = literal(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _unknown(schema: Schema, parts: Parts, name: str, typed: tuple[str, object]) -> str:
    from ra.config.moved import moved  # only a mistake needs this import

    word, value = typed
    siblings = schema.tables[name]
    inside = tuple(map(str, value)) if isinstance(value, dict) else ()
    if new := moved(dotted((*parts, word)), inside):
        return f"unknown key '{dotted((*parts, word))}'; {new}"
    near = _nearest(word, siblings)
    if near:
        hint = f"did you mean '{dotted((*parts, near))}'?"
    elif elsewhere := [each for each in schema.rows if each.split(".")[-1] == word]:
        hint = f"did you mean '{elsewhere[0].replace('*', 'NAME').replace('[]', '')}'?"
    else:
        place = f"[{dotted(parts)}]" if parts else "the top level"
        hint = f"valid in {place}: {', '.join(siblings)}"
    return f"unknown key '{dotted((*parts, word))}'; {hint}"


def _nearest(word: str, choices: Iterable[str]) -> str:
    from difflib import get_close_matches  # only a mistake needs this import

    return next(iter(get_close_matches(word.lower(), choices, n=1)), "")


def _problem(file: _File, parts: Parts, message: str) -> ConfigError:
    from ra.config.locate import where  # only a mistake needs this import

    return ConfigError(f"{where(file.path, file.text, parts)}: {message}")
