"""What does `ra status` promise?"""

from __future__ import annotations

from tests.cli.command import Sandbox

TWO_TREES = '[tree.docs]\npath = "docs"\n[tree.notes]\npath = "notes"\n'


def test_status_counts_documents_and_chunks(box: Sandbox) -> None:
    """Issue 2: per tree the folder, documents and chunks."""
    box.write({".ra.toml": TWO_TREES, "docs/a.md": "# A\nx\n## B\ny\n", "notes/b.txt": "z\n"})
    done = box.ra("status")
    assert done.code == 0
    assert str(box.folder / ".ra.toml") in done.out
    assert str(box.folder / "docs") in done.out
    assert "1 document · 3 chunks · 13 B" in done.out
    trees = box.ra("status", "--json").json["trees"]
    assert [(tree["name"], tree["documents"], tree["chunks"]) for tree in trees] == [
        ("docs", 1, 3),
        ("notes", 1, 1),
    ]


def test_status_of_one_tree(box: Sandbox) -> None:
    """Only the trees that are named."""
    box.write({".ra.toml": TWO_TREES, "docs/a.md": "x", "notes/b.md": "y"})
    assert [tree["name"] for tree in box.ra("status", "notes", "--json").json["trees"]] == ["notes"]


def test_a_missing_tree_is_a_warning(box: Sandbox) -> None:
    """SPEC 1.6: a tree whose folder is missing is a warning; the other trees work."""
    box.write({".ra.toml": TWO_TREES, "docs/a.md": "x\n"})
    done = box.ra("status")
    assert done.code == 0
    assert "warning: " in done.out
    assert "1 document" in done.out
    docs, notes = box.ra("status", "--json").json["trees"]
    assert docs["problem"] is None
    assert notes["problem"]


def test_files_are_listed_with_state_and_reason(box: Sandbox) -> None:
    """SPEC 1.6: skipped or failed one by one with a reason that `ra status --files` shows."""
    box.write(
        {
            ".ra.toml": "max_file_bytes = 100\n",
            ".raignore": "hidden.md\n",
            "good.md": "# T\ntext\n",
            "bad.md": b"caf\xe9\n",
            "big.md": "x" * 101,
            "binary.md": b"\x00\x01\x02" * 9,
            "hidden.md": "x",
        }
    )
    files = {
        file["path"]: file
        for file in box.ra("status", "--files", "--json").json["trees"][0]["files"]
    }
    assert {path: file["state"] for path, file in files.items()} == {
        "good.md": "ok",
        "bad.md": "failed",
        "big.md": "skipped",
        "binary.md": "skipped",
        "hidden.md": "ignored",
    }
    assert files["bad.md"]["code"] == "CHUNKING_FAILED"
    assert all(file["reason"] for path, file in files.items() if path != "good.md")
    text = box.ra("status", "--files")
    assert text.code == 0
    for path, file in files.items():
        assert any(
            line.split()[:2] == [file["state"], path] and file["reason"] in line
            for line in text.out.splitlines()
        )


def test_warnings_name_the_file(box: Sandbox) -> None:
    """SPEC 2.1 and 4.1: malformed front matter and a large body are warnings in `ra status`."""
    box.write(
        {
            ".ra.toml": "[chunking]\nmax_chunk_size = 10\n",
            "front.md": "---\na: [\n---\nx\n",
            "large.md": "# Long\n" + "word " * 9,
        }
    )
    done = box.ra("status")
    assert done.code == 0
    warnings = box.ra("status", "--json").json["trees"][0]["warnings"]
    assert {"front.md", "large.md"} == {warning["path"] for warning in warnings}
    large = [w["message"] for w in warnings if "large.md#long" in w["message"]]
    assert large and "45" in large[0]
    assert all(warning["message"] in done.out for warning in warnings)
