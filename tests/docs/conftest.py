"""Fixtures of the documentation tests: a bash that runs the examples."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator

import pytest

from tests.zygote import ZYGOTE
from tools import playground


@pytest.fixture(scope="session", autouse=True)
def _forked_commands() -> Iterator[None]:
    """Scripts run `ra` forked from a process that has imported it."""
    with pytest.MonkeyPatch.context() as patch:
        if sys.platform != "win32":
            patch.setattr(playground, "RUNNER", ZYGOTE.command())
        yield


@pytest.fixture
def bash() -> str:
    """The shell that runs the pages; without one the test is skipped."""
    found = shutil.which("bash")
    if found is None or sys.platform == "win32":
        pytest.skip("pages are run in a bash on a Unix system")
    return found
