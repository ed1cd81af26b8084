"""Sets up every test: folders in memory, a home of its own, the same examples each time.

Most tests build a small index, and syncing it to a disk takes longer than all else. So temporary
folders are in memory where the system offers that with enough room.

`make test` draws 15 examples of each property and `make torture SHORT=1` 150, the same ones each
time, so that no run fails by chance. `make torture` draws 500 others each time. Failures of the
engines' contract show the values they compare, as those of our own tests.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

pytest.register_assert_rewrite("ra.engine.contract")

_MEMORY = Path("/dev/shm")
_ROOM = 4 << 30  # bytes; one run of all tests takes less than a quarter


def _keep_in_memory() -> None:
    """Make a file system in memory the temporary folder, if programs may run there."""
    if "TMPDIR" in os.environ or not os.access(_MEMORY, os.W_OK):
        return
    disk = os.statvfs(_MEMORY)
    if not disk.f_flag & os.ST_NOEXEC and disk.f_bavail * disk.f_frsize > _ROOM:
        os.environ["TMPDIR"] = tempfile.tempdir = str(_MEMORY)


_keep_in_memory()

for profile, examples in (("default", 15), ("torture", 150)):
    settings.register_profile(
        profile,
        derandomize=True,
        deadline=None,
        max_examples=examples,
        database=None,
        suppress_health_check=[HealthCheck.too_slow],
    )
settings.register_profile(
    "explore",
    deadline=None,
    max_examples=500,
    database=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


@pytest.fixture(scope="session", autouse=True)
def _no_home_of_the_tester(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Settings, indexes and trust of whoever runs the tests are neither read nor written."""
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("HOME", "USERPROFILE"):
            patch.setenv(name, str(home))
        for name in ("XDG_CACHE_HOME", "XDG_STATE_HOME", "LOCALAPPDATA"):
            patch.setenv(name, str(home / name.lower()))
        yield
