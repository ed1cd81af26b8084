"""What does `ra chunks` promise?"""

from __future__ import annotations

import os

import pytest

from tests.cli.command import Sandbox

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
    "mtime": "2023-11-14T22:13:20.123456Z",
}


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
