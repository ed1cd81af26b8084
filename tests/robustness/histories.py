"""Builds the same files by several histories, and asks each index the same queries.

Words are drawn by rank, so that common ones are in most documents and many scores are equal or
nearly so.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator, Sequence

from ra.library import Library
from ra.present.search_json import record
from tests.robustness.world import World

_WORDS = [
    f"{first}{second}"
    for first in ("lam", "tor", "wix", "sun")
    for second in ("pel", "ona", "ird", "uga", "ebo", "ily", "aster", "unk")
]
_HEADINGS = ("Notes", "Usage", "See also", "Browser compatibility")
_LONG_AGO = 1_600_000_000


def _drawn(chance: random.Random, most: int) -> str:
    ranks = [int(len(_WORDS) ** chance.random()) - 1 for _ in range(chance.randint(3, most))]
    return " ".join(_WORDS[rank] for rank in ranks)


def pages(count: int) -> dict[str, str]:
    """Files with sections, some of them equal."""
    chance = random.Random(count)
    made: dict[str, str] = {}
    for number in range(count):
        sections = "".join(
            f"\n## {heading}\n\n{_drawn(chance, 40)}.\n"
            for heading in chance.sample(_HEADINGS, chance.randint(1, 3))
        )
        made[f"part-{number % 5}/page-{number}.md"] = f"# {_drawn(chance, 4)}\n{sections}"
    return made


def queries(count: int) -> list[str]:
    """Words, several of them, phrases, prefixes, mistyped words, sentences, fields."""
    chance = random.Random(1)
    forms = (
        "{0}",
        "{0} {1}",
        "{0} {1} {2}",
        '"{0} {1}"',
        "{0}*",
        "{0}x",
        "how to {0} a {1} {2}?",
        "{0} -{1}",
        "{0} OR {1} OR {2} OR {3}",
        "title:{0} {1}",
        "compatibility",
        "see also {0}",
        "{0} {1} {2} {3} {4} {5} {6} {7}",
        "path:part-1 {0}",
    )
    return [forms[n % len(forms)].format(*chance.sample(_WORDS, 8)) for n in range(count)]


def write(world: World, path: str, text: str) -> None:
    """One file, as old as in every other history."""
    file = world.folder / path
    file.parent.mkdir(exist_ok=True)
    file.write_text(text, encoding="utf-8")
    os.utime(file, (_LONG_AGO, _LONG_AGO))


def answers(world: World, asked: Sequence[str]) -> Iterator[str]:
    """The answer to each query as JSON, without times."""
    with Library(world.settings) as kb:
        for query in asked:
            found = record(kb.search(query, limit=20), explain=True)
            yield json.dumps(_without_times(found), ensure_ascii=False, sort_keys=True)


def _without_times(value: object) -> object:
    if isinstance(value, dict):
        return {
            name: _without_times(each)
            for name, each in value.items()
            if name not in ("seconds", "file")
        }
    return [_without_times(each) for each in value] if isinstance(value, list) else value
