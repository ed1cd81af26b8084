"""Where do some words of a text stand? As `tokens` says, without a look at each of the others."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import chain, compress

from ra.text.analysis import Word, words
from ra.text.camel import camel_parts, camel_words
from ra.text.parted import Range, is_plain, parted, separated, size
from ra.text.preparation import MAX_WORD, folded, path_text, prepare
from ra.text.stemmers import KEEPS_MARKS
from ra.text.tokenizer import analyzer
from ra.typed import NamedTuple

_FEW = 4  # words that are found sooner one by one than among all others
_MOST_ASKED = 16
_MOST_WORDS = 50_000  # words return: those already analyzed are kept, up to this many


class Sought(NamedTuple):
    """Words as the index has them, and what a word may begin with, as analyzed or as written."""

    forms: frozenset[str]
    starts: tuple[str, ...] = ()


class _Known(NamedTuple):
    """What the index makes of words as they are written; "" if stemming leaves nothing of one.

    `parts` has the words with camelCase parts, and these as the index has them. `written` turns
    it around: all words with such a form. `asked` has the same for forms that were asked for
    together, and how many words were known then.
    """

    form: dict[str, str]
    parts: dict[str, tuple[str, ...]]
    written: dict[str, set[str]]
    asked: dict[frozenset[str], tuple[int, set[str]]]

    def with_form(self, forms: frozenset[str]) -> set[str]:
        """The words with one of these forms."""
        count = len(self.form)
        before, found = self.asked.get(forms, (0, set()))
        if before != count:
            found = set().union(*[self.written[one] for one in forms if one in self.written])
            if len(self.asked) >= _MOST_ASKED:
                self.asked.clear()
            self.asked[forms] = count, found
        return found


_KNOWN: dict[str, _Known] = {}


def begins(written: str, form: str, starts: tuple[str, ...]) -> bool:
    """Whether a word begins with one of these, as analyzed or as written."""
    return bool(starts) and (form.startswith(starts) or folded(written).lower().startswith(starts))


def spans(text: str, language: str, sought: Sought) -> list[Range]:
    """The bytes of all words that are sought, or have a camelCase part that is.

    They are in order and apart where the text is plain.
    """
    plain, odd, _ = apart = parted(text, language)
    only_words = separated(plain)
    split = only_words.split()
    found = _in_bytes(text, _places(only_words, split, _chosen(set(split), language, sought)))
    if odd:
        found += [apart.in_text(*place) for place in _full(odd, language, sought)]
    return found


def all_forms(text: str, language: str) -> set[str]:
    """The words of a text as the index has them."""
    plain, odd, _ = parted(text, language)
    written = set(separated(plain).split())
    form, parts, *_ = _known(written, language)
    found = {form[word] for word in form.keys() & written}
    found.update(*[parts[word] for word in parts.keys() & written])
    if odd:
        analyze = analyzer(language).analyze
        found.update(analyze(prepare(odd, language)), analyze(camel_parts(odd)))
    found.discard("")
    return found


def run(text: str, language: str, forms: frozenset[str]) -> list[Word] | None:
    """Those of `tokens` with these forms; None for a text that needs the full look.

    Positions tell which of them stand right after each other, and no more.
    """
    if not is_plain(text, language):
        return None
    prepared = prepare(text, language)  # words that are too long are left out between others
    only_words = separated(prepared)
    split = only_words.split()
    written = set(split)
    known = _known(written, language)
    form, chosen = known.form, written & known.with_form(forms)
    whole = {word for word in chosen if form[word] in forms}
    positions = compress(range(len(split)), map(whole.__contains__, split))
    found = [
        Word(form[split[position]], start, end, position)
        for position, (start, end) in zip(positions, _places(only_words, split, whole), strict=True)
    ]
    if any(not forms.isdisjoint(known.parts.get(word, ())) for word in chosen):
        found += _parts(text, language, forms)
    if text.isascii():
        return found
    at = dict(_bytes(text, sorted({place for word in found for place in word[1:3]})))
    return [word._replace(start=at[word.start], end=at[word.end]) for word in found]


def names_with(
    forms: frozenset[str], names: Collection[str], language: str
) -> dict[str, frozenset[str]]:
    """The paths and titles with one of these words, each with all its words as `words` says."""
    full = {name for name in names if language in KEEPS_MARKS or not name.isascii()}
    split = {name: separated(name).split() for name in names if name not in full}
    known = _known(set(chain.from_iterable(split.values())), language)
    sought, form = known.with_form(forms), known.form.get
    found = {
        name: frozenset(filter(None, map(form, written)))
        for name, written in split.items()
        if not sought.isdisjoint(written)
    }
    found.update((name, frozenset(words(path_text(name), language))) for name in full)
    return {name: some for name, some in found.items() if not forms.isdisjoint(some)}


def _chosen(written: set[str], language: str, sought: Sought) -> set[str]:
    """Those of the written words that are sought."""
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
    from ra.text.tracing import tokens  # few texts need the full look

    source = text.encode("utf-8", "surrogatepass")
    return [
        (start, end)
        for form, start, end, _ in tokens(text, language, None if sought.starts else sought.forms)
        if form in sought.forms
        or begins(source[start:end].decode("utf-8", "surrogatepass"), form, sought.starts)
    ]


def _places(only_words: str, split: Iterable[str], chosen: Collection[str]) -> list[Range]:
    """Where the chosen ones of all words stand, in order."""
    padded = {word: f" {word} " for word in chosen}
    find = f" {only_words} ".find
    places: list[Range] = []
    if len(padded) <= _FEW:
        for word in padded.values():
            at = find(word)
            while at >= 0:
                places.append((at, at + len(word) - 2))
                at = find(word, at + len(word) - 1)
        places.sort()
        return places
    at = 0
    for word in filter(None, map(padded.get, split)):
        start = find(word, at)
        at = start + len(word) - 1
        places.append((start, at - 1))
    return places


def _parts(text: str, language: str, forms: frozenset[str]) -> list[Word]:
    """The wanted parts of camelCase words, which the index has as one more value of the field."""
    cut = [(start, end, parts.split()) for start, end, parts in camel_words(text)]
    known = _known({part for _, _, parts in cut for part in parts}, language).form
    found = []
    position = len(text) + 1  # there are fewer words before
    for start, end, parts in cut:
        for part in parts:
            position += 1
            if known[part] in forms:
                found.append(Word(known[part], start, end, position))
    return found


def _in_bytes(text: str, found: list[Range]) -> list[Range]:
    """Ranges of characters, in order and apart, as ranges of bytes."""
    if text.isascii():
        return found
    at = [place for _, place in _bytes(text, list(chain.from_iterable(found)))]
    return list(zip(at[::2], at[1::2], strict=True))


def _bytes(text: str, places: Iterable[int]) -> list[tuple[int, int]]:
    """How many bytes stand before each of these characters, which are in order."""
    found = []
    done = before = 0
    for place in places:
        before += size(text[done:place])
        found.append((place, before))
        done = place
    return found


def _known(written: set[str], language: str) -> _Known:
    """What is known of words, after a look at those never seen; not of words that are too long."""
    known = _so_far(language)
    if missing := written.difference(known.form):
        _analyze([word for word in missing if len(word) <= MAX_WORD], known, language)
    return known


def _so_far(language: str) -> _Known:
    known = _KNOWN.get(language)
    if known is None or len(known.form) > _MOST_WORDS:
        known = _KNOWN[language] = _Known({}, {}, {}, {})
    return known


def _analyze(missing: Sequence[str], known: _Known, language: str) -> None:
    analyze = analyzer(language).analyze
    for word, form in zip(missing, analyze(" ".join(missing)), strict=True):
        small = word.islower() or word[1:].islower()
        parts = "" if small else camel_parts(word)
        forms = (form, *analyze(parts)) if parts else (form,)
        if parts:
            known.parts[word] = forms[1:]
        for one in forms:
            known.written.setdefault(one, set()).add(word)
        known.form[word] = form  # last: who finds the word here finds it everywhere
