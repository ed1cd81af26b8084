"""Explains a search without results: what was searched, what was left out, and what to try."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from ra.present import clean, text
from ra.search.candidates import KeywordFacts
from ra.search.results import Report
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from ra.library import TreeStatus

_LEFT_OUT = {"ignored": "ignored", "skipped": "skipped", "failed": "could not be read"}
_MOST_WORDS = 5
_MOST_SUFFIXES = 3


def nothing_found(
    report: Report, trees: Sequence[TreeStatus], suffixes: Callable[[str], Counter[str]]
) -> Iterator[str]:
    """Sentences, the most important first; `suffixes` counts those of the files in a folder."""
    if report.origin is not None and not report.limited:
        yield from report.notes or _unrelated(report, trees)
        return
    if report.query is None:
        yield "the query is empty; type at least one word"
        return
    if found := report.limited:
        results = "1 result was" if found == 1 else f"{found:,} results were"
        yield f"{results} found, but the first does not fit into --max-tokens"
        return
    if all(each.query.searched is None for each in _facts(report)):
        yield "no word of the query can be searched; `rg -F` finds signs"
        return
    yield f"nothing found in {_searched(trees)}"
    if left_out := _left_out(trees):
        yield f"left out: {left_out} (`ra status --files` lists them with the reason)"
    absent = absent_words(report)
    has_documents = any(tree.documents for tree in trees)
    yield from _absent(absent) if has_documents else _unread(trees, suffixes)
    if advice := ", or ".join(_advice(report, trees, absent)):
        yield f"try {advice}"


def _absent(words: Sequence[str]) -> Iterator[str]:
    if words:
        shown = clean.line(", ".join(words[:_MOST_WORDS]))
        more = len(words) - _MOST_WORDS
        yield f"not in the index: {shown}" + (f" and {more} more" if more > 0 else "")


def _unread(trees: Sequence[TreeStatus], suffixes: Callable[[str], Counter[str]]) -> Iterator[str]:
    """For each tree without documents, the patterns that choose files and the files there are."""
    for tree in trees:
        if not tree.include:  # a tree of commits
            yield clean.line(f"no commit is in '{tree.name}'")
            continue
        counts = suffixes(str(tree.root)).most_common(_MOST_SUFFIXES) if not tree.files else []
        there = ", ".join(f"{count:,} {suffix or 'without suffix'}" for suffix, count in counts)
        if there:
            patterns = ", ".join(tree.include)
            yield clean.line(f"no file of '{tree.name}' matches {patterns}; there are: {there}")


def _unrelated(report: Report, trees: Sequence[TreeStatus]) -> Iterator[str]:
    """Sentences for a query that was made of a file."""
    yield f"nothing related found in {_searched(trees)}"
    if report.query is None:
        is_limited = report.origin is not None and report.origin.kind == "likethis"
        limits = " within the limits for words" if is_limited else ""
        yield f"no word of it is in the index{limits}"


def absent_words(report: Report) -> list[str]:
    """The words of the query, as typed, that no searched tree contains."""
    facts = _facts(report)
    typed = dict.fromkeys(leaf.text for each in facts for leaf in each.query.bare if leaf.words)
    return [word for word in typed if not any(each.contains(word) for each in facts)]


def _facts(report: Report) -> list[KeywordFacts]:
    """What each query met in each tree."""
    return [facts for each in report.searches for facts in each.trace.facts().values()]


def _searched(trees: Sequence[TreeStatus]) -> str:
    documents = text.count(sum(tree.documents for tree in trees), "document")
    if len(trees) == 1:
        return f"{documents} of {clean.name(str(trees[0].root))}"
    return f"{documents} of {clean.line(', '.join(tree.name for tree in trees))}"


def _left_out(trees: Sequence[TreeStatus]) -> str:
    counts = Counter[str](file.state for tree in trees for file in tree.files)
    said = [
        f"{text.count(counts[state], 'file')} {words}"
        for state, words in _LEFT_OUT.items()
        if counts[state]
    ]
    return ", ".join(said)


def _advice(report: Report, trees: Sequence[TreeStatus], absent: Sequence[str]) -> Iterator[str]:
    if not sum(tree.documents for tree in trees):
        yield "another folder with -C DIR"
        return
    facts = _facts(report)
    if any(each.bound and len(each.query.terms) > 1 and not each.partial for each in facts):
        yield "`--match any`"
    elif absent:
        yield "other words"
    if absent:
        yield "the start of a word followed by `*`"
