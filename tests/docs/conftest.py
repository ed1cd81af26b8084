"""What do the tests of the pages need? A bash to run what the pages show."""

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
