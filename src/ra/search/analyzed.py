"""Analyzes a query once per language, so that every later stage reads terms instead of text.

The tree of the query keeps its shape; each word, phrase and prefix in it becomes a `Leaf` that
knows its terms, its field and whether it is negated. `fold` is the one walk over that tree.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain, groupby
from operator import is_

from ra.query.ast import And, Boost, Field, Not, Or, Phrase, Prefix, Query, Term, all_of
from ra.query.fields import GLOB, PROPERTY, TAGGED
from ra.text.analysis import phrase_words, stems
from ra.text.normalization import begins_ngram, normalize_prefix
from ra.text.questions import is_question
from ra.text.tokenizer import split
from ra.text.variants import without_apostrophe
from ra.typed import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from typing import TypeVar

    T = TypeVar("T")

LeafKind = Literal["word", "phrase", "prefix"]
Shape = Literal["operators", "lookup", "sentence"]
Operator = Literal["and", "or", "not", "boost", "field"]

LOOKUP_WORDS = 3
WORD_FIELDS = frozenset({"title", "name", "hierarchy", "tags", "path", "body"})
_ABOUT_DOCUMENTS = frozenset({"name", PROPERTY, TAGGED, GLOB})
_NAMED = WORD_FIELDS - {"name", "body"}
# Negated terms of these fields can be seen in the text of a result.
_READABLE = frozenset({None, "body", "title", "hierarchy"})
_LONG_START = 6  # letters; with a shorter one `comm` + `ing` would match every `com`


class Leaf(NamedTuple):
    """A word, phrase or prefix of the query, analyzed.

    `words` are its terms. `adjacent` are the terms that must follow one another, "" for any term;
    if `is_open`, the last of them is a prefix, which also matches the terms `forms`. `letters`
    counts the typed letters before stemming. `is_filter`: its text is a value to compare, such as a
    date or the start of a path, and is not analyzed. `negations` counts the `NOT`s around it.
    """

    text: str
    kind: LeafKind
    words: tuple[str, ...]
    adjacent: tuple[str, ...]
    is_open: bool
    forms: tuple[str, ...]
    letters: int
    field: str | None
    is_filter: bool
    negations: int

    @property
    def typed(self) -> str:
        """The leaf as written in the query."""
        if self.kind == "word":
            return self.text
        return f'"{self.text}"' if self.kind == "phrase" else f"{self.text}*"

    @property
    def is_path_prefix(self) -> bool:
        """Whether it is the start of a path, not words: `path:guides/` (SPEC 7)."""
        return self.field == "path" and "/" in self.text

    @property
    def is_about_documents(self) -> bool:
        """Whether it selects whole documents: by `name:`, a property (SPEC 7), or a filter."""
        return self.field is not None and self.field.partition(".")[0] in _ABOUT_DOCUMENTS


class Branch(NamedTuple):
    """An operator and its operands; `factor` is the factor of a boost.

    An "and" that `is_explicit` was typed as `AND`.
    """

    operator: Operator
    parts: tuple[Node, ...]
    factor: float = 1.0
    is_explicit: bool = False


Node = Leaf | Branch


class Analyzed(NamedTuple):
    """A query in the terms of one language.

    `tree` is the whole query. `searched` leaves out the leaves without terms, such as `!!!`, and
    is None if no other is left; all that follows comes from it. `bare` are positive words that
    search bodies, `chains` the positive parts whose terms must be adjacent, `named` the words of
    one field only, `excluded` the negated parts that a reader would see in a text. `runs` are
    bare terms that were typed side by side. `uses_operators`: more than words and phrases was
    typed. `binds_phrases`: a phrase has several words to bind. `about_documents` ask for names and
    properties. `relaxed` is the query with the words of its phrases as bare words, if it is words
    and phrases side by side.
    """

    language: str
    tree: Node
    searched: Node | None
    bare: tuple[Leaf, ...]
    chains: tuple[Leaf, ...]
    named: tuple[Leaf, ...]
    excluded: tuple[Leaf, ...]
    runs: tuple[tuple[str, ...], ...]
    terms: tuple[str, ...]
    uses_operators: bool
    has_phrases: bool
    binds_phrases: bool
    is_question: bool
    about_documents: tuple[Leaf, ...]
    relaxed: Analyzed | None = None

    def is_lookup(self, stop: frozenset[str]) -> bool:
        """Whether the bare words are few and name something, not a sentence (SPEC 8.1)."""
        rare = [word for word in self.terms if word not in stop]
        stops = len(self.terms) - len(rare)
        few = 0 < len(rare) <= LOOKUP_WORDS and 2 * stops < len(self.terms)
        return few and not self.is_question

    def shape(self, stop: frozenset[str]) -> Shape:
        """What the query is for `match = "auto"` (SPEC 8.1).

        A phrase is an operator beside few words or none; in a sentence it binds itself only.
        """
        if self.uses_operators:
            return "operators"
        if self.has_phrases:
            return "operators" if not self.terms or self.is_lookup(stop) else "sentence"
        return "lookup" if self.is_lookup(stop) else "sentence"


def analyze(query: Query, language: str, conditions: Query | None = None) -> Analyzed:
    """Analyze the leaves of the query and collect what the stages read from them.

    `conditions` restrict it, but are no operators: a sentence remains a sentence.
    """
    asked = _node(query, _Context(language, None, False, 0))
    whole = query if conditions is None else all_of((query, conditions)) or query
    tree = asked if conditions is None else _node(whole, _Context(language, None, False, 0))
    searched = _searched(tree)
    counted = tree if searched is None else searched
    leaves = fold(counted, _alone, _together)
    positive = [leaf for leaf in leaves if not (leaf.negations or leaf.is_filter)]
    in_body = [leaf for leaf in positive if leaf.field in (None, "body")]
    runs = fold(counted, _run, _runs)
    typed = fold(asked, _texts, _all_texts)
    uses_operators = _uses_operators(counted if conditions is None else _searched(asked) or asked)
    has_phrases = any(leaf.kind == "phrase" for leaf in positive)
    bare = tuple([leaf for leaf in in_body if leaf.kind == "word"])
    return Analyzed(
        language=language,
        tree=tree,
        searched=searched,
        bare=bare,
        chains=tuple([leaf for leaf in in_body if leaf.adjacent and _is_chain(leaf)]),
        named=tuple([leaf for leaf in positive if leaf.kind == "word" and leaf.field in _NAMED]),
        excluded=tuple([leaf for leaf in leaves if _is_excluded(leaf)]),
        runs=tuple(runs),
        terms=tuple([word for leaf in bare for word in leaf.words]),
        uses_operators=uses_operators,
        has_phrases=has_phrases,
        binds_phrases=any(leaf.kind == "phrase" and len(leaf.words) > 1 for leaf in positive),
        is_question=is_question(typed, language),
        about_documents=tuple([leaf for leaf in leaves if leaf.is_about_documents]),
        relaxed=(
            _relaxed(query, language, conditions) if has_phrases and not uses_operators else None
        ),
    )


def _is_excluded(leaf: Leaf) -> bool:
    """Whether a leaf is excluded, and a body can show it."""
    return bool(leaf.negations % 2 and leaf.adjacent and leaf.field in _READABLE)


def _relaxed(query: Query, language: str, conditions: Query | None) -> Analyzed | None:
    """The query with the words of its phrases as bare words."""
    parts = query.parts if isinstance(query, And) else (query,)
    words: list[Query] = []
    for part in parts:
        words += map(Term, part.words) if isinstance(part, Phrase) else (part,)
    plain = all_of(words)
    return None if plain is None else analyze(plain, language, conditions)


def fold(node: Node, leaf: Callable[[Leaf], T], join: Callable[[Branch, list[T]], T]) -> T:
    """Compute a value for the tree, bottom up from the values of its leaves."""
    if isinstance(node, Leaf):
        return leaf(node)
    return join(node, [fold(part, leaf, join) for part in node.parts])


def naming(query: Analyzed) -> tuple[Leaf, ...]:
    """The words and phrases that may name a page or a section: bare ones, or those of `title:`."""
    if query.searched is None:
        return ()
    leaves = fold(query.searched, _alone, _together)
    positive = [leaf for leaf in leaves if not (leaf.negations or leaf.is_filter)]
    spoken = [leaf for leaf in positive if leaf.field in (None, "title") and leaf.kind != "prefix"]
    return tuple(spoken)


def _alone(leaf: Leaf) -> list[Leaf]:
    return [leaf]


def _together(_: Branch, parts: Sequence[list[Leaf]]) -> list[Leaf]:
    return list(chain(*parts))


class _Context(NamedTuple):
    """The language, field and negations around a part of the query."""

    language: str
    field: str | None
    is_filter: bool
    negations: int


def _node(query: Query, context: _Context) -> Node:
    match query:
        case And(parts, explicit):
            operands = tuple([_node(part, context) for part in parts])
            return Branch("and", operands, is_explicit=explicit)
        case Or(parts):
            return Branch("or", tuple([_node(part, context) for part in parts]))
        case Not(expr):
            inner = context._replace(negations=context.negations + 1)
            return Branch("not", (_node(expr, inner),))
        case Boost(expr, factor):
            return Branch("boost", (_node(expr, context),), factor)
        case Field(name, expr):
            is_filter = name not in WORD_FIELDS or _is_path_prefix(query)
            inner = context._replace(field=name, is_filter=is_filter)
            return Branch("field", (_node(expr, inner),))
        case _:
            return _leaf(query, context)


def _leaf(query: Term | Phrase | Prefix, context: _Context) -> Leaf:
    language, field, is_filter, negations = context
    kind: LeafKind = "word"
    if not isinstance(query, Term):
        kind = "phrase" if isinstance(query, Phrase) else "prefix"
    text = " ".join(query.words) if isinstance(query, Phrase) else query.text
    if is_filter:
        return Leaf(text, kind, (), (), False, (), 0, field, True, negations)
    if isinstance(query, Prefix):
        words: tuple[str, ...] = ()
        adjacent = _prefix_terms(text, language)
        is_open = bool(adjacent)
    else:
        asked = without_apostrophe(text, language) if kind == "word" else text
        adjacent = phrase_words(asked, language)
        words = tuple(filter(None, adjacent))
        is_open = bool(adjacent) and begins_ngram(adjacent[-1])
    forms = _other_forms(adjacent[-1], language) if is_open else ()
    letters = _letters(text, language) if len(words) == 1 else 0
    return Leaf(text, kind, words, adjacent, is_open, forms, letters, field, False, negations)


def _is_path_prefix(query: Field) -> bool:
    """Whether the only value of a field is the start of a path."""
    expr = query.expr
    text = expr.text if isinstance(expr, Term | Prefix) else ""
    if isinstance(expr, Phrase):
        text = " ".join(expr.words)
    return query.name == "path" and "/" in text


def _prefix_terms(text: str, language: str) -> tuple[str, ...]:
    """Terms of `text*`: those before the last word stemmed, the last one as written."""
    *before, start = _written(text, language) or [""]
    return (*stems(before, language), start) if start else ()


def _written(text: str, language: str) -> list[str]:
    """The words of a text as written, in small letters."""
    return [word.lower() for word in split(normalize_prefix(text, language), language)]


def _letters(text: str, language: str) -> int:
    if text.isascii() and text.isalnum():
        return len(text)
    return min(len(text), sum(map(len, _written(text, language))))


def _other_forms(start: str, language: str) -> tuple[str, ...]:
    """Terms that a prefix also matches: `handling*` also matches `handl`.

    The index has stems. A long prefix matches the stems of all words that it could begin, as far as
    the usual endings of the language show: `handlin*` also matches `handl`.
    """
    begun = [start]
    if len(start) >= _LONG_START:
        from ra.text.prefix_expansion import endings  # few queries have a prefix

        begun += [f"{start}{ending}" for ending in endings(language)]
    return tuple(
        [term for term in dict.fromkeys(stems(begun, language)) if not term.startswith(start)]
    )


def _searched(node: Node) -> Node | None:
    """The tree without leaves that have no terms, flattened again where operands are gone."""
    if isinstance(node, Leaf):
        return node if node.is_filter or node.adjacent else None
    parts = [_searched(part) for part in node.parts]
    if all(map(is_, parts, node.parts)):
        return node
    kept = [part for part in parts if part is not None]
    if node.operator not in ("and", "or"):
        return node._replace(parts=tuple(kept)) if kept else None
    flat: list[Node] = []
    for part in kept:
        same = isinstance(part, Branch) and part.operator == node.operator
        flat += part.parts if isinstance(part, Branch) and same else (part,)
    return node._replace(parts=tuple(flat)) if len(flat) > 1 else next(iter(flat), None)


def _is_chain(leaf: Leaf) -> bool:
    return leaf.kind != "word" or len(leaf.words) > 1


def _is_bare(node: Node) -> bool:
    return isinstance(node, Leaf) and node.kind == "word"


def _uses_operators(tree: Node) -> bool:
    """Whether there is more than words and phrases side by side."""
    if isinstance(tree, Branch):
        is_plain = tree.operator == "and" and not tree.is_explicit
        return not (is_plain and all(isinstance(part, Leaf) for part in tree.parts)) or any(
            isinstance(part, Leaf) and part.kind == "prefix" for part in tree.parts
        )
    return tree.kind == "prefix"


def _texts(leaf: Leaf) -> list[str]:
    return leaf.text.split()


def _all_texts(_: Branch, parts: Sequence[list[str]]) -> list[str]:
    return list(chain(*parts))


_Runs = list[tuple[str, ...]]


def _run(leaf: Leaf) -> _Runs:
    bare = leaf.kind == "word" and leaf.field in (None, "body")
    return [leaf.words] if bare and not (leaf.negations or leaf.is_filter) else []


def _runs(branch: Branch, parts: Sequence[_Runs]) -> _Runs:
    """The runs of bare words: words side by side are one run, words around an `OR` are not."""
    if branch.operator != "and":
        return list(chain(*parts))
    runs: _Runs = []
    for bare, group in groupby(
        zip(branch.parts, parts, strict=True), lambda each: _is_bare(each[0])
    ):
        some = list(chain.from_iterable(found for _, found in group))
        runs += [tuple(chain(*some))] if bare and some else some
    return runs
