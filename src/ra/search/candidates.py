"""Values that retrieval hands to the later stages: legs, candidates, and records of each stage."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from ra.engine.query import Hit
from ra.engine.query import Query as EngineQuery
from ra.search.analyzed import Analyzed
from ra.search.expand import Expansion, corrections
from ra.text.analysis import words
from ra.typed import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from ra.embed.protocol import Confidence

LegName = Literal["keyword", "semantic", "graph"]


class KeywordFacts(NamedTuple):
    """How the keyword hits of one tree came about.

    `bound`: every bare term was required. `partial`: that had no hits, so none is required.
    `complete` are the hits of a lookup that have every word as typed, and those of a sentence that
    have its phrases; None where hits are not told apart like this.
    `reached` is the best score before any bonus. `weights` has the idf of each term of the query,
    less for a stop word. `in_aliases`: an alias of a document may contain one of the terms.
    `absent` are the terms of the query that no text of the tree contains. `counts` has the number
    of chunks whose text contains each term, `chunks` the number of all of them.
    `named` are the hits whose title, or another whole name, is the query. `excluded` asks for the
    chunks that the query excludes by their words. `asked` is the query as the engine got it, and
    `conditions` that part of it which binds in every mode. `others` has the query, expansions and
    weights in other languages of the tree's documents.
    """

    query: Analyzed
    expansions: Mapping[str, tuple[Expansion, ...]]
    bound: bool
    partial: bool
    reached: float
    weights: Mapping[str, float]
    in_aliases: bool
    absent: frozenset[str] = frozenset()
    complete: frozenset[str] | None = None
    is_sentence: bool = False
    named: frozenset[str] = frozenset()
    excluded: EngineQuery | None = None
    asked: EngineQuery | None = None
    conditions: EngineQuery | None = None
    others: Mapping[str, KeywordFacts] = {}
    counts: Mapping[str, int] = {}
    chunks: int = 0

    def of(self, language: str) -> KeywordFacts:
        """What was searched in the documents of this analysis."""
        return self.others.get(language, self)

    def lacks_words(self, chunk_id: str) -> bool:
        """Whether a hit may lack words of the query that the search asks for."""
        return self.partial or (self.complete is not None and chunk_id not in self.complete)

    def record(self, hits: int, ideal: float) -> dict[str, object]:
        """The facts for JSON, with those of every leg."""
        return {
            "language": self.query.language,
            "hits": hits,
            "all_words": self.bound,
            "partial": self.partial,
            "reached": self.reached,
            "ideal": ideal,
            "expansions": {
                term: [{"word": form.whole or form.word, "factor": form.factor} for form in forms]
                for term, forms in self.expansions.items()
                if forms
            },
        }

    def corrections(self) -> dict[str, tuple[str, ...]]:
        """The typed words that the tree does not contain, with the words searched instead."""
        return corrections(self.query, self.expansions)

    def contains(self, typed: str) -> bool:
        """Whether the tree contains a typed word, in any of its forms."""
        return not self.absent.issuperset(words(typed, self.query.language))

    def note(self) -> str:
        """Which terms a hit must contain."""
        if self.partial:
            return "with some of the words; no chunk has all"
        if self.complete is not None:
            return f"{len(self.complete):,} with all words as typed, the others with some"
        return "as written" if self.bound else "with any of the words"

    def near_words(self) -> Iterator[str]:
        """A line for each term with its expansions."""
        for term, forms in self.expansions.items():
            if forms:
                near = ", ".join(
                    f"{form.whole or form.word} (x {form.factor:.2g})" for form in forms
                )
                yield f"{term} expands to {near}"


class Leg(NamedTuple):
    """The hits that one way of retrieval has in one tree, best first.

    `ideal` is the best score that the query could reach in it.
    """

    name: LegName
    tree: str
    hits: tuple[Hit, ...]
    ideal: float
    facts: KeywordFacts

    def stage(self) -> Stage:
        """What the leg found in its tree."""
        count = len(self.hits)
        facts = {"leg": self.name, "tree": self.tree, **self.facts.record(count, self.ideal)}
        return Stage("retrieve", facts, (f"{_hits(count)} in {self.tree}, {self.facts.note()}",))


NOTHING_ALIKE: Mapping[str, float] = {}


class SemanticLeg(NamedTuple):
    """The sections of one tree that one model compared with the query, best first.

    The score of a hit is its cosine; `weight` is what a cosine counts beside a keyword score.
    `mean` is the average cosine, which a section without a vector is taken to have. `nearest`
    counts the hits that were retrieved by their vectors alone. `embedded` of the `chunks` of the
    tree have vectors. `confident` is the evidence that matches need, by this model. `alike` has
    the cosines with the best hits together, which count `feedback` times as much.
    """

    name: LegName
    tree: str
    hits: tuple[Hit, ...]
    model: str
    weight: float
    mean: float
    nearest: int
    embedded: int
    chunks: int
    feedback: float = 0.0
    confident: Confidence | None = None
    alike: Mapping[str, float] = NOTHING_ALIKE

    @property
    def closeness(self) -> dict[str, float]:
        """What each hit counts, before the weight: its cosine, and how alike the best hits are."""
        usual = self._usually_alike
        return {
            hit.chunk_id: hit.score + self.feedback * self.alike.get(hit.chunk_id, usual)
            for hit in self.hits
        }

    @property
    def usual(self) -> float:
        """What a section without a vector is taken to count."""
        return self.mean + self.feedback * self._usually_alike

    @property
    def _usually_alike(self) -> float:
        return sum(self.alike.values()) / len(self.alike) if self.alike else 0.0

    def stage(self) -> Stage:
        """What the leg found in its tree."""
        facts = {
            "leg": self.name,
            "tree": self.tree,
            "hits": len(self.hits),
            **{name: getattr(self, name) for name in self._fields[3:-2]},
        }
        note = (
            f"{_hits(len(self.hits))} in {self.tree} compared by {self.model.partition(':')[0]}, "
            f"weight {self.weight:.2g}, {self.nearest:,} of them by meaning alone"
        )
        if self.alike:
            note += f"; likeness to the best ones counts {self.feedback:.2g}"
        return Stage("retrieve", facts, (note,))


class GraphLeg(NamedTuple):
    """The best section of each document one link away from the best hits (SPEC 8.4).

    The score of a hit is the share of links: 1 for the documents with the most.
    """

    name: LegName
    tree: str
    hits: tuple[Hit, ...]

    def stage(self) -> Stage:
        """What the leg found in its tree."""
        count = len(self.hits)
        facts = {"leg": self.name, "tree": self.tree, "hits": count}
        documents = "document" if count == 1 else "documents"
        return Stage("retrieve", facts, (f"{count:,} linked {documents} in {self.tree}",))


class Legs(NamedTuple):
    """What every leg retrieved, tree by tree."""

    keyword: tuple[Leg, ...]
    semantic: tuple[SemanticLeg, ...] = ()
    graph: tuple[GraphLeg, ...] = ()

    def each(self) -> Iterator[Leg | SemanticLeg | GraphLeg]:
        """Every leg of every tree."""
        yield from self.keyword
        yield from self.semantic
        yield from self.graph

    def stages(self) -> Iterator[Stage]:
        """What each leg found."""
        return (leg.stage() for leg in self.each())

    def documents(self, ids: Collection[str] | None = None) -> dict[str, str]:
        """The id of the document of each hit, or of these ones."""
        return {
            hit.chunk_id: f"{leg.tree}:{hit.path}"
            for leg in self.each()
            for hit in leg.hits
            if ids is None or hit.chunk_id in ids
        }

    def facts(self) -> dict[str, KeywordFacts]:
        """The analyzed query and its expansions, by tree."""
        return {leg.tree: leg.facts for leg in self.keyword}


def _hits(count: int) -> str:
    return f"{count:,} {'hit' if count == 1 else 'hits'}"


LegRank = tuple[LegName, int, float]
"""The rank, from 1, and the score of a candidate in one leg of its tree.

A plain tuple: a search makes one for each hit, and a named one costs four times as much.
"""


class Candidate(NamedTuple):
    """A chunk that may be a result, with its score; lists of candidates are sorted, best first."""

    chunk_id: str
    tree: str
    score: float
    legs: tuple[LegRank, ...] = ()


class Factor(NamedTuple):
    """How a stage multiplied or divided a score; `note` is "" if nothing changed."""

    name: str
    value: float
    note: str


class Stage(NamedTuple):
    """What a stage did: facts for programs, sentences for people.

    A stage that was not needed has the facts None. The first of its `notes` sums it up.
    """

    name: str
    facts: object
    notes: tuple[str, ...]


def descending(candidate: Candidate) -> float:
    """The key that sorts candidates best first; equal scores keep their order."""
    return -candidate.score
