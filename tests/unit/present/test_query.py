"""Tests of drawing the tree of a query."""

from __future__ import annotations

from ra.present.query import draw
from ra.present.style import PLAIN, Style
from ra.query import parse
from ra.query.limits import MAX_DEPTH

DRAWING = """\
any of
├── all of
│   ├── term green
│   ├── phrase tea pot
│   └── not
│       └── in title
│           └── prefix dra
└── times 2.5
    └── all of
        ├── term a
        └── term b"""


def drawn(text: str, style: Style) -> str:
    """The drawing of a query."""
    query = parse(text)
    assert query is not None
    return "\n".join(draw(query, style))


def test_every_kind_of_part_is_drawn() -> None:
    """Step 3: `ra inspect query` draws the tree."""
    assert drawn('green "tea pot" -title:dra* OR (a b)^2.50', Style()) == DRAWING


def test_plain_marks_and_colors() -> None:
    """SPEC 11: colors only where asked for; marks that the stream can carry."""
    assert drawn("a b", Style(symbols=PLAIN)) == "all of\n|-- term a\n`-- term b"
    assert "\x1b[1ma\x1b[0m" in drawn("a b", Style(color=True))


def test_a_query_cannot_steer_the_terminal() -> None:
    """Escape sequences are removed for people."""
    assert drawn("a\x1b[2Jb", Style()) == "term ab"


def test_the_deepest_query_is_drawn() -> None:
    """SPEC 12: what the parser lets through, every later stage can walk."""
    text = "a (b OR c (" * (MAX_DEPTH // 2) + "d" + "))^2" * (MAX_DEPTH // 2)
    assert "term d" in drawn(text, Style())
