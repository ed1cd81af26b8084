"""Finds the documents that are related to files: their words, the rules, and a search."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path

from ra.config.context_rules import with_search
from ra.config.schema import ContextSettings, Search, Tree
from ra.context.code_words import code_words
from ra.context.compose import Frequencies, composed, given_term, name_phrases, scored
from ra.context.count import CountedWord, WordCounts, WordLimits
from ra.context.given import given, ids_of, place
from ra.context.pieces import GivenFile, pieces_of
from ra.context.rules import RuleOverlay, matching, overlay
from ra.engine.query import Scope
from ra.errors import UsageError
from ra.library.pinned import pinned, with_pinned
from ra.library.run_search import How, check_budget, report, special_fields
from ra.search.economy import most_results
from ra.search.origin import AppliedRule, Origin, OriginTerm
from ra.sources.read import binary
from ra.text.analysis import terms_of as stemmed
from ra.text.analysis import words
from ra.text.languages import NONE, spoken
from ra.text.stopwords import stop_words
from ra.typed import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from ra.engine.protocol import Reader
    from ra.library.access import Access, TreeNames
    from ra.search.results import Report

ContextFile = str | Path | GivenFile
_NO_CHANGES: Mapping[str, Any] = {}
# Of 50 words a section has few: next to the cosine its keyword score would hardly count. A source
# file is also less like its documentation in meaning than in words (bench/context.py). It is a
# constant because `context.semantic_weight`, which it multiplies, is the setting.
_MEANING_SHARE = 0.25
_MEANING = 2000  # bytes of a file; models read no more than some hundred words


class ContextRequest(NamedTuple):
    """What is wanted: `changes` are search settings by name that rules do not override."""

    trees: TreeNames = ()
    params: Search | None = None
    changes: Mapping[str, Any] = _NO_CHANGES
    terms: int | None = None
    aggregates: bool = True
    max_tokens: int = 0


class Prepared(NamedTuple):
    """The files as they were read, what the rules say of them, and the settings in effect."""

    files: tuple[GivenFile, ...]
    paths: tuple[Path, ...]
    overlay: RuleOverlay
    trees: tuple[Tree, ...]
    params: Search
    settings: ContextSettings


def context(access: Access, files: Sequence[ContextFile], wanted: ContextRequest) -> Report:
    """The best chunks for these files together; the files themselves are left out."""
    if not files:
        raise UsageError("no file is named; name at least one, or `-` for standard input")
    check_budget(wanted.max_tokens)
    known = prepare(access, files, wanted)
    own = access.select(wanted.trees)
    scope = Scope(access.tenant, tuple(tree.name for tree in known.trees or own))
    fields = special_fields((), known.params)
    return access.read(scope, lambda engine: _search(engine, known, own, wanted), fields)


def prepare(access: Access, files: Sequence[ContextFile], wanted: ContextRequest) -> Prepared:
    """Read the files and apply the rules to them, without the index."""
    settings = access.settings
    own = access.select(wanted.trees)
    size = settings.context.sample_size
    texts = [file for file in files if isinstance(file, GivenFile)]
    paths = [place(settings.cwd, file) for file in files if not isinstance(file, GivenFile)]
    read = [given(path, settings, size) for path in paths]
    read += [file._replace(data=file.data[:size]) for file in texts]
    named = [settings.cwd / (file.place or file.path) for file in texts if file.path]
    rules = overlay(matching(settings.context.rules, [*paths, *named]))
    trees = [tree for tree in own if rules.trees is None or tree.name in rules.trees]
    params = wanted.params or with_search(settings.context.search, rules.search)
    terms = settings.context.terms if wanted.terms is None else wanted.terms
    return Prepared(
        tuple(read),
        (*paths, *named),
        rules,
        tuple(trees),
        with_search(params, wanted.changes),
        settings.context._replace(terms=terms),
    )


def origin_of(access: Access, file: ContextFile, wanted: ContextRequest) -> Origin:
    """The words of a file, and the rules that apply to it."""
    known = prepare(access, [file], wanted)
    trees = known.trees or access.select(wanted.trees)
    scope = Scope(access.tenant, tuple(tree.name for tree in trees))
    return access.read(scope, lambda engine: _origin(known, terms_of(engine, known, trees), ()))


def keywords(access: Access, file: str | Path, most: int) -> list[OriginTerm]:
    """The words of a file, without those that rules and its name add."""
    known = prepare(access, [file], ContextRequest(terms=most))
    trees = access.select()
    found = access.read(access.scope(), lambda engine: terms_of(engine, known, trees))
    return [term for term in found if term.score]


def terms_of(engine: Reader, known: Prepared, trees: Sequence[Tree]) -> list[OriginTerm]:
    """The words of the files that are searched for, best first; then those of rules."""
    used = languages_of(engine, trees)
    own = known.settings
    counts = WordCounts(used[0])
    for file in known.files:
        counts.add(pieces_of(file), code_words(file.path))
    stop = all_stop_words(used)
    limits = WordLimits(own.min_word_length, own.max_word_length, own.min_term_frequency)
    counted = list(counts.counted(stop, limits))
    found = scored(counted, frequencies(engine, counted, trees), own.terms)
    phrases = [
        each
        for file in known.files
        for each in name_phrases(file.path)
        if any(_occurs(engine, words(each.word, one), trees) for one in used)
    ]
    asked = [given_term(text, "rule") for text in known.overlay.terms]
    return [*phrases, *asked, *found]


def languages_of(engine: Reader, trees: Sequence[Tree]) -> list[str]:
    """The analyses of the documents of these trees, each once."""
    known = engine.languages(Scope(trees[0].tenant, tuple(tree.name for tree in trees)))
    found = [known.get(tree.name, (tree.language,)) for tree in trees]
    return list(dict.fromkeys(chain(*found)))


def all_stop_words(languages: Sequence[str]) -> frozenset[str]:
    """The stop words of all these languages and of English."""
    own = dict.fromkeys([*map(spoken, languages), "english"])
    return frozenset().union(*(stop_words(each) for each in own if each != NONE))


def frequencies(
    engine: Reader, counted: Sequence[CountedWord], trees: Sequence[Tree]
) -> Frequencies:
    """In how many chunks of these trees each word occurs, in the text or in the path.

    Its term depends on the languages of the documents.
    """
    counts: Counter[str] = Counter()
    scope = Scope(trees[0].tenant, tuple(tree.name for tree in trees))
    by_language: dict[str, list[str]] = {}
    for name, languages in engine.languages(scope).items():
        for language in languages:
            by_language.setdefault(language, []).append(name)
    for language, names in by_language.items():
        own = dict(zip(counted, stemmed([one.word for one in counted], language), strict=True))
        part = scope._replace(trees=tuple(names))
        stats = engine.stats(("text", "path"), filter(None, own.values()), part)
        for one, term in own.items():
            counts[one.term] += max(stats["text"].get(term, 0), stats["path"].get(term, 0))
    return Frequencies(counts, engine.chunk_count(scope))


def _occurs(engine: Reader, terms: Sequence[str], trees: Sequence[Tree]) -> bool:
    """Whether the texts of these trees have all of these terms."""
    scope = Scope(trees[0].tenant, tuple(tree.name for tree in trees))
    return bool(terms) and all(engine.stats(("text",), terms, scope)["text"].values())


def _search(engine: Reader, known: Prepared, own: Sequence[Tree], wanted: ContextRequest) -> Report:
    trees = known.trees or own
    terms = terms_of(engine, known, trees) if known.trees else []
    scope = Scope(trees[0].tenant, tuple(tree.name for tree in trees))
    first, unknown = pinned(engine, known.overlay.include, scope)
    named = [file.doc_id for file in known.files if file.doc_id]
    without = list(dict.fromkeys([*ids_of(known.paths, trees), *named]))
    params = known.params._replace(semantic_weight=known.params.semantic_weight * _MEANING_SHARE)
    meaning = _meaning(known) if params.mode != "keyword" else ""
    how = How(trees, params, wanted.aggregates, 0, like_answer=meaning)
    found = report(engine, composed(terms, without), how)
    origin = _origin(known, terms, tuple(one.id for one in first))
    notes = (*found.notes, *_notes(known, own), *unknown)
    done = found._replace(origin=origin, notes=notes, partial=False)
    return with_pinned(done, first, most_results(params), wanted.max_tokens)


def _meaning(known: Prepared) -> str:
    """The text whose meaning is compared: the names of the files, and how they begin."""
    texts = [
        "" if binary(file.data) else file.data[:_MEANING].decode("utf-8", "ignore")
        for file in known.files
    ]
    return "\n".join(f"{file.path}\n{text}" for file, text in zip(known.files, texts, strict=True))


def _origin(known: Prepared, terms: Sequence[OriginTerm], first: tuple[str, ...]) -> Origin:
    return Origin(
        "context",
        tuple(file.path or "-" for file in known.files),
        tuple(terms),
        tuple(AppliedRule(str(each.file), *each[1:]) for each in known.overlay.rules),
        tuple(tree.name for tree in known.trees),
        first or known.overlay.include,
    )


def _notes(known: Prepared, own: Sequence[Tree]) -> list[str]:
    if known.trees:
        return []
    named = [", ".join(rule.trees) for rule in known.overlay.rules if rule.trees is not None]
    rules = "; ".join(named)
    searched = ", ".join(tree.name for tree in own)
    return [
        f"no tree is left: the context rules for this file name {rules}, of the trees {searched}"
    ]


def changed(access: Access) -> list[GivenFile]:
    """What the working copy of the current folder changes, as files of the changed lines."""
    from ra.sources.git import repository  # runs another program
    from ra.sources.git_changes import changed_files

    repo = repository(access.settings.cwd)
    return [
        GivenFile(file.path, file.lines, "text", place=str(file.place))
        for file in changed_files(repo)
    ]
