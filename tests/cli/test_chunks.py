"""What does `ra chunks` promise?"""

from __future__ import annotations

import os
import subprocess
import sys
from hashlib import sha256

import pytest

from ra.text.counter import count
from tests.cli.command import COMMAND, SECONDS, Sandbox

TWO_TREES = '[tree.docs]\npath = "docs"\n[tree.notes]\npath = "notes"\n'

SECTION = {
    "id": "project:a.md#a",
    "doc_id": "project:a.md",
    "parent_id": "project:a.md",
    "tree": "project",
    "path": "a.md",
    "depth": 1,
    "position": 1,
    "title": "A",
    "slug": "a",
    "breadcrumb": ["A"],
    "byte_start": 4,
    "byte_end": 18,
    "sibling_count": 1,
    "body": "x [l](b.md#f)\n",
    "kind": "section",
    "part": 0,
    "prefix": "",
    "text": "x [l](b.md#f)\n",
    "tags": [],
    "links": [
        {
            "url": "b.md#f",
            "fragment": "f",
            "syntax": "inline",
            "embed": False,
            "byte_start": 6,
            "byte_end": 17,
        }
    ],
    "token_count": 9,
    "mtime": "2023-11-14T22:13:20.123456Z",
}

BOOK = """\
---
title: Tea
tags: [a]
aliases: [cha]
date: 2024-05-01
links: mine
---
Über allem: der Kessel.

# Water

See [the pot](pot.md#lid) and [[Kettle]].

## Heat

```sh
heat 80
```
"""


def test_people_see_id_breadcrumb_and_body(box: Sandbox) -> None:
    """SPEC 3.4: the breadcrumb is printed before the body wherever a chunk is shown."""
    box.write({"a.md": "# Guide\n\nintro\n\n## Setup\n\nsteps\n"})
    done = box.ra("chunks", "a.md")
    assert done.code == 0
    assert done.out == (
        "project:a.md\n> Guide\n\n"
        "project:a.md#guide\n> Guide\n\nintro\n\n"
        "project:a.md#setup\n> Guide › Setup\n\nsteps\n\n"
    )


def test_programs_get_one_record_a_line(box: Sandbox) -> None:
    """SPEC 3.1: every field; JSON Lines in document order."""
    box.write({"a.md": "# A\nx [l](b.md#f)\n", "b.md": "# B\ny\u2028z\n"})
    os.utime(box.folder / "a.md", ns=(0, 1_700_000_000_123_456_789))
    records = box.ra("chunks", "--json").records
    assert [record["id"] for record in records] == [
        "project:a.md",
        "project:a.md#a",
        "project:b.md",
        "project:b.md#b",
    ]
    section = records[1]
    digest = section.pop("digest")
    assert len(digest) == 32
    assert section == SECTION


def test_only_the_trees_that_are_named(box: Sandbox) -> None:
    """`--tree` chooses, and can be given more than once."""
    box.write({".ra.toml": TWO_TREES, "docs/a.md": "x", "notes/b.md": "y"})
    ids = [record["id"] for record in box.ra("chunks", "--json", "--tree", "notes").records]
    assert ids == ["notes:b.md"]
    both = box.ra("chunks", "--json", "--tree=notes", "--tree=docs").records
    assert {record["tree"] for record in both} == {"docs", "notes"}


def test_files_and_trees_do_not_mix(box: Sandbox) -> None:
    """A flag without effect would be a wrong answer that looks right."""
    box.write({"a.md": "x"})
    done = box.ra("chunks", "a.md", "--tree", "project")
    assert (done.code, done.out) == (2, "")
    assert "not both" in done.err


@pytest.mark.parametrize("flags", [(), ("--json",)])
def test_a_bad_file_does_not_stop_the_others(box: Sandbox, flags: tuple[str, ...]) -> None:
    """A FILE that cannot be read: its reason on stderr, the others go on, exit code 2."""
    box.write({"bad.md": b"caf\xe9\n", "good.md": "text\n"})
    done = box.ra("chunks", "missing.md", "bad.md", "good.md", *flags)
    assert done.code == 2
    assert "missing.md" in done.err
    assert "bad.md: not UTF-8" in done.err
    assert "project:good.md" in done.out


