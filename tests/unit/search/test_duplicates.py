"""Results with the same text are one (SPEC 8.2)."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from ra.search.duplicates import Deduplicated, DistinctTexts, ShownText
from tests.worlds import world

_TEXT = "The kettle sings when the water is hot enough for green tea and not for black tea"


def _shown(name: str, text: str, title: str = "Tea", home: str = "") -> ShownText:
    return ShownText(name, title, text, home or name)


def drop_duplicates(results: Iterable[ShownText]) -> Deduplicated:
    """What stays of these results."""
    texts = DistinctTexts()
    for one in results:
        texts.add(one)
    return texts.done()


def test_equal_texts_are_one() -> None:
    """The first stays and names the others; white space does not count."""
    found = drop_duplicates([_shown("a", _TEXT), _shown("b", f" {_TEXT}\n", "Other")])
    assert (found.kept, found.also("a")) == (("a",), ("b",))


def test_nearly_equal_texts_of_one_title_are_one() -> None:
    """A changed word makes no new text; half of the words do."""
    other = "The kettle is silent while the water is too cold for green tea or for any soup"
    texts = [_shown("a", _TEXT), _shown("b", _TEXT.replace("sings", "hums")), _shown("c", other)]
    assert drop_duplicates(texts).kept == ("a", "c")
    assert drop_duplicates([texts[0], texts[1]._replace(title="Pot")]).kept == ("a", "b")


def test_short_texts_under_other_titles_are_not_the_same() -> None:
    """`See below.` stands under many headings."""
    assert drop_duplicates([_shown("a", "See below."), _shown("b", "See below.", "Pot")]).kept == (
        "a",
        "b",
    )


def test_a_search_shows_a_copy_once_and_says_where_else(tmp_path: Path) -> None:
    """SPEC 8.2: one result, which says where else its text is; the next one moves up."""
    copies = {f"{name}.md": f"# Kettle\n\n{_TEXT}\n" for name in ("one", "two")}
    pages = {**copies, "other.md": "# Pot\n\nA pot for the kettle\n"}
    with world(tmp_path, {"docs": pages}) as here:
        report = here.search("kettle", relevance_floor=0.0, cutoff_ratio=0.0, limit=2)
        assert len(report.results) == 2
        first = report.results[0]
        assert [each.partition("#")[0] for each in first.also_in] == ["docs:two.md"]
        assert "docs:other.md#pot" in {one.id for one in report.results}
