"""Tests of the day that a value of `after:` and `before:` means."""

from __future__ import annotations

from datetime import date

import pytest

from ra.query.fields import day, is_date

TODAY = date(2024, 3, 31)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("2020-02-29", date(2020, 2, 29)),
        ("2020", date(2020, 1, 1)),
        ("2020-12", date(2020, 12, 1)),
        ("0001", date(1, 1, 1)),
        ("0d", TODAY),
        ("7d", date(2024, 3, 24)),
        ("2w", date(2024, 3, 17)),
        ("1m", date(2024, 2, 29)),
        ("3m", date(2023, 12, 31)),
        ("13m", date(2023, 2, 28)),
        ("1y", date(2023, 3, 31)),
    ],
)
def test_a_value_means_a_day(value: str, expected: date) -> None:
    """SPEC 7: ISO date or `7d`, `3m`; a month ends with its last day, and starts with its first."""
    assert day(value, TODAY) == expected


@pytest.mark.parametrize("unit", "dwmy")
def test_far_back_there_is_a_first_day(unit: str) -> None:
    """SPEC 12: no value overflows the calendar."""
    assert day(f"99999{unit}", date(50, 1, 31)).year == 1


def test_days_are_those_of_the_calendar() -> None:
    """SPEC 7: our own check of a date agrees with Python's calendar."""
    for year in (1, 1900, 2000, 2023, 2024, 9999):
        assert is_date(f"{year:04}")
        for month in range(14):
            assert is_date(f"{year:04}-{month:02}") == _exists(year, month, 1)
            for number in range(33):
                text = f"{year:04}-{month:02}-{number:02}"
                assert is_date(text) == _exists(year, month, number), text


def _exists(year: int, month: int, number: int) -> bool:
    try:
        date(year, month, number)
    except ValueError:
        return False
    return True