def test_a_bad_file_in_a_tree_does_not_stop_the_others(box: Sandbox) -> None:
    """SPEC 1.6: one bad file never stops the others; a failure still shows in the exit code."""
    box.write({"bad.md": b"caf\xe9\n", "good.md": "text\n"})
    done = box.ra("chunks", "--json")
    assert done.code == 2
    assert [record["id"] for record in done.records] == ["project:good.md"]


def test_a_binary_file_in_a_tree_is_no_error(box: Sandbox) -> None:
    """SPEC 1.6: skipped, not failed; named by the user it is an error."""
    box.write({"binary.md": b"\x00\x01\x02" * 9, "good.md": "text\n"})
    assert box.ra("chunks").code == 0
    assert box.ra("chunks", "binary.md").code == 2


def test_a_missing_tree_is_a_warning(box: Sandbox) -> None:
    """SPEC 1.6: the other trees work."""
    box.write({".ra.toml": TWO_TREES, "docs/a.md": "x\n"})
    done = box.ra("chunks", "--json")
    assert (done.code, len(done.records)) == (0, 1)
    assert "notes" in done.err


def test_nothing_found_is_exit_code_one(box: Sandbox) -> None:
    """SPEC 11: 1 is nothing found; an empty file gives no chunks (SPEC 2.6)."""
    box.write({"empty.md": "\ufeff \n"})
    done = box.ra("chunks")
    assert done == (1, "", "")


@pytest.mark.skipif(os.name != "posix", reason="names that are not UTF-8 are of POSIX")
def test_a_name_that_is_not_utf8_prints(box: Sandbox) -> None:
    """Issue 2: names that are not UTF-8 never crash the output."""
    (box.folder / os.fsdecode(b"caf\xe9.md")).write_text("text\n", encoding="utf-8")
    for words in (["chunks"], ["chunks", "--json"], ["status", "--files"]):
        done = box.ra(*words)
        assert "Traceback" not in done.err
        assert "unexpected" not in done.err


# Other strategies and forms of records


def ids(box: Sandbox, strategy: str) -> list[str]:
    """The ids of the chunks of one file as a strategy cuts it."""
    found = box.ra("chunks", "book.md", "--strategy", strategy, "--json").records
    return [str(record["id"]).removeprefix("project:book.md") for record in found]


def test_a_strategy_for_this_once(box: Sandbox) -> None:
    """Step 4: `--strategy` cuts in another way than the settings say."""
    box.write({"book.md": BOOK, ".ra.toml": 'chunking.strategy = "none"\n'})
    assert ids(box, "outline") == ["", "#water", "#heat"]
    assert ids(box, "leaves") == ["", "~1", "#water", "#heat"]
    wrong = box.ra("chunks", "--strategy", "leafs")
    assert (wrong.code, wrong.out) == (2, "")
    assert "did you mean 'leaves'?" in wrong.err


def test_tokens_are_counted_for_an_export(box: Sandbox) -> None:
    """SPEC 3.1: `token_count` is counted when asked for; structure without text has none."""
    box.write({"book.md": BOOK})
    records = box.ra("chunks", "--strategy", "none", "--json").records
    tokens = [record["token_count"] for record in records]
    assert tokens == [count(record["text"]) for record in records]
    assert tokens[0] > 0
    assert tokens[1:] == [0, 0]


def test_the_form_of_s3(box: Sandbox) -> None:
    """SPEC 3.6, 4.3, S3 8.4: characters, an absolute path, and what the document hands on."""
    box.write({"book.md": BOOK, ".ra.toml": 'chunking.strategy = "header_based"\n'})
    os.utime(box.folder / "book.md", ns=(0, 1_700_000_000_123_456_789))
    (record,) = box.ra("chunks", "--format", "ragdocs", "--json").records
    start = BOOK.index("Über")
    metadata = record.pop("metadata")
    assert record.pop("content") == BOOK[start:].strip()
    assert record == {
        "chunk_id": "project:book.md_chunk_0",
        "doc_id": "project:book.md",
        "chunk_index": 0,
        "header_path": "Water / Water > Heat",
        "start_pos": start,
        "end_pos": len(BOOK) - 1,
        "file_path": str(box.folder / "book.md"),
        "modified_time": "2023-11-14T22:13:20.123456Z",
    }
    assert metadata == {
        "title": "Tea",
        "date": "2024-05-01",
        "tags": ["a"],
        "aliases": ["cha"],
        "links": ["pot.md#lid", "Kettle"],
        "chunk_id": "project:book.md_chunk_0",
        "doc_id": "project:book.md",
        "chunk_index": 0,
        "header_path": "Water / Water > Heat",
    }


