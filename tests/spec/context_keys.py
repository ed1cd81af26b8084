"""The effect of each key of `[context]` and of its rules on the output of `ra context`.

Each key of `[search]` is also one of `[context]` and of a rule: its case is that of `[search]`,
with the words of the query as those of a rule.
"""

from __future__ import annotations

from ra.config.context_keys import SEARCH_NAMES
from tests.spec.keys import Case
from tests.spec.search_keys import SEARCH_CASES

_TREE = '[tree.lib]\npath = "lib"\n'
_OPEN = "root = true\nsearch.cutoff_ratio = 0\nsearch.relevance_floor = 0\n"
# The meaning that these weigh or select is that of the file itself.
_BY_MEANING = ("keyword_weight", "semantic_weight", "semantic_candidates")
_PAIR = {"lib/owl.md": "owl\n", "lib/hawk.md": "hawk\n"}


# Scores by rank: cosines count a quarter in a context.
_SCORES = {"score 0.03279": "score 0.02049", "score 0.2": "score 0.125"}


def _own(key: str, values: tuple[str, str], shows: tuple[str, str], text: str) -> Case:
    one, two = (f"{_OPEN}context.{key} = {value}\n{_TREE}" for value in values)
    return Case(one, two, "context probe.txt -o matches", *shows, {**_PAIR, "probe.txt": text})


def _rule(lines: tuple[str, str], shows: tuple[str, str], text: str = "owl\n") -> Case:
    one, two = (f"{_OPEN}{_TREE}[[context.rules]]\n{each}\n" for each in lines)
    return Case(one, two, "context probe.txt -o matches", *shows, {**_PAIR, "probe.txt": text})


def _derived(name: str, table: str) -> Case:
    """The case of a key of `[search]` for a rule that searches the words of its query."""
    case = SEARCH_CASES[f"search.{name}"]
    _, words, *rest_of = case.command.split()
    terms = [word.replace(",", " ") for word in words.split(",OR,")]
    rule = f'\n[[context.rules]]\nmatch = "probe.txt"\nterms = {terms!r}\n'
    texts = []
    for text in (case.one, case.two):
        line = next(each for each in text.splitlines() if each.startswith(f"search.{name} = "))
        rest = text.replace(f"{line}\n", "", 1)
        if table == "context":
            texts.append(f"{line.replace('search.', 'context.', 1)}\n{rest}{rule}")
        else:
            texts.append(f"{rest}{rule}{line}\n")
    flags = " ".join(rest_of)
    if "--match any" in flags or name == "fuzzy_penalty":
        more = (
            "context.fuzzy_distance = 1\n" if name == "fuzzy_penalty" else 'context.match = "any"\n'
        )
        texts = [more + text for text in texts]
    given = f"context probe.txt {flags.replace('--match any', '')}"
    probe = f"{' '.join(terms)}\n" if name in _BY_MEANING else "\n"
    files = {**case.files, "probe.txt": probe}
    one, two = (_SCORES.get(each, each) for each in (case.shows_one, case.shows_two))
    return case._replace(
        one=texts[0], two=texts[1], command=given, shows_one=one, shows_two=two, files=files
    )


CONTEXT_CASES: dict[str, Case] = {
    "context.terms": _own("terms", ("1", "2"), ("", "lib:hawk.md"), "owl owl hawk\n"),
    "context.min_term_frequency": _own(
        "min_term_frequency", ("2", "1"), ("", "lib:hawk.md"), "owl owl hawk\n"
    ),
    "context.min_word_length": _own("min_word_length", ("4", "3"), ("", "lib:owl.md"), "owl hawk"),
    "context.max_word_length": _own("max_word_length", ("3", "4"), ("", "lib:hawk.md"), "owl hawk"),
    "context.sample_size": _own("sample_size", ("5", "50"), ("", "lib:hawk.md"), "owl\nhawk\n"),
    **{f"context.{name}": _derived(name, "context") for name in SEARCH_NAMES},
    "context.rules[].match": _rule(
        ('match = "probe.*"\nterms = ["hawk"]', 'match = "other.*"\nterms = ["hawk"]'),
        ("lib:hawk.md", ""),
    ),
    "context.rules[].terms": _rule(
        ('match = "*"\nterms = ["hawk"]', 'match = "*"\nterms = ["eagle"]'), ("lib:hawk.md", "")
    ),
    "context.rules[].trees": Case(
        f'{_OPEN}{_TREE}[tree.more]\npath = "more"\n[[context.rules]]\nmatch = "*"\n'
        'trees = ["lib"]\n',
        f'{_OPEN}{_TREE}[tree.more]\npath = "more"\n[[context.rules]]\nmatch = "*"\n'
        'trees = ["more"]\n',
        "context probe.txt -o matches",
        "lib:owl.md",
        "more:owl.md",
        {"lib/owl.md": "owl\n", "more/owl.md": "owl, too\n", "probe.txt": "owl\n"},
    ),
    "context.rules[].include": _rule(
        ('match = "*"\ninclude = ["lib:hawk.md"]', 'match = "*"\ninclude = []'), ("lib:hawk.md", "")
    ),
    **{f"context.rules[].search.{name}": _derived(name, "rule") for name in SEARCH_NAMES},
}

# Keys that override one of `[search]` all work alike, so `make test` has a sample of them.
OVERRIDES: tuple[str, ...] = tuple(
    f"{table}{name}" for table in ("context.", "context.rules[].search.") for name in SEARCH_NAMES
)
SAMPLE = ("context.limit", "context.weights.title", "context.rules[].search.limit")
