"""Finds which parts of the query a chunk contains, in its text or in its names.

The verdict, the reasons of a result, its missing words and its highlights all read it here. For
the verdict a term counts its idf once if it occurs in the names or in the best passage of a chunk;
an expansion counts `fuzzy_penalty` of that, a correction more. The share of a query that a chunk
covers therefore depends neither on the chunk's length, nor on field weights, nor on the number of
documents.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from ra.model import Chunk
from ra.search.analyzed import Branch, Leaf, fold
from ra.search.best_passage import passage_terms
from ra.search.candidates import Factor, KeywordFacts, LegRank
from ra.search.expand import corrected
from ra.search.highlight import Range, Wanted, match_ranges
from ra.search.verdict import Evidence
from ra.text import path_text
from ra.text.find_words import all_forms, forms_among
from ra.text.languages import spoken
from ra.text.normalization import begins_ngram
from ra.text.stopwords import stop_words
from ra.typed import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ra.search.results import Match, Report, Result


class BareMatch(NamedTuple):
    """The terms of one bare word of the query that a chunk contains.

    `whole`: all of them. `some`: at least one. `near` are the expansions it contains.
    """

    typed: str
    whole: bool
    some: bool
    near: tuple[str, ...]


class Why(NamedTuple):
    """Why a chunk is a hit: its ranks in the legs, matched parts of the query, score factors.

    `near` has the expansions that matched instead of a typed word.
    """

    legs: tuple[LegRank, ...]
    terms: tuple[str, ...]
    near: Mapping[str, tuple[str, ...]]
    factors: tuple[Factor, ...]


def searchable_text(chunk: Chunk, aliases: Sequence[str]) -> str:
    """All searchable text of a chunk: breadcrumb, tags, aliases of its document, path and body."""
    return f"{_names(chunk, aliases)}\n{chunk.body}"


def _names(chunk: Chunk, aliases: Sequence[str]) -> str:
    """The breadcrumb, tags, aliases and path of a chunk."""
    return " ".join([*chunk.breadcrumb, *chunk.tags, *aliases, path_text(chunk.path)])


def terms_in(text: str, language: str) -> set[str]:
    """The terms that the index has for a text."""
    return all_forms(text, language)


def bare_matches(terms: set[str], facts: KeywordFacts) -> tuple[BareMatch, ...]:
    """For each bare word of the query, its terms and expansions among these terms."""
    return tuple([_bare_match(leaf, terms, facts) for leaf in facts.query.bare if leaf.words])


class Scanned(NamedTuple):
    """A chunk, the aliases of its document, and the matches in its body."""

    chunk: Chunk
    aliases: Sequence[str]
    ranges: Sequence[Range]


def missing(scanned: Sequence[Scanned], facts: KeywordFacts) -> list[tuple[str, ...]]:
    """The parts of the query, as typed, that neither a chunk nor its names contain, of each.

    These are the bare words; of a sentence, which binds no words, its phrases.
    """
    if facts.is_sentence:
        return [_missing_phrases(chunk, aliases, facts) for chunk, aliases, _ in scanned]
    reads_ranges = _highlights_bare_words(facts)
    texts = []
    for chunk, aliases, ranges in scanned:
        body = chunk.body
        if reads_ranges and body.isascii():  # a byte is a character
            body = " ".join({body[start:end] for start, end in ranges})
        texts.append(f"{_names(chunk, aliases)}\n{body}")
    meant = [(leaf.typed, _meant(leaf, facts)) for leaf in facts.query.bare if leaf.words]
    return [
        tuple([typed for typed, forms in meant if terms.isdisjoint(forms)])
        for terms in _asked_terms(texts, facts)
    ]


def _missing_phrases(chunk: Chunk, aliases: Sequence[str], facts: KeywordFacts) -> tuple[str, ...]:
    text, query = searchable_text(chunk, aliases), facts.query
    phrases = [leaf for leaf in query.chains if leaf.kind == "phrase"]
    return tuple(
        [
            leaf.typed
            for leaf in phrases
            if not match_ranges(text, wanted_for((leaf,)), query.language)
        ]
    )


def _meant(leaf: Leaf, facts: KeywordFacts) -> frozenset[str]:
    """The terms of a bare word and their expansions."""
    expansions = facts.expansions.get
    near = [form.word for word in leaf.words for form in expansions(word, ())]
    return frozenset([*leaf.words, *near])


def _asked_terms(texts: Sequence[str], facts: KeywordFacts) -> list[set[str]]:
    """The terms of the query and their expansions in each text; with prefixes, all terms of it."""
    query = facts.query
    adjacent = [term for leaf in query.chains for term in leaf.adjacent]
    starts = list(filter(begins_ngram, query.terms))
    if starts or any(leaf.is_open for leaf in query.chains):
        every = [terms_in(text, query.language) for text in texts]
        begun = [{one for one in starts if has_term(one, terms)} for terms in every]
        return [terms | some for terms, some in zip(every, begun, strict=True)]
    near = [form.word for forms in facts.expansions.values() for form in forms]
    return forms_among(texts, query.language, frozenset([*query.terms, *adjacent, *near]))


def _highlights_bare_words(facts: KeywordFacts) -> bool:
    """Whether every term of the bare words, and of their expansions, is highlighted in a body."""
    is_loose = facts.partial or not facts.bound
    return is_loose or all(len(leaf.words) == 1 for leaf in facts.query.bare)


def wanted_in_body(facts: KeywordFacts) -> Wanted:
    """The parts to highlight in bodies: all positive parts of the query that search bodies."""
    query = facts.query
    single = {leaf.words[0] for leaf in query.bare if len(leaf.words) == 1}
    loose = () if facts.bound and not facts.partial else query.terms
    near = {form.word for term in (*single, *loose) for form in facts.expansions.get(term, ())}
    chained = wanted_for(query.chains)
    meant = [
        terms for leaf in query.bare for terms, _ in corrected(leaf.adjacent, facts.expansions)
    ]
    chained = chained._replace(phrases=(*chained.phrases, *meant))
    words = chained.words.union(single, near, loose)
    return chained._replace(
        words=words, prefixes=(*chained.prefixes, *filter(begins_ngram, single))
    )


def wanted_for(chains: Iterable[Leaf]) -> Wanted:
    """The parts to highlight whose terms must be adjacent."""
    words: set[str] = set()
    starts, whole, begun = [], [], []
    for leaf in chains:
        terms = leaf.adjacent
        if not leaf.is_open:
            whole.append(terms)
        elif len(terms) == 1:
            starts.append(terms[0])
            words.update(leaf.forms)
        else:
            begun.append(terms)
            whole += [(*terms[:-1], form) for form in leaf.forms]
    return Wanted(frozenset(words), tuple(starts), tuple(whole), tuple(begun))


def has_term(term: str, terms: set[str]) -> bool:
    """Whether the term occurs; a term shorter than the n-grams of the index matches as a prefix."""
    if term in terms:
        return True
    return begins_ngram(term) and any(each.startswith(term) for each in terms)


def has_prefix(leaf: Leaf, terms: set[str]) -> bool:
    """Whether a term matches the prefix of an open leaf."""
    start = leaf.adjacent[-1]
    return any(term.startswith(start) for term in terms) or not terms.isdisjoint(leaf.forms)


def reasons(report: Report) -> Callable[[Match], Why | None]:
    """A function that returns why a chunk is a hit; None for one that only represents others.

    With several queries, it names what any of them found in the chunk.
    """
    each = [_reasons_of_one(one) for one in report.searches]

    def why(match: Match) -> Why | None:
        found = list(filter(None, [one(match) for one in each]))
        if len(found) < 2:
            return found[0] if found else None
        terms = dict.fromkeys(term for one in found for term in one.terms)
        near = {typed: forms for one in found for typed, forms in one.near.items()}
        return found[0]._replace(terms=tuple(terms), near=near)

    return why


def _reasons_of_one(report: Report) -> Callable[[Match], Why | None]:
    """The reasons by one query."""
    trace = report.trace
    candidates = {one.chunk_id: one for one in trace.localized.candidates}
    facts = trace.facts()

    def why(match: Match) -> Why | None:
        candidate = candidates.get(match.chunk.id)
        if candidate is None:
            return None
        terms, near = _matched(match, facts[match.chunk.tree].of(match.language))
        return Why(candidate.legs, terms, near, trace.factors(candidate))

    return why


def shown_though_excluded(result: Result, report: Report) -> tuple[str, ...]:
    """Negated parts of the query that a section contains in the text of other chunks."""
    if not result.shows_others or report.query is None:
        return ()
    by = [
        one.trace.facts()[result.tree].of(result.match.language).query
        for one in report.searches
        if one is report or any(each.id == result.id for each in one.results)
    ]
    shown = [
        leaf.typed
        for query in by
        for leaf in query.excluded
        if match_ranges(result.body, wanted_for((leaf,)), query.language)
    ]
    return tuple(dict.fromkeys(shown))


def _matched(
    match: Match, facts: KeywordFacts
) -> tuple[tuple[str, ...], dict[str, tuple[str, ...]]]:
    """The parts of the query that a chunk or its names contain, and the expansions of others."""
    text, query = searchable_text(match.chunk, match.aliases), facts.query
    bare = bare_matches(terms_in(text, query.language), facts)
    terms = [each.typed for each in bare if each.whole]
    terms += [
        leaf.typed
        for leaf in query.chains
        if leaf.kind != "word" and match_ranges(text, wanted_for((leaf,)), query.language)
    ]
    near = {each.typed: each.near for each in bare if each.near and each.typed not in terms}
    return tuple(dict.fromkeys(terms)), near


def _bare_match(leaf: Leaf, terms: set[str], facts: KeywordFacts) -> BareMatch:
    found = [has_term(word, terms) for word in leaf.words]
    forms = [form for word in leaf.words for form in facts.expansions.get(word, ())]
    near = tuple([form.whole or form.word for form in forms if form.word in terms])
    return BareMatch(leaf.typed, all(found), any(found), near)


class _Weight(NamedTuple):
    """The weight of a term of the query, and how much of it a chunk covers."""

    possible: float
    covered: float


_Weights = Mapping[str, _Weight]
_MET: _Weights = {}  # no weight, and matched: otherwise the chunk would not be a hit


def evidence(chunk: Chunk, aliases: Sequence[str], facts: KeywordFacts, penalty: float) -> Evidence:
    """The share of the query that a hit covers by its names and its best passage.

    For alternatives the best one counts.
    """
    query = facts.query
    passage = passage_terms(chunk, facts, penalty)
    if passage is None:
        (terms,) = _asked_terms([searchable_text(chunk, aliases)], facts)
    else:
        (named,) = _asked_terms([_names(chunk, aliases)], facts)
        terms = named | passage

    def leaf(one: Leaf) -> _Weights:
        return _leaf_weights(one, terms, facts, penalty)

    stop = stop_words(query.language)
    weights = fold(query.tree, leaf, _joined)
    telling = weights.keys() - stop
    if telling and query.terms:  # a stop word that no text has says nothing
        weights = {term: one for term, one in weights.items() if term not in stop & facts.absent}
    possible = sum(one.possible for term, one in weights.items() if term in telling)
    unseen = sum(weights[term].possible for term in weights if term in telling & facts.absent)
    absent = unseen / possible if possible else 0.0
    language = spoken(query.language)
    share, words = _share(weights), len(telling)
    return Evidence(share, words, absent, facts.is_sentence, None, language, facts.chunks)


def _joined(branch: Branch, parts: Sequence[_Weights]) -> _Weights:
    if branch.operator == "or":
        return max(parts, key=_share)
    return {term: weight for part in parts for term, weight in part.items()}


def _share(weights: _Weights) -> float:
    possible = sum(weight.possible for weight in weights.values())
    return sum(weight.covered for weight in weights.values()) / possible if possible else 1.0


def _leaf_weights(leaf: Leaf, terms: set[str], facts: KeywordFacts, penalty: float) -> _Weights:
    """Term by term; a phrase is covered whole or not at all, and so is a prefix."""
    if leaf.negations or leaf.field not in (None, "body"):
        return _MET
    if leaf.kind == "word":
        return {term: _weight(term, terms, facts, penalty) for term in leaf.words}
    if leaf.kind == "phrase":
        whole = all(has_term(term, terms) for term in leaf.words)
        weights = {term: facts.weights.get(term, 0.0) for term in leaf.words}
        return {term: _Weight(one, one if whole else 0.0) for term, one in weights.items()}
    if not leaf.adjacent or has_prefix(leaf, terms):
        return _MET
    return {leaf.typed: _Weight(1.0, 0.0)}


def _weight(term: str, terms: set[str], facts: KeywordFacts, penalty: float) -> _Weight:
    weight = facts.weights.get(term, 0.0)
    if has_term(term, terms):
        return _Weight(weight, weight)
    near = [form for form in facts.expansions.get(term, ()) if form.word in terms]
    shares = [form.verdict_share(penalty) for form in near]
    return _Weight(weight, max(shares, default=0.0) * weight)
