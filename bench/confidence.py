"""`python -m bench confidence`: measures the verdict of hybrid searches, draws its curve.

Questions of each set are asked of the documents of each: of their own, which have the answer, and
of the others, which have not. Sets made from the same articles in several languages are not asked
of each other. Prints the tables of `bench verdict`; the curve says what the figures are if a strong
match needs more or less evidence. The plot is docs/images/match-confidence.svg.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from bench.corpora import PROJECT
from bench.ranking import defaults
from bench.verdict import Margins, evenly, tables
from ra.evaluate.measures import mean
from ra.evaluate.run import _TODAY, World, indexed, plain
from ra.evaluate.sets import EvalSet, Question
from ra.search.pipeline import SearchJob, search
from ra.typed import NamedTuple

QUICK = ("cacm", "cranfield")
PLOT = PROJECT / "docs" / "images" / "match-confidence.svg"
OWN = 100  # questions of each set for its own documents, from all over it
FOREIGN = 12  # questions of each set for the documents of each other one
_DOCUMENTS = 400  # besides those with the answers
_SAME_ARTICLES = ("squad2", "squad-sv", "xquad")
_NEVER = -1.0  # where nothing was found
_STEPS = [step / 100 for step in range(-40, 41)]
_WIDE, _HIGH, _LEFT, _TOP = 480, 320, 56, 24
_MOST_REFUSED = 0.2  # the right end of the plot


class Point(NamedTuple):
    """What a threshold does: shares of foreign questions recognized, of own ones refused."""

    step: float
    recognized: float
    refused: float


def main(*, quick: bool = False) -> None:
    """Ask each set's questions of each set's documents, print the tables, and draw the curve."""
    found = tables(margins, QUICK if quick else ())
    if not quick:
        PLOT.write_text(drawn([point(step, found) for step in _STEPS]), encoding="utf-8")


def margins(documents: EvalSet, sets: Sequence[EvalSet]) -> list[Margins]:
    """By how much the evidence exceeds what a strong match needs, for questions of each set."""
    asked = [each for each in sets if each is documents or _family(each) != _family(documents)]
    with TemporaryDirectory() as folder:
        settings = defaults(Path(folder))
        some = _sampled(documents, Path(folder) / "docs")
        with indexed(some, settings, Path(folder), embeds=True) as world:
            return [
                Margins(
                    each.name,
                    each.lang,
                    tuple(
                        _margin(question, world)
                        for question in evenly(
                            each.questions, OWN if each is documents else FOREIGN
                        )
                    ),
                )
                for each in asked
            ]


def _family(one: EvalSet) -> str:
    return next(("SQuAD" for name in _SAME_ARTICLES if one.name.startswith(name)), one.name)


def _sampled(chosen: EvalSet, folder: Path) -> EvalSet:
    """The set with some of its documents: those that answer what is asked, and others.

    Embedding all of them would take hours.
    """
    asked = evenly(chosen.questions, OWN)
    answers = {target.partition("#")[0] for one in asked for target in one.grades}
    every = sorted(path for path in chosen.docs.rglob("*.md") if path.is_file())
    others = every[:: max(1, len(every) // _DOCUMENTS)]
    for path in {*others, *(chosen.docs / one for one in answers)}:
        place = folder / path.relative_to(chosen.docs)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(path.read_bytes())
    return chosen._replace(docs=folder)


def _margin(question: Question, world: World) -> float:
    params = world.params._replace(mode="hybrid", recency_bias=0.0)
    job = SearchJob(world.engine, (world.tree,), params, _TODAY, True, 0, perf_counter)
    near = [
        one.similarity.surplus if one.similarity else one.share - one.needed
        for one in search(plain(question.text), job).trace.evidence
    ]
    return max(near, default=_NEVER)


def point(step: float, found: Mapping[str, Sequence[Margins]]) -> Point:
    """The shares if a strong match needs so much more; sets and pairs of sets count alike."""
    own = [one for name, asked in found.items() for one in asked if one.asked == name]
    foreign = [one for name, asked in found.items() for one in asked if one.asked != name]
    recognized = mean([one.refused(step) for one in foreign])
    return Point(step, recognized, mean([one.refused(step) for one in own]))


def drawn(points: Sequence[Point]) -> str:
    """The curve as a picture: refused questions to the right, recognized ones upwards."""
    shown = [one for one in points if one.refused <= _MOST_REFUSED]
    line = " ".join(f"{_x(one.refused):.1f},{_y(one.recognized):.1f}" for one in shown)
    ticks = "".join(_ticks())
    chosen = min(points, key=lambda one: abs(one.step))
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
