"""Generates `docs/reference/query.md` from the fields and limits of the query parser."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ra.query.fields import DATES, FIELDS
from ra.query.limits import MAX_BOOST, MAX_DEPTH, MAX_LENGTH, MAX_PREFIXES, MAX_TERMS

EXAMPLES: Mapping[str, str] = {
    "title": "title:install",
    "name": "name:rsa",
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
    "term": ("tea", "A word as typed."),
    "phrase": ('"green tea"', "Words in this order, as an array."),
    "prefix": ("tea*", "The prefix."),
    "not": ("-tea", "The part that must not match."),
    "and": ("green tea", "An array of two or more parts that must all match."),
    "or": ("green OR tea", "An array of two or more parts of which one must match."),
    "field": ("title:tea", "The name of the field; `expr` is the part that must match in it."),
    "boost": ("tea^2", "The factor; `expr` is the part whose score is multiplied by it."),
}

_INTRO = """\
# Query grammar

The whole query syntax on one page. [Query syntax](../guides/query-syntax.md) explains it with
examples. `make docs` generates this page from the code.

## Grammar

```text
or      = and { "OR" and }
and     = unary { [ "AND" ] unary }
unary   = ( "-" | "NOT" ) unary | primary
primary = ( value | field ":" value | property ) [ "^" number ]
value   = word | phrase | "(" or ")"
property = "[" name [ ":" ( word | phrase ) ] "]"
```

White space is allowed between any two tokens, except after `-`, around the colon of a field and
inside a property. A word ends at white space, `(`, `)`, `"` or `^`; `()` right after a word is part
of it. `-` is an operator only directly before a word, phrase, field, property or group. `OR`, `AND`
and `NOT` are operators only in upper case and as whole words. A query without a word that can be
searched is an error.
"""


def page() -> str:
    """The whole page."""
    return "\n".join([_INTRO, *_fields(), *_tree(), *_bounds()])


def _fields() -> Iterator[str]:
    yield from ("## Fields", "", "| Field | Example | Matches |", "|---|---|---|")
    for name, meaning in FIELDS.items():
        yield f"| `{name}:` | `{EXAMPLES[name]}` | {meaning} |"
    dates = " and ".join(f"`{name}:`" for name in FIELDS if name in DATES)
    yield ""
    yield f"The value of {dates} is a date (`YYYY-MM-DD`), a month or a year (`YYYY-MM`,"
    yield "`YYYY`; its first day counts), or a number with `d`, `w`, `m` or `y` for that many days,"
    yield "weeks, months or years ago. Any other name before a colon is ordinary text, and so is a"
    yield "field before white space."
    yield ""
    yield "`[status]` matches documents that have this property in their front matter."
    yield "`[status:draft]` matches those whose property contains the word. `>`, `<`, `>=` and `<=`"
    yield "before a value compare numbers and dates: `[rating:>5]`, `[due:<2026-12-01]`. In the"
    yield "tree, the name of the field is `prop` or `prop.NAME`."
    yield ""


def _tree() -> Iterator[str]:
    yield from ("## Tree", "")
    yield "`ra inspect query QUERY --json` prints the syntax tree of a query, null for an empty"
    yield "query. Each node is an object with one of these keys:"
    yield from ("", "| Key | Example | Value |", "|---|---|---|")
    yield from (f"| `{key}` | `{text}` | {meaning} |" for key, (text, meaning) in FORMS.items())
    yield ""


def _bounds() -> Iterator[str]:
    yield from ("## Limits", "")
    yield "A query that exceeds a limit is rejected with an error."
    yield from ("", "| Limit | Maximum |", "|---|---|")
    yield f"| characters of a query | {MAX_LENGTH:,} |"
    yield f"| words in all queries of one search; a long word counts as several | {MAX_TERMS:,} |"
    yield f"| prefixes (`*`) in all queries of one search | {MAX_PREFIXES} |"
    yield f"| nested parentheses and negations | {MAX_DEPTH} |"
    yield f"| the number after `^` | {MAX_BOOST:,} |"
    yield ""
