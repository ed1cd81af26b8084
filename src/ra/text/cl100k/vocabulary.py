"""Loads the tokens of cl100k_base with their ranks.

The file beside this module holds the tokens of several bytes, ordered by rank and separated by NUL,
which none of them contains. `python -m tools.vocabulary` writes it from the published file; a test
restores that file and compares its checksum.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

FILE = Path(__file__).with_name("cl100k_base.tokens")
SINGLE_BYTES = 256
"""The lowest ranks belong to the tokens of one byte, the result of no merge."""


@cache
def ranks() -> dict[bytes, int]:
    """The rank of each token of several bytes; pairs are merged in the order of their ranks."""
    tokens = FILE.read_bytes().split(b"\0")
    return dict(zip(tokens, range(SINGLE_BYTES, SINGLE_BYTES + len(tokens)), strict=True))
