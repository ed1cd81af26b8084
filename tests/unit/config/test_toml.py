"""Tests that written TOML reads back as the same value."""

from __future__ import annotations

import tomllib

from hypothesis import given
from hypothesis import strategies as st

from ra.config.toml import dotted, literal

TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
SCALARS = st.booleans() | st.integers(-(2**63), 2**63 - 1) | TEXTS


@given(SCALARS | st.lists(SCALARS))
def test_a_literal_reads_back_as_its_value(value: object) -> None:
    """SPEC 1.5: templates and messages show values as the user would write them."""
    assert tomllib.loads(f"x = {literal(value)}") == {"x": value}


@given(st.lists(TEXTS, min_size=1, max_size=4))
def test_a_dotted_key_reads_back_as_its_parts(parts: list[str]) -> None:
    """SPEC 1.5: a key in a message can be pasted into a settings file."""
    value: object = tomllib.loads(f"{dotted(parts)} = 1")
    for part in parts:
        assert isinstance(value, dict)
        assert list(value) == [part]
        value = value[part]
    assert value == 1


def test_bare_keys_stay_bare() -> None:
    """SPEC 1.5: only what TOML cannot take bare is quoted."""
    assert dotted(["tree", "my-docs_2", "a.b", "*.md"]) == 'tree.my-docs_2."a.b"."*.md"'
