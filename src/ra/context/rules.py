"""Applies the rules of `[[context.rules]]` to files (SPEC 9.2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from ra.config.context_keys import ContextRule
from ra.sources.paths import relative_posix
from ra.sources.patterns import PatternRules, later, setting_rules
from ra.typed import Any, NamedTuple


class RuleOverlay(NamedTuple):
    """What the matching rules set together.

    Terms and includes are those of all rules, nearest first; `trees` are those that every rule with
    trees names, None if none does; of each search setting the first value holds.
    """

    rules: tuple[ContextRule, ...]
    terms: tuple[str, ...]
    trees: tuple[str, ...] | None
    include: tuple[str, ...]
    search: dict[str, Any]


def matching(rules: Iterable[ContextRule], files: Sequence[Path]) -> list[ContextRule]:
    """The rules that match at least one of these files, nearest first."""
    return [rule for rule in rules if any(_matches(rule, file) for file in files)]


def overlay(rules: Sequence[ContextRule]) -> RuleOverlay:
    """Unite the rules that matched."""
    search: dict[str, Any] = {}
    trees: tuple[str, ...] | None = None
    for rule in rules:
        search = {**rule.search, **search}
        if rule.trees is not None:
            wanted = dict.fromkeys(rule.trees)
            trees = tuple(wanted if trees is None else [each for each in trees if each in wanted])
    return RuleOverlay(
        tuple(rules),
        tuple(dict.fromkeys(term for rule in rules for term in rule.terms)),
        trees,
        tuple(dict.fromkeys(each for rule in rules for each in rule.include)),
        search,
    )


def _matches(rule: ContextRule, file: Path) -> bool:
    """Whether the last pattern that matches the file, or a folder above it, is not negated."""
    path = relative_posix(file, rule.file.parent)
    if path is None:
        return False
    compiled = setting_rules(rule.match)
    names = PatternRules(compiled)
    folders = PatternRules([each for each in compiled if each.covers])
    *above, name = path.split("/")
    found, folder = None, ""
    for part in above:
        found = later(found, folders.last(folder, part, True))
        folder += f"{part}/"
    found = later(found, names.last(folder, name, False))
    return found is not None and not found.negated
