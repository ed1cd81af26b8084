"""The OpenAPI document that ships with the package, and the schemas in it."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from ra.typed import Any

OPENAPI = Path(__file__).with_name("openapi.json")
_REF = "#/components/schemas/"


@cache
def openapi() -> dict[str, Any]:
    """The whole document."""
    document: dict[str, Any] = json.loads(OPENAPI.read_bytes())
    return document
