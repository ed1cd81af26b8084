"""Tests of units, joining, splitting and overlap in `spec_v1` (SPEC 4.4)."""

from __future__ import annotations

from hashlib import sha256
from itertools import pairwise
from math import ceil

import pytest

from ra.chunking import spec_v1
from ra.chunking.spec_v1 import SourceVersion, cut, recorded
from ra.chunking.spec_v1.record import (
    EXPORTED,
    SpecRecord,
    canonical,
    chunk_path,
    identify,
    preimage,
)
from ra.chunking.spec_v1.sizes import Counter, Scale, Sizes, Slice, pack
from ra.chunking.spec_v1.windows import longest, tail, windows
from ra.config.schema import DEFAULT_CHUNKING
from ra.model import ChunkKind, ParserName
from ra.text import counter
from tests.unit.parse.reading import read

SMALL = Sizes(8, 10, 12, 0.5)


def _words(text: str) -> int:
    return len(text.split())


def _quarters(text: str) -> int:
    return ceil(len(text) / 4)


def _records(
    text: str,
    sizes: Sizes = SMALL,
    count: Counter = _words,
    parser: ParserName = "markdown",
) -> list[SpecRecord]:
    document = read(text, parser=parser)
    normalized, cuts = cut(document, sizes, count)
    return recorded(document, normalized, cuts, SourceVersion("t", "d", "v"))


def _texts(text: str, sizes: Sizes = SMALL) -> list[str]:
    return [record.chunk_text for record in _records(text, sizes)]


def _numbered(word: str, first: int, last: int) -> str:
    return " ".join(f"{word}{number}" for number in range(first, last))


def test_units_that_are_no_blocks_are_paragraphs() -> None:
    """SPEC 4.4: nothing is lost, so definitions of links are text too."""
    texts = _texts("a\n\n[x]: u.md\n[y]: v.md\n\n---\n\n[z]: w.md\n")
    assert texts == ["a\n\n[x]: u.md\n[y]: v.md", "[z]: w.md"]


def test_plain_text_is_paragraphs() -> None:
    """SPEC 2.6, 4.4: a text file has no structure but its empty lines."""
    text = f"# {_numbered('a', 0, 9)}\n \n```\n\nb  c\n"
    records = _records(text, Sizes(8, 10, 12, 0), parser="text")
    assert [record.chunk_text for record in records] == [text.split("\n")[0], "```\n\nb c"]
    assert {record.kind for record in records} == {"paragraph"}


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("a\n\n- b\n- c\n\nd\n", ["list", "paragraph"]),
        ("- b\n\n* c\n\n1. d\n", ["list", "list", "list"]),
        ("> a\n\n> b\n", ["quote"]),
        ("> a\n\nb\n", ["paragraph"]),
        ("<div>a</div>\n\nb\n", ["paragraph"]),
        ("a\n\n    code\n\nb\n", ["paragraph", "code", "paragraph"]),
        ("a\n\n***\n\nb\n", ["paragraph", "paragraph"]),
        ("| a |\n|---|\n\n| b |\n|---|\n", ["table", "table"]),
        ("\u00a0\n\n\u2003\n", []),
    ],
)
def test_kinds_and_boundaries(text: str, kinds: list[str]) -> None:
    """SPEC 3.1, 4.4, R11: a list ends its chunk, what introduces it may stay; quotes are prose."""
    assert [record.kind for record in _records(text)] == kinds


def test_indentation_of_lists_and_code_stays() -> None:
    """SPEC 4.4: indentation is kept, also that of the first line."""
    assert _texts("  - a\n  - b\n\n      code\n    more\n\n  ~~~\n  x\n") == [
        "  - a\n  - b\n\n      code\n    more",
        "  ~~~\n  x",
    ]
    assert _texts("para\n\n      code\n    more\n\n   end\n")[1:] == ["      code\n    more", "end"]


def test_a_list_stays_with_its_introduction_while_it_fits() -> None:
    """R11, R12: never past the soft maximum."""
    intro, items = _numbered("i", 0, 4), "\n".join(f"- w{n}" for n in range(3))
    assert _texts(f"{intro}\n\n{items}\n") == [f"{intro}\n\n{items}"]
    intro = _numbered("i", 0, 5)
    assert _texts(f"{intro}\n\n{items}\n") == [intro, items]


