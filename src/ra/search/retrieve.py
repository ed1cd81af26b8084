"""Which chunks of one tree match, and how well? (SPEC 8.1, 8.2)"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from itertools import chain

from ra.config.schema import Search, Tree
from ra.engine import query as engine
from ra.query.ast import Query
from ra.search.compile import Context, lexical_query, recipe
from ra.search.expand import Expansion, Vocabulary, expand, idf
from ra.search.filters import filters
from ra.search.lookup import lookup_strength, with_bonus
from ra.search.wording import Wording, asking, is_lookup, wording
from ra.text.scan import names_with
from ra.text.stopwords import stop_words
from ra.typed import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ra.engine.protocol import Engine

# The most that BM25 can make of a word's idf, with its usual k1 of 1.2.
_BM25_CEILING = 2.2


class Retrieved(NamedTuple):
    """The hits of one tree and how they came about.

    `bound`: every bare word had to be found. `partial`: that found nothing, so it was dropped.
    `ideal` is the best keyword score the query could reach, `reached` the best it did. `weights`
    says of each word that is asked for how much it tells. `in_aliases`: some alias may have one.
    """

    tree: str
    language: str
    hits: tuple[engine.Hit, ...]
    said: Wording
    expansions: Mapping[str, tuple[Expansion, ...]]
    bound: bool
    partial: bool
    ideal: float
    reached: float
    weights: Mapping[str, float]
    in_aliases: bool


class _Tree(NamedTuple):
    tree: Tree
    engine: Engine
    scope: engine.Scope
    params: Search
    stop: frozenset[str]
    total: int  # chunks


def retrieve(
    query: Query,
    tree: Tree,
    index: Engine,
    params: Search,
    today: date,
    before: Retrieved | None = None,
) -> Retrieved:
    """Ask one tree; after a search `before` no bare word has to be found, though all are bound."""
    scope = engine.Scope(tree.tenant, (tree.name,))
    stop = stop_words(tree.language)
    here = _Tree(tree, index, scope, params, stop, index.chunk_count(scope))
    asked = asking(query, tree.language)
    said = wording(query if asked is None else asked, tree.language)
    weights = recipe(params)
    expansions = before.expansions if before else _expansions(said, here, tuple(weights.fields))
    bound = _binds(said, params, stop)
    binds = bound and before is None
    context = Context(tree.language, weights, stop, expansions, binds, filters(tree.name, today))
    hits = _hits(asked, said, context, here)
    reached = max((hit.score for hit in hits), default=0.0)
    chained = chain.from_iterable(each.words for each in said.chains)
    words = dict.fromkeys([*said.single_words, *filter(None, chained)])
    counts = index.stats(("text", "aliases"), words, scope)
    if params.ranking == "ra":
        hits = _preferring_names(hits, said, counts["text"], here)
    told = _weights(counts["text"], here)
    return Retrieved(
        tree=tree.name,
        language=tree.language,
        hits=tuple(hits),
        said=said,
        expansions=expansions,
        bound=bound,
        partial=bound and not binds,
        ideal=_BM25_CEILING * sum(told[word] for word in dict.fromkeys(said.single_words)),
        reached=reached,
        weights=told,
        in_aliases=any(counts["aliases"].values()) or _may_be_in_aliases(said, expansions),
    )


def _binds(said: Wording, params: Search, stop: frozenset[str]) -> bool:
    """Whether every bare word has to be found (SPEC 8.1)."""
    if params.match == "auto":
        return said.uses_operators or is_lookup(said, stop)
    return params.match == "all"


def may_be_partial(asked: Retrieved, params: Search) -> bool:
    """Whether the query could find more if no bare word had to be found (SPEC 8.1)."""
    said = asked.said
    several = len(said.single_words) > 1 or (said.bare and said.chains)
    return asked.bound and params.match == "auto" and bool(several or (said.bare and said.named))


def _may_be_in_aliases(said: Wording, expansions: Mapping[str, Sequence[Expansion]]) -> bool:
    """Whether an alias may have what a prefix or a mistyped word means."""
    near = chain.from_iterable(expansions.values())
    starts = any(each.is_open for each in said.chains)
    return starts or any(form.by_field.get("aliases") for form in near)


def _hits(query: Query | None, said: Wording, context: Context, here: _Tree) -> list[engine.Hit]:
    if query is None:
        return []
    params = here.params
    limit = params.candidate_limit or max(5 * params.limit, params.max_candidates)
    return here.engine.lexical(lexical_query(query, said, context), limit, here.scope)


def _expansions(
    said: Wording, here: _Tree, fields: tuple[engine.Field, ...]
) -> dict[str, tuple[Expansion, ...]]:
    if not here.params.fuzzy_distance:
        return {}
    known = Vocabulary(
        here.tree.language,
        here.total,
        lambda fields, asked: here.engine.stats(fields, asked, here.scope),
        lambda field, start: here.engine.words(field, start, here.scope),
        here.stop,
    )
    return expand(said, known, fields, here.params.fuzzy_penalty)


def _preferring_names(
    hits: list[engine.Hit], said: Wording, counts: Mapping[str, int], here: _Tree
) -> list[engine.Hit]:
    """Raise hits whose names are the query, among those that could be results anyway.

    The number of those must not depend on how many results are wanted: else a larger number
    would change the first ones.
    """
    strength = lookup_strength(said, here.stop)
    weights = here.params.weights
    title, path = strength * weights.lookup_title, strength * weights.lookup_path
    if not (hits and (title or path)):
        return hits
    asked = frozenset(said.single_words)

    most = max(here.params.limit, here.params.max_candidates)
    texts = {text for hit in hits[:most] for text in (hit.title, hit.path)}
    names = names_with(asked, texts, here.tree.language)
    others = set(chain.from_iterable(names.values())).difference(counts)
    known = {**counts, **here.engine.stats(("text",), others, here.scope)["text"]}
    told = {word: idf(count, here.total) for word, count in known.items()}
    return with_bonus(hits[:most], asked, told, names, (title, path)) + hits[most:]


def _weights(counts: Mapping[str, int], here: _Tree) -> dict[str, float]:
    """What each word of the query tells: its idf, and little of it if it is a stop word."""
    stop = here.params.weights.stop if here.params.ranking == "ra" else 1.0
    return {
        word: (stop if word in here.stop else 1.0) * idf(count, here.total)
        for word, count in counts.items()
    }
