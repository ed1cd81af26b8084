"""Tests of the argument parser: every spelling, every mistake, every help page."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ra.cli.arguments import Namespace, number, option, repeatable, switch, word
from ra.cli.commands import NAMES, load
from ra.cli.parser import Parser, command_parser, split, top_parser
from ra.cli.usage import usage
from ra.errors import UsageError

CUPS, FORMS = ("small", "large"), ("full", "list")
BREW = Parser(
    "ra brew",
    (
        word("tea", metavar="TEA", help="which tea", dash_hint="; a tea has no dash"),
        word("cups", metavar="CUP", times="*", choices=CUPS, help="which cups: {}"),
        option("-n", "--number", metavar="N", check=number(int, 1), help="how many pots"),
        option(
            "-o", "--output", metavar="FORM", choices=("full", "list"), default="full", help="{}"
        ),
        switch("--json", into="output", value="json", help="as JSON"),
        switch("-v", into="verbose", help="tell more"),
        switch("--no-milk", into="milk", value=False, help="without milk"),
        repeatable("--guest", metavar="NAME", help="for whom"),
        switch("--secret", help=""),
    ),
)
ENDING = "\nrun `ra brew --help` for usage"


def read(*words: str) -> Namespace:
    """What was typed after `ra brew`."""
    return BREW.read(words)


def mistake(parser: Parser, *words: str) -> str:
    """What is said about these words."""
    with pytest.raises(UsageError) as raised:
        parser.read(words)
    return str(raised.value)


def test_what_is_not_typed_has_its_default() -> None:
    """A switch is off, one that turns something off leaves it on, many are none."""
    assert read("green") == Namespace(
        tea="green",
        cups=[],
        number=None,
        output="full",
        verbose=False,
        milk=True,
        guest=[],
        secret=False,
    )


@pytest.mark.parametrize(
    "words",
    [
        ["-n", "3"],
        ["-n3"],
        ["-n=3"],
        ["-n 3"],
        ["--number", "3"],
        ["--number=3"],
        ["-n", "1", "--number=3"],
    ],
)
def test_a_value_in_every_spelling(words: list[str]) -> None:
    """As other commands read them; of several the last one holds."""
    assert read("green", *words).number == 3


@pytest.mark.parametrize("words", [["-vn3"], ["-vn", "3"], ["-vvn3"], ["-v", "-n", "3"]])
def test_short_flags_may_share_a_dash(words: list[str]) -> None:
    """Of these the last one may have a value, in the same word or the next."""
    args = read("green", *words)
    assert (args.verbose, args.number) == (True, 3)


def test_letters_after_a_flag_with_a_value_are_that_value() -> None:
    """`-ofull` is no `-o` with `-f` and the rest."""
    assert read("green", "-olist").output == "list"
    assert command_parser("config").read(["-C==x"]).directory == "=x"
    assert "'v' is not one of" in mistake(BREW, "green", "-ov")


@pytest.mark.parametrize(
    "words",
    [
        ["green", "small", "large", "-v", "-n", "3"],
        ["-v", "-n", "3", "green", "small", "large"],
        ["green", "-v", "small", "-n", "3", "large"],
        ["-n3", "green", "-v", "--", "small", "large"],
    ],
)
def test_flags_stand_anywhere_among_the_words(words: list[str]) -> None:
    """Words keep their order, whatever stands between them."""
    assert read(*words) == read("-v", "--number=3", "green", "small", "large")
    assert read(*words).cups == ["small", "large"]


def test_switches_put_their_value_into_an_attribute() -> None:
    """Where several share one, the last one typed holds."""
    assert read("green", "--no-milk").milk is False
    assert read("green", "-o", "list", "--json").output == "json"
    assert read("green", "--json", "-o", "list").output == "list"


def test_a_repeatable_flag_keeps_all_and_remembers_none() -> None:
    """In the order of typing; a later line starts from nothing."""
    assert read("green", "--guest", "a", "--guest=b", "--guest", "").guest == ["a", "b", ""]
    assert read("green").guest == []


@pytest.mark.parametrize("tea", ["-", "--json", "-x", "-3", "--", "--=", ""])
def test_everything_after_two_dashes_is_a_word(tea: str) -> None:
    """Another `--` too."""
    assert read("-v", "--", tea).tea == tea
    assert read("--", tea, "small").cups == ["small"]


def test_a_single_dash_is_a_word() -> None:
    """It often means the standard input; it is a value only where nothing else could be meant."""
    assert read("-").tea == "-"
    assert read("green", "--guest=-").guest == ["-"]
    assert "--guest: expected a value" in mistake(BREW, "green", "--guest", "-")


def test_a_value_that_begins_with_a_dash_stands_in_the_same_word() -> None:
    """So that a forgotten value never swallows the next flag; a negative number is none."""
    assert read("green", "--guest=--json", "--guest=--").guest == ["--json", "--"]
    assert "'-3' is not a whole number" in mistake(BREW, "green", "-n-3")
    assert "'-3' is not a whole number" in mistake(BREW, "green", "-n", "-3")
    assert "unknown flag '-3'" in mistake(BREW, "green", "-3")
    assert "unknown flag '-3'" in mistake(BREW, "green", "-n", "4", "-3")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--jsn", "unknown flag '--jsn' for `ra brew`; did you mean '--json'?"),
        ("--jsn=x", "unknown flag '--jsn' for `ra brew`; did you mean '--json'?"),
        ("-x", "unknown flag '-x' for `ra brew`"),
        ("-n", "argument -n/--number: expected a value"),
        ("-vn --json", "argument -n/--number: expected a value"),
        ("-n -- 3", "argument -n/--number: expected a value"),
        ("-n 0", "argument -n/--number: '0' is not a whole number, at least 1"),
        ("--number=", "argument -n/--number: '' is not a whole number, at least 1"),
        ("-o lst", "argument -o/--output: 'lst' is not one of full, list; did you mean 'list'?"),
        ("smal", "argument CUP: 'smal' is not one of small, large; did you mean 'small'?"),
        ("--json=", "argument --json: does not take a value, but '' follows"),
        ("--json=v", "argument --json: does not take a value, but 'v' follows"),
        ("-verbose", "argument -v: does not take a value, but 'erbose' follows"),
        ("-v-", "argument -v: does not take a value, but '-' follows"),
    ],
)
def test_a_mistake_names_what_is_wrong(words: str, message: str) -> None:
    """STYLE 7: what, where, what to do; a word with a dash that is no flag has a hint."""
    hint = "; a tea has no dash" * ("unknown" in message or "not take" in message)
    assert mistake(BREW, "green", *words.split(" ")) == message + hint + ENDING


def test_words_that_are_missing_or_too_many_are_named() -> None:
    """Also where no word is expected, and after `--`; so are words that are missing."""
    bare = Parser("ra bare", ())
    assert mistake(bare, "x", "y").startswith("unexpected argument 'x'\n")
    assert mistake(bare, "--", "--").startswith("unexpected argument '--'\n")
    pair = Parser("ra pair", tuple(word(at, metavar=at.upper(), help="") for at in ("a", "b")))
    assert mistake(pair).startswith("missing argument: A, B\n")
    assert mistake(pair, "x").startswith("missing argument: B\n")
    assert mistake(pair, "x", "y", "z").startswith("unexpected argument 'z'")
    assert pair.read(["x", "--", "--"]) == Namespace(a="x", b="--")


def test_mistakes_are_told_in_order() -> None:
    """A mistyped flag first: it explains the others. Then flags as they stand, then words."""
    assert "unknown flag '--jsn'" in mistake(BREW, "-n", "x", "--jsn")
    assert "--number: 'x'" in mistake(BREW, "-n", "x", "-o", "y")
    assert "--output: 'y'" in mistake(BREW, "-o", "y", "-n", "x")
    assert "--number: 'x'" in mistake(BREW, "green", "cup", "-n", "x")
    assert "CUP: 'cup'" in mistake(BREW, "green", "cup")


def test_a_choice_of_one_word_is_named_alone() -> None:
    """No list where there is nothing to choose from."""
    parser = Parser("ra x", (option("--mode", metavar="MODE", choices=("keyword",), help="by {}"),))
    assert parser.flags["--mode"].help == "by keyword"
    assert mistake(parser, "--mode=x").startswith("argument --mode: 'x' is not 'keyword'\n")


def test_numbers_have_bounds() -> None:
    """What is no number, or none that can be meant, is refused."""
    share = number(float, 0, 1)
    assert [share(typed) for typed in ("0", "0.5", "1", " 1e-3 ")] == [0, 0.5, 1, 0.001]
    with pytest.raises(ValueError, match="is not a whole number, at least 1"):
        number(int, 1)("9" * 5000)  # more digits than Python reads
    assert "invalid line range" in mistake(
        command_parser("get"), "a.md", "--lines", "1-" + "9" * 5000
    )
    for typed in ("-0.1", "1.1", "nan", "inf", "1e999", "", "x"):
        with pytest.raises(ValueError, match="is not a number, from 0 to 1"):
            share(typed)


def test_flags_for_every_command_stand_before_it_or_after() -> None:
    """What stands after the command holds."""
    before = top_parser().read(["-C", "a", "--color=never"])
    kept = command_parser("config", before).read([])
    assert (kept.directory, kept.color, kept.debug) == ("a", "never", False)
    later = command_parser("config", before).read(["-Cb", "--debug"])
    assert (later.directory, later.color, later.debug) == ("b", "never", True)


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        ([], ([], None, [])),
        (["status", "-v"], ([], "status", ["-v"])),
        (["-C", "a", "status", "x"], (["-C", "a"], "status", ["x"])),
        (["-Ca", "--color=never", "status"], (["-Ca", "--color=never"], "status", [])),
        (["--color", "status"], (["--color", "status"], None, [])),
        (["-C"], (["-C"], None, [])),
    ],
)
def test_the_command_is_the_first_word_that_is_no_flag(
    words: list[str], parts: tuple[list[str], str | None, list[str]]
) -> None:
    """A value of a flag before it is not the command."""
    before, name, after = split(words)
    assert (list(before), name, list(after)) == parts


def test_an_optional_value_may_be_a_bad_number() -> None:
    """STYLE 7: a negative number after a flag whose value may be left out is named as wrong."""
    search = command_parser("search")
    assert "argument --open: '-1' is not a whole number" in mistake(search, "tea", "--open", "-1")
    assert search.read(["--open", "tea"]).query == ["tea"]


@pytest.mark.parametrize("words", [["-h"], ["--help", "-n", "x"], ["-vh", "--tree"], ["-h", "-n"]])
def test_nothing_is_read_after_help(words: list[str]) -> None:
    """Who asks for help is not told what else is wrong, but for a flag that is none."""
    assert command_parser("search").read(words).help is True
    assert "'x' is not a whole number" in mistake(command_parser("search"), "-n", "x", "-h")
    assert "unknown flag '-q'" in mistake(command_parser("search"), "-h", "-q")
    assert "does not take a value, but 'q' follows" in mistake(command_parser("search"), "-hq")


def test_help_before_a_command_does_not_end_the_line() -> None:
    """`ra --help --color always` is a page in colors."""
    assert top_parser().read(["--help", "--color", "always"]).color == "always"
    assert command_parser("help", top_parser().read(["--help"])).read([]).help is False


@pytest.mark.parametrize("name", NAMES)
def test_only_the_last_word_may_repeat(name: str) -> None:
    """The reader gives it all that are left; spellings and attributes are not declared twice."""
    declared = load(name).ARGUMENTS
    words = [each for each in declared if not each.flags]
    assert all(each.times == "1" for each in words[:-1])
    flags = [flag for each in command_parser(name).arguments for flag in each.flags]
    assert len(flags) == len(set(flags))
    shared = {"output"} if name in ("search", "context", "likethis") else set()
    attributes = [each.dest for each in command_parser(name).arguments]
    assert {each for each in attributes if attributes.count(each) > 1} == shared


def _lines_of_words() -> st.SearchStrategy[tuple[str, list[str]]]:
    """A command, and words that it knows among others that it may not."""

    def lines(name: str) -> st.SearchStrategy[tuple[str, list[str]]]:
        flags = st.sampled_from(sorted(command_parser(name).flags))
        typed = st.text("-=nvoC3. \nü\udcff'", max_size=5)
        joined = st.builds("{}{}{}".format, flags, st.sampled_from(["", "="]), typed)
        known = st.sampled_from(["doc", "docs", "bash", "search", "3", "4-6", "auto", "-", "--"])
        return st.tuples(st.just(name), st.lists(flags | joined | known | typed, max_size=6))

    return st.sampled_from(NAMES).flatmap(lines)


@given(_lines_of_words())
def test_every_line_has_values_or_a_usage_error(line: tuple[str, list[str]]) -> None:
    """STYLE 7: whatever is typed, no other exception leaves the reader."""
    name, words = line
    parser = command_parser(name)
    try:
        args = parser.read(words)
    except UsageError as error:
        assert str(error).endswith(f"\nrun `ra {name} --help` for usage")
    else:
        assert set(vars(args)) == {each.dest for each in parser.arguments}


@given(st.text(), st.text(), st.lists(st.text(), min_size=1))
def test_a_value_is_the_one_that_was_typed(value: str, joined: str, queries: list[str]) -> None:
    """Nothing is stripped, split or unquoted on the way."""
    typed = ["--tree", value] if not value.startswith("-") else [f"--tree={value}"]
    args = command_parser("search").read([*typed, f"--tenant={joined}", "--", *queries])
    assert (args.tree, args.tenant, args.query) == ([value], joined, queries)


HELP_AT_40 = """\
Print the help of ra, or of one command.

