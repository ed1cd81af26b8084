"""What do failures of the contract show? The values they compare, as those of our own tests."""

from __future__ import annotations

import pytest

pytest.register_assert_rewrite("ra.engine.contract")
