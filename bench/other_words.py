"""`python -m bench other_words`: questions that share no content word with their target section.

`other_words.tsv` has a corpus, a target and a question in each line: synonyms, abbreviations, names
of products, other languages. The bench first checks that no stem of a question that is not a stop
word occurs in its target, then prints the recall at 10 of each mode of search.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.corpora import folder as corpus_folder
from bench.ranking import defaults
from ra.config.choices import INCLUDE, MODES, Mode
from ra.config.schema import Tree
from ra.evaluate.run import plain, with_index_in
from ra.library import DEFAULT_TENANT, Library
from ra.model import Chunk
from ra.text.analysis import words
from ra.text.find_words import all_forms
from ra.text.stopwords import stop_words
from ra.typed import NamedTuple

FILE = Path(__file__).parent / "other_words.tsv"
# The parts of the corpora that are indexed: MDN as a whole takes an hour to embed.
PARTS = {"cncf-glossary": "content/en", "mdn": "files/en-us/glossary", "rust-book": "src"}
DEPTH = 10


class Asked(NamedTuple):
    """A question, and the section or document that answers it."""

    corpus: str
    target: str
    text: str


def questions() -> list[Asked]:
    """Every line of the file."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    return [Asked(*line.split("\t")) for line in lines]


def shared(asked: Asked, chunks: Sequence[Chunk]) -> set[str]:
    """The stems that a question shares with the text and the headings of its target."""
    stop = stop_words("english")
    own = {word for word in words(asked.text, "english") if word not in stop}
    texts = [" ".join([*chunk.breadcrumb, chunk.body]) for chunk in chunks]
    return own & set().union(*[all_forms(text, "english") for text in texts])


def main(*, quick: bool = False) -> None:
    """Check the questions, then ask them in every mode; `quick` only checks."""
    counts: dict[str, list[int]] = {}
    bad = 0
    for corpus, part in PARTS.items():
        own = [asked for asked in questions() if asked.corpus == corpus]
        with TemporaryDirectory() as folder, _library(corpus, part, Path(folder)) as kb:
            chunks = list(kb.index.chunks())
            for asked in own:
                target = list(_of(asked, part, chunks))
                common = shared(asked, target)
                if common or not target:
                    print(f"{asked.target}: {asked.text!r}: {common or 'no such section'}")
                    bad += 1
            if not quick:
                kb.index.embed()
                counts[corpus] = [_found(own, part, kb, mode) for mode in MODES]
    if bad:
        sys.exit(f"bench: {bad} questions share words with their targets")
    _print(counts)


def _library(corpus: str, part: str, folder: Path) -> Library:
    settings = defaults(folder)
    tree = Tree(
        name="docs",
        root=(corpus_folder(corpus) / part).resolve(),
        local=True,
        include=INCLUDE,
        exclude=(),
        tenant=DEFAULT_TENANT,
        language="english",
        respect_gitignore=False,
        max_file_bytes=settings.max_file_bytes,
        chunking=settings.chunking,
        parsers=settings.parsers,
    )
    library = Library(with_index_in(folder, settings._replace(trees=(tree,))))
    library.index.update()
    return library


def _of(asked: Asked, part: str, chunks: Sequence[Chunk]) -> Iterator[Chunk]:
    """The chunks of a target: of the section, or of the whole document."""
    wanted = f"docs:{asked.target.removeprefix(f'{part}/')}"
    return (chunk for chunk in chunks if wanted in (chunk.id, chunk.doc_id))


def _found(own: Sequence[Asked], part: str, kb: Library, mode: Mode) -> int:
    """How many questions have their target among the first results, each hit on its own."""
    params = kb.settings.search._replace(
        mode=mode, match="any", cutoff_ratio=0.0, relevance_floor=0.0, token_target=0, limit=DEPTH
    )
    found = 0
    for asked in own:
        wanted = f"docs:{asked.target.removeprefix(f'{part}/')}"
        report = kb.search(plain(asked.text), params=params, aggregates=False)
        found += any(wanted in (result.id, result.doc_id) for result in report)
    return found


def _print(counts: dict[str, list[int]]) -> None:
    print(f"| corpus | questions | {' | '.join(MODES)} |\n|---|--:|{'--:|' * len(MODES)}")
    totals = {corpus: sum(one.corpus == corpus for one in questions()) for corpus in counts}
    for corpus, found in counts.items():
        shares = [f"{one / totals[corpus]:.3f}" for one in found]
        print(f"| {corpus} | {totals[corpus]} | {' | '.join(shares)} |")
    if counts:
        total = sum(totals.values())
        sums = [sum(column) / total for column in zip(*counts.values(), strict=True)]
        print(f"| all | {total} | {' | '.join(f'{one:.3f}' for one in sums)} |")
