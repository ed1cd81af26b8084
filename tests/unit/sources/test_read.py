"""Tests of reading the bytes of a document, and of files that are not text."""

from __future__ import annotations

import os
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ra.errors import FileRefused
from ra.sources import FoundFile, discover
from ra.sources.named_file import named
from ra.sources.read import binary, read, settled
from tests.unit.sources.trees import tree, write


def _why(root: Path, name: str = "a.md", **changes: object) -> FileRefused:
    with pytest.raises(FileRefused) as caught:
        read(tree(root, **changes), FoundFile(name, 1, 1, "markdown"))
    return caught.value


def test_a_source_is_the_bytes_and_where_they_stand(tmp_path: Path) -> None:
    """SPEC 1.8: offsets refer to the bytes of the file, so nothing is changed, BOM included."""
    data = b"\xef\xbb\xbf# Caf\xc3\xa9\r\n\r\n" + b"x" * 3_000_000
    write(tmp_path, {"sub/a.md": data})
    os.utime(tmp_path / "sub/a.md", ns=(1, 1_700_000_000_123_456_789))
    (found,) = discover(tree(tmp_path)).files
    source = read(tree(tmp_path), found)
    assert source == ("docs", "sub/a.md", data, 1_700_000_000_123_456_789, "markdown")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "NUL bytes and is not UTF-8"),
        ("text".encode("utf-16"), "looks like UTF-16; save it as UTF-8"),
        ("text".encode("utf-32"), "looks like UTF-32; save it as UTF-8"),
        (b"\xfe\xff\x00t", "looks like UTF-16; save it as UTF-8"),
        ("no mark, but wide".encode("utf-16-le"), "50 % of its start is control characters"),
        (b"\0", "100 % of its start is control characters"),
    ],
)
def test_binary_files_are_skipped_with_the_reason(tmp_path: Path, data: bytes, reason: str) -> None:
    """SPEC 1.6: binary files are skipped one by one, and the reason says how we know."""
    write(tmp_path, {"a.md": data})
    error = _why(tmp_path)
    assert reason in error.reason
    assert (error.state, error.code, error.path) == ("skipped", "BINARY", "a.md")
    assert str(error) == f"a.md: {error.reason}"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"# A\n\nnul \0 in a text of more than ten characters\n",
        b"caf\xe9, which is Latin-1 and the parser's to refuse",
        b"\x1b[1mbold\x1b[0m" * 20,
        b"a" * 8191 + "é".encode() + b"\0",
        b"a" * 20 + b"\0" + b"a" * 8170 + "é".encode(),
        b"a" * 8192 + b"\0\xff" * 1000,
    ],
)
def test_text_with_odd_bytes_stays_text(data: bytes) -> None:
    """SPEC 1.6, 1.8: a lone NUL, escapes and undecodable bytes are not signs of a binary file."""
    assert binary(data) == ""


@given(st.text(alphabet=st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"])))
def test_no_text_without_control_characters_is_binary(text: str) -> None:
    """SPEC 1.6: whatever the script, UTF-8 text is text."""
    assert binary(text.encode()) == ""


def test_a_file_that_grew_since_is_skipped(tmp_path: Path) -> None:
    """SPEC 1.6: the limit is looked at again when the file is read."""
    write(tmp_path, {"a.md": b"x" * 11})
    error = _why(tmp_path, max_file_bytes=10)
    assert (error.state, error.code) == ("skipped", "TOO_LARGE")
    assert error.reason == "11 bytes; the limit is max_file_bytes = 10 bytes"


@pytest.mark.skipif(not Path("/proc/version").exists(), reason="no /proc here")
def test_a_file_that_hides_its_size_is_bounded(tmp_path: Path) -> None:
    """SPEC 1.6: a file whose size the system gives as 0 is not read past the limit either."""
    error = _why(Path("/proc"), "version", max_file_bytes=3)
    assert error.code == "TOO_LARGE"


@pytest.mark.parametrize("name", ["none.md", "none/a.md", "file/a.md"])
def test_a_file_that_is_gone_is_skipped(tmp_path: Path, name: str) -> None:
    """SPEC 1.6: a file may vanish between listing and reading."""
    write(tmp_path, {"file": ""})
    error = _why(tmp_path, name)
    assert (error.state, error.code) == ("skipped", "GONE")


def test_what_became_a_pipe_or_folder_is_not_opened(tmp_path: Path) -> None:
    """Issue "Files": only regular files are read, also when they changed since the listing."""
    os.mkfifo(tmp_path / "a.md")
    (tmp_path / "b.md").mkdir()
    assert _why(tmp_path, "a.md").code == "NOT_REGULAR"
    assert _why(tmp_path, "b.md").code == "NOT_REGULAR"


def test_what_became_a_link_out_of_the_tree_is_not_read(tmp_path: Path) -> None:
    """SPEC 1.7: the real path counts at the moment of reading, for files and folders above."""
    write(tmp_path, {"out/a.md": "secret", "treelike/a.md": "secret", "tree/ok.md": "fine"})
    root = tmp_path / "tree"
    (root / "a.md").symlink_to(tmp_path / "out/a.md")
    (root / "sub").symlink_to(tmp_path / "treelike")
    (root / "in.md").symlink_to("ok.md")
    for name in ("a.md", "sub/a.md"):
        error = _why(root, name)
        assert (error.state, error.code) == ("skipped", "OUTSIDE_TREE")
    assert read(tree(root), FoundFile("in.md", 4, 1, "markdown")).data == b"fine"


def test_a_root_that_is_a_link_is_read(tmp_path: Path) -> None:
    """SPEC 1.7: the tree's own folder may be a link; its real place is the tree."""
    write(tmp_path, {"real/a.md": "fine"})
    (tmp_path / "link").symlink_to("real")
    assert read(tree(tmp_path / "link"), FoundFile("a.md", 4, 1, "markdown")).data == b"fine"


def test_without_proc_a_swapped_file_counts_as_gone(tmp_path: Path) -> None:
    """SPEC 1.7: where the system does not tell an open file's path, its identity is compared."""
    write(tmp_path, {"a.md": "one", "b.md": "two"})
    link = tmp_path / "l.md"
    link.symlink_to("a.md")
    opened = link.stat()
    assert settled(str(link), opened) == os.path.realpath(tmp_path / "a.md")
    link.unlink()
    link.symlink_to("b.md")
    with pytest.raises(FileNotFoundError):
        settled(str(link), opened)


def test_of_a_large_binary_file_only_the_start_is_read(tmp_path: Path) -> None:
    """Bounds: a file of zeros takes no room in an archive, and must take none in memory."""
    size = 200 * 1024**2
    with (tmp_path / "a.md").open("wb") as file:
        file.truncate(size)
    tracemalloc.start()
    try:
        with pytest.raises(FileRefused) as caught:
            read(tree(tmp_path, max_file_bytes=size), named(tree(tmp_path), "a.md"))
        assert caught.value.code == "BINARY"
        assert tracemalloc.get_traced_memory()[1] < size // 20
    finally:
        tracemalloc.stop()