def test_the_parts_of_s3_are_counted_below_their_chunk(box: Sandbox) -> None:
    """SPEC 4.3, S3 8.3.2: `_sub_n` for what was split; `chunk_index` has no gaps."""
    settings = (
        "chunking.min_chunk_chars = 0\nchunking.max_chunk_chars = 20\nchunking.overlap_chars = 4\n"
    )
    text = "# A\n\none one one.\n\ntwo two two two.\n\n# B\n\nthree three.\n"
    box.write({"book.md": text, ".ra.toml": settings})
    words = ("chunks", "--strategy", "header_based", "--format", "ragdocs", "--json")
    records = box.ra(*words).records
    assert [record["chunk_id"].removeprefix("project:book.md") for record in records] == [
        "_chunk_0_sub_0",
        "_chunk_0_sub_1",
        "_chunk_1",
    ]
    assert [record["chunk_index"] for record in records] == [0, 1, 2]
    assert records[1]["content"] == "one.\n\ntwo two two two."
    assert [text[each["start_pos"] : each["end_pos"]] for each in records] == [
        "# A\n\none one one.",
        "two two two two.",
        "# B\n\nthree three.",
    ]


@pytest.mark.parametrize("strategy", ["outline", "leaves", "spec_v1", "none"])
def test_other_strategies_in_the_form_of_s3(box: Sandbox, strategy: str) -> None:
    """SPEC 3.6: chunks with text are counted through; structure is not exported."""
    box.write({"book.md": BOOK})
    words = ("chunks", "--strategy", strategy, "--format", "ragdocs", "--json")
    records = box.ra(*words).records
    assert [each["chunk_id"] for each in records] == [
        f"project:book.md_chunk_{number}" for number in range(len(records))
    ]
    for each in records:
        assert BOOK[each["start_pos"] : each["end_pos"]].strip() == each["content"].strip()
    paths = {"outline": ["", "Water", "Water > Heat"], "spec_v1": ["", "Water", "Water > Heat"]}
    assert [each["header_path"] for each in records] == paths.get(strategy, [""])


def test_the_form_of_s1(box: Sandbox) -> None:
    """SPEC 3.6, 4.4: its own records with `spec_v1`, and these fields in this order."""
    box.write({"book.md": BOOK})
    words = ("chunks", "--strategy", "spec_v1", "--format", "spec-v1", "--json")
    records = box.ra(*words).records
    assert list(records[0]) == [
        "chunk_id", "tenant_id", "document_id", "source_version_id", "ordinal", "chunk_path",
        "headings_path", "token_count", "chunk_text", "byte_start", "byte_end", "kind",
    ]  # fmt: skip
    body = BOOK[BOOK.index("Über") :]
    assert {each["source_version_id"] for each in records} == {sha256(body.encode()).hexdigest()}
    shown = [(each["ordinal"], each["chunk_path"], each["kind"]) for each in records]
    assert shown == [
        (0, "", "paragraph"),
        (1, "Water", "paragraph"),
        (2, "Water/Heat#code:0", "code"),
    ]
    for each in records:
        assert each["chunk_text"].encode() == BOOK.encode()[each["byte_start"] : each["byte_end"]]


@pytest.mark.parametrize("strategy", ["outline", "leaves", "header_based", "none"])
def test_other_strategies_in_the_form_of_s1(box: Sandbox, strategy: str) -> None:
    """SPEC 3.6: the same fields by the same rules, the id by the same formula."""
    box.write({"book.md": BOOK})
    words = ("chunks", "--strategy", strategy, "--format", "spec-v1", "--json")
    records = box.ra(*words).records
    for ordinal, each in enumerate(records):
        assert each["ordinal"] == ordinal
        named = f"default|project:book.md|{each['source_version_id']}|{ordinal}|"
        assert each["chunk_id"] in {
            sha256(f"{named}{text}".encode()).hexdigest() for text in canonical(each["chunk_text"])
        }
        assert each["token_count"] > 0
    if strategy == "outline":
        assert [(each["chunk_path"], each["kind"]) for each in records] == [
            ("", "paragraph"),
            ("Water", "paragraph"),
            ("Water/Heat#code:0", "code"),
        ]


