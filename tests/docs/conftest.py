"""Fixtures of the documentation tests: a bash that runs the examples."""

from __future__ import annotations

import shutil
import sys

import pytest


@pytest.fixture
def bash() -> str:
    """The shell that runs the pages; without one the test is skipped."""
    found = shutil.which("bash")
    if found is None or sys.platform == "win32":
        pytest.skip("pages are run in a bash on a Unix system")
    return found
