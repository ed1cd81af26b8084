"""Tests of grading a ranking and the returned text."""

from __future__ import annotations

from ra.evaluate.sets import Passage
from ra.evaluate.targets import Shares, TargetKey, covered, grades_found, passages_returned, places
from ra.model import Chunk, Span
from ra.search.results import Lines, Match, Result


def chunk(path: str, slug: str | None, start: int, end: int) -> Chunk:
    """A chunk that covers these bytes, of which its own text is the first half."""
    name = f"set:{path}#{slug}" if slug else f"set:{path}"
    own = (Span(start, (start + end) // 2),)
    return Chunk(
        name, f"set:{path}", None, "set", path, 1, 0, "", slug, (), start, end, 1, "",
        "section", 0, "", (), (), 0, own, None, True, start,
    )  # fmt: skip


def answer(one: Chunk, *parts: Chunk) -> Result:
    """A result, which stands for these parts if there are any."""
    found = [Match(each, 1.0, (), (), Lines(1, 1, 1, None, ()), ()) for each in (one, *parts)]
    return Result(found[0], "", tuple(found[1:]), cut=False)


def test_a_second_hit_for_a_target_takes_no_place() -> None:
    """Eval sets: a `path` is reached by its first chunk; later ones are skipped, not wrong."""
    ranked = [
        TargetKey("a.md", "x"),
        TargetKey("a.md", "y"),
        TargetKey("b.md", "z"),
        TargetKey("c.md", ""),
    ]
    assert grades_found(ranked, {"a.md": 1, "c.md": 2}, by_document=False) == [1, 0, 2]


def test_a_section_counts_for_itself_before_its_document() -> None:
    """Eval sets: `path#slug` is that section; another one of the file counts for the `path`."""
    ranked = [TargetKey("a.md", "x"), TargetKey("a.md", "y"), TargetKey("a.md", "x")]
    grades = {"a.md": 1, "a.md#x": 3}
    assert grades_found(ranked, grades, by_document=False) == [3, 1]


def test_wrong_sections_of_one_file_are_wrong_each() -> None:
    """Eval sets of sections: two wrong sections are two wrong hits."""
    ranked = [TargetKey("b.md", "x"), TargetKey("b.md", "y"), TargetKey("a.md", "x")]
    assert grades_found(ranked, {"a.md#x": 1}, by_document=False) == [0, 0, 1]


def test_by_document_every_document_takes_one_place() -> None:
    """Eval sets of documents: the wrong ones, too, are counted once."""
    ranked = [
        TargetKey("b.md", "x"),
        TargetKey("b.md", "y"),
        TargetKey("a.md", "x"),
        TargetKey("a.md", ""),
    ]
    assert grades_found(ranked, {"a.md": 1}, by_document=True) == [0, 1]


def test_only_the_first_ten_places_are_looked_at() -> None:
    """Issue 4: all figures at 10."""
    ranked = [TargetKey(f"{number}.md", "") for number in range(20)]
    assert len(grades_found(ranked, {"0.md": 1}, by_document=True)) == 10


def test_a_target_is_covered_by_itself_its_parent_and_as_a_constituent() -> None:
    """Issue 4: coverage after aggregation; a section that stands for others shows their text."""
    parent, child = chunk("a.md", "p", 0, 100), chunk("a.md", "c", 20, 60)
    other = chunk("a.md", "d", 60, 100)
    grades, spans = {"a.md#c": 1}, {"a.md#c": Span(20, 60)}
    assert covered([answer(child)], grades, spans) == 1
    assert covered([answer(parent, other)], grades, spans) == 1
    assert covered([answer(parent, child)], grades, {}) == 1
    assert covered([answer(parent)], grades, spans) == 0  # alone it shows its own text
    assert covered([answer(other)], grades, spans) == 0
    assert covered([answer(chunk("b.md", "p", 0, 100), other)], grades, spans) == 0


def test_a_document_is_covered_by_any_of_its_sections() -> None:
    """Eval sets: `path` means that the whole document counts."""
    assert covered([answer(chunk("a.md", "c", 0, 9))], {"a.md": 1, "b.md": 1}, {}) == 0.5


def test_a_chunk_of_several_sections_counts_for_each_it_holds() -> None:
    """Step 4: a joined chunk, or a whole document, has the text of all its sections."""
    whole = chunk("a.md", None, 0, 200)  # shows bytes 0 to 100
    parts = [chunk("a.md", "x", 10, 40), chunk("a.md", "y", 50, 90), chunk("a.md", "z", 90, 120)]
    other = chunk("b.md", "x", 0, 200)
    spans = {"a.md#x": Span(10, 40), "a.md#y": Span(50, 90), "a.md#z": Span(90, 120)}
    found = places([whole, *parts, other], spans)
    assert found["set:a.md"] == TargetKey("a.md", "", ("a.md#x", "a.md#y"))
    assert found["set:a.md#x"] == TargetKey("a.md", "x")
    assert found["set:b.md#x"] == TargetKey("b.md", "x")
    ranked = [found["set:a.md"], found["set:a.md"], found["set:a.md"]]
    grades = {"a.md#x": 1, "a.md#y": 2}
    assert grades_found(ranked, grades, by_document=False) == [2, 1]
    assert covered([answer(whole)], {"a.md#x": 1, "a.md#z": 1}, spans) == 0.5


def test_passages_count_by_the_bytes_that_were_returned() -> None:
    """Eval sets, spans.jsonl: a byte returned twice counts once, other files do not count."""
    one = chunk("a.md", "c", 0, 20)  # shows bytes 0 to 10
    passages = [Passage("a.md", 5, 15), Passage("b.md", 0, 10)]
    assert passages_returned([answer(one), answer(one)], passages) == Shares(0.25, 0.5, 0.2)
    assert passages_returned([answer(one, one)], passages) == Shares(0.5, 0.5, 1 / 3)
    assert passages_returned([], passages) == Shares(0, 0, 0)
    assert passages_returned([answer(one)], []) is None


def test_a_body_that_is_not_in_the_file_counts_by_its_place() -> None:
    """SPEC 4.4: a body of the normalized text has bytes in the file all the same."""
    one = chunk("a.md", "c", 0, 20)._replace(spans=())
    assert passages_returned([answer(one)], [Passage("a.md", 5, 15)]) == Shares(1, 0.5, 0.5)
