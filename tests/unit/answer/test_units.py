"""Tests of the units that an answer can quote."""

from __future__ import annotations

from ra.answer.units import units

TEXT = """\
Tea needs water. Use 80 °C, i.e. not boiling:

1. Warm the pot.
2. Pour.

```sh
brew --tea
```

- milk is optional
- sugar too

| kind | time |
|---|---|
| green | 2 min |
"""


def test_sentences_steps_code_items_and_rows_are_units() -> None:
    """SPEC 10: steps and code stay whole, other lists give items, tables rows."""
    found = [(unit.kind, unit.text) for unit in units(TEXT)]
    assert found == [
        ("sentence", "Tea needs water."),
        ("sentence", "Use 80 °C, i.e. not boiling:"),
        ("steps", "1. Warm the pot.\n2. Pour."),
        ("code", "```sh\nbrew --tea\n```"),
        ("sentence", "- milk is optional"),
        ("sentence", "- sugar too"),
        ("sentence", "green | 2 min"),
    ]


def test_offsets_are_bytes_of_the_text() -> None:
    """A citation gives the lines of a sentence, also after letters of several bytes."""
    data = TEXT.encode()
    for unit in units(TEXT):
        assert unit.text.split(" | ")[0].encode() in data[unit.start : unit.end]


def test_a_sentence_with_a_colon_leads_to_the_block_after_it() -> None:
    """Its list or code is quoted with it."""
    assert [unit.leads for unit in units(TEXT)][:3] == [False, True, False]
