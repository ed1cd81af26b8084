"""SPEC 7, sentence by sentence: parsing of queries, with trees compared as JSON."""

from __future__ import annotations

import pytest

from ra.errors import QueryError
from ra.query import each_of, parse, to_json
from ra.query.ast import one_of
from ra.query.limits import MAX_BOOST, MAX_DEPTH, MAX_LENGTH, MAX_TERMS
from tests.unit.query.trees import A, B, C, place, tree


@pytest.mark.parametrize("text", ["a b OR c", "a AND b OR c", "(a b) OR c", "a b OR (c)"])
def test_and_binds_tighter_than_or(text: str) -> None:
    """SPEC 7: adjacent terms are AND, with or without the word, and bind tighter than OR."""
    assert tree(text) == {"or": [{"and": [A, B]}, C]}


@pytest.mark.parametrize("text", ["a (b c)", "(a b) c", "(a (b (c)))", "a AND (b AND c)"])
def test_and_is_flat(text: str) -> None:
    """SPEC 7: and/or are flattened."""
    assert tree(text) == {"and": [A, B, C]}


@pytest.mark.parametrize("text", ["a OR (b OR c)", "(a OR b) OR c", "((a) OR ((b) OR c))"])
def test_or_is_flat(text: str) -> None:
    """SPEC 7: and/or are flattened."""
    assert tree(text) == {"or": [A, B, C]}


def test_flattening_stops_at_negations_boosts_and_fields() -> None:
    """SPEC 7: what stands under a sign of its own stays a group."""
    both = {"and": [A, B]}
    assert tree("c -(a b)") == {"and": [C, {"not": both}]}
    assert tree("c (a b)^2") == {"and": [C, {"boost": 2.0, "expr": both}]}
    assert tree("c body:(a b)") == {"and": [C, {"field": "body", "expr": both}]}


@pytest.mark.parametrize("word", ["or", "Or", "and", "And", "not", "Not", "ORB", "NOTE", "OR,"])
def test_operators_are_upper_case_words(word: str) -> None:
    """SPEC 7: OR, AND and NOT are operators only in upper case, and only whole."""
    assert tree(f"a {word} b") == {"and": [A, {"term": word}, B]}


@pytest.mark.parametrize("word", ["OR", "AND", "NOT"])
def test_an_operator_in_quotes_is_a_word(word: str) -> None:
    """SPEC 7: a phrase is words."""
    assert tree(f'a "{word}"') == {"and": [A, {"phrase": [word]}]}


@pytest.mark.parametrize("text", ["-a", "NOT a", "NOT(a)", "-(a)", "(-a)"])
def test_negation(text: str) -> None:
    """SPEC 7: unary := ("-" | "NOT") unary."""
    assert tree(text) == {"not": A}


def test_negations_of_negations() -> None:
    """SPEC 7: unary of unary."""
    assert tree("NOT -a") == {"not": {"not": A}}
    assert tree("--a b") == {"and": [{"not": {"not": A}}, B]}


@pytest.mark.parametrize("word", ["a-b", "a-", "2024-05-31", "x--y", "–a", "a−b"])
def test_minus_inside_a_word_is_part_of_it(word: str) -> None:
    """SPEC 7: `-` negates only at the start of a token; other dashes never do."""
    assert tree(word) == {"term": word}


def test_only_negations_stay_as_they_are() -> None:
    """SPEC 7: a query of only negations means everything except; that is the search's work."""
    assert tree("-a -b") == {"and": [{"not": A}, {"not": B}]}


@pytest.mark.parametrize("text", ["", "  \t\n", '""', '" "', '-""', '("")', '""^2', 'title:""'])
def test_nothing_is_asked(text: str) -> None:
    """SPEC 7: an empty query, and an empty phrase is nothing wherever it stands."""
    assert parse(text) is None


@pytest.mark.parametrize(
    "text", ['a ""', '"" a', '"" OR a', 'a OR -""', '("" a)', '((a)) title:""']
)
def test_an_empty_phrase_leaves_the_rest(text: str) -> None:
    """SPEC 7: an empty phrase is nothing; and/or never have one element."""
    assert tree(text) == A


