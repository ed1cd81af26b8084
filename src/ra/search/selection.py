"""Selects documents by their names and front matter, for `name:rsa` and `[status:draft]` (SPEC 7).

Both ask about whole documents, as filters by tag and path do, so they are answered from the records
of the documents and become filters of the engine query.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import PurePosixPath

from ra.properties import PropertyTest, has_property, scalars
from ra.query.fields import GLOB, PROPERTY, TAGGED
from ra.search.analyzed import Leaf
from ra.text.analysis import phrase_words
from ra.text.find_words import names_with
from ra.typed import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ra.engine.records import DocumentRecord
    from ra.properties import Comparison

# File names that mean their folder.
_INDEX_FILES = frozenset({"index", "_index", "readme"})
_COMPARED = re.compile(r"(<=|>=|<|>|=)\s*(.+)", re.DOTALL)
_SIGNS: Mapping[str, Comparison] = {"<": "<", ">": ">", "<=": "<=", ">=": ">=", "=": "="}


class Described(NamedTuple):
    """What a document says of itself: its names and its front matter."""

    id: str
    paths: tuple[str, ...]
    names: tuple[str, ...]
    properties: Mapping[str, object]
    tags: tuple[str, ...]


def described(record: DocumentRecord, files: str = "") -> Described:
    """A document by its title, the name of its file or of an index file's folder, and aliases.

    `files` is the property with its paths, if its own path is none of a file.
    """
    place = PurePosixPath(record.path)
    is_index = place.stem.lower() in _INDEX_FILES and place.parent.name
    file_name = place.parent.name if is_index else place.stem
    names = tuple(dict.fromkeys((record.title, file_name, *record.aliases)))
    paths = tuple(map(str, scalars(record.fields.get(files, [])))) if files else (record.path,)
    return Described(record.id, paths, names, record.fields, record.tags)


def selection(
    leaves: Iterable[Leaf], documents: Sequence[Described], language: str
) -> dict[Leaf, frozenset[str]]:
    """The documents that each of these leaves selects."""
    return {leaf: frozenset(_selected(leaf, documents, language)) for leaf in leaves}


def _selected(leaf: Leaf, documents: Sequence[Described], language: str) -> Iterator[str]:
    field = (leaf.field or "").partition(".")[0]
    if field == PROPERTY:
        return _with_property(leaf, documents)
    if field == TAGGED:
        return (each.id for each in documents if _has_tag(each, leaf.text))
    if field == GLOB:
        matches = _path_matcher(leaf.text)
        return (each.id for each in documents if any(map(matches, each.paths)))
    return _with_name(leaf, documents, language)


def _has_tag(document: Described, wanted: str) -> bool:
    """Whether a document has a tag, or one below it: `tea` has `tea/green`."""
    tag = wanted.casefold()
    own = [each.casefold() for each in document.tags]
    return any(each == tag or each.startswith(f"{tag}/") for each in own)


def _path_matcher(wanted: str) -> Callable[[str], bool]:
    """Whether a path is this one, below this folder, or matched by this pattern; without case.

    Patterns are those of `include` in the settings.
    """
    text = wanted.casefold()
    if not set("*?[").intersection(text):
        folder = f"{text.removeprefix('./').strip('/')}/"
        return lambda path: f"{path.casefold()}/".startswith(folder)
    from ra.sources.patterns import PatternRules, setting_rules  # few filters have wildcards

    rules = PatternRules(setting_rules([text]))

    def matches(path: str) -> bool:
        folder, slash, name = path.casefold().rpartition("/")
        return rules.last(f"{folder}{slash}", name, False) is not None

    return matches


def _with_name(leaf: Leaf, documents: Sequence[Described], language: str) -> Iterator[str]:
    """Documents with a name that has all words of the leaf, in order if it is a phrase."""
    names = {name for each in documents for name in each.names}
    if leaf.words:
        terms = frozenset(leaf.words)
        names = {name for name, own in names_with(terms, names, language).items() if terms <= own}
    if leaf.kind != "word":
        names = {name for name in names if _has_row(phrase_words(name, language), leaf)}
    return (each.id for each in documents if not names.isdisjoint(each.names))


def _has_row(terms: Sequence[str], leaf: Leaf) -> bool:
    """Whether the terms of a leaf follow one another in these; the last may be a prefix."""
    *first, last = leaf.adjacent
    count = len(leaf.adjacent)
    for start in range(len(terms) - count + 1):
        *before, end = terms[start : start + count]
        is_end = end.startswith(last) or end in leaf.forms if leaf.is_open else end == last
        if before == first and is_end:
            return True
    return False


def _with_property(leaf: Leaf, documents: Iterable[Described]) -> Iterator[str]:
    """Documents that have the property, and in it the value, if one is asked for."""
    name = (leaf.field or "").partition(".")[2]
    test = _test(leaf) if name else None
    return (each.id for each in documents if has_property(each.properties, name or leaf.text, test))


def _test(leaf: Leaf) -> PropertyTest:
    """What a leaf asks of a value: a comparison, the start of a word, or words."""
    compared = _COMPARED.fullmatch(leaf.text) if leaf.kind == "word" else None
    if compared:
        return PropertyTest(_SIGNS[compared[1]], compared[2])
    return PropertyTest("prefix" if leaf.kind == "prefix" else "words", leaf.text)
