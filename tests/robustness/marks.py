"""Marks what takes long, so that `make test` runs one case of a kind and `make torture` all."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import settings

torture = pytest.mark.torture


def sampled(values: Iterable[Any], *kept: Any) -> list[Any]:
    """All values for `make torture`; `make test` has those kept, or the first."""
    every = list(values)
    chosen = list(kept) or every[:1]
    missing = [each for each in chosen if each not in every]
    assert not missing, f"not among the cases: {missing}"
    return [each if each in chosen else _marked(each) for each in every]


def drawn(times: int) -> settings:
    """Draw so many times the examples of other properties, which are cheap here."""
    return settings(max_examples=times * settings().max_examples)


def _marked(value: Any) -> Any:
    values = value if isinstance(value, tuple) else (value,)
    return pytest.param(*values, marks=torture)
