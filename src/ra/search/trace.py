"""The trace of a search: what every stage returned."""

from __future__ import annotations

from collections.abc import Iterator

from ra.search.aggregate import Aggregated
from ra.search.candidates import Candidate, Factor, KeywordFacts, Leg, Legs, Stage
from ra.search.duplicates import Deduplicated
from ra.search.economy import Economized
from ra.search.elbow import Cut
from ra.search.floor import Floored
from ra.search.locality import Localized
from ra.search.normalize import Normalized
from ra.search.precedence import Ordered
from ra.search.recency import Recent
from ra.search.verdict import Evidence
from ra.typed import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ra.search.budget import Fit


class Trace(NamedTuple):
    """What every stage returned, in their order.

    `limited` results are within the limit; `budget` is None if tokens are not limited. `evidence`
    is that of the best hit of each tree; it decides the verdict. `notes` say why a search by
    meaning was not one, or not for all sections.
    """

    retrieved: Legs
    recent: Recent
    normalized: Normalized
    localized: Localized
    elbow: Cut
    floor: Floored
    complete: Ordered
    aggregated: Aggregated
    duplicates: Deduplicated
    economy: Economized
    limited: int
    budget: Fit | None
    evidence: tuple[Evidence, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def legs(self) -> tuple[Leg, ...]:
        """The keyword leg of each tree."""
        return self.retrieved.keyword

    def stages(self) -> Iterator[Stage]:
        """What each stage after retrieval did; a stage that is not built yet is left out."""
        recency = self.recent.stage()
        yield from (recency,) if recency else ()
        yield self.normalized.stage()
        yield self.localized.stage()
        yield self.elbow.stage()
        yield self.floor.stage()
        yield self.complete.stage()
        yield self.aggregated.stage()
        yield self.duplicates.stage()
        yield self.economy.stage()
        others = len(self.duplicates.repeated) + self.economy.dropped
        dropped = len(self.aggregated.results) - self.limited - others
        facts = {"kept": self.limited, "dropped": dropped}
        yield Stage("limit", facts, (f"{self.limited} kept, {dropped} dropped",))
        yield self.budget.stage() if self.budget else Stage("budget", None, ())

    def factors(self, candidate: Candidate) -> tuple[Factor, ...]:
        """The factors that the stages applied to the score of a candidate."""
        recency = self.recent.factor(candidate)
        others = (self.normalized.factor(candidate), self.localized.factor(candidate))
        return (recency, *others) if recency else others

    def corrections(self) -> dict[str, tuple[str, ...]]:
        """The typed words that no searched tree contains, with the words searched instead."""
        found: dict[str, tuple[str, ...]] = {}
        for leg in self.legs:
            for typed, meant in leg.facts.corrections().items():
                found[typed] = tuple(dict.fromkeys((*found.get(typed, ()), *meant)))
        there = {typed for leg in self.legs for typed in found if leg.facts.contains(typed)}
        return {typed: meant for typed, meant in found.items() if typed not in there}

    def facts(self) -> dict[str, KeywordFacts]:
        """The analyzed query and its expansions, by tree."""
        return self.retrieved.facts()
