"""Tests of the expansions of mistyped words and their weights (SPEC 8.1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import pytest

from ra.engine.query import Field
from ra.query import parse
from ra.search.analyzed import analyze
from ra.search.expand import (
    MOST,
    MOST_WORDS,
    Expansion,
    Vocabulary,
    corrected,
    corrections,
    expand,
    idf,
)
from ra.text.edit_distance import within_one_edit, within_two_edits
from ra.text.stopwords import stop_words

TOTAL = 1000


def expanded(
    text: str,
    counts: Mapping[Field, Mapping[str, int]],
    fields: Sequence[Field] = ("text",),
    whole: Mapping[str, int] | None = None,
) -> dict[str, tuple[Expansion, ...]]:
    """The expansions of a query where these terms occur so often, and these whole words."""
    known_words = whole or {term: n for each in counts.values() for term, n in each.items()}

    def frequencies(fields: Sequence[Field], asked: Iterable[str]) -> dict[Field, dict[str, int]]:
        words = list(asked)
        return {
            field: {word: counts.get(field, {}).get(word, 0) for word in words} for field in fields
        }

    def near(asked: Sequence[str], distance: int) -> dict[str, dict[str, int]]:
        is_near = within_one_edit if distance == 1 else within_two_edits
        return {
            word: {
                other: count
                for other, count in known_words.items()
                if count and other != word and is_near(word, other)
            }
            for word in asked
        }

    query = parse(text)
    assert query is not None
    known = Vocabulary(TOTAL, frequencies, near, stop_words("english"))
    return expand(analyze(query, "english"), known, fields, 0.2)


def words(found: Iterable[Expansion]) -> list[str]:
    """The words of expansions."""
    return [form.word for form in found]


def test_one_edit_with_transpositions() -> None:
    """SPEC 8.1: distance 1, the common first; not `lampe`, which has the same term."""
    counts = {"lamp": 5, "lam": 1, "lampe": 2, "limp": 9, "lapm": 2, "lump": 2, "ramps": 9}
    found = expanded("lamp", {"text": counts})
    assert words(found["lamp"]) == ["limp", "lapm", "lump", "lam"]


@pytest.mark.parametrize("text", ["ab", "c++", "c--", "日本", '"lamp"', "lamp*", "-lamp"])
def test_what_is_not_expanded(text: str) -> None:
    """SPEC 7, 8.1: short words before stemming, phrases, prefixes, negations."""
    assert not any(expanded(text, {"text": {"abc": 1, "cd": 1, "lamps": 1, "limp": 1}}).values())


def test_three_letters_before_stemming() -> None:
    """SPEC 8.1: `ups` has three letters, though its stem has two."""
    assert words(expanded("ups", {"text": {"cup": 3}}, whole={"cups": 3})["up"]) == ["cup"]


def test_whole_words_are_compared_and_then_stemmed() -> None:
    """SPEC 8.1: the stems of `iteratr` and `iterator` are more than one edit apart."""
    whole = {"iterator": 2, "iterators": 1}
    (form,) = expanded("iteratr", {"text": {"iter": 5}}, whole=whole)["iteratr"]
    assert form[:2] == ("iter", 0.8)
    assert (form.whole, form.is_correction) == ("iterator", True)
    assert expanded("iterators", {"text": {"iter": 5}}, whole=whole) == {"iter": ()}


def test_two_edits_only_where_one_finds_nothing() -> None:
    """SPEC 8.1: for words of eight letters that do not occur, nor any one edit away."""
    counts: dict[Field, dict[str, int]] = {"text": {"function": 3, "monday": 3}}
    assert words(expanded("fnuctoin", counts)["fnuctoin"]) == ["function"]
    assert expanded("mnodya", counts) == {"mnodya": ()}
    counts["text"]["funktion"] = 1
    assert words(expanded("funktino", counts)["funktino"]) == ["funktion"]
    assert expanded("functoin", {"text": {"functoin": 1, "fnuction": 1}}) == {"functoin": ()}


def test_numbers_are_not_mistyped() -> None:
    """Our choice: another number is another thing."""
    assert expanded("2024 1.2.345", {"text": {"2023": 5, "346": 1}}) == {}


def test_parts_of_an_identifier_are_corrected_one_by_one() -> None:
    """SPEC 8.1: of adjacent terms those that do not occur are corrected, the others stay."""
    counts: dict[Field, dict[str, int]] = {"text": {"promis": 4, "allsettl": 2, "all": 9}}
    whole = {"promise": 4, "allsettled": 2, "all": 9}
    known = expanded("promis.allSetled", counts, whole=whole)
    assert corrected(("promi", "allsetl"), known) == [(("promis", "allsettl"), 0.8)]
    assert corrected(("promis", "allsettl"), known) == []
    query = parse("promis.allSetled")
    assert query is not None
    assert corrections(analyze(query, "english"), known) == {
        "promis": ("promise",),
        "allsetled": ("allsettled",),
    }


def test_an_expansion_has_the_idf_of_the_typed_word() -> None:
    """SPEC 8.1: however rare the expansion is, its idf becomes that of the typed word."""
    (form,) = expanded("lamp", {"text": {"lamp": 500, "limp": 1}})["lamp"]
    assert form.factor * idf(1, TOTAL) == pytest.approx(0.2 * idf(500, TOTAL))
    (form,) = expanded("lamp", {"text": {"limp": 1}})["lamp"]
    assert form.factor == 0.2


def test_the_correction_of_a_long_word_weighs_more() -> None:
    """Our choice: `wetgl python` must not be ranked by `python` alone."""
    (form,) = expanded("wetgl", {"text": {"webgl": 1}})["wetgl"]
    assert form.factor == 0.8
    (form,) = expanded("webgl", {"text": {"webgl": 1, "webgpl": 1}})["webgl"]
    assert form.factor == pytest.approx(0.2)


def test_a_stop_word_corrects_only_a_long_word_that_may_mean_nothing_else() -> None:
    """Our choice: `wihtout` finds `without`; `hand` would find every `and`, `form` every `for`."""
    assert words(expanded("wihtout", {"text": {"without": 9}})["wihtout"]) == ["without"]
    assert not expanded("hand", {"text": {"hand": 1, "and": 9}})["hand"]
    assert not expanded("form", {"text": {"for": 9}})["form"]
    whole = {"their": 9, "theory": 1}
    counts: dict[Field, dict[str, int]] = {"text": {"their": 9, "theori": 1}}
    assert words(expanded("theor", counts, whole=whole)["theor"]) == ["theori"]


def test_each_field_has_its_own_idf() -> None:
    """SPEC 8.1: exact before fuzzy in every field, also where the words are otherwise common."""
    counts: dict[Field, dict[str, int]] = {
        "text": {"lamp": 900, "limp": 900},
        "title": {"lamp": 800, "limp": 1},
    }
    (form,) = expanded("lamp", counts, ("text", "title", "path"))["lamp"]
    assert form.by_field["text"] == pytest.approx(0.2)
    assert form.by_field["title"] * idf(1, TOTAL) == pytest.approx(0.2 * idf(800, TOTAL))
    assert form.by_field["path"] == 0.0


def test_words_of_a_field_are_looked_up_there() -> None:
    """SPEC 7, 8.1: a tag that no text has can be mistyped too."""
    assert words(
        expanded("tag:legasy", {"tags": {"legaci": 1}}, whole={"legacy": 1})["legasi"]
    ) == ["legaci"]


def test_nobody_means_a_stop_word() -> None:
    """Our choice: `hands` is not `and`; a stop word that is typed may be mistyped itself."""
    counts = {"and": 900, "for": 900, "from": 900, "hard": 2, "farm": 1, "thee": 1}
    whole = {"and": 900, "bands": 2}
    known: dict[Field, dict[str, int]] = {"text": {"band": 2, "and": 900}}
    assert words(expanded("hand", known, whole=whole | {"band": 1})["hand"]) == ["band"]
    assert words(expanded("form", {"text": counts | {"fort": 3}})["form"]) == ["fort", "farm"]
    assert words(expanded("the", {"text": counts | {"then": 9}})["the"]) == ["thee"]


def test_limits() -> None:
    """SPEC 8.1: at most 50 expansions; a long text asks for few of its words."""
    near = {f"{letter}amp": 1 for letter in "abcdefghijkmnopqrstuvwxyz0123456789"}
    near |= {f"lam{letter}": 2 for letter in "abcdefghijklmnoqrtuvwxz0123456789"}
    found = expanded("lamp", {"text": near})["lamp"]
    assert len(found) == MOST
    assert found[0].word == "lam0"
    many = " ".join(f"word{number}x" for number in range(200))
    assert len(expanded(many, {})) == MOST_WORDS


def test_at_most_fifty_terms_of_a_query_are_expanded() -> None:
    """Finding of the review: the bound itself; a long text is found by its other words."""
    typed = [f"word{chr(97 + number // 26)}{chr(97 + number % 26)}" for number in range(60)]
    assert len(expanded(" ".join(typed), {"text": {}})) == 50