@pytest.mark.parametrize(
    ("lengths", "expected"),
    [
        ([3, 4], [7]),
        ([4, 4, 1], [8, 1]),
        ([7, 3, 1], [10, 1]),
        ([7, 4], [7, 4]),
        ([1, 11, 1], [1, 11, 1]),
        ([12, 1], [12, 1]),
        ([1, 13, 1], [1, 13, 1]),
        ([1] * 20, [8, 8, 4]),
    ],
)
def test_pack(lengths: list[int], expected: list[int]) -> None:
    """R12: closed at the target 8, never appended past the soft maximum 10, one unit whole."""
    text, places = "", []
    for length in lengths:
        places.append((len(text), len(text) + 2 * length - 1))
        text += "w " * length + "\n"
    for count in (_words, lambda part: max(len(part.split()), 0)):
        slices = pack(Scale(text.encode(), count, SMALL), places)
        assert [one.tokens for one in slices] == expected
        assert [one.tokens for one in slices] == [_words(text[a:b]) for a, b, _, _ in slices]


def test_pack_leaves_room_for_a_prefix() -> None:
    """R2: prefix and body together stay within the hard maximum."""
    data = b"a a a\nb b b\nc c c\n"
    slices = pack(Scale(data, _words, SMALL), [(0, 5), (6, 11), (12, 17)], taken=8)
    assert [one.tokens for one in slices] == [3, 3, 3]


def test_a_table_is_split_by_rows_under_its_header() -> None:
    """R13: the header before each piece but the first, which has it; each row once."""
    header = "| h |\n|---|\n"
    rows = [f"| r{number} |" for number in range(6)]
    records = _records(f"{header}{chr(10).join(rows)}\n")
    assert [record.prefix for record in records] == ["", header, header, header]
    assert [row for record in records for row in record.body.split("\n")][2:] == rows
    assert {record.chunk_path for record in records} == {"#table:0"}
    assert max(record.token_count for record in records) <= SMALL.hard


def test_a_header_of_more_than_half_a_chunk_is_not_repeated() -> None:
    """Memory stays bounded; a header before each row would multiply the text."""
    rows = "| x |\n" * 9
    assert all(not record.prefix for record in _records(f"| a b c d |\n|---|\n{rows}"))
    assert all(record.prefix for record in _records(f"| a b c |\n|---|\n{rows}")[1:])
    wide = "| " + "a" * 9000 + " |\n|---|\n| b |\n"
    records = _records(wide, Sizes(), _quarters)
    assert len(records) > 4
    assert all(record.token_count <= 520 and not record.prefix for record in records)


def test_code_is_split_by_lines() -> None:
    """R13: each line whole and once, blank lines at a cut aside."""
    lines = ["```py", *(f"    a{n} = {n}" for n in range(9)), "", "", "end()", "```"]
    records = _records("\n".join(lines))
    found = [line for record in records for line in record.body.split("\n") if line]
    assert found == [line for line in lines if line]
    assert {(record.kind, record.prefix, record.chunk_path) for record in records} == {
        ("code", "", "#code:0")
    }


def test_a_list_is_split_by_items() -> None:
    """R13, R11: by top-level items; what is in an item stays with it while it fits."""
    items = [f"- a{n} b\n  - c{n} d" for n in range(4)]
    records = _records("\n".join(items))
    assert [record.body for record in records] == items
    assert {(record.kind, record.prefix, record.chunk_path) for record in records} == {
        ("list", "", "#list:0")
    }


def test_an_item_over_the_maximum_is_split_by_sentences() -> None:
    """SPEC 4.4: then by sentences; the lines of inner items end one."""
    text = f"- {_numbered('a', 0, 7)}\n  - {_numbered('b', 0, 7)}\n- end\n"
    assert _texts(text) == [
        f"- {_numbered('a', 0, 7)}",
        f"- {_numbered('b', 0, 7)}",
        "- end",
    ]


def test_prose_is_split_by_sentences_then_windows() -> None:
    """S1 §5.2, §5.3: only the sentence that is too long is cut into windows."""
    long = _numbered("x", 0, 20) + "."
    records = _records(f"One two three. {long} Four five.", Sizes(8, 10, 12, 0.25))
    assert [record.body for record in records] == [
        "One two three.",
        _numbered("x", 0, 12),
        _numbered("x", 9, 20) + ".",
        "Four five.",
    ]
    assert [record.prefix for record in records] == ["", "", "", "x18 x19. "]


