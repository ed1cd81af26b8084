"""Form `overlap`: chunks or two bodies, and what of one is repeated in the next (SPEC 4.3, 4.4)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import ceil
from typing import Any

from ra.chunking.overlap import Part, before, overlaps
from ra.chunking.spec_v1.overlap import overlap_start
from ra.chunking.spec_v1.sizes import Counter, Scale, Sizes, Slice
from tests.conformance.cases import Case

GAP = b"\n\n"
COUNTERS: Mapping[str, Counter] = {
    "ws": lambda text: len(text.split()),
    "char4": lambda text: ceil(len(text) / 4),
}

_ID = re.compile(r"(?P<family>.*_chunk_[0-9]+)(?:_sub_(?P<sub>[0-9]+))?", re.DOTALL)


def check(case: Case) -> str | None:
    """What is wrong with the overlap of this case, or nothing."""
    config = case.record.get("config", {})
    if "chunks" in case.input:
        found: dict[str, Any] = {"contents": contents(case.input["chunks"], config)}
    else:
        found = {"overlap": _of_tokens(case.input, config)}
    return None if found == case.expected else f"expected {case.expected}, got {found}"


def contents(chunks: list[dict[str, str]], config: dict[str, Any]) -> list[str]:
    """The contents of S3's chunks with what they repeat.

    The cases give names only, so they are read here; the product knows what it has split.
    """
    parts = [_part(one["chunk_id"], one["content"]) for one in chunks]
    repeated = overlaps(parts, config["overlap_chars"])
    return [before(text) + part.body for text, part in zip(repeated, parts, strict=True)]


def _part(chunk_id: str, content: str) -> Part:
    name = _ID.fullmatch(chunk_id)
    split = name is not None and name["sub"] is not None
    return Part(name["family"] if name and split else None, content)


def _of_tokens(given: dict[str, str], config: dict[str, Any]) -> str:
    """What `spec_v1` repeats of one body before the next, if a blank line stands between them."""
    count = COUNTERS[config["counter"]]
    sizes = Sizes(hard=config["hard"], overlap=config["fraction"])
    one, two = given["prev_body"].encode(), given["next_body"].encode()
    begin = len(one) + len(GAP)
    previous = Slice(0, len(one), count(given["prev_body"]))
    following = Slice(begin, begin + len(two), count(given["next_body"]))
    start = overlap_start(Scale(one + GAP + two, count, sizes), previous, following)
    return (one + GAP + two)[start:begin].decode().rstrip()