def test_phrases() -> None:
    """SPEC 7: words split at white space; nothing in quotes is a sign; one word is one too."""
    assert tree('"a"') == {"phrase": ["a"]}
    assert tree('"a  b\n\tc"') == {"phrase": ["a", "b", "c"]}
    assert tree('"-a* OR (title:b^2"') == {"phrase": ["-a*", "OR", "(title:b^2"]}
    assert tree('"a" "b"') == {"and": [{"phrase": ["a"]}, {"phrase": ["b"]}]}


def test_only_ascii_marks_mean_something() -> None:
    """Our choice: typographic and wide quotes, parentheses and signs are ordinary characters."""
    for text in ("“a", "a”", "「a」", "＂a＂", "（a）", "－a", "a＾2", "'a'", "«a»"):
        assert tree(text) == {"term": text}


def test_nothing_is_escaped() -> None:
    """Our choice: a backslash is an ordinary character; quotes are what makes signs to text."""
    assert tree("docs\\api") == {"term": "docs\\api"}
    assert tree('\\"a b\\"') == {"and": [{"term": "\\"}, {"phrase": ["a", "b\\"]}]}


def test_white_space_of_every_script_separates() -> None:
    """SPEC 7: adjacent terms."""
    assert tree("a\u3000b\u00a0c") == {"and": [A, B, C]}


@pytest.mark.parametrize(
    ("text", "factor"),
    [("a^2", 2.0), ("a^0.25", 0.25), ("a^.5", 0.5), ("a^0", 0.0), ("a ^2", 2.0), ("a^ 2", 2.0)],
)
def test_boosts(text: str, factor: float) -> None:
    """SPEC 7: `^` and a number after a primary."""
    assert tree(text) == {"boost": factor, "expr": A}


def test_a_boost_belongs_to_the_whole_primary() -> None:
    """SPEC 7: a negation stands around it, a field inside it."""
    assert tree("-a^2") == {"not": {"boost": 2.0, "expr": A}}
    assert tree("title:a^2") == {"boost": 2.0, "expr": {"field": "title", "expr": A}}
    assert tree("title:(a^2)") == {"field": "title", "expr": {"boost": 2.0, "expr": A}}


@pytest.mark.parametrize(
    ("text", "offset"),
    [
        ("a^", 1),
        ("a^b", 1),
        ("a^2b", 1),
        ("a^2.", 1),
        ("a^-1", 1),
        ("a^1e3", 1),
        ("a^inf", 1),
        ("a^２", 1),
        ("^2", 0),
        ("a OR ^2", 5),
        ("(^2)", 1),
        ("a^2^3", 3),
        ("(a^2^3)", 4),
        (f"a^{MAX_BOOST + 1}", 1),
        ("a^" + "9" * 5000, 1),
    ],
)
def test_what_is_no_boost(text: str, offset: int) -> None:
    """SPEC 7: `^` without a number is an error; so is one that weighs nothing, or too much."""
    assert place(text) == offset


def test_prefixes() -> None:
    """SPEC 7: `term*` is a prefix; our choice: only one star, at the end, after something."""
    assert tree("tea*") == {"prefix": "tea"}
    assert tree("std::i*") == {"prefix": "std::i"}
    assert tree("-title:te*^2") == {
        "not": {"boost": 2.0, "expr": {"field": "title", "expr": {"prefix": "te"}}}
    }
    for word in ("*a", "a*b", "**a**", "a**", "*a*"):
        assert tree(word) == {"term": word}
    assert tree("a * **") == {"and": [A, {"term": "*"}, {"term": "**"}]}


