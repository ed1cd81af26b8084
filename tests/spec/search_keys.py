"""The effect of each key of `[search]` on the output of `ra search`."""

from __future__ import annotations

from collections.abc import Mapping

from tests.spec.fusion_keys import FUSION_CASES, MODE_CASES
from tests.spec.keys import Case

_TREE = '[tree.lib]\npath = "lib"\n'
_EVERYTHING = "search.cutoff_ratio = 0\nsearch.relevance_floor = 0\n"  # nothing is cut
_MERGED = "matching sections]"
_FIELDS = f'{_EVERYTHING}search.ranking = "fields"\n'
_NAMES_OFF = (
    "search.weights.lookup_title = 0\nsearch.weights.lookup_path = 0\n"
    "search.weights.lookup_page = 0\n"
)

# A section of three children of which two have the word `owl`, and a note that has it too.
_OWLS = {
    "birds.md": "# Birds\n\n## Barn\n\nowl\n\n## Snow\n\nowl\n\n## Crow\n\nno such bird\n",
    "note.md": "# Note\n\nowl owl owl\n",
}
_BIRDS = {"birds.md": _OWLS["birds.md"]}
_FOUR = {f"{name}.md": f"# {name}\n\n{'owl ' * count}\n" for count, name in enumerate("abcd", 1)}
# A page about the word, and a long one that has it once.
_LONG = {
    "owl.md": "# Owl\n\nowl owl\n",
    "text.md": f"# Birds\n\n{'Some other words stand here. ' * 20} owl\n",
}
# The word is in the heading of one and in the text of the other.
_NAMED = {
    "named.md": f"# Owl\n\n{'Some other words stand here. ' * 20}\n",
    "text.md": "# Birds\n\nowl owl owl owl\n",
}
_TAGGED = {
    "tagged.md": "---\ntags: [owl]\n---\nFront.\n\n# Section\n\nNothing here.\n",
    "text.md": "# Birds\n\nowl\n",
}
_FILED = {"owl.md": "# Birds\n\nNothing here.\n", "text.md": "# Snow\n\nowl\n"}
_IN_FOLDER = {"owl/a.md": "# Birds\n\nNothing here.\n", "text.md": "# Snow\n\nowl\n"}

_TWO_TREES = (
    'root = true\nsearch.relevance_floor = 0.9\n[tree.one]\npath = "one"\n'
    '[tree.two]\npath = "two"\n'
)


def _case(
    key: str,
    values: tuple[str, str],
    shows: tuple[str, str],
    command: str,
    files: Mapping[str, str],
) -> Case:
    """A tree `lib` of these files; `command` is what follows `ra search`, `,` a space in a word."""
    # One tree only, unless the case is about several: the scores of one are left as they are.
    root = "false" if key == "local_boost" else "true"
    one, two = (f"root = {root}\nsearch.{key} = {value}\n{_TREE}" for value in values)
    placed = {f"lib/{name}": text for name, text in files.items()}
    return Case(one, two, f"search {command} -o matches", *shows, placed)


def _with(case: Case, settings: str) -> Case:
    """The case with more settings, which hold in both files."""
    one, two = (each.removesuffix(_TREE) + settings + _TREE for each in (case.one, case.two))
    return case._replace(one=one, two=two)


