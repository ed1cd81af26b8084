"""The OpenAPI document that ships with the package, and the schemas of records in it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from copy import deepcopy
from functools import cache
from pathlib import Path

from ra.typed import Any

OPENAPI = Path(__file__).with_name("openapi.json")


@cache
def openapi() -> dict[str, Any]:
    """The whole document."""
    document: dict[str, Any] = json.loads(OPENAPI.read_bytes())
    return document


def record_schema(name: str) -> dict[str, Any]:
    """A copy of the schema of a record."""
    copied: dict[str, Any] = deepcopy(openapi()["components"]["schemas"][name])
    return copied


def picked(name: str, fields: Sequence[str]) -> dict[str, Any]:
    """The schema of some fields of a record, without their descriptions."""
    properties = record_schema(name)["properties"]
    kept = {field: _bare(properties[field]) for field in fields}
    return {"type": "object", "properties": kept, "required": list(fields)}


def _bare(schema: dict[str, Any]) -> dict[str, Any]:
    return {name: each for name, each in schema.items() if name != "description"}
