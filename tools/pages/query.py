"""How is a query written? The page `docs/reference/query.md`, from the fields and bounds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ra.query.fields import DATES, FIELDS
from ra.query.parser import MAX_BOOST, MAX_DEPTH, MAX_LENGTH, MAX_TERMS

EXAMPLES: Mapping[str, str] = {
    "title": "title:install",
    "hierarchy": 'hierarchy:"user guide"',
    "tags": "tags:(kitchen OR garden)",
    "path": "path:docs/api/",
    "body": "body:teapot",
    "tree": "tree:notes",
    "doc": "doc:notes:tea.md",
    "after": "after:2024-05-31",
    "before": "before:3m",
}
FORMS: Mapping[str, tuple[str, str]] = {
    "term": ("tea", "A word as it was typed."),
    "phrase": ('"green tea"', "Words in this order, as an array."),
    "prefix": ("tea*", "How the words begin."),
    "not": ("-tea", "The part that must not match."),
    "and": ("green tea", "An array of two or more parts that must all match."),
    "or": ("green OR tea", "An array of two or more parts of which one must match."),
    "field": ("title:tea", "The name of the field; `expr` is the part asked of it."),
    "boost": ("tea^2", "The number; `expr` is the part whose score counts so many times."),
}

_INTRO = """\
# Query language

What a query may hold. [Asking](../guides/query.md) explains it with examples. This page is written
by `make docs` from the code.

## Grammar

```text
or      = and { "OR" and }
and     = unary { [ "AND" ] unary }
unary   = ( "-" | "NOT" ) unary | primary
primary = ( value | field ":" value ) [ "^" number ]
value   = word | phrase | "(" or ")"
```

White space may stand between any two signs, but not between a field and its colon. A word ends at
white space, `(`, `)`, `"` and `^`; `-` is a sign only at the start of a word, and `OR`, `AND` and
`NOT` only in upper case and alone.
"""


def page() -> str:
    """The whole page."""
    return "\n".join([_INTRO, *_fields(), *_tree(), *_bounds()])


def _fields() -> Iterator[str]:
    yield from ("## Fields", "", "| Field | Example | What it asks |", "|---|---|---|")
    for name, meaning in FIELDS.items():
        yield f"| `{name}:` | `{EXAMPLES[name]}` | {meaning} |"
    dates = " and ".join(f"`{name}:`" for name in FIELDS if name in DATES)
    yield ""
    yield f"The values of {dates} are a day of the calendar, `YYYY-MM-DD`; a month or a year,"
    yield "`YYYY-MM` or `YYYY`, which mean their first day; or a whole number with `d`, `w`, `m` or"
    yield "`y`: so many days, weeks, months or years ago. Any other name before a colon is ordinary"
    yield "text."
    yield ""


def _tree() -> Iterator[str]:
    yield from ("## Tree", "")
    yield "`ra inspect query QUERY --json` prints the tree of a query; null is an empty one. Each"
    yield "part is an object with one of these keys:"
    yield from ("", "| Key | Example | Value |", "|---|---|---|")
    yield from (f"| `{key}` | `{text}` | {meaning} |" for key, (text, meaning) in FORMS.items())
    yield ""


def _bounds() -> Iterator[str]:
    yield from ("## Bounds", "")
    yield "What is beyond them is refused with an error that says so."
    yield from ("", "| What | At most |", "|---|---|")
    yield f"| characters of a query | {MAX_LENGTH:,} |"
    yield f"| words of all queries of one search; long ones count as several | {MAX_TERMS:,} |"
    yield f"| parentheses and negations inside each other | {MAX_DEPTH} |"
    yield f"| the number after `^` | {MAX_BOOST:,} |"
    yield ""
