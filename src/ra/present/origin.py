"""Explains where a query comes from: the words of files or of a section, and the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ra.present import clean
from ra.present.style import Style
from ra.search.origin import AppliedRule, Origin, OriginTerm

_HEADER = ("term", "source", "weight", "freq", "idf", "score", "boost")


def draw(origin: Origin, style: Style) -> Iterator[str]:
    """The files or the section, a table of terms, and the rules that applied."""
    yield style.bold("context of" if origin.kind == "context" else "like")
    yield from (f"  {clean.name(name)}" for name in origin.names)
    yield style.bold("terms")
    yield from (f"  {line}" for line in table(origin.terms))
    if origin.rules:
        yield style.bold("rules")
        for rule in origin.rules:
            yield from (f"  {clean.name(line)}" for line in _rule(rule))
    if origin.kind == "context":
        yield f"  trees: {', '.join(origin.trees) or 'none'}"
    yield ""


def table(terms: tuple[OriginTerm, ...]) -> Iterator[str]:
    """A line for each term, in columns; those given by a rule or a name have no score."""
    if not terms:
        yield "(none: no word of it is in the index)"
        return
    rows = [_HEADER, *map(_row, terms)]
    widths = [max(len(row[at]) for row in rows) for at in range(len(_HEADER))]
    for row in rows:
        cells = [
            cell.ljust(width) if at < 2 else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield "  ".join(cells).rstrip()


def _row(term: OriginTerm) -> tuple[str, ...]:
    sources = ", ".join(f"{each.name} {each.frequency}" for each in term.sources)
    numbers = (f"{term.weight:.2f}", str(term.frequency))
    scores = (f"{term.idf:.2f}", f"{term.score:.1f}") if term.score else ("", "")
    return (clean.name(term.word), sources, *numbers, *scores, f"{term.boost:.2f}")


def _rule(rule: AppliedRule) -> Iterator[str]:
    yield f"{', '.join(rule.match)} ({rule.file})"
    parts: Mapping[str, tuple[str, ...] | None] = {
        "terms": rule.terms,
        "trees": rule.trees,
        "include": rule.include,
    }
    yield from (f"  {name}: {', '.join(values)}" for name, values in parts.items() if values)
    yield from (f"  search.{name}: {value}" for name, value in rule.search.items())
