"""S1 and SPEC 4.4, section by section: the strategy `spec_v1`."""

from __future__ import annotations

import inspect
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from itertools import pairwise

import pytest

from ra import chunking
from ra.chunking import spec_v1
from ra.chunking.spec_v1 import checklist
from ra.chunking.spec_v1.record import EXPORTED, SpecRecord
from ra.chunking.spec_v1.sizes import Sizes
from ra.config.schema import DEFAULT_CHUNKING
from ra.document import Document, Source
from ra.errors import ChunkingFailed
from ra.parse import parse
from ra.text import counter


def _document(text: str | bytes, path: str = "guide.md") -> Document:
    data = text if isinstance(text, bytes) else text.encode()
    return parse(Source("docs", path, data, 0, "markdown"))


def _records(text: str | bytes) -> list[SpecRecord]:
    return spec_v1.records(_document(text), "acme")


def _prose(sentences: int, word: str = "Alpha") -> str:
    return " ".join(f"{word}{number} stands in a plain sentence." for number in range(sentences))


# Every structure of S1 §3, under headings and before them, small and too large.
MIXED = "\n\n".join(
    [
        "Before the first heading.",
        "# Guide",
        _prose(150),
        "- one\n- two\n  1. inner",
        "1. first\n2. second",
        "## Tables",
        "| name | value |\n|---|---|\n" + "\n".join(f"| n{n} | v{n} |" for n in range(200)),
        "Between.",
        "## Code",
        "```py\n" + "\n".join(f"value_{n} = {n}" for n in range(300)) + "\n```",
        "> A quote.\n> # No heading",
        "***",
        "word " * 1200,
        "### Empty",
        "## End",
        "x" * 9000,
    ]
)


def test_input_is_normalized() -> None:
    """S1 §2.1, §2.3, §2.4: the text of chunks is a slice of the normalized Markdown."""
    (record,) = _records("alpha \t beta\r\ngamma\n")
    assert record.chunk_text == "alpha beta\ngamma"


@pytest.mark.parametrize("data", [b"# A\n\n\x80\x81\n", b"\xed\xa0\x80", b"a\xff"])
def test_bad_utf8_fails_the_source(data: bytes) -> None:
    """S1 §2.2: decoding errors fail the source with `CHUNKING_FAILED`."""
    with pytest.raises(ChunkingFailed) as caught:
        _records(data)
    assert caught.value.code == "CHUNKING_FAILED"


def test_code_and_tables_keep_their_spaces() -> None:
    """S1 §2.4: except inside fenced code blocks and tables."""
    one, two = _records("```\na  b\n```\n\n| c  |\n|----|\n")
    assert (one.chunk_text, two.chunk_text) == ("```\na  b\n```", "| c  |\n|----|")


def test_kinds_in_order() -> None:
    """S1 §3: paragraphs, lists, tables, code and quotes, in the order of the document."""
    text = "p\n\n***\n\n- l\n\n| t |\n|---|\n\n```\nc\n```\n\n> q\n"
    kinds = [record.kind for record in _records(text)]
    assert kinds == ["paragraph", "list", "table", "code", "quote"]


def test_headings_path_is_the_active_stack() -> None:
    """S1 §3: by level, in document order; nothing before the first heading."""
    text = "a\n\n# A\n\nb\n\n#### D\n\nc\n\n## B\n\nd\n\nE\n=\n\ne\n"
    paths = [record.headings_path for record in _records(text)]
    assert paths == [(), ("A",), ("A", "D"), ("A", "B"), ("E",)]


@pytest.mark.parametrize(
    "between",
    ["# B\n\n", "###### B\n\n", "```\nx\n```\n\n", "| t |\n|---|\n\n", "- l\n\n", "***\n\n"],
)
def test_a_new_chunk_starts(between: str) -> None:
    """S1 §4.1: at headings, around tables, fences and rules, and after lists."""
    records = _records(f"# A\n\nalpha\n\n{between}omega\n")
    assert not any("alpha" in one.chunk_text and "omega" in one.chunk_text for one in records)


@pytest.mark.parametrize("text", ["- a\n\n1. b\n", "1. a\n\n- b\n"])
def test_lists_of_two_kinds_are_two_chunks(text: str) -> None:
    """S1 §4.1: list context switches between ordered and unordered."""
    assert [record.kind for record in _records(text)] == ["list", "list"]


