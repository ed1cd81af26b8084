"""The keyword leg: BM25 over the terms of the query, and a bonus for names (SPEC 8.1, 8.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from itertools import chain

from ra.config.schema import Search, Tree
from ra.engine import query as engine
from ra.names import file_name
from ra.search.analyzed import Analyzed, Leaf, Shape, naming
from ra.search.candidates import KeywordFacts, Leg
from ra.search.engine_query import (
    Context,
    Selection,
    conditions,
    engine_query,
    excluded_query,
    filters,
    recipe,
)
from ra.search.expand import Expansion, Vocabulary, expand, idf
from ra.search.name_bonus import LookupName, lookup_strength, with_bonus
from ra.text.analysis import with_stems
from ra.text.find_words import names_with
from ra.text.names import heading_key, page_key
from ra.text.stopwords import stop_words
from ra.typed import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ra.engine.protocol import Reader

# The maximum factor by which BM25 multiplies a term's idf, with its usual k1 of 1.2.
_BM25_CEILING = 2.2
# The bonus for all words of a lookup, as a share of the score, where some are corrected: it cannot
# require all words as typed, and one word often enough would rank a long text above both.
_COORDINATION = 0.5


class Target(NamedTuple):
    """A tree to search, and the query in its language."""

    tree: Tree
    query: Analyzed


class _Index(NamedTuple):
    """One tree of the index, and the settings of the search."""

    tree: Tree
    engine: Reader
    scope: engine.Scope
    params: Search
    stop: frozenset[str]
    total: int  # chunks


def retrieve(targets: Sequence[Target], index: Reader, params: Search, today: date) -> list[Leg]:
    """Search each tree for all words; where few or none have them, for some (SPEC 8.1)."""
    legs = [search_tree(each, index, params, today) for each in targets]
    count = sum(len(leg.hits) for leg in legs)
    return [
        search_tree(each, index, params, today, previous=leg)
        if count < _enough(leg.facts, params) and may_be_partial(leg.facts, params)
        else leg
        for each, leg in zip(targets, legs, strict=True)
    ]


def _enough(facts: KeywordFacts, params: Search) -> int:
    """How many hits make partial ones needless: operators admit these only if nothing matches."""
    return params.max_candidates if facts.complete is not None else 1


def search_tree(
    target: Target, index: Reader, params: Search, today: date, previous: Leg | None = None
) -> Leg:
    """Search one tree. Given a previous attempt with few hits, bare terms become optional."""
    tree, asked = target
    scope = engine.Scope(tree.tenant, (tree.name,))
    stop = stop_words(tree.language)
    here = _Index(tree, index, scope, params, stop, index.chunk_count(scope))
    plan = _plan(asked, here, previous)
    query, weights = plan.query, recipe(params)
    expansions = {} if plan.is_exact else _expansions(query, here, tuple(weights.fields))
    selected = _selection(query, here)
    context = Context(weights, stop, expansions, plan.binds, filters(tree.name, today), selected)
    core = _core(query, context, coordinates=plan.shape == "lookup")
    hits = _hits(core, here) if query.searched else []
    reached = max((hit.score for hit in hits), default=0.0)
    counts = index.stats(("text", "aliases", "properties"), _counted(asked, query), scope)
    named = _named(query, context, here)
    if params.ranking == "ra":
        hits = _with_name_bonus(hits, named, counts["text"], here)
    told = _weights(counts["text"], here)
    facts = KeywordFacts(
        query=asked,
        expansions=expansions,
        bound=plan.binds or plan.shape == "operators",
        partial=plan.shape == "operators" and not plan.binds,
        reached=reached,
        weights=told,
        in_aliases=_occurs(counts) or _may_be_in_aliases(query, expansions),
        absent=_absent(counts),
        complete=_ids(previous.hits if previous else hits) if plan.prefers else None,
        is_sentence=plan.shape == "sentence",
        named=frozenset(hit.chunk_id for hit in named.hits),
        excluded=excluded_query(query, context),
        asked=core if query.searched else None,
        conditions=None if params.mode == "keyword" else conditions(query, context),
    )
    ideal = _BM25_CEILING * sum(told[term] for term in dict.fromkeys(query.terms))
    return Leg("keyword", tree.name, _with_previous(hits, previous), ideal, facts)


def _counted(asked: Analyzed, query: Analyzed) -> dict[str, None]:
    """The terms whose frequency counts: of the query, of its phrases, and of its relaxed form."""
    adjacent = chain.from_iterable(leaf.adjacent for leaf in asked.chains)
    return dict.fromkeys([*asked.terms, *query.terms, *filter(None, adjacent)])


def _occurs(counts: Mapping[engine.Field, Mapping[str, int]]) -> bool:
    """Whether a term of the query occurs in an alias or a property."""
    return any(counts["aliases"].values()) or any(counts["properties"].values())


def _absent(counts: Mapping[engine.Field, Mapping[str, int]]) -> frozenset[str]:
    """The terms that occur neither in texts nor in properties."""
    elsewhere = counts["properties"]
    return frozenset(
        [term for term, count in counts["text"].items() if not (count or elsewhere[term])]
    )


class _Plan(NamedTuple):
    """What one attempt asks: `is_exact` without expansions, `binds` for all bare terms.

    `prefers`: complete hits of the first attempt come before others.
    """

    shape: Shape
    query: Analyzed
    is_exact: bool
    binds: bool
    prefers: bool


def _plan(asked: Analyzed, here: _Index, previous: Leg | None) -> _Plan:
    """A lookup asks for its words as typed first; a sentence, for its phrases (SPEC 8.1)."""
    shape, is_first = _shape(asked, here.params, here.stop), previous is None
    if here.params.mode != "keyword":  # bare words bind in keyword mode only
        free: Shape = "lookup" if shape == "lookup" else "sentence"
        return _Plan(free, asked, is_exact=False, binds=False, prefers=False)
    is_sentence = shape == "sentence"
    relaxes = is_sentence and not (is_first and asked.binds_phrases)
    return _Plan(
        shape=shape,
        query=asked.relaxed or asked if relaxes else asked,
        is_exact=shape == "lookup" and is_first,
        binds=not is_sentence and is_first,
        prefers=shape == "lookup" or (is_sentence and asked.binds_phrases),
    )


def _ids(hits: Iterable[engine.Hit]) -> frozenset[str]:
    return frozenset(hit.chunk_id for hit in hits)


def _with_previous(hits: list[engine.Hit], previous: Leg | None) -> tuple[engine.Hit, ...]:
    """The hits, and those of the previous attempt that the limit of candidates left out."""
    if previous is None:
        return tuple(hits)
    known = _ids(hits)
    return (*hits, *(hit for hit in previous.hits if hit.chunk_id not in known))


def may_be_partial(facts: KeywordFacts, params: Search) -> bool:
    """Whether the query could match more if no bare term were required (SPEC 8.1)."""
    query = facts.query
    if facts.complete is not None:
        return bool(query.terms)  # expansions, some of several terms, or no phrase
    several = len(query.terms) > 1 or (query.bare and query.chains)
    return facts.bound and params.match == "auto" and bool(several or (query.bare and query.named))


def _shape(query: Analyzed, params: Search, stop: frozenset[str]) -> Shape:
    """What the query is: under `all` everything binds, under `any` no bare word (SPEC 8.1)."""
    if params.match == "auto":
        return query.shape(stop)
    return "operators" if params.match == "all" else "sentence"


def _may_be_in_aliases(query: Analyzed, expansions: Mapping[str, Sequence[Expansion]]) -> bool:
    """Whether an alias may contain a term that a prefix or a mistyped word matches."""
    near = chain.from_iterable(expansions.values())
    has_prefix = any(leaf.is_open for leaf in query.chains)
    return has_prefix or any(
        form.by_field.get("aliases") or form.by_field.get("properties") for form in near
    )


def _core(query: Analyzed, context: Context, *, coordinates: bool) -> engine.Query:
    """The query; of a lookup with a corrected word, hits with all words are raised."""
    asked = engine_query(query, context)
    forms = chain.from_iterable(context.expansions.values())
    if coordinates and len(query.terms) > 1 and any(form.is_correction for form in forms):
        whole = engine_query(query, context._replace(binds=True))
        return engine.BoolQuery(must=(asked,), should=(engine.BoostQuery(whole, _COORDINATION),))
    return asked


def _hits(core: engine.Query, here: _Index) -> list[engine.Hit]:
    return here.engine.lexical(core, _limit(here.params), here.scope)


def _limit(params: Search) -> int:
    """How many hits a tree may have; in other modes those that are compared by meaning."""
    limit = params.candidate_limit or max(5 * params.limit, params.max_candidates)
    return limit if params.mode == "keyword" else max(limit, params.semantic_candidates)


def _expansions(
    query: Analyzed, here: _Index, fields: tuple[engine.Field, ...]
) -> dict[str, tuple[Expansion, ...]]:
    if not here.params.fuzzy_distance:
        return {}
    known = Vocabulary(
        here.total,
        lambda fields, terms: here.engine.stats(fields, terms, here.scope),
        lambda words, distance: here.engine.near(words, here.scope, distance),
        here.stop,
    )
    return expand(query, known, fields, here.params.fuzzy_penalty)


def _selection(query: Analyzed, here: _Index) -> Selection:
    """The documents of each `name:` and property; few queries have one."""
    if not query.about_documents:
        return {}
    from ra.search.selection import described, selection

    documents = [described(each) for each in here.engine.documents(here.scope)]
    return selection(query.about_documents, documents, here.tree.language)


def _weights(counts: Mapping[str, int], here: _Index) -> dict[str, float]:
    """The idf of each term of the query, less for a stop word."""
    stop = here.params.weights.stop if here.params.ranking == "ra" else 1.0
    return {
        term: (stop if term in here.stop else 1.0) * idf(count, here.total)
        for term, count in counts.items()
    }


class _Names(NamedTuple):
    """The names that the query may be, with the hits that have one of them.

    `alike` counts the sections with such a heading.
    """

    text: str
    terms: tuple[str, ...]
    hits: list[engine.Hit]
    alike: int


def _named(query: Analyzed, context: Context, here: _Index) -> _Names:
    """The hits of which a whole name is the query: BM25 may rank a long page far behind."""
    leaves = naming(query)
    spelled = [pair for leaf in leaves for pair in _spelled(leaf, query.language, context)]
    terms = tuple([word for _, words in spelled for word in words])
    text = " ".join(text for text, _ in spelled)
    keys = [key for key in (page_key(text), heading_key(text)) if key]
    counts = here.engine.stats(("name",), keys, here.scope)["name"] if terms else {}
    alike = counts.get(heading_key(text), 0)
    most = _most(here.params)
    wanted = [key for key in keys if 0 < counts.get(key, 0) <= most]
    if not wanted:
        return _Names(text, terms, [], alike)
    names = engine.BoolQuery(should=tuple(engine.TermQuery("name", key) for key in wanted))
    core = engine_query(query, context)
    asked = engine.BoolQuery(must=(core, engine.BoostQuery(names, 0.0)))
    return _Names(text, terms, here.engine.lexical(asked, 2 * most, here.scope), alike)


def _spelled(leaf: Leaf, language: str, context: Context) -> list[tuple[str, tuple[str, ...]]]:
    """The text of a leaf with its terms; a mistyped word as its most frequent correction."""
    first = {
        term: forms[0]
        for term, forms in context.expansions.items()
        if forms[:1] and forms[0].is_correction
    }
    if first.keys().isdisjoint(leaf.words):
        return [(leaf.text, leaf.words)]
    return [
        (form.whole, (form.word,)) if (form := first.get(term)) else (whole, (term,))
        for whole, term in with_stems(leaf.text, language)
    ]


def _most(params: Search) -> int:
    """How many hits may be raised by their names.

    It must not depend on how many results are wanted: else a larger number would change the
    first ones.
    """
    return max(params.limit, params.max_candidates)


def _with_name_bonus(
    hits: list[engine.Hit], named: _Names, counts: Mapping[str, int], here: _Index
) -> list[engine.Hit]:
    """Raise hits whose names match the query, among those that could be results."""
    strength = lookup_strength(named.terms, here.stop)
    if not (hits and (strength or named.hits)):
        return hits
    most, terms = _most(here.params), frozenset(named.terms)
    exact = {hit.chunk_id: hit for hit in named.hits}
    first = [*exact.values(), *(hit for hit in hits[:most] if hit.chunk_id not in exact)]
    texts = {text for hit in first for text in (hit.title, hit.path, file_name(hit.path))}
    names = names_with(terms, texts, here.tree.language)
    others = set(chain.from_iterable(names.values())).union(terms).difference(counts)
    known = {**counts, **here.engine.stats(("text",), others, here.scope)["text"]}
    idfs = {term: idf(count, here.total) for term, count in known.items()}
    asked = LookupName(named.text, terms, strength, idfs, names, exact, named.alike)
    rest = [hit for hit in hits[most:] if hit.chunk_id not in exact]
    return with_bonus(first, asked, here.params.weights) + rest
