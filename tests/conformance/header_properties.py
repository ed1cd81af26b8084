"""Checks for the properties that a case of `header_based` can name (README of the cases)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any, NamedTuple


class Found(NamedTuple):
    """A chunk with the fields that cases speak of; `start` and `end` are characters."""

    chunk_id: str
    header_path: str
    body: str
    content: str
    overlap: str
    start: int
    end: int
    ordinal: int


Rule = dict[str, Any]
Check = Callable[[Rule, str, list[Found]], bool]


def broken(rule: Rule, text: str, found: list[Found]) -> str | None:
    """Why a promise is not kept, or nothing. A promise nobody knows is an error, not kept."""
    if PROPERTIES[rule["p"]](rule, text, found):
        return None
    return f"not kept with {rule} by {[tuple(one) for one in found]}"


def _with(rule: Rule, found: list[Found]) -> list[Found]:
    """The chunks that a promise is about; there must be one, or it says nothing."""
    about = [one for one in found if rule["contains"] in one.body]
    if not about:
        raise AssertionError(f"no body contains {rule['contains']!r}")
    return about


def _values(rule: Rule) -> list[str]:
    """What a promise names besides the chunks it is about: one string or several."""
    found: list[str] = []
    for name, value in rule.items():
        if name not in {"p", "contains"}:
            found += [value] if isinstance(value, str) else value
    return found


def _squeezed(text: str) -> str:
    return "".join(text.split())


def _together(words: list[str], found: list[Found]) -> bool:
    return any(all(word in one.body for word in words) for one in found)


def _count(rule: Rule, _: str, found: list[Found]) -> bool:
    number = len(found)
    return bool(
        rule.get("min", number) <= number <= rule.get("max", number)
        and rule.get("eq", number) == number
    )


def _each_line_once(rule: Rule, _: str, found: list[Found]) -> bool:
    lines = [line for one in found for line in one.body.splitlines()]
    return all(lines.count(line) == 1 for line in rule["lines"])


def _overlap_is_suffix(_: Rule, __: str, found: list[Found]) -> bool:
    return not (found and found[0].overlap) and all(
        before.body.endswith(one.overlap) for before, one in pairwise(found)
    )


def _all(keeps: Callable[[Rule, Found], bool]) -> Check:
    return lambda rule, _, found: all(keeps(rule, one) for one in found)


def _all_with(keeps: Callable[[Rule, Found], bool]) -> Check:
    return lambda rule, _, found: all(keeps(rule, one) for one in _with(rule, found))


PROPERTIES: Mapping[str, Check] = {
    "chunk_count": _count,
    "chunk_with_has_none_of": _all_with(
        lambda rule, one: not any(word in one.body for word in rule["none"])
    ),
    "content_of_contains": _all_with(
        lambda rule, one: all(each in one.content for each in _values(rule))
    ),
    "content_of_lacks": _all_with(
        lambda rule, one: not any(each in one.content for each in _values(rule))
    ),
    "contiguous_ordinals": lambda _, __, found: (
        [one.ordinal for one in found] == list(range(len(found)))
    ),
    "body_is_slice_of_original": lambda _, text, found: all(
        text[one.start : one.end] == one.body for one in found
    ),
    "each_line_once": _each_line_once,
    "every_chunk_starts_with": _all(lambda rule, one: one.content.startswith(rule["value"])),
    "header_path_mentions": _all_with(
        lambda rule, one: all(title in one.header_path for title in rule["titles"])
    ),
    "header_path_of": _all_with(lambda rule, one: one.header_path == rule["value"]),
    "max_body_chars": _all(lambda rule, one: len(one.body) <= rule["max"]),
    "no_body_equals": _all(lambda rule, one: one.body != rule["value"]),
    "no_chunk_contains": _all(lambda rule, one: rule["value"] not in one.content),
    "no_chunk_equals": _all(lambda rule, one: one.content != rule["value"]),
    "no_empty_text": _all(lambda _, one: bool(one.body.strip())),
    "no_loss": lambda rule, _, found: all(
        any(word in one.body for one in found) for word in rule["words"]
    ),
    "no_loss_sequence": lambda _, text, found: (
        _squeezed("".join(one.body for one in found)) == _squeezed(text.removeprefix("\ufeff"))
    ),
    "not_together": lambda rule, _, found: not _together(rule["words"], found),
    "overlap_is_suffix_of_prev": _overlap_is_suffix,
    "some_body_equals": lambda rule, _, found: any(one.body == rule["value"] for one in found),
    "text_contains": lambda rule, _, found: any(rule["value"] in one.content for one in found),
    "together": lambda rule, _, found: _together(rule["words"], found),
    "together_each": lambda rule, _, found: all(_together(pair, found) for pair in rule["pairs"]),
    "unique_ids": lambda _, __, found: len({one.chunk_id for one in found}) == len(found),
}
