"""What holds for every test? Hypothesis draws the same examples each time, without a clock.

Failures of the engines' contract show the values they compare, as those of our own tests.
"""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

pytest.register_assert_rewrite("ra.engine.contract")

settings.register_profile(
    "default",
    derandomize=True,
    deadline=None,
    max_examples=150,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("explore", deadline=None, max_examples=5000, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))
