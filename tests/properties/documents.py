"""Hypothesis strategies for Markdown files that are likely to be misread."""

from __future__ import annotations

from hypothesis import strategies as st

from ra.document import Source

WORDS = [
    "alpha",
    "beta",
    "Setup",
    "setup-1",
    "API_v2",
    "naïve",
    "Größe",
    "日本語",
    "設定",
    "हिन्दी",
    "में",
    "การค้นหา",
    "தமிழ்",
    "עברית",
    "é",
    "👩\u200d💻",
    "🚀",
    "a\u200bb",
    "non",
    "breaking",
    "½",
    "#",
    "##",
    "---",
    "===",
    "```",
    "~~~",
    ">",
    "-",
    "*",
    "+",
    "1.",
    "2)",
    "|",
    "\\",
    "&",
    "&amp;",
    "<b>",
    "<!--",
    "-->",
    "`code`",
    "*em*",
    "**strong**",
    "[link](other.md#part)",
    "[[note|label]]",
    "![[image.png]]",
    "![alt](x.png)",
    "<https://example.org>",
    "[ref]",
    "[ref][]",
    "[^1]",
    "$x$",
    "~~gone~~",
    "title:",
    "tags:",
    "[",
    "]",
    "(",
    ")",
    "{}",
    ":",
    "?",
    "!tag",
    "&a",
    "*a",
]
NEWLINES = ("\n", "\r\n", "\r")

words = st.sampled_from(WORDS) | st.text(max_size=6)
lines = st.lists(words, max_size=6).map(" ".join)


@st.composite
def atx(draw: st.DrawFn) -> str:
    """A heading with `#`, perhaps indented, closed with hashes, empty or not quite one."""
    indent = " " * draw(st.integers(0, 4))
    marks = "#" * draw(st.integers(1, 7))
    closing = draw(st.sampled_from(["", " #", " ##  ", "#", " \\#"]))
    return indent + marks + draw(st.sampled_from([" ", "\t", "", "  "])) + draw(lines) + closing


@st.composite
def setext(draw: st.DrawFn) -> str:
    """One or more lines with an underline."""
    text = "\n".join(draw(st.lists(lines, min_size=1, max_size=3)))
    indent = " " * draw(st.integers(0, 4))
    underline = draw(st.sampled_from("=-")) * draw(st.integers(1, 4))
    return f"{text}\n{indent}{underline}"


@st.composite
def fence(draw: st.DrawFn) -> str:
    """Code with headings in it, perhaps never closed."""
    marks = draw(st.sampled_from("`~")) * draw(st.integers(2, 5))
    inside = "\n".join(draw(st.lists(atx() | lines, max_size=3)))
    return f"{marks}{draw(words)}\n{inside}\n{draw(st.sampled_from([marks, '', marks * 2]))}"


@st.composite
def inside(draw: st.DrawFn) -> str:
    """Headings and other lines in a quote, a list or indented code."""
    prefix = draw(
        st.sampled_from(["> ", ">", "- ", "* ", "1. ", "  ", "    ", "\t", "- > ", "> - "])
    )
    content = draw(st.lists(atx() | setext() | lines, min_size=1, max_size=3))
    return "\n".join(prefix + line for part in content for line in part.split("\n"))


@st.composite
def table(draw: st.DrawFn) -> str:
    """A table of two columns, its rows of any length."""
    rows = draw(st.lists(st.lists(words, max_size=4).map("|".join), max_size=3))
    return "\n".join(["a|b", draw(st.sampled_from(["-|-", ":-:|-", "-", "|-|-|"])), *rows])


html = st.sampled_from(
    ["<div>\n# in html\n</div>", "<!-- # no\n\n# maybe -->", "<h1>raw</h1>", "<pre>\n# x\n\n# y"]
)
definitions = st.sampled_from(["[ref]: target.md", "[^1]: a note", "[ref]: <a b.md> 'title'"])
blanks = st.sampled_from(["", "\n", " ", "\t", "\u00a0", "\u3000", "\0", "\ufeff", "\u2028"])
blocks = st.one_of(
    atx(), setext(), lines, blanks, fence(), inside(), table(), html, definitions, st.just("---")
)


@st.composite
def front_matter(draw: st.DrawFn) -> str:
    """Front matter, good, broken, not a mapping, or not closed."""
    mark = draw(st.sampled_from(["---", "+++"]))
    good = ["title: A Title", "tags: [a, b]", "aliases: x, y", "date: 2024-05-01", "title = 'T'"]
    content = draw(st.lists(st.sampled_from(good) | lines | atx(), max_size=4))
    closing = draw(st.sampled_from([mark, mark + "  ", mark + "x", ""]))
    return "\n".join([mark, *content, closing])


@st.composite
def texts(draw: st.DrawFn) -> str:
    """A whole file: perhaps a BOM and front matter, then blocks; one kind of newline or many."""
    parts = draw(st.lists(blocks, max_size=12))
    if draw(st.booleans()):
        parts.insert(0, draw(front_matter()))
    gaps = draw(st.lists(st.sampled_from(["\n", "\n\n"]), min_size=3, max_size=3))
    text = "".join(part + gaps[number % 3] for number, part in enumerate(parts))
    if not draw(st.booleans()):
        text = text.removesuffix("\n")
    pieces = text.split("\n")
    ends = draw(st.lists(st.sampled_from(NEWLINES), min_size=1, max_size=3))
    text = "".join(piece + ends[n % len(ends)] for n, piece in enumerate(pieces[:-1])) + pieces[-1]
    return draw(st.sampled_from(["", "", "\ufeff"])) + text


def source(data: bytes, parser: str = "markdown") -> Source:
    """The file `notes/page.md` of the tree `docs`."""
    return Source("docs", "notes/page.md", data, 0, "text" if parser == "text" else "markdown")


sources = st.builds(
    lambda text, parser: source(text.encode("utf-8", "replace"), parser),
    texts(),
    st.sampled_from(["markdown", "markdown", "markdown", "text"]),
)
