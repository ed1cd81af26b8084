"""Tests of the significance of differences."""

from __future__ import annotations

import pytest

from ra.evaluate.compare import paired


def test_only_questions_of_both_runs_are_compared() -> None:
    """Issue 4: paired comparison with an earlier run."""
    pair = paired({"a": 0.5, "b": 1.0, "old": 0.0}, {"a": 1.0, "b": 0.5, "c": 1.0, "new": 1.0})
    assert pair is not None
    assert (pair.questions, pair.wins, pair.losses, pair.ties) == (2, 1, 1, 0)
    assert pair.difference == pytest.approx(0)
    assert paired({"a": 1.0}, {"b": 1.0}) is None


def test_equal_runs_differ_by_chance_alone() -> None:
    """Issue 4: no difference, nothing to be sure of."""
    same = {str(number): number / 10 for number in range(10)}
    pair = paired(same, same)
    assert pair is not None
    assert (pair.ties, pair.chance) == (10, 1.0)


def test_a_gain_on_most_questions_is_no_luck_and_a_single_one_may_be() -> None:
    """Issue 4: the test says how often coins would do as well."""
    before = {str(number): 0.5 for number in range(40)}
    better = {name: 0.7 if int(name) < 30 else 0.45 for name in before}
    one = {**before, "0": 1.0}
    clear, lucky = paired(before, better), paired(before, one)
    assert clear is not None and lucky is not None
    assert clear.chance < 0.01
    assert lucky.chance > 0.9  # one coin falls either way


def test_chance_is_close_to_what_can_be_counted() -> None:
    """Three equal gains: all three coins alike happens in two of eight tosses."""
    pair = paired({"a": 0.0, "b": 0.0, "c": 0.0}, {"a": 1.0, "b": 1.0, "c": 1.0})
    assert pair is not None
    assert pair.chance == pytest.approx(0.25, abs=0.02)
    assert pair == paired({"a": 0.0, "b": 0.0, "c": 0.0}, {"a": 1.0, "b": 1.0, "c": 1.0})
