"""`python -m bench answers`: measures the quoted answers of `ra ask`.

`answer_spans.tsv` has the words that answer 121 questions of squad2-dev-a, written by hand from the
judged sections. The first table has for one to five sentences how many answers contain these words,
how many first citations name the judged section, and the time of an answer; by words, and with
embeddings. The second has the first citations of whole sets, with embeddings where a model knows
the language; `--quick` asks every fifth question.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import NamedTuple

import ra
from bench.ranking import SETS

_NAME = "squad2-dev-a"
_WHOLE = (_NAME, "xquad-de", "xquad-es", "xquad-hi", "xquad-ro", "xquad-ru", "xquad-th", "xquad-vi")
_SPANS = Path(__file__).with_name("answer_spans.tsv")
_MOST = 5
_EVERY = 5


class Case(NamedTuple):
    """A question, the words that answer it ("" if nobody wrote them down), its judged sections."""

    question: str
    span: str
    targets: frozenset[str]


def main(*, quick: bool = False) -> None:
    """Answer the questions without and with embeddings."""
    print("| sentences | by words: contains, first citation, ms | with embeddings |")
    print("|--:|--:|--:|", flush=True)
    with _opened(_NAME) as (folder, kb):
        cases = [case for case in _cases(folder) if case.span][:: 4 if quick else 1]
        by_words = [_measured(kb, cases, number) for number in range(1, _MOST + 1)]
        kb.index.embed()
        for number, before in enumerate(by_words, start=1):
            print(f"| {number} | {before} | {_measured(kb, cases, number)} |", flush=True)
    print("\n| set | questions | first citation | any citation | refused | ms |")
    print("|---|--:|--:|--:|--:|--:|", flush=True)
    for name in _WHOLE:
        with _opened(name) as (folder, kb):
            kb.index.embed()
            print(_row(name, kb, _cases(folder)[:: _EVERY if quick else 1]), flush=True)


@contextmanager
def _opened(name: str) -> Iterator[tuple[Path, ra.Library]]:
    """The files of a set, and a library of its documents."""
    archive = SETS / f"{name}.tar.xz"
    if not archive.is_file():
        sys.exit(f"bench: {archive} is missing; put the archives of the sets there")
    with TemporaryDirectory() as place:
        folder = Path(place)
        with tarfile.open(archive) as tar:
            tar.extractall(folder, filter="data")
        for variable in ("HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
            os.environ[variable] = place
        shutil.move(folder / name / "docs", folder / "docs")
        with ra.open(folder / "docs", update="missing") as kb:
            yield folder / name, kb


def _cases(folder: Path) -> list[Case]:
    """Each question with the words that answer it and its judged sections."""
    lines = _SPANS.read_text(encoding="utf-8").splitlines() if folder.name == _NAME else ()
    spans = dict(line.split("\t") for line in lines)
    targets: dict[str, set[str]] = {}
    for row in _rows(folder / "qrels.jsonl"):
        targets.setdefault(row["query_id"], set()).add(row["target"])
    return [
        Case(row["text"], spans.get(row["id"], ""), frozenset(targets[row["id"]]))
        for row in _rows(folder / "queries.jsonl")
        if row["id"] in targets
    ]


def _rows(path: Path) -> list[dict[str, str]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _measured(kb: ra.Library, cases: list[Case], sentences: int) -> str:
    contains = cites = 0
    times = []
    for question, span, targets in cases:
        started = process_time()
        answer = kb.ask(question, sentences=sentences, llm=False)
        times.append(process_time() - started)
        contains += any(span.lower() in each.text.lower() for each in answer.sentences)
        cites += bool(answer.sentences) and _place(answer.sentences[0].id) in targets
    count = len(cases)
    return f"{contains / count:.3f}, {cites / count:.3f}, {1000 * median(times):.0f}"


def _row(name: str, kb: ra.Library, cases: list[Case]) -> str:
    first = some = refused = 0
    times = []
    for question, _, targets in cases:
        started = process_time()
        places = [_place(each.id) for each in kb.ask(question, llm=False).sentences]
        times.append(process_time() - started)
        refused += not places
        first += bool(places) and places[0] in targets
        some += not targets.isdisjoint(places)
    count = len(cases)
    shares = f"{first / count:.3f} | {some / count:.3f} | {refused}"
    return f"| {name} | {count} | {shares} | {1000 * median(times):.0f} |"


def _place(chunk_id: str) -> str:
    return chunk_id.partition(":")[2]
