"""Finds the shared cases and specifications; they are absent in a fresh clone."""

from __future__ import annotations

from pathlib import Path

import pytest

SHARED = Path(__file__).parents[2] / "shared"


def shared(*parts: str) -> Path:
    """A path in the shared folder; the test is skipped only when there is no such folder."""
    if not SHARED.is_dir():
        pytest.skip(f"no shared folder at {SHARED}")
    return SHARED.joinpath(*parts)
