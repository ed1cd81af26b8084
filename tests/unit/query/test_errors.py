"""Tests of query errors: the problem, the line, and a caret below the position."""

from __future__ import annotations

import pytest

from ra.errors import QueryError, RaError
from ra.query import each_of, parse
from ra.query.limits import MAX_PREFIXES


def shown(text: str) -> str:
    """The message of a query that is refused."""
    with pytest.raises(QueryError) as caught:
        parse(text)
    return str(caught.value)


def test_a_caret_stands_under_the_place() -> None:
    """STYLE 7: problem, query, caret."""
    first, *rest = shown('rust "async await').split("\n")
    assert first.startswith("unclosed quote")
    assert rest == ['  rust "async await', "       ^"]


def test_it_is_an_error_with_exit_code_two() -> None:
    """SPEC 7: exit code 2; programs get the parts of the message."""
    error = QueryError("wrong", text="a b", offset=2)
    assert isinstance(error, RaError)
    assert (error.exit_code, error.http_status) == (2, 400)
    assert (error.problem, error.text, error.offset) == ("wrong", "a b", 2)
    assert str(error) == "wrong\n  a b\n    ^"


def test_wide_letters_and_marks_are_counted_as_columns() -> None:
    """SPEC 7: under the place, also after wide letters (two columns) and marks (none)."""
    assert shown("日本 )").split("\n")[1:] == ["  日本 )", "       ^"]
    assert shown("e\u0301\u0301 )").split("\n")[2] == "    ^"
    assert shown("größe )").split("\n")[2] == "        ^"


def test_what_a_terminal_does_not_show_takes_one_column() -> None:
    """A query must not steer the terminal, and the caret stays in place."""
    assert shown("a\x1b[2J\u202e\x00\t)").split("\n")[1:] == ["  a?[2J?? )", "          ^"]


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_of_many_lines_one_is_shown(newline: str) -> None:
    """SPEC 7: the line with the place, and its number."""
    message = shown(newline.join(["one", "two ()", "three"]))
    first, *rest = message.split("\n")
    assert first.endswith("(line 2)")
    assert rest == ["  two ()", "      ^"]


def test_the_end_of_a_query_is_after_its_last_word() -> None:
    """White space at the end does not move the caret away."""
    assert shown("a OR  \n\n").split("\n")[1:] == ["  a OR", "    ^"]


def test_a_long_line_is_cut_around_the_place() -> None:
    """The message fits a terminal, and the caret still stands under the place."""
    _, line, caret = shown("x " * 200 + ") " + "y " * 200).split("\n")
    assert max(len(line), len(caret)) <= 85
    assert line.startswith("  ...")
    assert line.endswith("...")
    assert line[caret.index("^")] == ")"


def test_many_prefixes_are_refused() -> None:
    """SPEC 12: each costs more than a word; the caret stands under the first one too many."""
    words = [f"a{number}*" for number in range(MAX_PREFIXES + 1)]
    for joint in (" ", " OR ", " -"):
        parse(joint.join(words[:-1]))
        text = joint.join(words)
        with pytest.raises(QueryError, match=f"more than {MAX_PREFIXES} prefixes with") as caught:
            parse(text)
        assert caught.value.offset == text.rindex("a")
    with pytest.raises(QueryError, match="with '\\*'"):
        each_of(words)
    parse("**bold** " * (MAX_PREFIXES + 1))
