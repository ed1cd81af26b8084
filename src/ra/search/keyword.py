"""The keyword leg: BM25 over the terms of the query, and a bonus for names (SPEC 8.1, 8.2)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from itertools import chain

from ra.config.choices import COMMIT_PATHS
from ra.config.schema import Search, Tree
from ra.engine import query as engine
from ra.engine.query import Field
from ra.search.analyzed import Analyzed
from ra.search.attempt import Attempt, attempt_of
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
from ra.search.expand import Counts, Expansion, Vocabulary, expand, idf, spelled_out
from ra.search.name_bonus import LookupName, SpokenName, lookup_strength, names_of, with_bonus
from ra.search.wordings import Alike, Factors, alike, any_of, factors, with_totals
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
    """A tree to search, and the query in its language and in others of its documents."""

    tree: Tree
    query: Analyzed
    others: tuple[Analyzed, ...] = ()


class _Index(NamedTuple):
    """One tree of the index, and the settings of the search."""

    tree: Tree
    engine: Reader
    scope: engine.Scope
    params: Search
    total: int  # chunks
    alike: Alike  # terms of the same word, where documents are in several languages

    def counts(self, fields: Sequence[Field], terms: Iterable[str]) -> Counts:
        """In how many chunks each term occurs, or another one of its word."""
        if not self.alike:
            return self.engine.stats(fields, terms, self.scope)
        asked = dict.fromkeys(terms)
        asked.update(dict.fromkeys(one for term in asked for one in self.alike.get(term, ())))
        return with_totals(self.engine.stats(fields, asked, self.scope), self.alike)


class _Wording(NamedTuple):
    """The query in one language, with all that the engine query depends on."""

    query: Analyzed
    context: Context


class _Tried(NamedTuple):
    """One attempt at a tree: what was asked, and the hits before any bonus."""

    target: Target
    here: _Index
    plan: Attempt
    wordings: list[_Wording]
    plain: engine.Query
    core: engine.Query  # what the engine got: the plain one, perhaps with a bonus for all words
    hits: list[engine.Hit]


def retrieve(targets: Sequence[Target], index: Reader, params: Search, today: date) -> list[Leg]:
    """Search each tree for all words; where few or none have them, for some (SPEC 8.1)."""
    tried = [_try(each, _here(each, index, params), today) for each in targets]
    count = sum(len(each.hits) for each in tried)
    return [
        _leg(_try(each.target, each.here, today, each), each)
        if count < _enough(each) and _may_be_partial(each)
        else _leg(each)
        for each in tried
    ]


def _here(target: Target, index: Reader, params: Search) -> _Index:
    scope = engine.Scope(target.tree.tenant, (target.tree.name,))
    same = alike((target.query, *target.others)) if target.others else {}
    return _Index(target.tree, index, scope, params, index.chunk_count(scope), same)


def _enough(tried: _Tried) -> int:
    """How many hits make partial ones needless: operators admit these only if nothing matches."""
    return tried.here.params.max_candidates if tried.plan.prefers else 1


def _may_be_partial(tried: _Tried) -> bool:
    """Whether the query could match more if no bare term were required (SPEC 8.1)."""
    query, plan = tried.target.query, tried.plan
    if plan.prefers:
        return bool(query.terms)  # expansions, some of several terms, or no phrase
    several = len(query.terms) > 1 or (query.bare and query.chains)
    is_bound = plan.requires_all and tried.here.params.match == "auto"
    return is_bound and bool(several or (query.bare and query.named))


def _try(target: Target, here: _Index, today: date, before: _Tried | None = None) -> _Tried:
    """The hits of one attempt; after the first one bare terms are optional."""
    _, asked, others = target
    plan = attempt_of(asked, here.params, stop_words(asked.language), is_first=before is None)
    if before is None or before.plan.relaxes != plan.relaxes:
        wordings = [_wording(each, plan, here, today) for each in (asked, *others)]
    else:
        wordings = [_again(each, plan, here) for each in before.wordings]
    plain = _any_of(wordings)
    core = _coordinated(plain, wordings) if plan.shape == "lookup" else plain
    if before is not None and before.core == core:  # one word without expansions, most often
        return _Tried(target, here, plan, wordings, plain, core, before.hits)
    limit = _limit(here.params)
    hits = here.engine.lexical(core, limit, here.scope) if _is_asked(wordings) else []
    return _Tried(target, here, plan, wordings, plain, core, hits)


def _is_asked(wordings: Iterable[_Wording]) -> bool:
    return any(each.query.searched for each in wordings)


def _leg(tried: _Tried, previous: _Tried | None = None) -> Leg:
    """The leg of an attempt; with the hits of a previous one that asked for more."""
    (tree, asked, others), here, plan, wordings, _, core, found = tried
    named = _named(tried)
    facts, *more = [
        _facts(*each, plan, here) for each in zip((asked, *others), wordings, strict=True)
    ]
    hits = _raised(tried, named)
    known = _ids(hits)
    whole = _of_previous(previous, known) if previous else hits
    complete = known if whole is hits else _ids(whole)
    hits += [hit for hit in whole if hit.chunk_id not in known]
    facts = facts._replace(
        reached=found[0].score if found else 0.0,  # the best comes first
        complete=complete if plan.prefers else None,
        named=_ids(named.hits),
        excluded=_excluded(wordings),
        asked=core if _is_asked(wordings) else None,
        conditions=None if here.params.mode == "keyword" else _conditions(wordings),
        others={each.query.language: each for each in more},
    )
    terms = dict.fromkeys(wordings[0].query.terms)
    ideal = _BM25_CEILING * sum(facts.weights[term] for term in terms)
    return Leg("keyword", tree.name, tuple(hits), ideal, facts)


def _of_previous(tried: _Tried, known: frozenset[str]) -> list[engine.Hit]:
    """The hits of a previous attempt; their names are compared only if the next one lacks some."""
    is_cut = len(tried.hits) >= _limit(tried.here.params)
    if not is_cut and known.issuperset(_ids(tried.hits)):
        return tried.hits
    return _raised(tried, _named(tried))


def _raised(tried: _Tried, named: _Names) -> list[engine.Hit]:
    if tried.here.params.ranking != "ra":
        return list(tried.hits)
    return _with_name_bonus(tried.hits, named, tried.wordings, tried.here)


def _wording(asked: Analyzed, plan: Attempt, here: _Index, today: date) -> _Wording:
    query, weights = plan.asked(asked), recipe(here.params)
    stop, fields = stop_words(query.language), tuple(weights.fields)
    expansions = _expansions(query, plan, here, fields)
    selected = _selection(query, here)
    files = COMMIT_PATHS if here.tree.source == "git" else ""
    context = Context(
        weights, stop, expansions, plan.binds, filters(here.tree.name, today, files), selected,
        _factors(query, here, fields), bool(files),
    )  # fmt: skip
    return _Wording(query, context)


def _again(wording: _Wording, plan: Attempt, here: _Index) -> _Wording:
    """The same words in another attempt."""
    query, context = wording
    expansions = _expansions(query, plan, here, tuple(context.recipe.fields))
    return _Wording(query, context._replace(expansions=expansions, binds=plan.binds))


def _factors(query: Analyzed, here: _Index, fields: tuple[engine.Field, ...]) -> Factors:
    if not here.alike:
        return {}
    terms = [term for term in query.terms if len(here.alike.get(term, ())) > 1]
    counts = here.engine.stats(fields, terms, here.scope)
    return factors(counts, here.counts(fields, terms), here.total)


def _facts(asked: Analyzed, wording: _Wording, plan: Attempt, here: _Index) -> KeywordFacts:
    """What one wording of the query searched for."""
    query, context = wording
    terms = _counted(asked, query)
    counts = here.counts(("text", "aliases", "properties"), terms)
    return KeywordFacts(
        query=asked,
        expansions=context.expansions,
        bound=plan.requires_all,
        partial=plan.shape == "operators" and not plan.binds,
        reached=0.0,
        weights=_weights({term: counts["text"][term] for term in terms}, context.stop, here),
        in_aliases=_occurs(counts) or _may_be_in_aliases(query, context.expansions),
        absent=_absent(counts),
        is_sentence=plan.shape == "sentence",
        counts=counts["text"],
        chunks=here.total,
    )


def _conditions(wordings: Sequence[_Wording]) -> engine.Query | None:
    """What binds in every mode, in any language."""
    found = [(each.query, conditions(*each)) for each in wordings]
    known = [(query, wanted) for query, wanted in found if wanted is not None]
    return any_of(known, is_free=True) if known else None


def _excluded(wordings: Sequence[_Wording]) -> engine.Query | None:
    """What is excluded by words, in any language."""
    found = [(each.query, excluded_query(*each)) for each in wordings]
    known = [(query, wanted) for query, wanted in found if wanted is not None]
    return any_of(known) if known else None


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


def _ids(hits: Iterable[engine.Hit]) -> frozenset[str]:
    return frozenset([hit.chunk_id for hit in hits])


def _may_be_in_aliases(query: Analyzed, expansions: Mapping[str, Sequence[Expansion]]) -> bool:
    """Whether an alias may contain a term that a prefix or a mistyped word matches."""
    near = chain.from_iterable(expansions.values())
    has_prefix = any(leaf.is_open for leaf in query.chains)
    return has_prefix or any(
        form.by_field.get("aliases") or form.by_field.get("properties") for form in near
    )


def _coordinated(plain: engine.Query, wordings: Sequence[_Wording]) -> engine.Query:
    """The query of a lookup; with a corrected word, hits with all words are raised."""
    if not any(map(_is_corrected, wordings)):
        return plain
    whole = _any_of([_Wording(one, each._replace(binds=True)) for one, each in wordings])
    return engine.BoolQuery(must=(plain,), should=(engine.BoostQuery(whole, _COORDINATION),))


def _limit(params: Search) -> int:
    """How many hits a tree may have; in other modes those that are compared by meaning."""
    limit = params.candidate_limit or max(5 * params.limit, params.max_candidates)
    return limit if params.mode == "keyword" else max(limit, params.semantic_candidates)


def _is_corrected(wording: _Wording) -> bool:
    """Whether one of several words is corrected."""
    forms = chain.from_iterable(wording.context.expansions.values())
    return len(wording.query.terms) > 1 and any(form.is_correction for form in forms)


def _any_of(wordings: Sequence[_Wording]) -> engine.Query:
    return any_of([(each.query, engine_query(*each)) for each in wordings])


def _expansions(
    query: Analyzed, plan: Attempt, here: _Index, fields: tuple[engine.Field, ...]
) -> dict[str, tuple[Expansion, ...]]:
    if plan.is_exact or not here.params.fuzzy_distance:
        return {}
    known = Vocabulary(
        here.total,
        here.counts,
        lambda words, distance: here.engine.near(words, here.scope, distance),
        stop_words(query.language),
    )
    return expand(query, known, fields, here.params.fuzzy_penalty)


def _selection(query: Analyzed, here: _Index) -> Selection:
    """The documents of each `name:` and property; few queries have one."""
    if not query.about_documents:
        return {}
    from ra.search.selection import described, selection

    files = COMMIT_PATHS if here.tree.source == "git" else ""
    documents = [described(each, files) for each in here.engine.documents(here.scope)]
    return selection(query.about_documents, documents, query.language)


def _weights(
    counts: Mapping[str, int], stop_terms: frozenset[str], here: _Index
) -> dict[str, float]:
    """The idf of each term of the query, less for a stop word."""
    stop = here.params.weights.stop if here.params.ranking == "ra" else 1.0
    return {
        term: (stop if term in stop_terms else 1.0) * idf(count, here.total)
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


def _named(tried: _Tried) -> _Names:
    """The hits of which a whole name is the query: BM25 may rank a long page far behind."""
    here, (query, context) = tried.here, tried.wordings[0]
    spelled = spelled_out(query, context.expansions)
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
    asked = engine.BoolQuery(must=(tried.plain, engine.BoostQuery(names, 0.0)))
    return _Names(text, terms, here.engine.lexical(asked, 2 * most, here.scope), alike)


def _most(params: Search) -> int:
    """How many hits may be raised by their names.

    It must not depend on how many results are wanted: else a larger number would change the
    first ones.
    """
    return max(params.limit, params.max_candidates)


def _with_name_bonus(
    hits: list[engine.Hit], named: _Names, wordings: Sequence[_Wording], here: _Index
) -> list[engine.Hit]:
    """Raise hits whose names match the query, among those that could be results."""
    strength = lookup_strength(named.terms, wordings[0].context.stop)
    if not (hits and (strength or named.hits)):
        return list(hits)
    most = _most(here.params)
    exact = {hit.chunk_id: hit for hit in named.hits}
    first = [*exact.values(), *[hit for hit in hits[:most] if hit.chunk_id not in exact]]
    texts = names_of(first)
    spoken = [_spoken(each, texts, here) for each in wordings]
    asked = LookupName(named.text, strength, spoken, exact, named.alike)
    rest = [hit for hit in hits[most:] if hit.chunk_id not in exact]
    return with_bonus(first, asked, here.params.weights) + rest


def _spoken(wording: _Wording, texts: Collection[str], here: _Index) -> SpokenName:
    """What the query names in one language, and the names that share a term with it."""
    spelled = spelled_out(wording.query, wording.context.expansions)
    terms = frozenset([word for _, words in spelled for word in words])
    names = names_with(terms, texts, wording.query.language)
    others = set(chain.from_iterable(names.values())).union(terms)
    counts = here.counts(("text",), others)["text"]
    return SpokenName(terms, {term: idf(counts[term], here.total) for term in others}, names)
