"""Tests of `ra.present.prose`: markup goes, words and their matches stay."""

from __future__ import annotations

import pytest

from ra.present.prose import prose


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("---\ntitle: A\n---\nText.\n", "Text."),
        ("+++\ntitle = 'A'\n+++\nText.\n", "Text."),
        ("Before\n\n---\n\nafter", "Before after"),
        ("```js-nolint\nrun(<b>)\n```\nend", "run(<b>) end"),
        ("~~~\na ``` b\n~~~\nend", "a ``` b end"),
        ("````md\n```js\nx\n```\n````\nend", "x end"),
        ("> ````text\n> ```tasks\n> due today\n> ```\n> ````\n> end", "due today end"),
        ("```sh\n> npm install\n```", "> npm install"),
        ("Like this:\n\n```toml\n{{#include ../Cargo.toml}}\n```\n\nend", "Like this: end"),
        ("see [the\nbook](../a.html) and [a][b\nc], [x]\n\n(y)", "see the book and a, [x] (y)"),
        ("[open\n\nlater](x)", "[open later](x)"),
        ("a <b class='x'>bold</b> word", "a bold word"),
        ("a <!-- hidden --> word %% gone %% here", "a word here"),
        ("{{EmbedLiveSample('x', 1)}}\ntext", "text"),
        ('{{APIRef("DOM")}}{{AvailableInWorkers}}\n\ntext', "text"),
        ('Use {{jsxref("Array.map", "map()")}} of {{jsxref("Array")}}.', "Use map() of Array."),
        ("{% data variables.x %} text {{ site.name }}", "text"),
        ("{{< glossary_tooltip >}} text", "text"),
        ("see [the pot](pot.md#lid) and [[Kettle|it]], [[Cup]]", "see the pot and it, Cup"),
        ("![alt](a.png) [a][b]", "alt a"),
        ("> [!note] Title\n> quoted", "Title quoted"),
        ("# Heading {#id}\ntext ^block-1\n", "Heading text"),
        ("| a | b |\n|---|:-:|\n| 1 | 2 |", "· a | b · 1 | 2"),
        ("Two:\n\n| a |  |\n|---|---|\n|  | 2 |\n\n^table-1\n", "Two: a | · | 2"),
        ("---\r\na: b\r\n---\r\nOne ^id\r\n\r\n| a |\r\n|---|\r\n| 1 |\r\n", "One · a · 1"),
        ("`Vec<T>` and `{{x}}` stay", "`Vec<T>` and `{{x}}` stay"),
        ("a < b and c > d, x^2, 5 % of it", "a < b and c > d, x^2, 5 % of it"),
        ("unclosed {{ and {% and <!-- rest", "unclosed {{ and {% and"),
        ("**bold** __too__ snake_case", "bold too snake_case"),
        ("***both***, ==marked== and ~~struck out~~", "both, marked and struck out"),
        ("if a == b or c==d, ~~ alone", "if a == b or c==d, ~~ alone"),
        (
            "a *b c* and _d e_, 2 * 3 * 4, a_b_c, *.md, \\*x*",
            "a b c and d e, 2 * 3 * 4, a_b_c, *.md, \\*x*",
        ),
        ("\n- one\n- [ ] two\n  * three\n\nend", "· one · [ ] two · three end"),
        ("- `x`\n  - : The value.\n\nTerm\n: Its meaning", "· `x` · The value. Term Its meaning"),
        ("First:\n\n- one\n+ two\n1. three\n- \n", "First: one · two 1. three"),
    ],
)
def test_markup_goes_and_words_stay(body: str, expected: str) -> None:
    """SPEC 11: an excerpt is prose."""
    assert " ".join(prose(body).text.split()) == expected


@pytest.mark.parametrize("before", ["", "é 🔁 数据 ", "<b>é</b> [x](y) ", "é\n- a\n- *b*\n- "])
def test_matches_move_with_their_words(before: str) -> None:
    """Ranges are bytes of the shorter text; a match inside of markup is left out."""
    body = f"{before}[green](green.md) <i title='green'>green</i>"
    source = body.encode()
    places = [at for at in range(len(source)) if source.startswith(b"green", at)]
    found = prose(body, [(at, at + 5) for at in places])
    assert len(places) == 4
    assert [found.text.encode()[start:end] for start, end in found.ranges] == [b"green"] * 2


@pytest.mark.parametrize(
    "sign",
    [
        "{{",
        "{%",
        "<!--",
        "%%",
        "[",
        "[[",
        "<a ",
        "---x",
        "   ",
        "```\n",
        "*a",
        "_a",
        "- a\n",
        "- [](x)\n",
    ],
)
def test_hostile_texts_take_linear_time(sign: str) -> None:
    """Fifty thousand openings without an end are read in an instant."""
    assert prose(sign * 50_000 + "x").text is not None
