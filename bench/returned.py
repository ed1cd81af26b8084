"""`python -m bench.returned [--default] [--every N] [SET…]`: the text that a search returns.

Each question is asked as typed, of each set's documents, with the default settings and with one
setting changed at a time. Prints a table in Markdown, one row for each set and setting: the share
of questions whose target is returned or contained in a result, the share where it is a result
itself, how many results are returned, and their tokens: mean, median and 90th percentile. With
`--every N` only each Nth question is asked. With several settings, a second table has a column for
each of them: the covered share, and the median of the tokens. A `*` marks answers that are longer
than they should be: 2,500 tokens at the median, or 6,000 at the 90th percentile. The last row has
the mean of the covered shares, and how many sets have a mark.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.ranking import QUICK, SETS, defaults
from ra.config.schema import Search
from ra.errors import QueryError
from ra.evaluate import run, targets
from ra.evaluate.measures import mean, percentile
from ra.evaluate.sets import EvalSet, Question, opened
from ra.query import parse
from ra.search.results import Result
from ra.text.counter import count
from ra.typed import Any, NamedTuple

Variants = Mapping[str, Mapping[str, Any]]
VARIANTS: Variants = {
    "default": {},
    "match any": {"match": "any"},
    "no aggregation": {"aggregation_threshold": 2.0},
    "limit 5": {"limit": 5, "brief_limit": 0},
    "limit 10": {"brief_limit": 0},
    "limit 20": {"limit": 20, "brief_limit": 0},
    "no floor": {"relevance_floor": 0.0},
    "floor 0.6": {"relevance_floor": 0.6},
    "30 in brief": {"brief_limit": 30},
}
MEDIAN, P90 = 2500, 6000  # tokens that answers should have at most


class Returned(NamedTuple):
    """What one question returned."""

    covered: float
    itself: float
    results: int
    tokens: int


class Cell(NamedTuple):
    """What all questions of a set returned with one variant of the settings."""

    covered: float
    median: float
    is_long: bool


def main(
    *,
    quick: bool = False,
    names: Sequence[str] = (),
    variants: Variants = VARIANTS,
    every: int = 1,
) -> None:
    """Every set, or those of these names, with every variant."""
    places = sorted(SETS.glob("*.tar.xz"))
    chosen = names or (QUICK if quick else [place.name.partition(".")[0] for place in places])
    if not places:
        sys.exit(f"bench: no sets in {SETS}; put the archives of the sets there")
    print("| set | settings | covered | itself | results | tokens mean | median | p90 |")
    print("|---|---|---:|---:|---:|---:|---:|---:|", flush=True)
    found: dict[str, list[Cell]] = {}
    for place in places:
        if place.name.partition(".")[0] in chosen:
            with opened(place) as one, TemporaryDirectory() as folder:
                found[one.name] = _rows(one, Path(folder), variants, every)
    if len(variants) > 1:
        _columns(variants, found)


def _columns(variants: Variants, found: Mapping[str, Sequence[Cell]]) -> None:
    """One row for each set, one column for each setting, and at last all sets together."""
    print(f"\n| set | {' | '.join(variants)} |\n|---|{'---:|' * len(variants)}")
    for name, cells in found.items():
        said = [f"{one.covered:.3f}, {one.median:,.0f}{'*' * one.is_long}" for one in cells]
        print(f"| {name} | {' | '.join(said)} |", flush=True)
    together = [
        f"{mean([one.covered for one in some]):.4f}, {sum(one.is_long for one in some)}"
        for some in zip(*found.values(), strict=True)
    ]
    print(f"| mean, sets with `*` | {' | '.join(together)} |", flush=True)


def _rows(chosen: EvalSet, folder: Path, variants: Variants, every: int) -> list[Cell]:
    """Print a row for each variant, and return what the second table says of each."""
    settings, cells = defaults(folder), []
    known: dict[tuple[str, int], int] = {}
    with run.indexed(chosen, settings, folder) as world:
        for name, changed in variants.items():
            params: Search = settings.search._replace(**changed)
            asked = world._replace(params=params)
            rows = [_returned(each, asked, known) for each in chosen.questions[::every]]
            print(_row(chosen.name, name, rows), flush=True)
            tokens = [each.tokens for each in rows]
            median, long = percentile(tokens, 0.5), percentile(tokens, 0.9)
            is_long = median > MEDIAN or long > P90
            cells.append(Cell(mean([each.covered for each in rows]), median, is_long))
    return cells


def _returned(question: Question, world: run.World, known: dict[tuple[str, int], int]) -> Returned:
    try:
        results = run.returned(parse(question.text), world)
    except QueryError:  # by its words, as the agents' tools search it (SPEC 7)
        results = run.returned(run.plain(question.text), world)
    return Returned(
        targets.covered(results, question.grades, world.spans),
        targets.shown(results, question.grades),
        len(results),
        sum(_tokens(each, known) for each in results),
    )


def _tokens(result: Result, known: dict[tuple[str, int], int]) -> int:
    """The tokens of breadcrumb and text, each text counted once."""
    chunk = result.match.chunk
    key = (f"{chunk.id} {result.body[:40]}", len(result.body))
    if key not in known:
        known[key] = count(f"> {' › '.join(chunk.breadcrumb)}") + count(result.body)
    return known[key]


def _row(name: str, variant: str, rows: Sequence[Returned]) -> str:
    tokens = [each.tokens for each in rows]
    shares = f"{mean([each.covered for each in rows]):.4f} | {mean([e.itself for e in rows]):.4f}"
    sizes = f"{mean(tokens):,.0f} | {percentile(tokens, 0.5):,.0f} | {percentile(tokens, 0.9):,.0f}"
    return f"| {name} | {variant} | {shares} | {mean([e.results for e in rows]):.1f} | {sizes} |"


def _command(words: list[str]) -> None:
    every = 1
    if "--every" in words:
        at = words.index("--every")
        every = int(words[at + 1])
        del words[at : at + 2]
    variants = {"default": VARIANTS["default"]} if "--default" in words else VARIANTS
    main(names=[one for one in words if not one.startswith("-")], variants=variants, every=every)


if __name__ == "__main__":
    _command(sys.argv[1:])
