"""Generates `docs/reference/search-schema.json`, the JSON Schema of `ra search --json`."""

from __future__ import annotations

import json
from collections.abc import Mapping

from ra.config.choices import STEMMERS
from ra.model import ChunkKind
from ra.search.aggregate import Refusal
from ra.search.legs import LEGS
from ra.typed import names_of
from tools.pages import records

Schema = dict[str, object]

_TEXT: Schema = {"type": "string"}
_NUMBER: Schema = {"type": "number"}
_FLAG: Schema = {"type": "boolean"}
_COUNT: Schema = {"type": "integer", "minimum": 0}
_LINE: Schema = {"type": "integer", "minimum": 1}
_MAYBE_TEXT: Schema = {"type": ["string", "null"]}


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _map(values: Schema) -> Schema:
    return {"type": "object", "additionalProperties": values}


def _ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def _one_of(*values: str) -> Schema:
    return {"enum": list(values)}


def _record(types: Mapping[str, Schema], meanings: Mapping[str, str] | None = None) -> Schema:
    """An object with exactly these fields, each with its meaning."""
    told = meanings or {}
    fields = {
        name: {**each, "description": told[name]} if name in told else each
        for name, each in types.items()
    }
    return {
        "type": "object",
        "properties": fields,
        "required": list(types),
        "additionalProperties": False,
    }


_CHUNK: dict[str, Schema] = {
    "id": _TEXT,
    "doc_id": _TEXT,
    "parent_id": _MAYBE_TEXT,
    "tree": _TEXT,
    "path": _TEXT,
    "depth": {"type": "integer", "minimum": 0, "maximum": 7},
    "position": _COUNT,
    "title": _TEXT,
    "slug": _MAYBE_TEXT,
    "breadcrumb": _list(_TEXT),
    "byte_start": _COUNT,
    "byte_end": _COUNT,
    "sibling_count": _COUNT,
    "body": _TEXT,
    "kind": _one_of(*names_of(ChunkKind)),
    "part": _COUNT,
    "prefix": _TEXT,
    "text": _TEXT,
    "tags": _list(_TEXT),
    "links": _list(_ref("link")),
    "token_count": {"anyOf": [_COUNT, {"type": "null"}]},
    "mtime": _TEXT,
    "digest": _TEXT,
    "heading_start": _COUNT,
    "hit": _FLAG,
}
_WHY_OR_NONE: Schema = {"anyOf": [_ref("why"), {"type": "null"}]}
_CONSTITUENT: dict[str, Schema] = {
    "id": _TEXT,
    "title": _TEXT,
    "score": _NUMBER,
    "line": _LINE,
    "line_start": _LINE,
    "line_end": _LINE,
    "match_ranges": _list(_ref("range")),
    "missing": _list(_TEXT),
}
# What every result has; an aggregated one has neither ranges nor a snippet of its own.
_LEAN = (
    *("id", "doc_id", "tree", "path", "title", "breadcrumb", "tags", "score"),
    *("line", "line_start", "line_end", "prefix", "body", "missing"),
    *("aggregated", "constituents", "brief", "cut", "passages", "also_in"),
)
_RESULT: dict[str, Schema] = {
    **{name: each for name, each in _CHUNK.items() if name != "text"},
    "score": _NUMBER,
    "line": _LINE,
    "line_start": _LINE,
    "line_end": _LINE,
    "match_ranges": _list(_ref("range")),
    "snippet": _TEXT,
    "missing": _list(_TEXT),
    "aggregated": _FLAG,
    "constituents": _list(_ref("constituent")),
    "shown_though_excluded": _list(_TEXT),
    "brief": _FLAG,
    "cut": _FLAG,
    "passages": _list(_list(_LINE)),
    "also_in": _list(_TEXT),
    "why": _WHY_OR_NONE,
}
_LINK: dict[str, Schema] = {
    "url": _TEXT,
    "fragment": _MAYBE_TEXT,
    "syntax": _one_of("inline", "reference", "autolink", "wikilink", "markup"),
    "embed": _FLAG,
    "byte_start": _COUNT,
    "byte_end": _COUNT,
}
_WHY: dict[str, Schema] = {
    "legs": {
        **_record({leg: _record({"rank": _LINE, "score": _NUMBER}) for leg in LEGS}),
        "required": [],  # those of the mode in which it is a hit
    },
    "terms": _list(_TEXT),
    "near": _map(_list(_TEXT)),
    "factors": {
        **_record({"recency": _NUMBER, "tree_best": _NUMBER, "local_boost": _NUMBER}),
        "required": ["tree_best", "local_boost"],
    },
}
_REASONS = ("everything kept", "steep drop", "no positive score", "limit")
_KEPT: dict[str, Schema] = {"kept": _COUNT, "dropped": _COUNT}
_STAGES: dict[str, Schema] = {
    "retrieve": _list(_ref("retrieved")),
    "recency": _record({"raised": _COUNT}),
    "normalize": _record({"best": _map(_NUMBER)}),
    "locality": _record({"boosted": _list(_TEXT)}),
    "elbow": _record({**_KEPT, "reason": _one_of(*_REASONS)}),
    "floor": _record({**_KEPT, "least": {"type": ["number", "null"]}}),
    "complete": {
        "anyOf": [
            _record({"complete": _COUNT, "partial": _COUNT, "factor": _NUMBER}),
            {"type": "null"},
        ]
    },
    "aggregate": _record(
        {
            "results": _COUNT,
            "covered": _map(_TEXT),
            "refused": _map(_one_of(*names_of(Refusal))),
        }
    ),
    "duplicates": _record({"kept": _COUNT, "repeated": _map(_TEXT)}),
    "economy": {
        "anyOf": [
            _record({**_KEPT, "tokens": _COUNT, "target": _COUNT, "brief": _COUNT}),
            {"type": "null"},
        ]
    },
    "limit": _record(_KEPT),
    "budget": {
        "anyOf": [
            _record({"limit": _COUNT, "tokens": _COUNT, "dropped": _COUNT}),
            {"type": "null"},
        ]
    },
    "shown": _COUNT,
}
_RETRIEVED: dict[str, Schema] = {
    "leg": _one_of(*LEGS),
    "tree": _TEXT,
    "language": _one_of(*STEMMERS),
    "hits": _COUNT,
    "all_words": _FLAG,
    "partial": _FLAG,
    "reached": _NUMBER,
    "ideal": _NUMBER,
    "expansions": _map(_list(_record({"word": _TEXT, "factor": _NUMBER}))),
    "model": _TEXT,
    "weight": _NUMBER,
    "feedback": _NUMBER,
    "mean": _NUMBER,
    "nearest": _COUNT,
    "embedded": _COUNT,
    "chunks": _COUNT,
}
_SEARCH: dict[str, Schema] = {
    "query": {"anyOf": [_ref("query"), {"type": "null"}]},
    "verdict": _record(
        {
            "strength": _one_of("strong", "weak", "none"),
            "share": _NUMBER,
            "needed": _NUMBER,
            "cosine": {"type": ["number", "null"]},
        }
    ),
    "partial": _FLAG,
    "trees": _list(_TEXT),
    "corrections": _map(_list(_TEXT)),
    "notes": _list(_TEXT),
    "results": _list(_ref("result")),
    "topics": _list(_ref("topic")),
    "stages": _ref("stages"),
    "seconds": _map(_NUMBER),
}
_TOPIC: dict[str, Schema] = {
    "topic": _TEXT,
    **{name: _SEARCH[name] for name in ("query", "verdict", "partial")},
    "results": _list(_TEXT),
    "stages": _ref("stages"),
    "seconds": _map(_NUMBER),
}
# With several queries, the other stages are those of each topic.
_STAGES_OF_ALL = ("retrieve", "limit", "budget", "shown")


