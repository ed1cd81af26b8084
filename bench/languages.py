"""`python -m bench languages`: measures a folder in sixteen languages without settings.

`cncf-glossary` has a folder for each language. Each page is asked for in its own language: by its
title, if no page of another language has the same one; by the first sentence of its text without
the words of the title; and by the texts of links to it, which are mostly its title in another form.
The page must come first. `english` is the same folder with the English stemmer for all documents,
`auto` the default. Prints a table in Markdown.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.corpora import UNPACKED, folder
from ra import config
from ra.errors import QueryError
from ra.evaluate.run import with_index_in
from ra.library import Library
from ra.model import Chunk, shown
from ra.parse import slugs
from ra.text.names import name_key
from ra.typed import NamedTuple

CORPUS = "cncf-glossary"
WORDS = 12  # of a sentence
_SIGNS = " \t\n.,;:!?()[]{}'\"*_`#|-–—…“”‘’«»、。，।؟۔"
_TARGET = re.compile(r"\]\([^)]*\)")
_LINK = re.compile(r"\[([^]\[]+)\]\(/(?:[a-z-]{2,5}/)?([a-z0-9-]+)/?\)")
_ENDS = re.compile(r"[.。।!?؟۔]")
_INDEX_FILES = ("_index.md", "README.md")


class Question(NamedTuple):
    """What is asked in a language, and the document that is meant."""

    language: str
    kind: str
    text: str
    doc_id: str


def main(*, quick: bool = False) -> None:
    """Each language with both analyses."""
    root = folder(CORPUS)
    found = {language: _measured(root, language, quick=quick) for language in ("english", "auto")}
    kinds = ("title", "sentence", "link")
    heads = [f"{kind}, {language}" for kind in kinds for language in found]
    print("| language | " + " | ".join(heads) + " |")
    print(f"|---|{'---:|' * len(heads)}", flush=True)
    for one in [*sorted({language for language, _ in found["auto"]}), "all"]:
        cells = [_cell(found[language], one, kind) for kind in kinds for language in found]
        print(f"| {one} | " + " | ".join(cells) + " |", flush=True)


_Found = Mapping[tuple[str, str], Sequence[bool]]


def _cell(found: _Found, language: str, kind: str) -> str:
    each = [
        right
        for (one, asked), some in found.items()
        if asked == kind and language in (one, "all")
        for right in some
    ]
    return f"{sum(each) / len(each):.3f} of {len(each)}" if each else ""


def _measured(root: Path, language: str, *, quick: bool) -> _Found:
    """By language and kind of question, whether each page came first."""
    UNPACKED.mkdir(exist_ok=True)
    with TemporaryDirectory(dir=UNPACKED) as name:
        home = Path(name) / "home"
        home.mkdir()
        settings = config.load(
            root, home=home, cache=home / "cache", state=home / "state", tree_name=slugs.slugify
        )
        if language != "auto":
            trees = tuple(tree._replace(language=language) for tree in settings.trees)
            settings = settings._replace(trees=trees)
        with Library(with_index_in(Path(name), settings)) as kb:
            kb.index.update()
            questions = list(_questions(list(kb.index.chunks())))
            found: dict[tuple[str, str], list[bool]] = defaultdict(list)
            for each in questions[:: 5 if quick else 1]:
                found[each.language, each.kind].append(_is_first(kb, each))
            return found


def _questions(chunks: Sequence[Chunk]) -> Iterator[Question]:
    pages = [chunk for chunk in chunks if not chunk.depth and _is_page(chunk.path)]
    named = Counter(name_key(page.title) for page in pages)
    for page in pages:
        language = page.path.split("/")[1]
        if named[name_key(page.title)] == 1:
            yield Question(language, "title", page.title, page.doc_id)
        text = _TARGET.sub("]", shown(page).body).strip()
        title = set(_words(page.title))
        words = [word for word in _words(_ENDS.split(text)[0]) if word not in title]
        if len(words) > 3 or (words and not words[0].isascii()):
            yield Question(language, "sentence", " ".join(words[:WORDS]), page.doc_id)
    yield from _links(chunks, {page.path: page for page in pages}, named)


def _links(
    chunks: Sequence[Chunk], pages: Mapping[str, Chunk], named: Mapping[str, int]
) -> Iterator[Question]:
    """Each text of a link once, if it is no title and all links with it have one target."""
    targets: dict[tuple[str, str], set[str]] = defaultdict(set)
    for chunk in chunks:
        if _is_page(chunk.path):
            language = chunk.path.split("/")[1]
            for text, name in _LINK.findall(shown(chunk).body):
                targets[language, " ".join(_words(text))].add(f"content/{language}/{name}.md")
    for (language, text), paths in sorted(targets.items()):
        known = [pages[path] for path in sorted(paths) if path in pages]
        if len(paths) == len(known) == 1 and text and not named.get(name_key(text)):
            yield Question(language, "link", text, known[0].doc_id)


def _words(text: str) -> list[str]:
    return [word.lower() for each in text.split() if (word := each.strip(_SIGNS))]


def _is_page(path: str) -> bool:
    return path.startswith("content/") and not path.endswith(_INDEX_FILES)


def _is_first(kb: Library, question: Question) -> bool:
    try:
        results = kb.search(question.text).results
    except QueryError:
        return False
    return bool(results) and results[0].match.chunk.doc_id == question.doc_id
