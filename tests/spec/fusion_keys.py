"""The effect of the settings that combine words, meaning and links, on embedded sections."""

from __future__ import annotations

from collections.abc import Mapping

from tests.spec.keys import Case

_TREE = '[tree.lib]\npath = "lib"\n'
_ALL = "search.cutoff_ratio = 0\nsearch.relevance_floor = 0\nsearch.local_boost = 1\n"
_PLAIN = 'search.mode = "hybrid"\nsearch.recency_bias = 0\n'
_RANKS = f'{_PLAIN}search.fusion = "rrf"\n'
_ANIMALS = {
    "cat.md": "# Cat\n\nThe cat sleeps on the sofa.\n",
    "list.md": "# List\n\nfeline, canine and bovine\n",
}
_ONE = {"list.md": _ANIMALS["list.md"]}
# One answers the question in other words, the other has the words.
_CARS = {
    "car.md": "# Car\n\nFixing a broken vehicle is expensive.\n",
    "words.md": "# Words\n\nThe costs of a list: costs, costs\n",
}
_LINKED = {
    "a.md": "# A\n\nThe feline sleeps. [b](b.md)\n",
    "b.md": "# B\n\nTax forms of the year\n",
    "c.md": "# C\n\nCats and kittens\n",
    "d.md": "# D\n\nA cat and its kitten\n",
}
_DATED = {
    "a.md": "---\nupdated: 2001-01-01\n---\n# Owl\n\nThe owl flies\n",
    "b.md": "---\nupdated: 2099-01-01\n---\n# Owl\n\nThe owl flies\n",
}
# The first has the word and its meaning; the others are like each other.
_MOTORS = {
    "a.md": "# A\n\nowl, a list of birds\n",
    "b.md": "# B\n\nThe car engine and its fuel; owl\n",
    "c.md": "# C\n\nThe motor of a vehicle needs petrol; owl\n",
    "d.md": "# D\n\nDiesel trucks and gasoline; owl\n",
}
_OWLS = {f"{name}.md": f"# {name}\n\nowl {name}\n" for name in "abc"}


def _case(
    key: str,
    values: tuple[str, str],
    shows: tuple[str, str],
    command: str,
    files: Mapping[str, str],
    settings: str = _PLAIN,
) -> Case:
    """A tree `lib` of these files, embedded; `command` is what follows `ra search`."""
    one, two = (f"root = true\n{_ALL}{settings}search.{key} = {value}\n{_TREE}" for value in values)
    placed = {f"lib/{name}": text for name, text in files.items()}
    return Case(one, two, f"search {command} -o matches", *shows, placed, embeds=True)


MODE_CASES: dict[str, Case] = {
    "search.mode": _case(
        "mode", ('"keyword"', '"semantic"'), ("", "lib:cat.md"), "feline", _ANIMALS, ""
    ),
}
FUSION_CASES: dict[str, Case] = {
    "search.fusion": _case(
        "fusion", ('"mix"', '"rrf"'), ("", "score 0.03279"), "feline -v -n 1", _ONE
    ),
    "search.rrf_k": _case(
        "rrf_k", ("60", "9"), ("score 0.03279", "score 0.2"), "feline -v -n 1", _ONE, _RANKS
    ),
    "search.keyword_weight": _case(
        "keyword_weight",
        ("0.0", "9.0"),
        ("lib:car.md", "lib:words.md"),
        "automobile,repair,costs -n 1",
        _CARS,
    ),
    "search.semantic_weight": _case(
        "semantic_weight",
        ("0.0", "99.0"),
        ("lib:words.md", "lib:car.md"),
        "automobile,repair,costs -n 1",
        _CARS,
    ),
    "search.feedback_weight": _case(
        "feedback_weight", ("0.0", "99.0"), ("lib:a.md", "lib:d.md"), "owl -n 1", _MOTORS
    ),
    "search.graph_weight": _case(
        "graph_weight",
        ("0.0", "0.5"),
        ("", "lib:b.md"),
        "feline",
        _LINKED,
        f"{_PLAIN}search.candidate_limit = 3\n",
    ),
    "search.recency_bias": _case(
        "recency_bias",
        ("0.0", "1.0"),
        ("lib:a.md", "lib:b.md"),
        "owl -n 1",
        _DATED,
        'search.mode = "hybrid"\n',
    ),
    "search.semantic_candidates": _case(
        "semantic_candidates",
        ("1", "3"),
        ("", "lib:b.md"),
        "owl",
        _OWLS,
        f"{_PLAIN}search.candidate_limit = 1\n",
    ),
}
