"""Tests that hits become the results in `aggregate.md`."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from ra.engine.query import Node
from ra.search.aggregate import Aggregated, AggregationRules, Ranked, aggregate
from ra.search.candidates import Candidate

PAGE = (Path(__file__).parent / "aggregate.md").read_text(encoding="utf-8")


class Example(NamedTuple):
    """One example of the page."""

    sentence: str
    rules: AggregationRules
    hits: tuple[Candidate, ...]
    expected: list[str]


def _outline(drawing: str) -> dict[str, Node]:
    """The places of chunks that are drawn by indentation."""
    parents: dict[str, str | None] = {}
    above: list[str] = []
    for line in drawing.splitlines():
        chunk_id = line.strip()
        above[(len(line) - len(chunk_id)) // 2 :] = [chunk_id]
        parents[chunk_id] = above[-2] if len(above) > 1 else None
    counts = Counter(parents.values())
    depths: dict[str, int] = {}
    for chunk_id, parent in parents.items():
        depths[chunk_id] = depths[parent] + 1 if parent else 0
    return {
        chunk_id: Node(parent, depths[chunk_id], counts[parent] if parent else 1)
        for chunk_id, parent in parents.items()
    }


def _rules(text: str) -> AggregationRules:
    pairs = (pair.split("=") for pair in text.split())
    return AggregationRules()._replace(**{name: _value(value) for name, value in pairs})


def _value(text: str) -> Any:
    return text if text.isalpha() else ast.literal_eval(text)


def _examples(page: str) -> list[Example]:
    pieces = page.split("## Examples\n")[1].strip().removesuffix("\n.").split("\n.\n")
    return [_example(*pieces[start : start + 3]) for start in range(0, len(pieces), 3)]


def _example(head: str, hits: str, expected: str) -> Example:
    sentence, _, rules = head.strip().rstrip("]").partition(" [")
    pairs = (line.split() for line in hits.splitlines())
    candidates = tuple(Candidate(chunk_id, "docs", float(score)) for chunk_id, score in pairs)
    return Example(sentence, _rules(rules), candidates, expected.splitlines())


def _drawn(found: Aggregated) -> list[str]:
    lines = [_line(one) for one in found.results]
    lines += [f"{chunk_id}  covered by  {by}" for chunk_id, by in found.covered.items()]
    return lines + [f"{chunk_id}  {why}" for chunk_id, why in found.refused.items()]


def _line(result: Ranked) -> str:
    count = len(result.constituents)
    parts = f"  ({count} part{'s' * (count > 1)})" if count else ""
    return f"{result.chunk_id}  {result.score:g}{parts}"


NODES = _outline(PAGE.split("```text\n")[1].split("\n```")[0])
EXAMPLES = _examples(PAGE)


@pytest.mark.parametrize("example", EXAMPLES, ids=[one.sentence for one in EXAMPLES])
def test_example(example: Example) -> None:
    """SPEC 8.7: each example of the page; its sentence is the promise."""
    assert _drawn(aggregate(example.hits, NODES, example.rules)) == example.expected


def test_the_page_is_read_whole() -> None:
    """Our choice: an example that is not well formed must not vanish silently."""
    dots = PAGE.split("## Examples\n")[1].splitlines().count(".")
    assert dots == 3 * len(EXAMPLES) > 0
    assert all(one.hits and one.expected for one in EXAMPLES)
