"""The documents of the search tests, and helpers that read the output."""

from __future__ import annotations

import json
from typing import Any

from tests.cli import schema
from tests.cli.command import Sandbox
from tools.reference import ROOT

TEA = """\
---
title: Book of tea
---
What to know.

# Kinds

## Green

Eighty degrees, two minutes.

## Black

Boiling, four minutes.
Milk is a matter of taste.

## White

Cool <b> & slow.

# Mistakes

The leaves stay in.

## Empty
"""
POT = "# The pot\n\nWarm it with hot water first.\n"
SCHEMA = json.loads((ROOT / "docs/reference/search-schema.json").read_text(encoding="utf-8"))


def found(box: Sandbox, *words: str) -> dict[str, Any]:
    """The answer as JSON, which has the documented form."""
    answer: dict[str, Any] = box.ra("search", *words, "--json").json
    assert schema.problems(answer, SCHEMA, SCHEMA) == []
    return answer


def ids(answer: dict[str, Any]) -> list[str]:
    """The ids of all results in their order."""
    return [result["id"] for result in answer["results"]]


def printed(box: Sandbox, *words: str) -> str:
    """What is printed of the results; whether a match is weak is another promise."""
    lines = box.ra("search", *words).out.splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith("weak match: "))