def test_short_paragraphs_are_joined() -> None:
    """S1 §4.2: adjacent short paragraphs under one heading path may be merged."""
    assert [record.chunk_text for record in _records("a\n\nb\n\n\nc\n")] == ["a\n\nb\n\n\nc"]


def test_documents_and_versions_are_not_mixed() -> None:
    """S1 §4.3: a record names one document and one version, by what the text is."""
    one, two = _records("alpha\n"), _records("alpha!\n")
    assert one[0].source_version_id == sha256(b"alpha\n").hexdigest()
    assert one[0].source_version_id != two[0].source_version_id
    assert one[0].document_id == "docs:guide.md"


def test_the_limits() -> None:
    """S1 §5, §6: target 350, soft maximum 450, hard maximum 520, overlap 15 %."""
    assert Sizes() == (350, 450, 520, 0.15)


def test_units_are_joined_up_to_the_target() -> None:
    """S1 §5.1: stop at the soft maximum and emit."""
    records = _records("\n\n".join(_prose(8) for _ in range(40)))
    bodies = [counter.count(record.body) for record in records]
    assert all(350 <= tokens <= 450 for tokens in bodies[:-1])


def test_a_large_unit_is_split_by_sentences() -> None:
    """S1 §5.2: each sentence is whole in one body."""
    text = _prose(300)
    bodies = [record.body for record in _records(text)]
    assert len(bodies) > 3
    assert " ".join(bodies) == text


def test_a_large_sentence_is_split_by_windows() -> None:
    """S1 §5.3: token windows with 15 % overlap."""
    records = _records(" ".join(f"w{number}" for number in range(3000)))
    for one, two in pairwise(records):
        assert one.token_count <= 520
        assert one.byte_end > two.byte_start
        words = one.body.split()
        shared = len(set(words) & set(two.body.split()))
        assert 0.1 < shared / len(words) <= 0.16


def test_overlap_has_whole_sentences() -> None:
    """S1 §6: up to 15 % of the body before, at sentence boundaries."""
    records = _records(_prose(300))
    for one, two in pairwise(records):
        assert re.match(r"Alpha\d+ stands", two.prefix)
        assert one.body.endswith(two.prefix.rstrip())
        assert counter.count(two.prefix) <= 0.15 * counter.count(one.body)


def test_overlap_does_not_cross_headings() -> None:
    """S1 §6: the heading path gives the context; nothing of A is in B."""
    records = _records(f"# A\n\n{_prose(100)}\n\n# B\n\n{_prose(100, 'Beta')}\n")
    assert not any("Alpha" in one.chunk_text and "Beta" in one.chunk_text for one in records)


def test_formula() -> None:
    """S1 §7: sha256 over tenant, document, version, ordinal and canonical text."""
    one, two = _records("# A\n\nalpha  beta\n\n# B\n\ngamma\n")
    version = sha256(b"# A\n\nalpha beta\n\n# B\n\ngamma\n").hexdigest()
    for record, text in ((one, "0|alpha beta"), (two, "1|gamma")):
        named = f"acme|docs:guide.md|{version}|{text}"
        assert record.chunk_id == sha256(named.encode()).hexdigest()


def test_tenants_share_no_id() -> None:
    """S1 §7, SPEC 12: the tenant is part of each id."""
    document = _document(MIXED)
    one, two = (spec_v1.records(document, tenant) for tenant in ("a", "b"))
    assert not {each.chunk_id for each in one} & {each.chunk_id for each in two}


def test_required_fields() -> None:
    """S1 §8: each record has them, with a value of the right kind."""
    required = {
        "chunk_id": str,
        "tenant_id": str,
        "document_id": str,
        "ordinal": int,
        "chunk_path": str,
        "headings_path": tuple,
        "token_count": int,
        "chunk_text": str,
    }
    assert set(required) <= set(EXPORTED)
    for record in _records(MIXED):
        for name, kind in required.items():
            assert isinstance(getattr(record, name), kind)


_PRINT = """
import hashlib, sys
from ra.chunking import spec_v1
from ra.document import Source
from ra.parse import parse
data = sys.stdin.buffer.read()
records = spec_v1.records(parse(Source("docs", "guide.md", data, 0, "markdown")), "acme")
print(hashlib.sha256(repr(records).encode()).hexdigest())
"""


