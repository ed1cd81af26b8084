"""Edits of words: a letter inserted, deleted or replaced, or two swapped (SPEC 8.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

_START = 3  # letters: few terms share a prefix of this length, and few edits fall before it
_TWO = 2  # the largest distance
_PLAIN = "abcdefghijklmnopqrstuvwxyz0123456789"
_ALL_PLAIN = frozenset(_PLAIN)
_BETWEEN = "\n"  # occurs in no word
# Letters of a language beside those above. English has none of its own.
_LETTERS = {
    "arabic": "ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىي",
    "danish": "åæøé",
    "dutch": "éëïóöü",
    "finnish": "äåö",
    "french": "àâæçèéêëîïôùûüÿœ",
    "german": "äößü",
    "greek": "άέήίαβγδεζηθικλμνξοπρστυφχψωϊϋόύώΐΰ",
    "hungarian": "áéíóöúüőű",
    "italian": "àèéìîòù",
    "norwegian": "åæøéòô",
    "portuguese": "àáâãçéêíóôõú",
    "romanian": "âîășțşţ",
    "russian": "абвгдежзийклмнопрстуфхцчшщъыьэюяё",
    "spanish": "áéíñóúü",
    "swedish": "äåöé",
    "tamil": "அஆஇஈஉஊஎஏஐஒஓஔகஙசஞடணதநபமயரலவழளறன" + "ாிீுூெேைொோௌ்",
    "turkish": "çğıöşü",
}


def letters_of(language: str) -> str:
    """The letters of a language beside those of English."""
    return _LETTERS.get(language, "")


def within_one_edit(one: str, other: str) -> bool:
    """Whether one insertion, deletion, replacement or swap of neighbors makes them equal."""
    if len(one) > len(other):
        one, other = other, one
    if len(other) - len(one) > 1:
        return False
    same = 0
    while same < len(one) and one[same] == other[same]:
        same += 1
    if len(one) < len(other):
        return one[same:] == other[same + 1 :]
    if one[same + 1 :] == other[same + 1 :]:
        return True
    swapped = one[same + 1 : same + 2] + one[same : same + 1]
    return swapped + one[same + 2 :] == other[same:]


def within_two_edits(one: str, other: str) -> bool:
    """Whether two such edits make them equal, none of them inside of the other."""
    start, end = 0, 0
    most = min(len(one), len(other))
    while start < most and one[start] == other[start]:
        start += 1
    while end < most - start and one[-1 - end] == other[-1 - end]:
        end += 1
    one, other = one[start : len(one) - end], other[start : len(other) - end]
    before: list[int] = []
    row = list(range(len(other) + 1))
    for at, letter in enumerate(one, 1):
        last, before, row = before, row, [at]
        for to, wanted in enumerate(other, 1):
            cost = min(before[to - 1] + (letter != wanted), before[to] + 1, row[-1] + 1)
            if at > 1 and to > 1 and letter == other[to - 2] and one[at - 2] == wanted:
                cost = min(cost, last[to - 2] + 1)
            row.append(cost)
        if min(row) > _TWO:
            return False
    return row[-1] <= _TWO


def candidates(
    word: str, language: str, starting: Callable[[str], Iterable[str]], distance: int = 1
) -> set[str]:
    """The terms that may be within one edit of a word, without it, for a list of terms by prefix.

    With a distance of two, those within two edits that start with the same letter.

    Most come from scanning the terms with the same first letters, the cheapest way. Edits before
    these letters are generated one by one, so some candidates may not be terms.
    """
    if distance == _TWO:
        size, known = len(word), frozenset(word)
        alike = [
            other
            for other in starting(word[:1])
            if -3 < len(other) - size < 3
            and len(known.difference(other)) <= _TWO  # an edit changes one letter at most
            and len(frozenset(other) - known) <= _TWO
        ]
        return {other for other in alike if other != word and within_two_edits(word, other)}
    letters = alphabet(word, language)
    if len(word) <= _START:
        return edits(word, letters)
    near = edits(word, letters, before=_START)
    size, middle = len(word), len(word) // 2 + 1
    head, tail = word[:middle], word[middle + 1 :]  # one edit leaves one of them unchanged
    alike = [
        other
        for other in starting(word[:_START])
        if -2 < len(other) - size < 2 and (other.endswith(tail) or other.startswith(head))
    ]
    near.update([other for other in alike if within_one_edit(word, other)])
    near.discard(word)
    return near


def alphabet(word: str, language: str) -> str:
    """The letters that edits may insert: those of the language and of the word's own script."""
    sets = [_PLAIN, _LETTERS.get(language, "")]
    if _ALL_PLAIN.issuperset(word):
        return "".join(sets)
    known = set(word)
    if not word.isascii():
        sets += [letters for letters in _LETTERS.values() if not known.isdisjoint(letters)]
    return "".join(dict.fromkeys("".join([*sets, word])))


def edits(word: str, alphabet: str, before: int | None = None) -> set[str]:
    """All words exactly one edit away, or those whose edit is before position `before`."""
    made: set[str] = set()
    for at in range(len(word) + 1)[:before]:
        start, rest, later = word[:at], word[at:], word[at + 1 :]
        made.update(_between(start, alphabet, rest), _between(start, alphabet, later))
        made.update((start + later, start + later[:1] + rest[:1] + later[1:]))
    made -= {word, ""}
    return made


def _between(start: str, letters: str, end: str) -> list[str]:
    """A word for each letter, between this start and this end."""
    return f"{start}{f'{end}{_BETWEEN}{start}'.join(letters)}{end}".split(_BETWEEN)