SEARCH_CASES: dict[str, Case] = {
    "search.stemmer": _case(
        "stemmer",
        ('"english"', '"german"'),
        ("lib:a.md", ""),
        "handled fixed",
        {"a.md": "# A\n\nhandling\n", "b.md": "# B\n\nfixed\n"},
    ),
    "search.limit": _case("limit", ("1", "2"), ("", "lib:c.md"), "owl", _FOUR),
    "search.brief_limit": _with(
        _case("brief_limit", ("0", "3"), ("", "lib:b.md"), "owl", _FOUR), "search.limit = 1\n"
    ),
    **MODE_CASES,
    "search.match": _with(
        _case(
            "match",
            ('"all"', '"any"'),
            ("", "lib:one.md"),
            "owl,barn",
            {"both.md": "# Both\n\nowl, barn\n", "one.md": "# One\n\nowl\n"},
        ),
        _EVERYTHING,
    ),
    "search.ranking": _with(
        _case("ranking", ('"ra"', '"fields"'), ("lib:text.md", "lib:owl.md"), "owl -n 1", _FILED),
        _NAMES_OFF,
    ),
    "search.fuzzy_distance": _with(
        _case(
            "fuzzy_distance",
            ("0", "1"),
            ("", "lib:near.md"),
            "falcon",
            {"exact.md": "# Exact\n\nfalcon\n", "near.md": "# Near\n\nfalcan\n"},
        ),
        _EVERYTHING,
    ),
    "search.fuzzy_penalty": _case(
        "fuzzy_penalty",
        ("0.1", "1.0"),
        ("lib:b.md", "lib:a.md"),
        "hawk,OR,kestrel -n 1",
        {"a.md": "# A\n\nhawl\n", "b.md": "# B\n\nkestrel\n", "c.md": "# C\n\nkestrel bird\n"},
    ),
    "search.candidate_limit": _with(
        _case("candidate_limit", ("1", "4"), ("", "lib:c.md"), "owl", _FOUR), _EVERYTHING
    ),
    "search.max_candidates": _with(
        _case("max_candidates", ("1", "50"), ("", _MERGED), "owl -n 1", _BIRDS),
        _EVERYTHING,
    ),
    "search.cutoff_ratio": _with(
        _case("cutoff_ratio", ("1.0", "0.0"), ("", "lib:a.md"), "owl", _FOUR),
        "search.relevance_floor = 0\n",
    ),
    "search.relevance_floor": _with(
        _case("relevance_floor", ("1.0", "0.0"), ("", "lib:a.md"), "owl", _FOUR),
        "search.cutoff_ratio = 0\n",
    ),
    "search.token_target": _with(
        _case("token_target", ("1", "0"), ("", "lib:text.md"), "owl", _LONG),
        f"{_EVERYTHING}search.brief_limit = 0\n",
    ),
    "search.max_result_tokens": Case(
        "search.max_result_tokens = 20\n",
        "search.max_result_tokens = 0\n",
        "search owl -o full",
        "`ra get` prints all",
        "",
        {"a.md": f"# A\n\n{'Other words. ' * 20}\n\nowl\n"},
    ),
    "search.normalize": Case(
        f'search.normalize = "ideal"\n{_TWO_TREES}',
        f'search.normalize = "best"\n{_TWO_TREES}',
        "search owl,feather,night --match any -o matches",
        "",
        "two:weak.md",
        {"one/all.md": "owl feather night\n", "two/weak.md": f"owl {'and so on ' * 40}\n"},
    ),
    **FUSION_CASES,
    "search.local_boost": _case(
        "local_boost",
        ("0.5", "2.0"),
        ("above:far.md", "lib:near.md"),
        "owl -n 1",
        {"near.md": "# Near\n\nowl\n"},
    ),
    "search.aggregation_threshold": _with(
        _case("aggregation_threshold", ("0.5", "1.0"), (_MERGED, ""), "owl", _OWLS),
        _EVERYTHING,
    ),
    "search.min_siblings": _with(
        _case("min_siblings", ("2", "3"), (_MERGED, ""), "owl", _OWLS), _EVERYTHING
    ),
    "search.aggregate_score": _with(
        _case(
            "aggregate_score",
            ('"max"', '"bonus"'),
            ("lib:note.md", _MERGED),
            "owl -n 1",
            _OWLS,
        ),
        f"{_EVERYTHING}search.merge_bonus = 9\n",
    ),
    "search.merge_bonus": _with(
        _case("merge_bonus", ("0.0", "9.0"), ("lib:note.md", _MERGED), "owl -n 1", _OWLS),
        f'{_EVERYTHING}search.aggregate_score = "bonus"\n',
    ),
    "search.max_merge_depth": _with(
        _case("max_merge_depth", ("1", "6"), (_MERGED, ""), "owl", _OWLS), _EVERYTHING
    ),
    "search.max_aggregate_tokens": _with(
        _case("max_aggregate_tokens", ("0", "5"), (_MERGED, ""), "owl", _OWLS),
        _EVERYTHING,
    ),
    "search.boosts.hierarchy": _with(
        _case(
            "boosts.hierarchy",
            ("0.01", "99.0"),
            ("lib:text.md", "lib:named.md"),
            "owl -n 1",
            _NAMED,
        ),
        _FIELDS,
    ),
    "search.boosts.path": _with(
        _case("boosts.path", ("0.01", "99.0"), ("lib:text.md", "lib:owl.md"), "owl -n 1", _FILED),
        _FIELDS,
    ),
    "search.boosts.tags": _with(
        _case(
            "boosts.tags",
            ("0.0", "5.0"),
            ("", "lib:tagged.md#section"),
            "owl --no-aggregation",
            _TAGGED,
        ),
        _FIELDS,
    ),
    "search.boosts.body": _with(
        _case("boosts.body", ("0.01", "99.0"), ("lib:named.md", "lib:text.md"), "owl -n 1", _NAMED),
        _FIELDS,
    ),
    "search.weights.title": _with(
        _case(
            "weights.title", ("0.0", "99.0"), ("lib:text.md", "lib:named.md"), "owl -n 1", _NAMED
        ),
        _NAMES_OFF,
    ),
    "search.weights.tags": _with(
        _case(
            "weights.tags",
            ("0.0", "5.0"),
            ("", "lib:tagged.md#section"),
            "owl --no-aggregation",
            _TAGGED,
        ),
        _EVERYTHING,
    ),
    "search.weights.path": _with(
        _case("weights.path", ("0.0", "5.0"), ("", "lib:owl/a.md"), "owl", _IN_FOLDER), _EVERYTHING
    ),
    "search.weights.pair": _case(
        "weights.pair",
        ("0.0", "99.0"),
        ("lib:apart.md", "lib:together.md"),
        "snow,owl -n 1",
        {
            "apart.md": "# A\n\nowl snow owl owl snow snow\n".replace("snow owl", "snow, an owl"),
            "together.md": f"# B\n\nsnow owl {'and other words ' * 9}\n",
        },
    ),
    "search.weights.stop": _case(
        "weights.stop",
        ("0.0", "99.0"),
        ("lib:rare.md", "lib:common.md"),
        "where,is,it,owl -n 1",
        {"rare.md": "# R\n\nowl\n", "common.md": "# C\n\nwhere it is\n"},
    ),
    "search.weights.lookup_title": _with(
        _case(
            "weights.lookup_title",
            ("0.0", "9.0"),
            ("lib:text.md", "lib:named.md"),
            "owl -n 1",
            _NAMED,
        ),
        "search.weights.title = 0\n",
    ),
    "search.weights.lookup_page": _with(
        _case(
            "weights.lookup_page", ("0.0", "9.0"), ("lib:text.md", "lib:owl.md"), "owl -n 1", _FILED
        ),
        "search.weights.lookup_path = 0\nsearch.weights.lookup_title = 0\n",
    ),
    "search.weights.lookup_path": _with(
        _case(
            "weights.lookup_path", ("0.0", "9.0"), ("lib:text.md", "lib:owl.md"), "owl -n 1", _FILED
        ),
        "search.weights.lookup_page = 0\nsearch.weights.lookup_title = 0\n",
    ),
}
