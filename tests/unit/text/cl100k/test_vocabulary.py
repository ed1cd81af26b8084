"""Tests that the vocabulary is the published one."""

from __future__ import annotations

from hashlib import sha256

import pytest

from ra.text.cl100k.vocabulary import FILE, ranks
from tools.vocabulary import CHECKSUM, packed, unpacked


def test_the_file_holds_the_published_vocabulary() -> None:
    """SPEC 8.10: the published file, restored from ours, has the checksum of tiktoken."""
    assert sha256(unpacked(FILE.read_bytes())).hexdigest() == CHECKSUM


def test_the_tool_writes_the_file_as_it_is() -> None:
    """Own choice: the file can be made again from the published one."""
    kept = FILE.read_bytes()
    assert packed(unpacked(kept)) == kept


def test_another_vocabulary_is_refused() -> None:
    """Own choice: no file with other ranks gets into the package."""
    with pytest.raises(SystemExit, match="checksum"):
        packed(b"IQ== 0\n")


def test_ranks_follow_those_of_single_bytes() -> None:
    """The published file: rank 256 is two spaces, rank 100255 the last."""
    assert (ranks()[b"  "], max(ranks().values()), len(ranks())) == (256, 100255, 100000)
