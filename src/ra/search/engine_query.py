"""Turns an analyzed query into a query of the engine: terms in weighted fields, required or not."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from itertools import pairwise

from ra.config.schema import Search
from ra.engine import query as engine
from ra.query.fields import day
from ra.search.analyzed import Analyzed, Branch, Leaf, Node, fold
from ra.search.expand import Expansion, Expansions, corrected
from ra.text.normalization import begins_ngram, is_unspaced
from ra.text.scripts import gram_size
from ra.typed import Literal, NamedTuple

NOTHING = engine.BoolQuery()
# A score for chunks that only filters match. It is boosted: a plain `Everything` beside other
# clauses may add nothing.
_MATCHED = engine.BoostQuery(engine.Everything(), 2.0)
# Values of front matter count less than a word of the text, in every ranking.
_PROPERTIES = 0.2
_CLASSIC = {"title": 3.0, "tags": 2.5, "path": 4.0, "body": 1.0}  # path and its components, 2 each
_TEXT_FIELDS: dict[str, engine.Field] = {
    "title": "title",
    "hierarchy": "hierarchy",
    "tags": "tags",
    "path": "path",
    "body": "body",
}
# The share of the pair bonus for n-grams of a script without spaces: two bigrams overlap in one
# character, so together they are half a pair; two trigrams overlap in two.
_GRAM_PAIR = {2: 0.5, 3: 0.0}

# The share of the pair bonus for two telling words side by side in the headings, beside that for
# the text, which has the headings too: they say what a text is about.
_HEADING_PAIR = 0.5

# The weights of `name:`, so that a document comes before its sections, which have its path.
_NAME_FIELDS: Mapping[engine.Field, float] = {"title": 1.0, "aliases": 0.5, "path": 0.5}

Filter = Callable[[str, str], engine.Query]
Selection = Mapping[Leaf, frozenset[str]]
"""The ids of the documents that each `name:` and each property selects."""


class Recipe(NamedTuple):
    """The weights of a ranking: of each field, of a stop word, of a pair of adjacent terms."""

    fields: Mapping[engine.Field, float]
    stop: float
    pair: float


class Context(NamedTuple):
    """All that the engine query depends on in one tree.

    `binds`: every bare term is required. `filters` turns the name and value of a filter, such
    as `doc:` or `after:`, into a query. `selection` has the documents of `name:` and properties.
    `factors` correct the idf of terms, by field. `has_files`: documents have paths as a property.
    """

    recipe: Recipe
    stop: frozenset[str]
    expansions: Mapping[str, tuple[Expansion, ...]]
    binds: bool
    filters: Filter
    selection: Selection
    factors: Mapping[engine.Field, Mapping[str, float]] = {}
    has_files: bool = False

    def share(self, field: engine.Field, terms: Sequence[str]) -> float:
        """What gives terms the idf of their words in all languages of the tree."""
        known = self.factors.get(field)
        if not known:
            return 1.0
        return sum(known.get(term, 1.0) for term in terms) / len(terms)


class _Part(NamedTuple):
    """The engine query of a part of the tree.

    `scores`: it contributes a score and is not only a filter. `excluded` is the operand of a `NOT`.
    `is_bare`: it is a bare word, which is optional where bare words are not required.
    """

    query: engine.Query
    scores: bool
    excluded: engine.Query | None = None
    is_bare: bool = False


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
    weights["properties"] = _PROPERTIES
    return weights


def engine_query(query: Analyzed, context: Context) -> engine.Query:
    """The query for the engine, with a bonus for adjacent terms of the query."""
    tree = query.searched
    if tree is None:
        return NOTHING

    def leaf(one: Leaf) -> _Part:
        return _leaf(one, context)

    def join(branch: Branch, parts: Sequence[_Part]) -> _Part:
        return _join(branch, parts, context)

    if isinstance(tree, Branch) and tree.operator == "or":
        core: engine.Query = engine.BoolQuery(
            should=tuple([_with_score(fold(part, leaf, join)) for part in tree.parts])
        )
    else:
        core = _with_score(fold(tree, leaf, join))
    pairs = _pairs(query, context)
    return engine.BoolQuery(must=(core,), should=pairs) if pairs else core


def conditions(query: Analyzed, context: Context) -> engine.Query | None:
    """What binds in every mode: all but the bare words (SPEC 8); None if nothing does."""

    def leaf(one: Leaf) -> _Part | None:
        return None if _is_bare(one) else _leaf(one, context)

    def join(branch: Branch, parts: Sequence[_Part | None]) -> _Part | None:
        some = [part for part in parts if part is not None]
        free = not some or (branch.operator == "or" and len(some) < len(parts))
        return None if free else _join(branch, some, context)

    part = None if query.searched is None else fold(query.searched, leaf, join)
    return None if part is None else engine.BoolQuery(must=(part.query, engine.Everything()))


def excluded_query(query: Analyzed, context: Context) -> engine.Query | None:
    """What is excluded by words, as a query of its own; filters exclude whole documents."""
    if not query.excluded or query.searched is None:
        return None
    negated = _negated(query.searched)
    parts = [
        fold(node, lambda one: _leaf(one, context), lambda at, some: _join(at, some, context))
        for node in negated
    ]
    return engine.BoolQuery(should=tuple([part.query for part in parts])) if parts else None


def _negated(node: Node) -> list[Node]:
    """The operands of the outermost `NOT`s."""
    if isinstance(node, Leaf):
        return []
    if node.operator == "not":
        return list(node.parts)
    return [found for part in node.parts for found in _negated(part)]


def filters(tree: str, today: date, files: str = "") -> Filter:
    """A function from a filter's name and value to its query in one tree.

    `files` is the property with the paths of a document, if its own path is none of a file.
    """

    def filtered(name: str, value: str) -> engine.Query:
        if name == "tree":
            return engine.BoostQuery(engine.Everything(), 0.0) if value == tree else NOTHING
        if name == "doc":
            from ra.names import spellings  # few queries have such a filter

            names = spellings(value)
            return engine.Among(frozenset({*names, *(f"{tree}:{name}" for name in names)}))
        if name == "path" and files:
            from ra.properties import PropertyTest  # few trees are histories

            comparison: Literal["prefix", "words"] = "prefix" if "/" in value else "words"
            return engine.Having(files, PropertyTest(comparison, value.removeprefix("./")))
        if name == "path":
            return engine.Under(value.removeprefix("/").removeprefix("./"))
        border = day(value, today).toordinal()
        return engine.Dated(border, None) if name == "after" else engine.Dated(None, border)

    return filtered


def _with_score(part: _Part) -> engine.Query:
    """Give chunks that only filters match a score: the elbow drops candidates without one."""
    return part.query if part.scores else engine.BoolQuery(must=(part.query, _MATCHED))


def _join(branch: Branch, parts: Sequence[_Part], context: Context) -> _Part:
    if branch.operator == "and":
        return _all(parts, context)
    if branch.operator == "or":
        query = engine.BoolQuery(should=tuple([part.query for part in parts]))
        return _Part(query, all(part.scores for part in parts))
    (part,) = parts
    if branch.operator == "not":
        return _Part(engine.BoolQuery(never=(part.query,)), False, part.query)
    if branch.operator == "boost":
        return _Part(engine.BoostQuery(part.query, branch.factor), part.scores)
    return _Part(part.query, part.scores)


def _all(parts: Sequence[_Part], context: Context) -> _Part:
    """All parts; where bare words are optional, the other parts are required (SPEC 8)."""
    must, should, never = [], [], []
    for part in parts:
        if part.excluded is not None:
            never.append(part.excluded)
        elif context.binds or not part.is_bare:
            must.append(part.query)
        else:
            should.append(part.query)
    if should and not any(part.scores for part in parts if not part.is_bare):
        must.append(engine.BoolQuery(should=tuple(should)))  # filters alone are not a match
        should = []
    query = engine.BoolQuery(tuple(must), tuple(should), tuple(never))
    return _Part(query, any(part.scores for part in parts))


def _leaf(leaf: Leaf, context: Context) -> _Part:
    if context.selection and leaf in context.selection:
        return _selected(leaf, context)
    if leaf.is_filter or leaf.is_path_prefix or (leaf.field == "path" and context.has_files):
        return _Part(context.filters(leaf.field or "", leaf.text), not leaf.is_filter)
    fields = context.recipe.fields
    if leaf.field is not None:
        field = _TEXT_FIELDS[leaf.field]
        fields = {field: fields.get(field, 1.0)}
    is_bare = _is_bare(leaf)
    if leaf.negations:  # exclude these terms, not their expansions
        context = context._replace(expansions={})
    return _Part(_terms(leaf, context, fields, is_bare=is_bare), True, None, is_bare)


def _is_bare(leaf: Leaf) -> bool:
    return leaf.kind == "word" and leaf.field is None and not leaf.negations


def _selected(leaf: Leaf, context: Context) -> _Part:
    """A filter for documents; by name, the document itself scores higher than its sections."""
    among = engine.Among(context.selection[leaf])
    if leaf.is_filter or leaf.negations:
        return _Part(among, False)
    query = engine.BoolQuery(must=(among, _MATCHED), should=(_chain(leaf, _NAME_FIELDS, {}),))
    return _Part(query, True)


def _terms(
    leaf: Leaf, context: Context, fields: Mapping[engine.Field, float], *, is_bare: bool
) -> engine.Query:
    if leaf.kind == "word":
        if len(leaf.words) == 1:
            return _word(leaf.words[0], context, fields)
        if is_bare and not context.binds:
            telling = [word for word in leaf.words if not begins_ngram(word)] or leaf.words
            return engine.BoolQuery(
                should=tuple([_word(word, context, fields) for word in telling])
            )
    return _chain(leaf, fields, context.expansions)


def _chain(
    leaf: Leaf, fields: Mapping[engine.Field, float], expansions: Expansions
) -> engine.Query:
    """Adjacent terms; the last one of an open leaf is a prefix, or one of its other forms.

    Those of a word, such as a dotted identifier, may be mistyped; those of a phrase are not.
    """
    terms, is_open = leaf.adjacent, leaf.is_open
    meant = corrected(terms, expansions) if leaf.kind == "word" and not is_open else []

    def in_field(field: engine.Field) -> engine.Query:
        if is_open and len(terms) == 1:
            return engine.PrefixQuery(field, terms[0], leaf.forms)
        phrase = engine.PhraseQuery(field, terms, is_open)
        forms = [engine.PhraseQuery(field, (*terms[:-1], form)) for form in leaf.forms]
        others = [
            engine.BoostQuery(engine.PhraseQuery(field, some), factor) for some, factor in meant
        ]
        return engine.BoolQuery(should=(phrase, *forms, *others)) if forms or others else phrase

    return _over(fields, in_field)


def _word(word: str, context: Context, fields: Mapping[engine.Field, float]) -> engine.Query:
    if begins_ngram(word):
        return _over(fields, lambda field: engine.PrefixQuery(field, word))
    weight = context.recipe.stop if word in context.stop else 1.0
    shares = [(field, weight * share) for field, share in fields.items()]
    scaled = shares
    if context.factors:
        scaled = [(field, share * context.share(field, (word,))) for field, share in shares]
    boosted, term = engine.BoostQuery._make, engine.TermQuery._make  # half as long as a call
    terms = [boosted((term((field, word)), share)) for field, share in scaled]
    for other, usual, by_field, *_ in context.expansions.get(word, ()):
        terms += [
            boosted((term((field, other)), share * factor))
            for field, share in shares
            if (factor := by_field.get(field, usual))
        ]
    return engine.BoolQuery(should=tuple(terms))


def _over(
    fields: Mapping[engine.Field, float], query: Callable[[engine.Field], engine.Query]
) -> engine.Query:
    return engine.BoolQuery(
        should=tuple(engine.BoostQuery(query(field), share) for field, share in fields.items())
    )


def _pairs(query: Analyzed, context: Context) -> tuple[engine.Query, ...]:
    """A bonus for each pair of terms that is adjacent in the query and in the text or headings."""
    if not context.recipe.pair:
        return ()
    pairs = dict.fromkeys(pair for run in query.runs for pair in pairwise(run))
    found: list[engine.Query] = []
    for pair in pairs:
        share = _pair_share(pair, context.stop)
        if not share:
            continue
        bonus = context.recipe.pair * share * context.share("text", pair)
        found.append(engine.BoostQuery(engine.PhraseQuery("text", pair), bonus))
        if share == 1.0 and context.stop.isdisjoint(pair):
            phrase = engine.PhraseQuery("hierarchy", pair)
            found.append(engine.BoostQuery(phrase, _HEADING_PAIR * bonus))
    return tuple(found)


def _pair_share(pair: tuple[str, str], stop: frozenset[str]) -> float:
    """The share of the bonus that a pair gets; two stop words get none."""
    if pair[0] in stop and pair[1] in stop:
        return 0.0
    return _GRAM_PAIR[gram_size(pair[0])] if is_unspaced(pair[0]) else 1.0
