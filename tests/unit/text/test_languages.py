"""Tests of language names and their signatures."""

from __future__ import annotations

import subprocess
import sys

import pytest

from ra.errors import ConfigError
from ra.text import LANGUAGES, analyzer, signature


def test_an_unknown_language_is_refused_with_the_nearest_one() -> None:
    """SPEC 6.1: there are 18 languages; a typo is told."""
    with pytest.raises(ConfigError, match=r"unknown language 'germann'; did you mean 'german'\?"):
        analyzer("germann")


def test_signatures_differ() -> None:
    """SPEC 6.4: another stemmer is another fingerprint."""
    assert len({signature(language) for language in LANGUAGES}) == len(LANGUAGES)


def test_importing_costs_no_tantivy() -> None:
    """Commands that do not search must not pay for loading the search library."""
    words = "ra.text.normalize_text('é', 'english')"
    code = f"import sys, ra.text; {words}; print('tantivy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
