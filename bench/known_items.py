"""`python -m bench known_items`: measures whether a search finds documents and sections by name.

Every document and section has names. Each is asked as typed, with default settings, in every
corpus and in generated vaults, and the first result must be it: a document by its title and by the
name of its file (another document with that title is right, too), a section by its own heading (the
section itself, with or without what is below it, never one that contains it). A heading that is the
name of another page is asked apart, since that page must come first (SPEC 8.2). A word with one
wrong letter must find the word; popular words of MDN must find their page. Prints a table in
Markdown.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from bench.corpora import UNPACKED, folder
from bench.vaults import NAMES, make
from ra import config
from ra.config.schema import Settings
from ra.errors import QueryError
from ra.evaluate.run import with_index_in
from ra.library import Library
from ra.model import Chunk, shown
from ra.parse import slugs
from ra.search.results import Result
from ra.text.names import name_key
from ra.typed import NamedTuple

CORPORA = ("blue-book", "cncf-glossary", "kepano-vault", "obsidian-tasks", "rust-book", "mdn")
QUICK = ("kepano-vault", "obsidian-tasks")
GOALS = {
    "title": 0.97,
    "file name": 0.95,
    "section title": 0.90,
    "section alone": 0.90,
    "section or page": 0.90,
    "typo": 0.95,
    "popular": 0.75,
}
EACH = 200  # items of a kind in a corpus
LIST = Path(__file__).with_name("popular_lookups.tsv")
_TELLS_NOTHING = {"index", "_index", "readme"}
_WORD = re.compile(r"(?<![\w'’-])[a-z]{5,12}(?![\w'’-])")  # whole ones, no parts of names
_LETTERS = "abcdefghijklmnopqrstuvwxyz"

Fits = Callable[[Sequence[Result]], bool]


class Item(NamedTuple):
    """What is asked, and whether results have what is meant.

    `meant` is the query without a typo: any of its first results is right, too, since the word has
    other forms.
    """

    query: str
    fits: Fits
    meant: str | None = None


def main(*, quick: bool = False) -> None:
    """Every corpus and vault, every kind of name."""
    names = QUICK if quick else CORPORA
    print(
        "| folder | " + " | ".join(f"{kind} (≥ {goal:.2f})" for kind, goal in GOALS.items()) + " |"
    )
    print(f"|---|{'---:|' * len(GOALS)}", flush=True)
    totals: dict[str, list[bool]] = defaultdict(list)
    with TemporaryDirectory() as place:
        made = [make(Path(place), kind) for kind in NAMES]
        for root in [*map(folder, names), *made]:
            found = measured(root)
            print(_row(root.name, found), flush=True)
            for kind, each in found.items():
                totals[kind] += each
    print(_row("all", totals), flush=True)


def measured(
    root: Path, each: int = EACH, say: Callable[[str], None] | None = None
) -> dict[str, list[bool]]:
    """For each kind of name, for each item, whether it was found."""
    UNPACKED.mkdir(exist_ok=True)
    with TemporaryDirectory(dir=UNPACKED) as name:
        settings = _defaults(root, Path(name) / "home")
        with Library(with_index_in(Path(name), settings)) as kb:
            kb.index.update()
            chunks = list(kb.index.chunks())
            found: dict[str, list[bool]] = {}
            for kind, items in _kinds(root, chunks, each):
                found[kind] = [_asked(kb, item, kind, say) for item in items]
            return found


def _defaults(root: Path, home: Path) -> Settings:
    """A folder as its only tree, without settings of the user."""
    home.mkdir()
    return config.load(
        root, home=home, cache=home / "cache", state=home / "state", tree_name=slugs.slugify
    )


def _asked(kb: Library, item: Item, kind: str, say: Callable[[str], None] | None) -> bool:
    try:
        results = kb.search(item.query).results
    except QueryError:
        results = ()
    right = item.fits(results)
    if not right and item.meant:
        wanted = {one.id for one in kb.search(item.meant).results}
        right = any(one.id in wanted for one in results)
    if say and not right:
        said = [f"{one.match.chunk.id}{'+' * one.aggregated}" for one in results[:3]]
        say(f"{kind}: {item.query!r} {item.meant or ''} -> {said}")
    return right


def _kinds(root: Path, chunks: Sequence[Chunk], each: int) -> Iterator[tuple[str, list[Item]]]:
    documents = [chunk for chunk in chunks if not chunk.depth]
    sections = [chunk for chunk in chunks if chunk.depth and chunk.hit and not chunk.part]
    titles, files = _by_name(documents, _title), _by_name(documents, file_name)
    headings = _by_name(sections, _title)
    alone = {
        name: some for name, some in headings.items() if not _is_page(name, some, titles, files)
    }
    yield "title", _named(titles, each, _document_first, _title)
    yield "file name", _named(files, each, _document_first, file_name, titles)
    yield "section title", _named(alone, each, _section_first, _title)
    yield "section alone", _named(alone, each, _section_alone, _title)
    yield "section or page", _named(headings, each, _heading_first(titles, files), _title)
    yield "typo", _typos(chunks, each)
    if root.name == "mdn":
        yield "popular", _popular()


def _title(chunk: Chunk) -> str:
    return chunk.title


def file_name(document: Chunk) -> str:
    """The name of a file without its suffix, of its folder where that tells nothing."""
    *folders, name = document.path.split("/")
    stem = name.rpartition(".")[0] or name
    tells = stem.lower() not in _TELLS_NOTHING
    return stem if tells else folders[-1] if folders else ""


def _by_name(chunks: Sequence[Chunk], name: Callable[[Chunk], str]) -> dict[str, list[Chunk]]:
    found: dict[str, list[Chunk]] = defaultdict(list)
    for chunk in chunks:
        if re.search(r"\w", name(chunk)):
            found[name_key(name(chunk))].append(chunk)
    return found


def _is_page(name: str, sections: Sequence[Chunk], *pages: Mapping[str, list[Chunk]]) -> bool:
    """Whether another document has the name of these sections."""
    documents = {page.doc_id for named in pages for page in named.get(name, ())}
    return bool(documents - {section.doc_id for section in sections})


def _named(
    by_name: Mapping[str, list[Chunk]],
    each: int,
    fits: Callable[[Sequence[Chunk]], Fits],
    spelled: Callable[[Chunk], str],
    also: Mapping[str, list[Chunk]] | None = None,
) -> list[Item]:
    """Names that few have; any of those is right, and any that has it in `also`."""
    items = [(name, some) for name, some in by_name.items() if len(some) <= 3]
    chosen = Random(1).sample(items, min(each, len(items)))
    others = also or {}
    return [Item(spelled(some[0]), fits([*some, *others.get(name, ())])) for name, some in chosen]


def _document_first(meant: Sequence[Chunk]) -> Fits:
    """One of these documents, and no other of a similar name."""
    ids = {chunk.doc_id for chunk in meant}
    return lambda results: bool(results) and results[0].match.chunk.doc_id in ids


def _section_first(meant: Sequence[Chunk]) -> Fits:
    """The section, alone or with what is below it."""
    ids = {chunk.id for chunk in meant}
    return lambda results: bool(results) and results[0].match.chunk.id in ids


def _heading_first(*pages: Mapping[str, list[Chunk]]) -> Callable[[Sequence[Chunk]], Fits]:
    """The section, or a page of the same name."""

    def fits(meant: Sequence[Chunk]) -> Fits:
        name = name_key(meant[0].title)
        same = [page for named in pages for page in named.get(name, ())]
        return _section_first([*meant, *same])

    return fits


def _section_alone(meant: Sequence[Chunk]) -> Fits:
    """The section, and nothing below it."""
    is_first = _section_first(meant)
    return lambda results: is_first(results) and not results[0].aggregated


def _typos(chunks: Sequence[Chunk], each: int) -> list[Item]:
    """Words of the visible text with one letter changed, left out, doubled or swapped."""
    texts = [shown(chunk).body.lower() for chunk in chunks]
    words = sorted({word for text in texts for word in _WORD.findall(text)})
    random = Random(2)
    items = []
    for word in random.sample(words, min(each, len(words))):
        items.append(Item(_mistyped(word, random), _has_word(word), word))
    return items


def _mistyped(word: str, random: Random) -> str:
    at = random.randrange(1, len(word) - 1)
    kinds = (
        word[:at] + random.choice(_LETTERS.replace(word[at], "")) + word[at + 1 :],
        word[:at] + word[at + 1 :],
        word[:at] + word[at] + word[at:],
        word[:at] + word[at + 1] + word[at] + word[at + 2 :],
    )
    return random.choice([one for one in kinds if one != word])


def _has_word(word: str) -> Fits:
    def fits(results: Sequence[Result]) -> bool:
        texts = (f"{' '.join(one.match.chunk.breadcrumb)} {one.body}".lower() for one in results)
        return any(word in text for text in texts)

    return fits


def _popular() -> list[Item]:
    lines = [line for line in LIST.read_text(encoding="utf-8").splitlines() if line[:1] != "#"]
    pairs = [line.split("\t") for line in lines]
    return [Item(query, _page_first(pages.split())) for query, pages in pairs]


def _page_first(pages: Sequence[str]) -> Fits:
    paths = {f"files/en-us/{page}/index.md" for page in pages}
    return lambda results: bool(results) and results[0].match.chunk.path in paths


def _row(name: str, found: Mapping[str, Sequence[bool]]) -> str:
    cells = [
        f"{sum(each) / len(each):.3f} of {len(each)}" if (each := found.get(kind)) else ""
        for kind in GOALS
    ]
    return f"| {name} | {' | '.join(cells)} |"
