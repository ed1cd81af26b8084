"""Queries for the search benches: words of the documents themselves, drawn evenly."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from bench.project import evenly
from ra.document import Source
from ra.parse import parse
from ra.text.stopwords import stop_words

_WORD = re.compile("[A-Za-z]{4,}")
_SENTENCE = re.compile(r"\b[A-Z][a-z]+(?: [a-z]+){7,14}\.")
_STOP = stop_words("english")
LONG = 50  # words of a query as `ra context` sends it


def questions(root: Path, count: int) -> dict[str, list[str]]:
    """So many different queries of each kind."""
    kinds: dict[str, dict[str, None]] = {kind: {} for kind in ("one", "three", "phrase", "typo")}
    kinds |= {"sentence": {}, "fifty": {}}
    for path in evenly(root, min(4 * count, 1000)):
        for kind, query in _asked(path.read_bytes()):
            kinds[kind].setdefault(query)
    return {kind: list(found)[:count] for kind, found in kinds.items()}


def _asked(data: bytes) -> Iterator[tuple[str, str]]:
    document = parse(Source("bench", "a.md", data, 0, "markdown"))
    body = document.text[document.content_start :]
    titles = [word.lower() for section in document.sections for word in _words(section.title)]
    words = [word.lower() for word in _words(body)]
    if not titles or len(set(words)) < LONG:
        return
    yield "one", titles[len(words) % len(titles)]  # the last ones are alike in every document
    yield "three", " ".join(list(dict.fromkeys(words))[3:6])
    pair = re.search(r"\b[A-Za-z]{4,} [a-z]{4,} [a-z]{4,}\b", body)
    if pair:
        yield "phrase", f'"{pair[0]}"'
    sentence = _SENTENCE.search(body)
    if sentence:
        yield "sentence", sentence[0].rstrip(".")
    long = max(titles, key=len)
    yield "typo", long[:2] + long[3] + long[2] + long[4:]
    common = [word for word, _ in Counter(words).most_common(LONG)]
    yield "fifty", " OR ".join(f"{word}^{1 + at % 4 / 2}" for at, word in enumerate(common))


def _words(text: str) -> list[str]:
    return [word for word in _WORD.findall(text) if word.lower() not in _STOP]
