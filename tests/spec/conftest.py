"""What do failures of shared checks show? The values they compare."""

from __future__ import annotations

import pytest

pytest.register_assert_rewrite("tests.spec.projects")
