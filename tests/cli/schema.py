"""Validates a value against the part of JSON Schema that our schema uses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

_TYPES: Mapping[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "number": (int, float),
    "integer": (int,),
    "boolean": (bool,),
    "null": (type(None),),
}
_KNOWN = {
    *("$schema", "$defs", "title", "description", "$ref", "anyOf", "enum", "type"),
    *("properties", "required", "additionalProperties", "items", "minItems", "maxItems"),
    *("minimum", "maximum"),
}


def problems(value: Any, schema: Mapping[str, Any], whole: Mapping[str, Any]) -> list[str]:
    """What is wrong, each with its place; `whole` is the schema that `$ref` looks into."""
    return list(_problems(value, schema, whole, "$"))


def _problems(value: Any, schema: Any, whole: Any, at: str) -> Iterator[str]:
    assert set(schema) <= _KNOWN, f"this check does not know {set(schema) - _KNOWN}"
    if "$ref" in schema:
        schema = whole["$defs"][schema["$ref"].removeprefix("#/$defs/")]
    if "anyOf" in schema:
        tried = [list(_problems(value, each, whole, at)) for each in schema["anyOf"]]
        if all(tried):
            yield f"{at}: fits none of {len(tried)} forms: {min(tried, key=len)}"
    if "type" in schema and not _is(value, schema["type"]):
        yield f"{at}: {value!r} is not {schema['type']}"
    elif isinstance(value, dict):
        yield from _object(value, schema, whole, at)
    elif isinstance(value, list):
        yield from _array(value, schema, whole, at)
    else:
        yield from _single(value, schema, at)


def _single(value: Any, schema: Any, at: str) -> Iterator[str]:
    if "enum" in schema and value not in schema["enum"]:
        yield f"{at}: {value!r} is not one of {schema['enum']}"
    if "minimum" in schema and value < schema["minimum"]:
        yield f"{at}: {value} is too small"
    if "maximum" in schema and value > schema["maximum"]:
        yield f"{at}: {value} is too large"


def _is(value: Any, names: str | list[str]) -> bool:
    wanted = [names] if isinstance(names, str) else names
    if isinstance(value, bool):
        return "boolean" in wanted
    return any(isinstance(value, _TYPES[name]) for name in wanted)


def _object(value: dict[str, Any], schema: Any, whole: Any, at: str) -> Iterator[str]:
    fields, others = schema.get("properties", {}), schema.get("additionalProperties", True)
    yield from (f"{at}: no {name}" for name in schema.get("required", ()) if name not in value)
    for name, each in value.items():
        if name in fields:
            yield from _problems(each, fields[name], whole, f"{at}.{name}")
        elif others is False:
            yield f"{at}: unknown field {name}"
        elif others is not True:
            yield from _problems(each, others, whole, f"{at}.{name}")


def _array(value: list[Any], schema: Any, whole: Any, at: str) -> Iterator[str]:
    if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
        yield f"{at}: has {len(value)} elements"
    for number, each in enumerate(value):
        yield from _problems(each, schema.get("items", {}), whole, f"{at}[{number}]")