@pytest.mark.parametrize("count", [_words, _quarters, counter.count])
@pytest.mark.parametrize(
    "text",
    ["x" * 3000, "w " * 900, "日本" * 600, "👩\u200d💻" * 300, "e\u0301" * 800, "a-b_c/" * 500],
)
def test_windows_tile_the_text(text: str, count: Counter) -> None:
    """S1 §5.3: up to the hard maximum, each begins before the last one ends, nothing is lost."""
    data = text.encode()
    found = list(windows(Scale(data, count, Sizes(30, 40, 50, 0.2)), (0, len(data))))
    assert found[0].start == 0
    assert found[-1].end == len(data.rstrip())
    for one, two in pairwise(found):
        assert one.start < two.start <= one.end < two.end
    for one in found:
        assert one.window
        assert one.tokens == count(data[one.start : one.end].decode()) <= 50


def test_windows_end_at_words_where_they_can() -> None:
    """SPEC 4.4: whole words; a script without spaces may be cut between its characters."""
    assert longest("aaaa bbbb cccc", 0, 3, _quarters) == 9
    assert tail("aaaa bbbb cccc", (0, 14), 2, _quarters) == 10
    assert longest("aaaaaaaaaaaaaaaa", 0, 3, _quarters) == 12
    assert longest("漢字漢字漢字漢字", 0, 1, _quarters) == 4
    assert tail("漢字漢字漢字漢字", (0, 8), 1, _quarters) == 4
    assert tail("a b", (0, 3), 0, _words) == 3


def test_one_character_may_exceed_a_tiny_maximum() -> None:
    """SPEC 4.4: a character cannot be cut; the loop still ends."""
    found = list(windows(Scale("👩👩".encode(), lambda text: 9 * len(text), SMALL), (0, 8)))
    assert [(one.start, one.end) for one in found] == [(0, 4), (4, 8)]


def test_overlap_is_whole_sentences_as_many_as_fit() -> None:
    """SPEC 4.4, R14: up to half of 9 words here; the gap between the bodies belongs to it."""
    first, second = "A b c d e. F g. H i.", _numbered("x", 0, 7)
    assert _texts(f"{first}\n\n{second}\n") == [first, f"F g. H i.\n\n{second}"]
    second = _numbered("x", 0, 9)
    assert _texts(f"{first}\n\n{second}\n") == [first, f"H i.\n\n{second}"]


def test_overlap_is_words_where_no_sentence_fits() -> None:
    """R14: else its last whole words."""
    first, second = _numbered("a", 0, 9) + ".", _numbered("b", 0, 5)
    records = _records(f"{first}\n\n{second}\n")
    assert records[1].prefix == "a5 a6 a7 a8.\n\n"


def test_the_prefix_shrinks_before_the_hard_maximum_is_exceeded() -> None:
    """R2: prefix and body are at most 12 words here, so one is left to repeat."""
    first, second = _numbered("a", 0, 9) + ".", _numbered("b", 0, 11)
    assert [record.prefix for record in _records(f"{first}\n\n{second}\n")] == ["", "a8.\n\n"]
    second = _numbered("b", 0, 12)
    assert [record.prefix for record in _records(f"{first}\n\n{second}\n")] == ["", ""]


@pytest.mark.parametrize("between", ["## B", "***", "```\nc\n```", "| t |\n|---|", "- i"])
def test_nothing_is_repeated_across(between: str) -> None:
    """SPEC 4.4, S1 §6: never across a heading, rule, fence, table or list."""
    text = f"# A\n\n{_numbered('a', 0, 9)}.\n\n{between}\n\nend here now\n"
    assert [record.prefix for record in _records(text)] == [""] * len(_records(text))


def test_nothing_is_repeated_from_code_in_a_quote() -> None:
    """SPEC 4.4: prose to prose; a quote can have code in it."""
    quote = "> say\n>\n> ```\n> " + _numbered("c", 0, 3) + "\n> ```"
    records = _records(f"{quote}\n\nOne two three four five.\n")
    assert [(record.kind, record.prefix) for record in records] == [
        ("quote", ""),
        ("paragraph", ""),
    ]
    plain = f"> {_numbered('q', 0, 9)}\n\nOne two.\n"
    assert [record.prefix for record in _records(plain)][1] == "q4 q5 q6 q7 q8\n\n"


def test_paths_count_each_kind_inside_its_section() -> None:
    """SPEC 4.4, R10: n from 0 for each kind and heading; `%`, `/` and `#` are encoded."""
    text = (
        "- a\n\n# C#/D%\n\n~~~\nb\n~~~\n\nc\n\n~~~\nd\n~~~\n\ne\n\n1. f\n\n# C#/D%\n\n~~~\ng\n~~~\n"
    )
    assert [record.chunk_path for record in _records(text)] == [
        "#list:0",
        "C%23%2FD%25#code:0",
        "C%23%2FD%25",
        "C%23%2FD%25#code:1",
        "C%23%2FD%25#list:0",
        "C%23%2FD%25#code:0",
    ]


