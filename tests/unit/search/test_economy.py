"""The longer an answer is, the better each further result must be (SPEC 8.6)."""

from __future__ import annotations

from ra.search.economy import economize


def test_short_answers_may_have_any_results() -> None:
    """A weak result costs nothing while the answer is short."""
    assert economize([(1.0, 100), (0.1, 100)], 2000).kept == 2


def test_a_long_answer_needs_better_results() -> None:
    """A result with the same score is kept after little text and dropped after much."""
    assert economize([(1.0, 500), (0.4, 500)], 2000).kept == 2
    assert economize([(1.0, 3000), (0.4, 500)], 2000).kept == 1
    assert economize([(1.0, 100), (0.4, 5000)], 2000).kept == 1  # its own text counts too


def test_the_tokens_of_all_results_before_count() -> None:
    """The answer grows with each result: one that was worth it at 1,200 tokens is not at 1,600."""
    done = economize([(1.0, 400), (0.4, 400), (0.4, 400), (0.4, 400)], 2000)
    assert (done.kept, done.dropped, done.tokens) == (3, 1, 1200)


def test_the_first_result_stays_and_zero_turns_it_off() -> None:
    """Whatever its size, there is an answer."""
    assert economize([(1.0, 90_000)], 2000).kept == 1
    assert economize([(1.0, 90_000), (0.1, 9)], 0).kept == 2


def test_a_long_result_does_not_hide_short_ones() -> None:
    """A result that is not worth its tokens is left out, not those after it."""
    done = economize([(1.0, 900), (0.45, 1200), (0.44, 100), (0.2, 1200)], 2000)
    assert done.chosen == (0, 2)
    assert (done.kept, done.dropped, done.tokens) == (2, 2, 1000)


def test_a_result_nearly_as_good_as_the_best_stays() -> None:
    """Where many results are alike, none is left out for its text."""
    assert economize([(1.0, 3000), (0.66, 1200), (0.64, 1200)], 2000).chosen == (0, 1)


def test_with_room_for_results_in_brief_nothing_is_dropped() -> None:
    """At most `limit` results have their text, and the others 50 tokens each, up to `most`."""
    results = [(1.0, 400)] * 4 + [(0.3, 400)] * 4
    done = economize(results, 2000, 3, 6)
    assert done.chosen == (0, 1, 2, 3, 4, 5)
    assert done.brief == {3, 4, 5}
    assert (done.kept, done.dropped, done.tokens) == (6, 2, 3 * 400 + 3 * 50)


def test_a_result_in_brief_is_one_that_is_not_worth_its_text() -> None:
    """A good result keeps its text, a weak one is in brief, and a short one is whole anyhow."""
    done = economize([(1.0, 1000), (0.3, 1000), (0.8, 1000), (0.3, 40)], 2000, 10, 30)
    assert done.brief == {1}
    assert done.chosen == (0, 1, 2, 3)
    assert done.stage().notes == ("4 kept, 1 of them in brief, 0 dropped: about 2,090 tokens",)


def test_results_in_brief_leave_less_room_for_text() -> None:
    """Their tokens count before any text does."""
    few = economize([(1.0, 400), (0.35, 400)], 2000, 10, 30)
    many = economize([(1.0, 400), (0.35, 400), *[(0.3, 400)] * 20], 2000, 10, 30)
    assert (few.brief, 1 in many.brief) == (frozenset(), True)


def test_what_may_still_be_worth_its_tokens() -> None:
    """After 2,000 tokens a result needs a third of the best score, however short it is."""
    done = economize([(1.0, 1000), (0.9, 1000)], 2000)
    assert done.admits(0.4, 1.0)
    assert not done.admits(0.3, 1.0)
