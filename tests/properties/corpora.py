"""Samples of real documents, read from the archives of the shared corpora."""

from __future__ import annotations

import tarfile
from functools import cache
from typing import NamedTuple

import pytest

from ra.document import Source
from tests.robustness.marks import torture
from tests.shared import shared


class Corpus(NamedTuple):
    """An archive, and which share of its Markdown files is enough for a test run."""

    name: str
    every: int


CORPORA = (Corpus("mdn", 60), Corpus("blue-book", 8), Corpus("cncf-glossary", 8))
every_corpus = pytest.mark.parametrize(
    "corpus",
    [
        pytest.param(one, id=one.name, marks=() if one.name == "cncf-glossary" else torture)
        for one in CORPORA
    ],
)


@cache
def sample(corpus: Corpus) -> tuple[Source, ...]:
    """One Markdown file of so many, in the order of the archive: going back in it is slow."""
    path = shared("corpora", f"{corpus.name}.tar.xz")
    found: list[Source] = []
    number = 0
    with tarfile.open(path) as archive:
        for member in archive:
            if not (member.isfile() and member.name.endswith(".md")):
                continue
            content = archive.extractfile(member) if number % corpus.every == 0 else None
            number += 1
            if content is not None:
                found.append(Source("docs", member.name, content.read(), 0, "markdown"))
    return tuple(found)
