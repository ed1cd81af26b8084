"""Embeds the query of a search by meaning, once by each model, or says why that is impossible."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from ra.config.schema import Embed, Tree
from ra.embed.models import models_of
from ra.engine.query import Scope
from ra.engine.vectors import Coverage
from ra.errors import ModelUnavailable
from ra.query.ast import Field, Not, Phrase, Prefix, Query, Term, operands
from ra.text.detect import language_of_script
from ra.text.languages import spoken as own_language
from ra.typed import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from ra.embed.models import Models
    from ra.embed.protocol import Confidence, Vectors
    from ra.engine.protocol import Reader
    from ra.engine.vectors import QueryVectors, Vector

_INSTEAD = "searched by keywords instead"


class QueryVector(NamedTuple):
    """The query by one model; a `weight` of None is derived from the spread of its cosines.

    `confident` is that of the model's card, `embed` turns passages into vectors.
    """

    model: str
    weight: float | None
    confident: Confidence | None
    vector: Vector
    embed: Callable[[Sequence[str]], Vectors]


class Meaning(NamedTuple):
    """The vectors of the query, by tree; a tree without any is searched by keywords.

    `notes` say which ones and why. `passages` has the cosines of the stored passages of chunks.
    """

    vectors: Mapping[str, tuple[QueryVector, ...]]
    coverage: Mapping[str, Coverage]
    notes: tuple[str, ...]
    passages: Callable[[Iterable[str], QueryVectors], Mapping[str, Sequence[float]]] | None = None


def spoken(query: Query) -> str:
    """The words of a query that carry meaning: without fields and what is excluded."""
    return " ".join(_spoken(query))


def understand(
    text: str,
    trees: Sequence[Tree],
    engine: Reader,
    lender: Path | None = None,
    *,
    alone: bool = False,
) -> Meaning:
    """Embed a text by the model of each tree with vectors; `alone`: words are no leg beside it."""
    scope = Scope(trees[0].tenant, tuple(tree.name for tree in trees))
    coverage = engine.vectors().coverage(scope)
    embedded = [tree for tree in trees if (one := coverage.get(tree.name)) and one.embedded]
    if not text.strip():
        return Meaning({}, coverage, ())
    if not embedded:
        off = all(tree.embed.model == "none" for tree in trees)
        why = "`embed.model` is `none`" if off else "no embeddings yet, run `ra embed`"
        return Meaning({}, coverage, (f"{why}; {_INSTEAD}",))
    vectors: dict[str, tuple[QueryVector, ...]] = {}
    notes: list[str] = []
    known: dict[tuple[Embed, str], QueryVector] = {}
    languages = engine.languages(scope)
    for tree in embedded:
        try:
            own = languages.get(tree.name, (tree.language,))
            vectors[tree.name] = _vectors(
                text, models_of(tree.embed, lender), (tree.embed, own), known
            )
        except ModelUnavailable as error:
            notes.append(f"{error}; {_INSTEAD}")
    found = {tree: some for tree, some in vectors.items() if some}
    notes += _gaps(trees, vectors, coverage)
    passages = partial(engine.vectors().passages, scope=scope)
    if alone:
        missing = [each for each in found if not _has_any(engine, scope, each, found[each])]
        notes += [f"no model knows the languages of {tree}; {_INSTEAD}" for tree in missing]
        found = {tree: some for tree, some in found.items() if tree not in missing}
    return Meaning(found, coverage, tuple(dict.fromkeys(notes)), passages)


def _has_any(engine: Reader, scope: Scope, tree: str, queries: Sequence[QueryVector]) -> bool:
    """Whether a tree has a vector of one of the models of the query."""
    vectors = {query.model: query.vector for query in queries}
    return bool(engine.vectors().nearest(vectors, 1, scope._replace(trees=(tree,))))


def _vectors(
    text: str,
    models: Models,
    tree: tuple[Embed, Sequence[str]],
    known: dict[tuple[Embed, str], QueryVector],
) -> tuple[QueryVector, ...]:
    """The vectors for the settings and languages of one tree; none if no model knows them."""
    settings, analyses = tree
    languages = [*map(own_language, analyses), *filter(None, (language_of_script(text),))]
    choices = dict.fromkeys(map(models.choose, languages))
    found = []
    for choice in choices:
        if choice is None:
            continue
        key = settings, choice
        if key not in known:
            known[key] = _vector(text, models, choice)
        found.append(known[key])
    return tuple(found)


def _vector(text: str, models: Models, choice: str) -> QueryVector:
    model, vector = models.load(choice), models.embed_query(choice, text)
    card = model.card
    return QueryVector(card.name, card.weight, card.confident, vector, model.embed)


def _gaps(
    trees: Sequence[Tree],
    vectors: Mapping[str, tuple[QueryVector, ...]],
    coverage: Mapping[str, Coverage],
) -> Iterator[str]:
    """What is not found by meaning, tree by tree."""
    for tree in trees:
        done = coverage.get(tree.name)
        if done is None or not done.chunks:
            continue
        if not done.embedded:
            yield f"{tree.name} has no embeddings yet, run `ra embed`; {_INSTEAD}"
        elif vectors.get(tree.name) == ():
            language = own_language(tree.language)
            yield f"no model knows {language}; {tree.name} is searched by keywords"
        elif done.embedded < done.chunks:
            share = 100 * done.embedded // done.chunks
            yield f"{share} % of {tree.name} is embedded; run `ra embed` for the rest"


def _spoken(query: Query) -> Iterator[str]:
    if isinstance(query, Not):
        return
    if isinstance(query, Field) and query.name not in ("title", "hierarchy", "body"):
        return
    if isinstance(query, Term | Prefix):
        yield query.text
    elif isinstance(query, Phrase):
        yield from query.words
    for part in operands(query):
        yield from _spoken(part)