def canonical(text: str) -> list[str]:
    """What the text of a chunk may be hashed as: white space collapsed outside of code."""
    before, fence, code = text.partition("```")
    plain = " ".join(text.split())
    return [plain, text.strip("\n"), " ".join([*before.split(), (fence + code).strip("\n")])]


def test_the_tenant_is_in_the_form_of_s1(box: Sandbox) -> None:
    """SPEC 4.4, 12: two tenants never share an id."""
    box.write({"docs/a.md": "x\n", ".ra.toml": '[tree.docs]\npath = "docs"\ntenant = "acme"\n'})
    words = ("chunks", "--strategy", "spec_v1", "--format", "spec-v1", "--json")
    (record,) = box.ra(*words).records
    assert record["tenant_id"] == "acme"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--format", "ragdocs"), "add --json"),
        (("--format", "ragdoc", "--json"), "did you mean 'ragdocs'?"),
        (("--validate", "--json"), "drop --json"),
        (("--validate", "--strategy", "leaves"), "drop --strategy"),
    ],
)
def test_flags_that_do_not_fit_are_refused(box: Sandbox, words: tuple[str, ...], said: str) -> None:
    """A flag without effect would be a wrong answer that looks right."""
    box.write({"a.md": "x"})
    done = box.ra("chunks", *words)
    assert (done.code, done.out) == (2, "")
    assert said in done.err


def test_a_reader_may_stop_reading(box: Sandbox) -> None:
    """Step 4: records stream; `ra chunks --json | head` ends quietly, and does not read on."""
    box.write({f"{number:03}.md": f"# {number}\n\n{'word ' * 400}\n" for number in range(200)})
    box.write({"999.md": b"caf\xe9\n"})
    command = [*COMMAND, "chunks", "--format", "spec-v1", "--json"]
    with subprocess.Popen(
        command, cwd=box.folder, env=box.env(), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith(b'{"chunk_id"')
        process.stdout.close()
        said = process.stderr.read()
        assert (process.wait(SECONDS), said) == (0, b"")


# The checklist of S1 §11


def test_valid_chunks_are_counted(box: Sandbox) -> None:
    """SPEC 4.4: `--validate` checks what spec_v1 yields, whatever the settings say."""
    box.write({"book.md": BOOK, "b.md": "x\n", ".ra.toml": 'chunking.strategy = "none"\n'})
    done = box.ra("chunks", "--validate")
    assert done == (0, "4 spec_v1 chunks of 2 documents checked: every rule holds\n", "")
    only = box.ra("chunks", "b.md", "--validate")
    assert only.out == "1 spec_v1 chunk of 1 document checked: every rule holds\n"


def test_nothing_to_validate_is_exit_code_one(box: Sandbox) -> None:
    """SPEC 11: 1 is nothing found."""
    box.write({"empty.md": "\n"})
    assert box.ra("chunks", "--validate") == (1, "", "")


def test_a_file_that_cannot_be_cut_fails_the_check(box: Sandbox) -> None:
    """SPEC 1.8, 4.4: it fails loudly, and the others are still checked."""
    box.write({"bad.md": b"caf\xe9\n", "good.md": "x\n"})
    done = box.ra("chunks", "--validate")
    assert done.code == 2
    assert "bad.md: not UTF-8" in done.err
    assert "1 spec_v1 chunk of 1 document" in done.out


def test_every_rule_that_is_broken_is_printed(box: Sandbox) -> None:
    """S1 §11: what fails, and where; exit code 2. A smaller limit makes good chunks bad."""
    box.write({"book.md": BOOK})
    script = (
        "import sys\n"
        "from functools import partial\n"
        "from ra.chunk import checklist\n"
        "checklist.problems = partial(checklist.problems, hard=10)\n"
        "from ra.cli.main import main\n"
        "sys.exit(main(['chunks', '--validate']))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=box.folder,
        env=box.env(),
        capture_output=True,
        timeout=SECONDS,
        check=False,
    )
    out, err = done.stdout.decode(), done.stderr.decode()
    assert done.returncode == 2
    assert out.startswith("project:book.md chunk 1 (bytes ")
    assert "more than 10" in out
    assert err == "ra: 3 spec_v1 chunks of 1 document checked: 1 problem\n"
