"""Parses queries: text in, a syntax tree of values out (SPEC 7)."""

from __future__ import annotations

from ra.query.ast import Query, to_json
from ra.query.parser import each_of, parse, plain

__all__ = ["Query", "each_of", "parse", "plain", "to_json"]