def schema() -> Schema:
    """The whole schema as a value."""
    described = {**records.CHUNK, **records.RESULT}
    result = _record(_RESULT, described)
    result["required"] = list(_LEAN)
    part = _record({**_CONSTITUENT, "why": _WHY_OR_NONE}, described)
    part["required"] = list(_CONSTITUENT)
    whole = _record(_SEARCH, records.SEARCH)
    whole["required"] = [name for name in _SEARCH if name not in ("topics", "stages", "seconds")]
    topic = _record(_TOPIC, records.TOPIC)
    topic["required"] = [name for name in _TOPIC if name not in ("stages", "seconds")]
    stages = _record(_STAGES, records.STAGES)
    stages["required"] = list(_STAGES_OF_ALL)
    retrieved = _record(_RETRIEVED, records.RETRIEVED)
    retrieved["required"] = ["leg", "tree", "hits"]  # each leg has more of its own
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The answer of ra search",
        **whole,
        "$defs": {
            "result": result,
            "constituent": part,
            "link": _record(_LINK, records.LINK),
            "range": {"type": "array", "items": _COUNT, "minItems": 2, "maxItems": 2},
            "why": _record(_WHY, records.WHY),
            "topic": topic,
            "stages": stages,
            "retrieved": retrieved,
            "query": _query(),
        },
    }


def page() -> str:
    """The file."""
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


def _query() -> Schema:
    parts: Schema = {"type": "array", "items": _ref("query"), "minItems": 2}
    inner = {"expr": _ref("query")}
    forms = [
        _record({"term": _TEXT}),
        _record({"phrase": _list(_TEXT)}),
        _record({"prefix": _TEXT}),
        _record({"not": _ref("query")}),
        _record({"and": parts}),
        _record({"or": parts}),
        _record({"field": _TEXT, **inner}),
        _record({"boost": _NUMBER, **inner}),
    ]
    return {"anyOf": forms}
