"""Builds the table `[context]` with its rules from merged settings files."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from ra.config.context_keys import SEARCH_NAMES, ContextRule, ContextSettings
from ra.config.overlay import Overlay, look, tables_of
from ra.config.schema import Boosts, Parts, Search, Weights
from ra.errors import ConfigError, UsageError, did_you_mean
from ra.typed import Any

_TABLES: Mapping[str, Any] = {"boosts": Boosts, "weights": Weights}
_RULES: Parts = ("context", "rules")


def context_of(overlay: Overlay, trees: Collection[str]) -> ContextSettings:
    """The table `[context]`; a rule that names an unknown tree is an error (SPEC 9.2)."""
    own = {
        name: look(overlay, ("context", name)).value
        for name in ContextSettings._fields
        if name not in ("search", "rules")
    }
    values = {name: look(overlay, ("context", *name.split("."))).value for name in SEARCH_NAMES}
    values["stemmer"] = look(overlay, ("search", "stemmer")).value
    rules = tuple(_rule(overlay, at, trees) for at in tables_of(overlay, _RULES))
    return ContextSettings(**own, search=_search(values), rules=rules)


def with_search(params: Search, values: Mapping[str, Any]) -> Search:
    """Search settings with some of them replaced, by their dotted names."""
    for name in values:
        if name not in SEARCH_NAMES:
            raise UsageError(f"'{name}' is not a key of [search]{did_you_mean(name, SEARCH_NAMES)}")
    flat = {name: value for name, value in values.items() if "." not in name}
    for table in _TABLES:
        inner = {
            name.partition(".")[2]: value
            for name, value in values.items()
            if name.startswith(f"{table}.")
        }
        if inner:
            flat[table] = getattr(params, table)._replace(**inner)
    return params._replace(**flat)


def _search(values: Mapping[str, Any]) -> Search:
    flat = {name: value for name, value in values.items() if "." not in name}
    for table, record in _TABLES.items():
        flat[table] = record(*(values[f"{table}.{field}"] for field in record._fields))
    return Search(**flat)


def _rule(overlay: Overlay, at: Parts, trees: Collection[str]) -> ContextRule:
    match = overlay[*at, "match"]
    file = match.file
    assert file is not None, "a rule comes from a file"
    named = look(overlay, (*at, "trees")).value
    for name in named or ():
        if name not in trees:
            raise _unknown_tree(overlay, at, name, trees)
    search = {
        name: value
        for name in SEARCH_NAMES
        if (value := look(overlay, (*at, "search", *name.split("."))).value) is not None
    }
    terms, include = (look(overlay, (*at, key)).value for key in ("terms", "include"))
    return ContextRule(file.path, match.value, terms, named, include, search)


def _unknown_tree(overlay: Overlay, at: Parts, name: str, trees: Collection[str]) -> ConfigError:
    from ra.config.locate import where  # only a mistake needs this import

    file = overlay[*at, "trees"].file
    assert file is not None, "a rule comes from a file"
    own = (parts for parts, value in file.values.items() if parts[:2] == _RULES and name in value)
    place = where(file.path, file.text, next(parts for parts in own if parts[-1] == "trees"))
    known = f" (known: {', '.join(sorted(trees))})" if trees else ""
    hint = did_you_mean(name, trees)
    return ConfigError(f"{place}: a context rule names an unknown tree '{name}'{hint}{known}")