@pytest.mark.parametrize(
    ("text", "offset"),
    [
        ('"open', 0),
        ('a "b" "c', 6),
        ('5" disk', 1),
        ("(a", 0),
        ("a (b (c)", 2),
        ("(", 0),
        ("a)", 1),
        (")", 0),
        ("(a)) b", 3),
        ("()", 0),
        ("a ( )", 2),
        ("main ()", 5),
        ("main( )", 4),
        ('"main"()', 6),
        ("title:()", 6),
        ("OR a", 0),
        ("a OR", 2),
        ("a OR OR b", 5),
        ("(a OR) b", 3),
        ("(OR a)", 1),
        ("AND a", 0),
        ("a AND", 2),
        ("a AND OR b", 6),
        ("a OR AND b", 5),
        ("OR", 0),
        ("NOT", 0),
        ("a NOT", 2),
        ("-", 0),
        ("title:", 0),
        ("a title:", 2),
        ("a title: ", 2),
        ("title:)", 6),
        ("title:-a", 6),
        ("title:(a [status])", 9),
        ("=>", 0),
        ("  ??= !", 2),
        ('-"=>" --', 0),
        ("title:=>", 0),
    ],
)
def test_errors_show_the_place(text: str, offset: int) -> None:
    """SPEC 7: unclosed quote, missing or stray parenthesis, OR without a side, `-`, `()`."""
    assert place(text) == offset


def test_several_queries_are_alternatives() -> None:
    """SPEC 7: `ra search A B` means `(A) OR (B)`; empty ones ask for nothing."""
    assert to_json(one_of(each_of(["a b", "c"]))) == {"or": [{"and": [A, B]}, C]}
    assert to_json(one_of(each_of(["a OR b", "c"]))) == {"or": [A, B, C]}
    assert [to_json(each) for each in each_of(["", "a", '""'])] == [None, A, None]
    assert each_of([]) == []


@pytest.mark.parametrize("texts", [("(a", "b)"), ('"a', 'b"'), ("a OR", "b"), ("title:", "a")])
def test_each_query_is_read_on_its_own(texts: tuple[str, str]) -> None:
    """Step 3: an open parenthesis in one never closes in another; the error shows that one."""
    with pytest.raises(QueryError) as caught:
        each_of(texts)
    assert caught.value.text == texts[0]


@pytest.mark.parametrize("sign", ["(", "-", "NOT ", "title:(", "-("])
def test_deep_nesting_is_refused(sign: str) -> None:
    """SPEC 12: inputs are bounded; 10 000 nested parentheses are refused politely."""
    for count in (MAX_DEPTH + 1, 10_000):
        with pytest.raises(QueryError):
            parse(sign * count + "a" + ")" * count * sign.count("("))


def test_nesting_up_to_the_bound_is_read() -> None:
    """SPEC 12: what is within the bounds works; groups beside each other are not nested."""
    assert tree("(" * MAX_DEPTH + "a" + ")" * MAX_DEPTH) == A
    parts = tree("(-a) " * (MAX_DEPTH * 2))
    assert parts == {"and": [{"not": A}] * (MAX_DEPTH * 2)}


def test_long_queries_are_refused() -> None:
    """SPEC 12: a query of 1 MB is refused, and the message stays short."""
    for text in ("a" * 1_000_000, "a " * 500_000, "(" * 1_000_000, '"' * 1_000_000):
        with pytest.raises(QueryError, match="100,000 characters") as caught:
            parse(text)
        assert len(str(caught.value)) < 300
    assert tree("a" * MAX_LENGTH) == {"term": "a" * MAX_LENGTH}


def test_many_words_are_refused() -> None:
    """SPEC 12: the words of terms and phrases count, those of all queries together.

    What is typed as one word counts as what it is in the index.
    """
    parse("a " * MAX_TERMS)
    for text in ("a " * (MAX_TERMS + 1), '"' + "a " * (MAX_TERMS + 1) + '"'):
        with pytest.raises(QueryError, match="1,000 words"):
            parse(text)
    for text in ("日a" * 2000, "ก" * 30_000, "a." * 2000, '"' + "日本" * 20_000 + '"'):
        with pytest.raises(QueryError, match="1,000 words"):
            parse(text)
    parse("日" * 1000)
    with pytest.raises(QueryError, match="1,000 words"):
        each_of(["a b"] * (MAX_TERMS // 2 + 1))