usage: ra help [FLAGS] [COMMAND]

arguments:
  COMMAND           the command

global flags:
  -h, --help        print this help
  -C DIR, --directory DIR
                    run as if started in
                    this folder
  --color WHEN      when to use colors:
                    auto, always, never
                    (default: auto)
  --debug           print a traceback
                    for an unexpected
                    error

examples:
  ra help
      list all commands
  ra help chunks
      print the help of one command"""


def test_a_page_is_laid_out_for_its_width(monkeypatch: pytest.MonkeyPatch) -> None:
    """A long flag has its sentence below it; the usage line does not repeat the flags."""
    monkeypatch.setenv("COLUMNS", "40")
    assert usage("help") == HELP_AT_40
    monkeypatch.setenv("COLUMNS", "42")
    assert "\n  --cutoff-ratio RATIO\n" in usage("search")  # it would touch its sentence
    monkeypatch.setenv("COLUMNS", "80")
    page = usage("help").splitlines()
    assert page[2] == "usage: ra help [FLAGS] [COMMAND]"
    assert "  -C DIR, --directory DIR  run as if started in this folder" in page


@pytest.mark.parametrize("columns", [60, 80, 100])
@pytest.mark.parametrize("name", NAMES)
def test_a_page_fits_and_shows_all(
    name: str, columns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every word and flag with its sentence, and nothing that is hidden."""
    monkeypatch.setenv("COLUMNS", str(columns))
    description, typed, *groups, examples = usage(name).split("\n\n")
    lines = [line for part in (description, typed, *groups) for line in part.splitlines()]
    assert max(map(len, lines)) <= columns
    assert " ".join(description.split()) == load(name).DESCRIPTION
    assert all(f"  {line}" in examples for line, _ in load(name).EXAMPLES)
    flat = " ".join(" ".join(groups).split()).replace("- ", "-")
    for each in command_parser(name).arguments:
        shown = [each.metavar] if not each.flags else list(each.flags)
        assert [text in flat for text in shown] == [bool(each.help)] * len(shown)
        assert each.help.replace("- ", "-") in flat
        assert (shown[0] in typed) == (not each.flags and bool(each.help))
    assert max(map(len, examples.splitlines())) <= max(
        80, columns
    )  # these are not wrapped: they are typed


@pytest.mark.parametrize("columns", ["", "0", "many"])
def test_a_width_that_is_none_is_eighty(columns: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a terminal; a wide one has pages of a hundred columns."""
    monkeypatch.setattr("os.get_terminal_size", _no_terminal)
    pages = {}
    for width in (columns, "80", "100", "1000"):
        monkeypatch.setenv("COLUMNS", width)
        pages[width] = usage("search")
    assert pages[columns] == pages["80"] != pages["100"] == pages["1000"]


def _no_terminal() -> None:
    raise OSError
