"""Finds given words in a text as `tokens` does, without analyzing every other word.

A warm search takes less than half as long as with `tokens` alone (7.6 instead of 17 ms).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, compress, islice, repeat

from ra.text.analysis import Word, words
from ra.text.camel_case import camel_parts, camel_words
from ra.text.normalization import MAX_WORD, folded, is_long, normalize_text, path_text
from ra.text.plain_text import Range, is_plain, parted, separated, size, words_of_each
from ra.text.stemmers import KEEPS_MARKS
from ra.text.tokenizer import analyzer
from ra.typed import NamedTuple

_FEW = 4  # up to so many words, searching for each is faster than splitting the text
_LONG = MAX_WORD // 4  # characters; a shorter word is never too long for the index
_MOST_WORDS, _MOST_NAMES = 50_000, 20_000  # cached; the same ones occur again and again


class Sought(NamedTuple):
    """Terms to find, and prefixes of terms or of words as written."""

    forms: frozenset[str]
    starts: tuple[str, ...] = ()


class _Known(NamedTuple):
    """Cached terms of words as written; "" if a word stems to nothing.

    `parts` has the words with camelCase parts, and the terms of these parts. `written` is the
    reverse: all words with a term. `names` has the terms of whole names.
    """

    form: dict[str, str]
    parts: dict[str, tuple[str, ...]]
    written: dict[str, set[str]]
    names: dict[str, tuple[str, ...]]

    def with_form(self, forms: frozenset[str]) -> set[str]:
        """The words with one of these terms."""
        return set().union(*[self.written[one] for one in forms if one in self.written])


_KNOWN: dict[str, _Known] = {}


def begins(written: str, form: str, starts: tuple[str, ...]) -> bool:
    """Whether a term or its word starts with one of these prefixes."""
    return bool(starts) and (form.startswith(starts) or folded(written).lower().startswith(starts))


def spans(texts: Sequence[str], language: str, sought: Sought) -> list[list[Range]]:
    """The byte ranges of all sought words of each text, and of words with a sought camelCase part.

    Where a text is plain they are sorted and disjoint.
    """
    apart = [parted(text, language) for text in texts]
    only_words = [separated(each.plain) for each in apart]
    split = [text.decode().split() for text in only_words]
    chosen = _chosen(set().union(*split), language, sought)
    padded = {word: f" {word} ".encode() for word in chosen}
    found = [_places(*each, padded) for each in zip(only_words, split, strict=True)]
    for each, places in zip(apart, found, strict=True):
        if each.odd:
            places += [each.in_text(*place) for place in _full(each.odd, language, sought)]
    return found


def all_forms(text: str, language: str) -> set[str]:
    """All terms of a text."""
    plain, odd, _ = parted(text, language)
    written = set(separated(plain).decode().split())
    form, parts, _, _ = _known(written, language)
    found = set(map(form.get, written, repeat("")))
    found.update(*[parts[word] for word in parts.keys() & written], _odd_forms(odd, language))
    found.discard("")
    return found


def forms_among(texts: Sequence[str], language: str, sought: frozenset[str]) -> list[set[str]]:
    """Those of the sought terms that each text has."""
    apart = [parted(text, language) for text in texts]
    written = [set(separated(each.plain).decode().split()) for each in apart]
    known = _known(set().union(*written), language)
    form, parts, chosen = known.form, known.parts, known.with_form(sought)
    found = []
    for each, own in zip(apart, written, strict=True):
        terms = _odd_forms(each.odd, language)
        for word in own & chosen:
            terms.add(form.get(word, ""))
            terms.update(parts.get(word, ()))
        found.append(terms & sought)
    return found


def _odd_forms(odd: str, language: str) -> set[str]:
    """The terms of a text that needs full analysis."""
    if not odd:
        return set()
    analyze = analyzer(language).analyze
    return {*analyze(normalize_text(odd, language)), *analyze(" ".join(camel_parts(odd)))}


def run(text: str, language: str, forms: frozenset[str]) -> list[Word] | None:
    """The words of `tokens` with these terms; None for a text that needs full analysis.

    Positions only show which words are adjacent.
    """
    if not is_plain(text, language):
        return None
    only_words = separated(text)
    split = only_words.decode().split()
    known = _known(set(split), language)
    form = known.form
    chosen = known.with_form(forms).intersection(split)
    split = list(filter(form.__contains__, split))  # leave out words that are too long
    whole = {word for word in chosen if form.get(word) in forms}
    positions = compress(range(len(split)), map(whole.__contains__, split))
    places = _places(only_words, split, {word: f" {word} ".encode() for word in whole})
    found = [
        Word(form[split[position]], start, end, position)
        for position, (start, end) in zip(positions, places, strict=True)
    ]
    if any(not forms.isdisjoint(known.parts.get(word, ())) for word in chosen):
        found += _parts(text, language, forms)
    return found


def names_with(
    forms: frozenset[str], names: Collection[str], language: str
) -> dict[str, frozenset[str]]:
    """The paths and titles with one of these terms, each with all its terms."""
    known = _so_far(language).names
    if missing := [name for name in names if name not in known]:
        known.update(_terms_of_names(missing, language))
    return {name: frozenset(some) for name in names if not forms.isdisjoint(some := known[name])}


def _terms_of_names(names: Sequence[str], language: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    full = {name for name in names if language in KEEPS_MARKS or not name.isascii()}
    plain = [name for name in names if name not in full] if full else names
    split = words_of_each(plain)
    form = _known(set(chain.from_iterable(split)), language).form.get
    for name, written in zip(plain, split, strict=True):
        yield name, tuple(filter(None, map(form, written)))
    for name in full:
        yield name, tuple(words(path_text(name), language))


def _chosen(written: set[str], language: str, sought: Sought) -> set[str]:
    """The written words that are sought."""
    forms, starts = sought
    known = _known(written, language)
    chosen = written & known.with_form(forms)
    if starts:
        form, parts = known.form, known.parts
        chosen |= {
            word
            for word in form.keys() & written
            if any(one and begins(word, one, starts) for one in (form[word], *parts.get(word, ())))
        }
    return chosen


def _full(text: str, language: str, sought: Sought) -> list[Range]:
    from ra.text.word_offsets import tokens  # few texts need full analysis

    source = text.encode("utf-8", "surrogatepass")
    return [
        (start, end)
        for form, start, end, _ in tokens(text, language, None if sought.starts else sought.forms)
        if form in sought.forms
        or begins(source[start:end].decode("utf-8", "surrogatepass"), form, sought.starts)
    ]


def _places(only_words: bytes, split: Iterable[str], chosen: Mapping[str, bytes]) -> list[Range]:
    """The ranges of the chosen words, each with its bytes between spaces, in order."""
    few: Collection[bytes] = chosen.values()
    if len(chosen) > _FEW:
        few = [chosen[word] for word in chosen.keys() & split]
    find = (b" %b " % only_words).find
    places: list[Range] = []
    if len(few) <= _FEW:
        for word in few:
            at = find(word)
            while at >= 0:
                after = at + len(word) - 1
                places.append((at, after - 1))
                at = find(word, after)
        places.sort()
        return places
    at = 0
    for word in filter(None, map(chosen.get, split)):
        start = find(word, at)
        at = start + len(word) - 1
        places.append((start, at - 1))
    return places


def _parts(text: str, language: str, forms: frozenset[str]) -> list[Word]:
    """The sought parts of camelCase words, which the index stores as an additional field value."""
    cut = [(start, end, parts.split()) for start, end, parts in camel_words(text)]
    known = _known({part for _, _, parts in cut for part in parts}, language).form
    found = []
    position = len(text) + 1  # beyond every word before
    for start, end, parts in cut:
        position += 1  # a gap between two words, each a field value of its own
        for part in parts:
            position += 1
            if known[part] in forms:
                found.append(Word(known[part], start, end, position))
    if text.isascii():
        return found
    at = _bytes(text, sorted({place for word in found for place in word[1:3]}))
    return [word._replace(start=at[word.start], end=at[word.end]) for word in found]


def _bytes(text: str, places: Iterable[int]) -> dict[int, int]:
    """The number of bytes before each of these characters, which are sorted."""
    found = {}
    done = before = 0
    for place in places:
        before += size(text[done:place])
        found[place] = before
        done = place
    return found


def _known(written: set[str], language: str) -> _Known:
    """The cache, completed with these words; of words that are too long it has only the parts."""
    known = _so_far(language)
    if missing := written.difference(known.form):
        _analyze(missing, known, language)
    return known


def _so_far(language: str) -> _Known:
    known = _KNOWN.get(language)
    if known is None or len(known.form) > _MOST_WORDS or len(known.names) > _MOST_NAMES:
        known = _KNOWN[language] = _Known({}, {}, {}, {})
    return known


def _analyze(missing: Collection[str], known: _Known, language: str) -> None:
    analyze = analyzer(language).analyze
    joined = " ".join(missing)
    kept = [word for word in missing if len(word) < _LONG or not is_long(word)]
    forms = analyze(" ".join(kept))
    cut = [(joined[start:end], parts) for start, end, parts in camel_words(joined)]
    of_parts = iter(analyze(" ".join([parts for _, parts in cut])) if cut else ())
    written = known.written
    for word, parts in cut:
        known.parts[word] = tuple(islice(of_parts, parts.count(" ") + 1))
        for form in known.parts[word]:
            written.setdefault(form, set()).add(word)
    for word, form in zip(kept, forms, strict=True):
        written.setdefault(form, set()).add(word)
    # Last: a thread that sees a word sees all of its entries.
    known.form.update(zip(kept, forms, strict=True))