def test_records_have_the_fields_of_the_specification() -> None:
    """S1 §8, SPEC 4.4: the fields and their order; the place is that of the body in the file."""
    text = "---\nid: 1\n---\n# A\n\nx  y\r\nz\n"
    document = read(text)
    (record,) = spec_v1.records(document, "acme")
    assert EXPORTED == (
        "chunk_id", "tenant_id", "document_id", "source_version_id", "ordinal", "chunk_path",
        "headings_path", "token_count", "chunk_text", "byte_start", "byte_end", "kind",
    )  # fmt: skip
    version = sha256(b"# A\n\nx y\nz\n").hexdigest()
    assert record == SpecRecord(
        sha256(f"acme|docs:notes/page.md|{version}|0|x y z".encode()).hexdigest(),
        "acme", "docs:notes/page.md", version, 0, "A", ("A",), counter.count("x y\nz"),
        "x y\nz", 19, 26, "paragraph", "",
    )  # fmt: skip
    assert text.encode()[record.byte_start : record.byte_end] == b"x  y\r\nz"


@pytest.mark.parametrize(
    ("text", "kind", "expected"),
    [
        (" a \n\tb ", "paragraph", "a b"),
        ("\n```\na  b\n\n```\n", "code", "```\na  b\n\n```"),
        ("    a  b\n", "code", "    a  b"),
        ("| a  |\n|--|\n", "table", "| a  |\n|--|"),
        ("- x\n\n  ```\n  a  b\n  ```\n\n-  y\n", "list", "- x ```\n  a  b\n  ``` - y"),
        ("> a\n>  b", "quote", "> a > b"),
    ],
)
def test_canonical(text: str, kind: ChunkKind, expected: str) -> None:
    """S1 §7, R16: collapsed outside code and tables, which lose only newlines at their edges."""
    assert canonical(text, kind) == expected


def test_ids_cannot_be_confused() -> None:
    """SPEC 4.4, R5: `%` and `|` are encoded in the three ids, not in the text."""
    assert preimage("a|b", "c%7C", "d", 12, "e|f%") == "a%7Cb|c%257C|d|12|e|f%"
    one, two = identify("a|b", "c", "d", 0, "x"), identify("a%7Cb", "c", "d", 0, "x")
    assert one != two
    assert len(one) == 64
    assert one == one.lower()


def test_chunk_path_of_any_kind() -> None:
    """SPEC 4.4: only lists, tables and code are numbered."""
    assert chunk_path((), "paragraph", 3) == ""
    assert chunk_path(("a", ""), "quote", 3) == "a/"
    assert chunk_path(("a", "b"), "list", 3) == "a/b#list:3"


def test_chunks_hang_under_the_outline() -> None:
    """SPEC 3.2, 3.3, 3.5: one piece is its section, several are parts; bare nodes are no hits."""
    text = "# A\n\n## B\n\nx  y\n\n## C\n\na\n\n```\nb\n```\n"
    chunks = spec_v1.chunk(read(text), DEFAULT_CHUNKING)
    assert [(one.id.removeprefix("docs:notes/page.md"), one.body, one.hit) for one in chunks] == [
        ("", "", False),
        ("#a", "", False),
        ("#b", "x y", True),
        ("#c", "", False),
        ("#c~1", "a", True),
        ("#c~2", "```\nb\n```", True),
    ]
    assert [one.token_count for one in chunks if one.hit] == [2, 1, 5]
    assert spec_v1.chunk(read(" \n"), DEFAULT_CHUNKING) == []


def test_text_is_stored_only_where_the_file_differs() -> None:
    """A body that is a slice of the file is known by its place."""
    text = "a b\n\n```\nc  d\n```\n\ne  f\n"
    chunks = spec_v1.chunk(read(text), DEFAULT_CHUNKING)
    assert [bool(one.spans) for one in chunks if one.hit] == [True, True, False]


def test_slices_know_whether_they_are_windows() -> None:
    """SPEC 4.4: none is added between token windows, which overlap already."""
    assert Slice(0, 1, 1).window is False
    records = _records(_numbered("x", 0, 30), Sizes(8, 10, 12, 0.25))
    assert all(not record.prefix for record in records)
    assert records[1].body.split()[:3] == records[0].body.split()[-3:]
