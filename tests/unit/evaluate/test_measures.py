"""Tests of the metrics against textbook values."""

from __future__ import annotations

from math import log2

import pytest

from ra.evaluate.measures import mean, ndcg, percentile, recall, reciprocal_rank


def test_a_perfect_order_has_an_ndcg_of_one() -> None:
    """Issue 4: nDCG@10; grades in falling order cannot be bettered."""
    assert ndcg([2, 1, 0], [1, 2]) == pytest.approx(1)


def test_ndcg_discounts_by_the_place_and_doubles_by_the_grade() -> None:
    """Issue 4: gain 2^grade - 1 over log2(place + 1), as a share of the best order."""
    found = (1 / log2(2) + 3 / log2(4)) / (3 / log2(2) + 1 / log2(3))
    assert ndcg([1, 0, 2], [2, 1]) == pytest.approx(found)


def test_only_ten_places_count() -> None:
    """Issue 4: all figures are taken at 10, also the best possible one."""
    late = [0] * 10 + [1]
    assert (ndcg(late, [1]), recall(late, [1]), reciprocal_rank(late)) == (0, 0, 0)
    assert ndcg([1] * 10, [1] * 30) == pytest.approx(1)


def test_recall_is_the_share_of_targets_found() -> None:
    """Issue 4: recall@10; grades do not weigh."""
    assert recall([0, 2, 0, 1], [2, 1, 1, 1]) == 0.5


def test_the_reciprocal_rank_looks_at_the_first_target_only() -> None:
    """Issue 4: MRR@10."""
    assert reciprocal_rank([0, 0, 1, 2]) == pytest.approx(1 / 3)
    assert reciprocal_rank([]) == 0


def test_percentiles_are_values_that_were_measured() -> None:
    """Issue 4: latency p50 and p95; nearest rank, nothing is interpolated."""
    values = [5.0, 1.0, 4.0, 2.0, 3.0]
    assert (percentile(values, 0.5), percentile(values, 0.95)) == (3.0, 5.0)
    assert (percentile([7.0], 0.5), percentile([], 0.5), mean([])) == (7.0, 0, 0)
