"""How is a query asked of the index of one tree? Words in fields, weighed, bound or not."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from ra.config.schema import Search
from ra.engine import query as engine
from ra.query.ast import And, Boost, Field, Not, Or, Phrase, Prefix, Query, Term
from ra.search.expand import Expansion
from ra.search.wording import WORD_FIELDS, Chain, Wording, chain_of, is_place, other_forms
from ra.text import words
from ra.text.preparation import begins_gram
from ra.text.scripts import gram_size, unspaced
from ra.typed import NamedTuple

NOTHING = engine.Bool()
# A score for what only filters find. Boosted: a plain `Everything` beside others may add nothing.
_FOUND = engine.Boost(engine.Everything(), 2.0)
_CLASSIC = {"title": 3.0, "tags": 2.5, "path": 4.0, "body": 1.0}  # path and its components, 2 each
_TEXT_FIELDS: dict[str, engine.Field] = {
    "title": "title",
    "hierarchy": "hierarchy",
    "tags": "tags",
    "path": "path",
    "body": "body",
}
# Two characters of a script without spaces are half a word: together they tell less. Three are
# a word and a piece of the next.
_GRAM_PAIR = {2: 0.5, 3: 0.0}

Filter = Callable[[str, str], engine.Query]


class Recipe(NamedTuple):
    """What a match counts: in each field, of a stop word, of two words side by side."""

    fields: Mapping[engine.Field, float]
    stop: float
    pair: float


class Context(NamedTuple):
    """All that the words of a query depend on in one tree.

    `binds` says whether every bare word must be found. `filters` knows which documents a
    filter such as `doc:` or `after:` means.
    """

    language: str
    recipe: Recipe
    stop: frozenset[str]
    expansions: Mapping[str, tuple[Expansion, ...]]
    binds: bool
    filters: Filter


def recipe(params: Search) -> Recipe:
    """The weights of a ranking (SPEC 8.2)."""
    if params.ranking == "classic":
        return Recipe(_with_aliases(_CLASSIC), 1.0, 0.0)
    if params.ranking == "fields":
        return Recipe(_with_aliases(params.boosts._asdict()), 1.0, 0.0)
    weights = params.weights
    parts = {"text": 1.0, "title": weights.title, "tags": weights.tags, "path": weights.path}
    return Recipe(_with_aliases(parts), weights.stop, weights.pair)


def _with_aliases(fields: Mapping[str, float]) -> dict[engine.Field, float]:
    known: dict[str, engine.Field] = {**_TEXT_FIELDS, "text": "text"}
    weights = {known[name]: weight for name, weight in fields.items() if weight}
    if fields.get("tags"):
        weights["aliases"] = fields["tags"]
    return weights


def lexical_query(query: Query, said: Wording, context: Context) -> engine.Query:
    """The query as the engine understands it, with the bonus for words side by side."""
    core = _counted(query, context)
    pairs = _pairs(said, context)
    return engine.Bool(must=(core,), should=pairs) if pairs else core


def _counted(query: Query, context: Context) -> engine.Query:
    """Like `_any`, but whatever matches has a score, also where only filters do."""
    if isinstance(query, Or):
        return engine.Bool(should=tuple(_counted(part, context) for part in query.parts))
    found = _any(query, context)
    return found if _scores(query) else engine.Bool(must=(found, _FOUND))


def _scores(query: Query) -> bool:
    """Whether it says how well something matches, not only that it does."""
    match query:
        case Term() | Phrase() | Prefix():
            return True
        case Not():
            return False
        case And(parts):
            return any(map(_scores, parts))
        case Or(parts):
            return all(map(_scores, parts))
        case Boost(expr, _):
            return _scores(expr)
        case Field(name, expr):
            return name in WORD_FIELDS and not is_place(query) and _scores(expr)


def _any(query: Query, context: Context) -> engine.Query:
    match query:
        case Term() | Phrase() | Prefix():
            return _leaf(query, context, context.recipe.fields)
        case And(parts):
            return _all(parts, context)
        case Or(parts):
            return engine.Bool(should=tuple(_any(part, context) for part in parts))
        case Not(expr):
            return engine.Bool(never=(_excluded(expr, context),))
        case Boost(expr, factor):
            return engine.Boost(_any(expr, context), factor)
        case Field(name, expr):
            return _in_field(name, expr, context)


def _all(parts: Sequence[Query], context: Context) -> engine.Query:
    """All parts; where bare words do not bind, the other parts still do (SPEC 8)."""
    must, should, never = [], [], []
    for part in parts:
        if isinstance(part, Not):
            never.append(_excluded(part.expr, context))
        elif context.binds or not isinstance(part, Term):
            must.append(_any(part, context))
        else:
            should.append(_any(part, context))
    if should and not any(_scores(part) for part in parts if not isinstance(part, Term)):
        must.append(engine.Bool(should=tuple(should)))  # filters alone make no match
        should = []
    return engine.Bool(tuple(must), tuple(should), tuple(never))


def _excluded(expr: Query, context: Context) -> engine.Query:
    """What must not be found: just these words, none that only look like them."""
    return _any(expr, context._replace(binds=True, expansions={}))


def _in_field(name: str, expr: Query, context: Context) -> engine.Query:
    if name not in _TEXT_FIELDS or is_place(Field(name, expr)):
        return _filtered(name, expr, context)
    if name == "path" and isinstance(expr, And | Or | Not | Boost):
        return _any(_each_in(name, expr), context)
    fields = {_TEXT_FIELDS[name]: context.recipe.fields.get(_TEXT_FIELDS[name], 1.0)}
    narrow = context._replace(recipe=context.recipe._replace(fields=fields), binds=True)
    return _any(expr, narrow)


def _each_in(name: str, group: And | Or | Not | Boost) -> Query:
    """`path:(a/b OR c)` as `path:a/b OR path:c`: each value may be a place or a word."""
    if isinstance(group, Not | Boost):
        return group._replace(expr=Field(name, group.expr))
    return group._replace(parts=tuple(Field(name, part) for part in group.parts))


def _filtered(name: str, expr: Query, context: Context) -> engine.Query:
    match expr:
        case Term(text) | Prefix(text):
            return context.filters(name, text)
        case Phrase(texts):
            return context.filters(name, " ".join(texts))
        case And(parts):
            return engine.Bool(must=tuple(_filtered(name, part, context) for part in parts))
        case Or(parts):
            return engine.Bool(should=tuple(_filtered(name, part, context) for part in parts))
        case Not(inner):
            return engine.Bool(never=(_filtered(name, inner, context),))
        case Boost(inner, _) | Field(_, inner):
            return _filtered(name, inner, context)


def _leaf(
    leaf: Term | Phrase | Prefix, context: Context, fields: Mapping[engine.Field, float]
) -> engine.Query:
    if isinstance(leaf, Term):
        found = words(leaf.text, context.language)
        if len(found) == 1:
            return _word(found[0], context, fields)
        if not context.binds:
            telling = [word for word in found if not begins_gram(word)] or found
            return engine.Bool(should=tuple(_word(word, context, fields) for word in telling))
    return _chain(chain_of(leaf, context.language), context.language, fields)


def _chain(chain: Chain, language: str, fields: Mapping[engine.Field, float]) -> engine.Query:
    """Words side by side; if the last one is open, those that begin so and its other forms."""
    _, found, is_open = chain
    if not found:
        return NOTHING
    others = other_forms(found[-1], language) if is_open else ()

    def asked(field: engine.Field) -> engine.Query:
        if is_open and len(found) == 1:
            return engine.Prefix(field, found[0], others)
        phrase = engine.Phrase(field, found, is_open)
        forms = [engine.Phrase(field, (*found[:-1], form)) for form in others]
        return engine.Bool(should=(phrase, *forms)) if forms else phrase

    return _over(fields, asked)


def _word(word: str, context: Context, fields: Mapping[engine.Field, float]) -> engine.Query:
    if begins_gram(word):
        return _over(fields, lambda field: engine.Prefix(field, word))
    weight = context.recipe.stop if word in context.stop else 1.0
    shares = [(field, weight * share) for field, share in fields.items()]
    found = [engine.Boost(engine.Term(field, word), share) for field, share in shares]
    for other, usual, by_field in context.expansions.get(word, ()):
        found += [
            engine.Boost(engine.Term(field, other), share * factor)
            for field, share in shares
            if (factor := by_field.get(field, usual))
        ]
    return engine.Bool(should=tuple(found))


def _over(
    fields: Mapping[engine.Field, float], query: Callable[[engine.Field], engine.Query]
) -> engine.Query:
    return engine.Bool(
        should=tuple(engine.Boost(query(field), share) for field, share in fields.items())
    )


def _pairs(said: Wording, context: Context) -> tuple[engine.Query, ...]:
    """A bonus for each two neighbors of the query that stand side by side in the text."""
    if not context.recipe.pair:
        return ()
    pairs = dict.fromkeys(pair for run in said.runs for pair in pairwise(run))
    return tuple(
        engine.Boost(engine.Phrase("text", pair), context.recipe.pair * share)
        for pair in pairs
        if (share := _pair_share(pair, context.stop))
    )


def _pair_share(pair: tuple[str, str], stop: frozenset[str]) -> float:
    """What a pair counts of the bonus; two stop words say nothing together either."""
    if pair[0] in stop and pair[1] in stop:
        return 0.0
    return _GRAM_PAIR[gram_size(pair[0])] if unspaced().match(pair[0]) else 1.0
