"""`python -m bench confidence`: measures the verdict of hybrid searches, and draws its curve.

Questions of each set are asked of the documents of each: of their own, which have the answer, and
of the others, which have not. For every threshold of the evidence (half the keyword share plus the
largest cosine) the curve shows how many questions without an answer are recognized, and how many
with one are refused. The plot is docs/images/match-confidence.svg.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from bench.corpora import PROJECT
from bench.ranking import SETS, defaults
from bench.verdict import evenly
from ra.embed.english import CARD
from ra.evaluate.run import _TODAY, World, indexed, plain
from ra.evaluate.sets import EvalSet, Question, opened
from ra.search.fuse import best_possible
from ra.search.pipeline import SearchJob, search
from ra.typed import NamedTuple

CHOSEN = ("squad2-dev-a", "vespa-docs-a", "cacm", "scifact-train", "cranfield")
QUICK = ("cacm", "cranfield")
PLOT = PROJECT / "docs" / "images" / "match-confidence.svg"
_STEPS = [step / 100 for step in range(20, 101, 2)]
_WIDE, _HIGH, _LEFT, _TOP = 480, 320, 56, 24
_QUESTIONS = 50
_DOCUMENTS = 400  # besides those with the answers
_MOST_REFUSED = 0.2  # the right end of the plot


class Point(NamedTuple):
    """What a threshold does: shares of foreign questions recognized, of own ones refused."""

    threshold: float
    recognized: float
    refused: float
    worst: float


def main(*, quick: bool = False) -> None:
    """Collect the evidence of all pairs of sets, print the thresholds, and draw the curve."""
    names = QUICK if quick else CHOSEN
    archives = {path.name.partition(".")[0]: path for path in SETS.glob("*.tar.xz")}
    if missing := [name for name in names if name not in archives]:
        sys.exit(f"bench: no set {missing[0]} in {SETS}; put the archives of the sets there")
    with ExitStack() as stack:
        sets = [stack.enter_context(opened(archives[name])) for name in names]
        found = {(one.name, name): some for one in sets for name, some in evidence(one, sets)}
    points = [point(step, found) for step in _STEPS]
    print("| threshold | recognized | refused | most refused in a set |\n|--:|--:|--:|--:|")
    for one in points:
        shares = [f"{100 * share:.1f} %" for share in one[1:]]
        print(f"| {one.threshold:.2f} | {' | '.join(shares)} |")
    if not quick:
        PLOT.write_text(drawn(points), encoding="utf-8")


def evidence(documents: EvalSet, sets: Sequence[EvalSet]) -> list[tuple[str, list[float]]]:
    """The evidence of the best hit for some questions of each set."""
    with TemporaryDirectory() as folder:
        settings = defaults(Path(folder))
        some = _sampled(documents, Path(folder) / "docs")
        with indexed(some, settings, Path(folder), embeds=True) as world:
            return [(each.name, [_evidence(one, world) for one in asked(each)]) for each in sets]


def asked(chosen: EvalSet) -> Sequence[Question]:
    """The questions that are asked of a set."""
    return evenly(chosen.questions, _QUESTIONS)


def _sampled(chosen: EvalSet, folder: Path) -> EvalSet:
    """The set with some of its documents: those that answer what is asked, and others.

    Embedding all of them would take an hour.
    """
    answers = {target.partition("#")[0] for one in asked(chosen) for target in one.grades}
    every = sorted(path for path in chosen.docs.rglob("*.md") if path.is_file())
    others = every[:: max(1, len(every) // _DOCUMENTS)]
    for path in {*others, *(chosen.docs / one for one in answers)}:
        place = folder / path.relative_to(chosen.docs)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(path.read_bytes())
    return chosen._replace(docs=folder)


def _evidence(question: Question, world: World) -> float:
    params = world.params._replace(mode="hybrid", recency_bias=0.0)
    job = SearchJob(world.engine, (world.tree,), params, _TODAY, True, 0, perf_counter)
    trace = search(plain(question.text), job).trace
    cosines = [hit.score for leg in trace.retrieved.semantic for hit in leg.hits]
    if not (trace.localized.candidates and cosines):
        return 0.0
    ranks = {leg: score for leg, _, score in trace.localized.candidates[0].legs}
    share = ranks.get("keyword", 0.0) / best_possible(trace.legs[0])
    return 0.5 * share + max(cosines)


def point(threshold: float, found: Mapping[tuple[str, str], Sequence[float]]) -> Point:
    """The shares at a threshold; sets count alike."""
    foreign = [value for (one, other), some in found.items() if one != other for value in some]
    refused = [
        sum(value < threshold for value in some) / len(some)
        for (one, other), some in found.items()
        if one == other
    ]
    recognized = sum(value < threshold for value in foreign) / len(foreign)
    return Point(threshold, recognized, sum(refused) / len(refused), max(refused))


def drawn(points: Sequence[Point]) -> str:
    """The curve as a picture: refused questions to the right, recognized ones upwards."""
    shown = [one for one in points if one.refused <= _MOST_REFUSED]
    line = " ".join(f"{_x(one.refused):.1f},{_y(one.recognized):.1f}" for one in shown)
    ticks = "".join(_ticks())
    strong = CARD.confident.strong if CARD.confident else 0.0
    chosen = min(points, key=lambda one: abs(one.threshold - strong))
    x, y = _x(chosen.refused), _y(chosen.recognized)
    label = f"{100 * chosen.recognized:.0f} % at {100 * chosen.refused:.1f} %"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDE + 90} {_HIGH + 80}" '
        'font-family="sans-serif" font-size="12">\n'
        f"<title>Questions without an answer that are recognized</title>\n{ticks}"
        f'<polyline points="{line}" fill="none" stroke="#2563eb" stroke-width="2"/>\n'
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="#dc2626"/>\n'
        f'<text x="{x + 8:.1f}" y="{y + 16:.1f}">{label}</text>\n'
        f'<text x="{_LEFT}" y="{_HIGH + 66}">questions with an answer that are refused</text>\n'
        f'<text x="{_LEFT}" y="14">questions without an answer that are recognized</text>\n</svg>\n'
    )


def _ticks() -> list[str]:
    found = []
    for step in range(5):
        share, refused = step / 4, _MOST_REFUSED * step / 4
        found.append(
            f'<path d="M{_LEFT} {_y(share):.0f}H{_LEFT + _WIDE}" stroke="#ddd"/>'
            f'<text x="8" y="{_y(share) + 4:.0f}">{100 * share:.0f} %</text>'
            f'<text x="{_x(refused) - 10:.0f}" y="{_HIGH + 44}">{100 * refused:.0f} %</text>\n'
        )
    return found


def _x(refused: float) -> float:
    return _LEFT + _WIDE * refused / _MOST_REFUSED


def _y(recognized: float) -> float:
    return _TOP + _HIGH * (1 - recognized)
