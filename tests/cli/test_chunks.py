"""Tests of `ra chunks`."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

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
    "heading_start": 0,
    "hit": True,
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
        "project:a.md#a",
        "project:b.md#b",
    ]
    section = records[0]
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
    assert "exclude each other" in done.err


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
    assert ids(box, "leaves") == ["~1"]
    wrong = box.ra("chunks", "--strategy", "leafs")
    assert (wrong.code, wrong.out) == (2, "")
    assert "did you mean 'leaves'?" in wrong.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--format", "ragdocs"), "--format requires --json"),
        (("--format", "ragdoc", "--json"), "did you mean 'ragdocs'?"),
        (("--validate", "--json"), "cannot be combined with --json"),
        (("--validate", "--strategy", "leaves"), "cannot be combined with --strategy"),
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
        "from ra.chunking.spec_v1 import checklist\n"
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