def test_two_processes_agree() -> None:
    """S1 §10: order, boundaries, ids and token counts, byte for byte."""
    outputs = {
        subprocess.run(
            [sys.executable, "-c", _PRINT],
            input=MIXED.encode(),
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            timeout=60,
            check=True,
        ).stdout
        for seed in ("0", "1", "2")
    }
    here = sha256(repr(_records(MIXED)).encode()).hexdigest()
    assert outputs == {f"{here}\n".encode()}


def test_equal_normalized_text_gives_equal_records() -> None:
    """S1 §10: how the newlines were written makes no difference but to the places."""
    one, two = _records(MIXED), _records(MIXED.replace("\n", "\r\n"))
    assert [each._replace(byte_start=0, byte_end=0) for each in one] == [
        each._replace(byte_start=0, byte_end=0) for each in two
    ]


def test_no_setting_changes_it() -> None:
    """SPEC 4.4: what `spec_v1` yields never changes."""
    document = _document(MIXED)
    other = DEFAULT_CHUNKING._replace(
        strategy="spec_v1", max_leaf_chars=10, max_chunk_chars=10, overlap_chars=0
    )
    assert spec_v1.chunk(document, other) == spec_v1.chunk(document, DEFAULT_CHUNKING)


def test_the_tokenizer_is_part_of_the_fingerprint() -> None:
    """SPEC 4.4, S1 §10: token counts are those of one tokenizer version."""
    facts = chunking.signature(DEFAULT_CHUNKING._replace(strategy="spec_v1"))
    assert facts[-2:] == [counter.NAME, counter.VERSION]


def test_what_it_yields_is_written_down() -> None:
    """S1 §12: a breaking change is a new strategy; these ids must not change.

    If this fails, the change breaks every stored id: make it `spec_v2` instead.
    """
    ids = [record.chunk_id for record in _records(MIXED)]
    assert (len(ids), sha256(" ".join(ids).encode()).hexdigest()) == FROZEN


FROZEN = (26, "2ab73e77ee7c055c290837bf064179ae94af83a81f3498d565a2c23bcdcfda44")


@cache
def _mixed() -> list[SpecRecord]:
    return _records(MIXED)


def test_no_emitted_chunk_exceeds_hard_max() -> None:
    """S1 §11.1."""
    assert max(counter.count(record.chunk_text) for record in _mixed()) <= 520


def test_no_chunk_has_empty_text() -> None:
    """S1 §11.2: also where sections are empty."""
    assert all(record.chunk_text.strip() and record.body.strip() for record in _mixed())
    assert _records("# A\n\n## B\n\n***\n") == []


def test_ordinals_are_contiguous_starting_at_0() -> None:
    """S1 §11.3."""
    assert [record.ordinal for record in _mixed()] == list(range(len(_mixed())))


def test_heading_path_is_present_for_non_root_chunks() -> None:
    """S1 §11.4: only what stands before the first heading has none."""
    first = MIXED.index("# Guide")
    assert all(bool(one.headings_path) == (one.byte_start > first) for one in _mixed())


def test_stable_id_formula_applied() -> None:
    """S1 §11.5: lowercase hexadecimal, unique, recomputed by the checklist."""
    assert all(re.fullmatch(r"[0-9a-f]{64}", record.chunk_id) for record in _mixed())
    assert len({record.chunk_id for record in _mixed()}) == len(_mixed())


def test_the_run_is_valid() -> None:
    """S1 §11: the checklist finds nothing."""
    assert checklist.problems(_mixed(), _document(MIXED)) == []


@pytest.mark.parametrize("break_one", list(range(5)))
def test_a_run_that_is_not_valid_fails(break_one: int) -> None:
    """S1 §11: each rule broken once is one more problem, and only there."""
    broken = list(_mixed())
    broken[3] = list(_broken(_mixed()[3]))[break_one]
    found = checklist.problems(broken, _document(MIXED))
    assert found
    assert all(" chunk 3 " in line or " chunk 99 " in line for line in found)


def test_the_limits_of_the_checklist_are_those_of_the_strategy() -> None:
    """S1 §5, §11: one hard maximum."""
    hard = inspect.signature(checklist.problems).parameters["hard"].default
    assert hard == spec_v1.SIZES.hard == 520


def _broken(record: SpecRecord) -> Iterator[SpecRecord]:
    yield record._replace(chunk_text="word " * 600)
    yield record._replace(chunk_text=" ")
    yield record._replace(ordinal=99)
    yield record._replace(headings_path=(), chunk_path="")
    yield record._replace(chunk_id=record.chunk_id.upper())
