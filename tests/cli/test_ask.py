"""Tests of `ra ask` that quotes documents."""

from __future__ import annotations

import pytest

from tests.cli.command import Outcome, Sandbox

TEA = """\
---
title: Book of tea
status: draft
---
Tea is a drink made of leaves.

## Green

Green tea needs water of 80 degrees. It must not boil. Two minutes are enough.

## Black

Black tea needs boiling water. Milk is a matter of taste.

## Brewing

To brew a pot of tea:

1. Warm the pot.
2. Pour the water.
3. Wait.
"""
POT = "# The pot\n\nA pot is a vessel with a spout. The pot was invented in 1510 by Gong Chun.\n"


@pytest.fixture
def tea(box: Sandbox) -> Sandbox:
    """A folder with two documents."""
    box.write({"tea.md": TEA, "pot.md": POT})
    return box


def sentences(done: Outcome) -> list[str]:
    """The lines of an answer; whether its match is weak is another promise."""
    return [line for line in done.out.splitlines() if not line.startswith("weak match: ")]


def test_the_sentence_that_answers_comes_first_with_its_place(tea: Sandbox) -> None:
    """SPEC 10: the best sentences, each with a citation to section and lines."""
    done = tea.ra("ask", "How hot should water for green tea be?")
    assert done.code == 0
    first, *_ = sentences(done)
    assert first == "Green tea needs water of 80 degrees. [1]"
    assert "[1] project:tea.md#green, line 9" in done.out


def test_a_sentence_in_two_documents_is_quoted_once(tea: Sandbox) -> None:
    """SPEC 10: the same words twice say nothing new."""
    tea.write({"copy.md": "# Kettle\n\nSet it low. Green tea needs water  of 80 degrees.\n"})
    done = tea.ra("ask", "How hot should water for green tea be?")
    assert done.out.count("Green tea needs water") == 1


def test_unquoted_words_are_one_question(tea: Sandbox) -> None:
    """A question is often typed without quotes."""
    quoted = sentences(tea.ra("ask", "What is a pot?"))
    assert sentences(tea.ra("ask", "What", "is", "a", "pot?")) == quoted
    assert quoted[0].startswith("A pot is a vessel with a spout. [")


def test_how_asks_for_the_steps(tea: Sandbox) -> None:
    """Issue 19: for "how" questions the steps, whole."""
    done = tea.ra("ask", "How do I brew a pot of tea?")
    assert "1. Warm the pot.\n2. Pour the water.\n3. Wait." in done.out


@pytest.mark.parametrize("block", ["1. Get bird\n2. Run it\n", "```sh\napt install bird\n```\n"])
def test_a_section_of_nothing_but_a_block_is_quoted(box: Sandbox, block: str) -> None:
    """SPEC 10: steps and code answer where no sentence stands beside them."""
    box.write({"bgp.md": f"# BGP\n\nA protocol of routers.\n\n## Install\n\n{block}"})
    done = box.ra("ask", "How do I install BGP?")
    assert done.code == 0
    assert f"{block.rstrip()}\n[1]\n" in done.out
    assert "project:bgp.md#install, line" in done.out
    assert "\n\n\n" not in f"\n\n{done.out}"


def test_a_number_is_answered_by_the_sentence_that_has_it(tea: Sandbox) -> None:
    """Issue 19: for numbers the sentence that says it."""
    first = sentences(tea.ra("ask", "When was the pot invented?"))[0]
    assert first.startswith("The pot was invented in 1510 by Gong Chun.")


def test_nothing_found_is_a_refusal(tea: Sandbox) -> None:
    """SPEC 10: no evidence means an honest refusal, with exit code 1."""
    done = tea.ra("ask", "zymurgy xylophones?")
    assert (done.code, done.err) == (1, "")
    assert done.out == "no answer found: nothing in the documents matches the question\n"


def test_a_weak_match_has_a_caveat(tea: Sandbox) -> None:
    """Issue 19: a caveat when the verdict is weak."""
    done = tea.ra("ask", "Who invented the electric kettle for boiling water in Birmingham?")
    assert "weak match: the documents may not answer this question" in done.out


def test_json_has_sentences_evidence_and_verdict(tea: Sandbox) -> None:
    """SPEC 11: the same record for programs; every citation names a piece of the evidence."""
    answer = tea.ra("ask", "How hot should water for green tea be?", "--json").json
    assert answer["kind"] == "extractive"
    first = answer["sentences"][0]
    assert (first["id"], first["line_start"], first["line_end"]) == ("project:tea.md#green", 9, 9)
    numbers = {piece["number"] for piece in answer["evidence"]}
    assert all(set(each["citations"]) <= numbers for each in answer["sentences"])
    assert answer["verdict"]["strength"] in ("strong", "weak")


def test_the_evidence_stays_within_the_budget(tea: Sandbox) -> None:
    """SPEC 10: the token budget is exact, and what was cut is marked."""
    answer = tea.ra("ask", "tea water", "--json", "--max-tokens", "25").json
    assert 0 < answer["tokens"] <= 25
    assert [piece["cut"] for piece in answer["evidence"]] == [True]
    whole = tea.ra("ask", "tea water", "--json").json
    assert whole["tokens"] > 25
    assert not any(piece["cut"] for piece in whole["evidence"])


def test_front_matter_is_never_quoted(tea: Sandbox) -> None:
    """SPEC 2.1: a result shows prose."""
    assert "status" not in tea.ra("ask", "What is the status of the book of tea draft?").out


def test_a_question_that_is_no_query_is_asked_as_words(tea: Sandbox) -> None:
    """SPEC 7: it says so."""
    done = tea.ra("ask", 'How hot is "green tea?')
    assert done.code == 0
    assert "searched as plain words" in done.out


def test_a_missing_question_is_an_error(tea: Sandbox) -> None:
    """The message says what to do."""
    done = tea.ra("ask")
    assert done.code == 2
    assert "no question; write one, or use -i" in done.err


def test_a_conversation_completes_follow_ups(tea: Sandbox) -> None:
    """Issue 19: what was asked in the end is shown."""
    done = tea.process("ask", "-i", given="How hot is water for green tea?\nand for black tea?\n")
    assert done.code == 0
    assert "asked: How hot is water for black tea?" in done.out
    assert "Black tea needs boiling water." in done.out


def test_sentences_and_their_blocks_are_in_the_order_of_the_text(box: Sandbox) -> None:
    """SPEC 10: the sentences that answer, in order; a block follows the sentence before it."""
    box.write(
        {
            "unit.md": "# Run it as a service\n\nA service needs a unit. Copy it, and run the "
            "service:\n\n```\nenable service\n```\n\nA service that runs writes a log.\n"
        }
    )
    done = box.ra("ask", "How do I run it as a service?", "--json").json
    kinds = [each["kind"] for each in done["sentences"]]
    lines = [each["line_start"] for each in done["sentences"]]
    assert lines == sorted(lines)
    assert kinds == ["sentence", "sentence", "code", "sentence"]


def test_code_about_something_else_is_not_brought(box: Sandbox) -> None:
    """A "how" question brings code only if it contains words of the question."""
    box.write({"tea.md": "# Tea\n\nA kettle is heated slowly by gas.\n\n```\nmkdir notes\n```\n"})
    done = box.ra("ask", "How is a kettle heated?", "--json").json
    assert [each["kind"] for each in done["sentences"]] == ["sentence"]
