"""Defines the metrics of each question and, as means, of each set."""

from __future__ import annotations

from collections.abc import Callable

from ra.config.choices import Mode
from ra.evaluate.measures import mean, percentile
from ra.evaluate.targets import Shares
from ra.typed import NamedTuple


class Typed(NamedTuple):
    """A question as typed, with the grammar of queries.

    `is_query`: it is a valid query; else it was searched by its words.
    """

    ndcg: float
    covered: float
    is_query: bool


class Asked(NamedTuple):
    """One question by its words. Ranking is measured before any cut, the rest on the returned
    results.

    `covered` is the share of targets returned, in `results` results with `size` bytes of text;
    `passages` compares these with the answering bytes, where a set gives them.
    """

    id: str
    ndcg: float
    recall: float
    mrr: float
    covered: float
    typed: Typed
    results: int
    size: int
    passages: Shares | None
    seconds: float


class Measured(NamedTuple):
    """One set in one mode. `missing` targets are not in the index, so that no search finds them."""

    name: str
    lang: str
    documents: int
    chunks: int
    missing: int
    asked: tuple[Asked, ...]
    mode: Mode = "keyword"

    @property
    def label(self) -> str:
        """The name of the set, with the mode if it is not `keyword`."""
        return self.name if self.mode == "keyword" else f"{self.name}, {self.mode}"

    def mean(self, of: Callable[[Asked], float]) -> float:
        """The mean over all questions."""
        return mean([of(each) for each in self.asked])

    @property
    def not_queries(self) -> int:
        """How many questions are no valid queries."""
        return sum(not each.typed.is_query for each in self.asked)

    @property
    def passages(self) -> Shares | None:
        """The means over the questions with passages; None without any."""
        known = [each.passages for each in self.asked if each.passages is not None]
        return Shares(*map(mean, zip(*known, strict=True))) if known else None

    def milliseconds(self, share: float) -> float:
        """The time within which this share of the questions was answered."""
        return 1000 * percentile([each.seconds for each in self.asked], share)
