"""Which parts of a query does a chunk have, in its text or by its names?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ra.model import Chunk
from ra.search.ranges import Wanted
from ra.search.retrieve import Retrieved
from ra.search.wording import Bare, Chain, other_forms
from ra.text import path_text
from ra.text.preparation import begins_gram
from ra.text.scan import all_forms
from ra.typed import NamedTuple


class Had(NamedTuple):
    """What a chunk has of one bare word of a query.

    `whole`: all that analysis makes of it. `some`: that, or a part of it. `near` are words of
    the index that it may mean.
    """

    typed: str
    whole: bool
    some: bool
    near: tuple[str, ...]


def readable(chunk: Chunk, aliases: Sequence[str]) -> str:
    """All by which a chunk is found: breadcrumb, tags, aliases of its document, path and text."""
    names = " ".join([*chunk.breadcrumb, *chunk.tags, *aliases, path_text(chunk.path)])
    return f"{names}\n{chunk.body}"


def words_in(text: str, language: str) -> set[str]:
    """The words of a text as the index has them."""
    return all_forms(text, language)


def wanted_for(chains: Iterable[Chain], language: str) -> Wanted:
    """What must be there of words that are asked for side by side."""
    words: set[str] = set()
    starts, whole, begun = [], [], []
    for _, found, is_open in chains:
        others = other_forms(found[-1], language) if is_open else ()
        if not is_open:
            whole.append(found)
        elif len(found) == 1:
            starts.append(found[0])
            words.update(others)
        else:
            begun.append(found)
            whole += [(*found[:-1], form) for form in others]
    return Wanted(frozenset(words), tuple(starts), tuple(whole), tuple(begun))


def bare_words(words: set[str], asked: Retrieved) -> tuple[Had, ...]:
    """For each bare word of a query what there is of it among the words of a chunk."""
    return tuple(_had(bare, words, asked) for bare in asked.said.bare if bare.words)


def has_word(word: str, words: set[str]) -> bool:
    """Whether an analyzed word is there; one too short for the index is the start of others."""
    if begins_gram(word):
        return any(each.startswith(word) for each in words)
    return word in words


def has_prefix(start: str, words: set[str], language: str) -> bool:
    """Whether a word is there that a prefix means."""
    return any(word.startswith(start) for word in words) or not words.isdisjoint(
        other_forms(start, language)
    )


def _had(bare: Bare, words: set[str], asked: Retrieved) -> Had:
    found = [has_word(word, words) for word in bare.words]
    forms = asked.expansions.get(bare.words[0], ())
    near = tuple(form.word for form in forms if form.word in words)
    return Had(bare.typed, all(found), any(found), near)
