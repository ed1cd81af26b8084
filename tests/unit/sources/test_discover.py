"""Tests of listing: which files are documents, and the reasons for the others."""

# ruff: noqa: PTH102, PTH123
# Names that are bytes are beyond Path.

from __future__ import annotations

import os
import socket
from pathlib import Path, PurePosixPath, PureWindowsPath

import pytest

from ra.errors import TreeMissing
from ra.sources import Refused, discover, relative_posix
from tests.unit.sources.trees import tree, write


def _paths(root: Path, **changes: object) -> list[str]:
    return [found.path for found in discover(tree(root, **changes)).files]


def _refused(root: Path, **changes: object) -> dict[str, Refused]:
    return {refused.path: refused for refused in discover(tree(root, **changes)).refused}


def test_by_default_markdown_and_text_are_documents(tmp_path: Path) -> None:
    """SPEC 1.4: the default include; other files are no documents and need no reason."""
    write(
        tmp_path,
        {"b.md": "b", "a/c.markdown": "c", "a.txt": "", "p.png": "", "md": "", "x.mdx": ""},
    )
    listing = discover(tree(tmp_path))
    assert [found.path for found in listing.files] == ["a.txt", "a/c.markdown", "b.md"]
    assert listing.refused == ()


def test_a_found_file_has_its_size_time_and_parser(tmp_path: Path) -> None:
    """SPEC 1.4, 6.3: size and mtime in ns, the parser by suffix."""
    write(tmp_path, {"a.md": "héllo", "b.txt": ""})
    os.utime(tmp_path / "a.md", ns=(1, 1_700_000_000_123_456_789))
    first, second = discover(tree(tmp_path)).files
    assert (first.size, first.mtime, first.parser) == (6, 1_700_000_000_123_456_789, "markdown")
    assert second.parser == "text"


def test_the_first_parser_that_matches_decides(tmp_path: Path) -> None:
    """SPEC 1.4: `[parsers]` maps globs to parsers; the suffix decides where none matches."""
    write(tmp_path, {"raw/a.md": "", "raw/b.txt": "", "c.txt": "", "d.md": "", "raw/e/f.md": ""})
    parsers = (("raw/b.txt", "markdown"), ("raw/", "text"), ("*.txt", "markdown"))
    got = {found.path: found.parser for found in discover(tree(tmp_path, parsers=parsers)).files}
    assert got == {
        "c.txt": "markdown",
        "d.md": "markdown",
        "raw/a.md": "text",
        "raw/b.txt": "markdown",
        "raw/e/f.md": "text",
    }


def test_the_order_is_that_of_the_paths(tmp_path: Path) -> None:
    """Issue "Files": the same files give the same listing, sorted by path as text."""
    names = ["b.md", "a/z.md", "a.md", "a-b/x.md", "a/B.md", "é.md", "a/b/c.md"]
    write(tmp_path, dict.fromkeys(names, ""))
    assert _paths(tmp_path) == sorted(names)


def test_a_missing_tree_says_what_to_do(tmp_path: Path) -> None:
    """SPEC 1.6: a missing folder is an error of that tree alone, which the caller can catch."""
    with pytest.raises(TreeMissing, match=r"tree 'docs'.*is missing; correct tree\.docs\.path"):
        discover(tree(tmp_path / "none"))
    write(tmp_path, {"file": ""})
    with pytest.raises(TreeMissing, match="is not a folder"):
        discover(tree(tmp_path / "file"))


def test_the_reason_names_the_rule_and_its_file(tmp_path: Path) -> None:
    """SPEC 1.4, 1.6: what is left out is shown with its rule; a folder once, with a slash."""
    write(
        tmp_path,
        {
            ".gitignore": "# ours\n\ndrafts/\n",
            "drafts/a.md": "",
            "drafts/b.md": "",
            "sub/.raignore": "old.md\n",
            "sub/old.md": "",
            "sub/é.md": "",
            "sub/.gitignore": "é.md\n",
            "out/x.md": "",
            "unasked.log": "",
        },
    )
    said = _refused(tmp_path, exclude=("out/",))
    assert {path: refused.reason for path, refused in said.items()} == {
        "drafts/": ".gitignore:3: drafts/",
        "sub/old.md": "sub/.raignore:1: old.md",
        "sub/é.md": "sub/.gitignore:1: é.md",
        "out/": "exclude: out/",
    }
    assert {refused.state for refused in said.values()} == {"ignored"}
    assert said["out/"].code == "EXCLUDED"


def test_raignore_wins_over_gitignore_and_is_always_honored(tmp_path: Path) -> None:
    """SPEC 1.4: `respect_gitignore = false` turns off `.gitignore` alone."""
    write(tmp_path, {".gitignore": "a.md\nb.md\n", ".raignore": "!a.md\nc.md\n"})
    write(tmp_path, dict.fromkeys(["a.md", "b.md", "c.md", "d.md"], ""))
    assert _paths(tmp_path) == ["a.md", "d.md"]
    assert _paths(tmp_path, respect_gitignore=False) == ["a.md", "b.md", "d.md"]


def test_exclude_has_the_last_word(tmp_path: Path) -> None:
    """SPEC 1.4: a `!` in exclude brings back what an ignore file leaves out."""
    write(tmp_path, {".gitignore": "built/\n*.txt\n", "built/a.md": "", "b.txt": ""})
    assert _paths(tmp_path, exclude=("!built/",)) == ["built/a.md"]


def test_rules_above_the_tree_count_up_to_the_repository(tmp_path: Path) -> None:
    """SPEC 1.4: `.gitignore` and `.raignore` between the repository's root and the tree."""
    write(tmp_path, {".gitignore": "a.md\n", "repo/.gitignore": "b.md\n/docs/sub/c.md\n"})
    write(tmp_path, {"repo/.git/info/exclude": "d.md\n", "repo/.raignore": "e.md\n"})
    docs = tmp_path / "repo/docs"
    write(docs, dict.fromkeys(["a.md", "b.md", "c.md", "sub/c.md", "d.md", "e.md"], ""))
    assert _paths(docs) == ["a.md", "c.md"]
    assert _refused(docs)["b.md"].reason == "../.gitignore:1: b.md"
    assert _refused(docs)["d.md"].reason == "../.git/info/exclude:1: d.md"
    assert _paths(docs, respect_gitignore=False) == ["a.md", "b.md", "c.md", "d.md", "sub/c.md"]


@pytest.mark.parametrize("rule", ["built/", "/built/**", "*", "built/docs"])
def test_the_root_of_a_tree_is_never_ignored(tmp_path: Path, rule: str) -> None:
    """SPEC 1.4: who names a folder wants it, also when its repository leaves it out."""
    write(
        tmp_path,
        {".git/HEAD": "", ".gitignore": rule, "built/docs/a.md": "", "built/docs/b/c.md": ""},
    )
    assert _paths(tmp_path / "built/docs") == ["a.md", "b/c.md"]


def test_a_repository_inside_the_tree_has_its_own_rules(tmp_path: Path) -> None:
    """SPEC 1.4: as in git, a `.gitignore` does not reach into another repository."""
    write(tmp_path, {".gitignore": "a.md\n", ".raignore": "c.md\n", "sub/.gitignore": "b.md\n"})
    write(tmp_path, {"sub/.git/info/exclude": "d.md\n"})
    write(tmp_path, {f"sub/{name}.md": "" for name in "abcd"})
    assert _paths(tmp_path) == ["sub/a.md"]


def test_git_and_index_folders_are_never_walked(tmp_path: Path) -> None:
    """SPEC 1.3: `.ra/` and `.git/` are never walked, whatever include says."""
    write(tmp_path, {".git/a.md": "", ".ra/b.md": "", "sub/.ra/c.md": "", "d.md": ""})
    listing = discover(tree(tmp_path, include=("*.md", ".*/**", "**/.ra/*")))
    assert [found.path for found in listing.files] == ["d.md"]
    assert listing.refused == ()


def test_hidden_names_need_a_pattern_with_a_dot(tmp_path: Path) -> None:
    """SPEC 1.4: as in a shell, a dot name is taken only when a pattern spells the dot."""
    write(tmp_path, {".github/a.md": "", ".venv/b.md": "", ".c.md": "", ".d": "", "e.md": ""})
    assert _paths(tmp_path) == ["e.md"]
    said = _refused(tmp_path)
    assert sorted(said) == [".c.md", ".github/", ".venv/"]
    assert said[".github/"].reason == "hidden; to include it, add '.github/**/*.md' to include"
    assert _paths(tmp_path, include=(".github/**/*.md", ".c.md")) == [".c.md", ".github/a.md"]
    assert _paths(tmp_path, include=("*.md", ".github/**")) == [".github/a.md", "e.md"]
    assert _paths(tmp_path, include=(".*.md",)) == [".c.md"]


def test_a_folder_named_like_a_document_is_walked(tmp_path: Path) -> None:
    """Issue "Files": a folder named `x.md` is a folder."""
    write(tmp_path, {"x.md/y.md": "", "x.md/p.png": ""})
    assert _paths(tmp_path) == ["x.md/y.md"]


def test_a_file_over_the_limit_is_skipped(tmp_path: Path) -> None:
    """SPEC 1.6: over `max_file_bytes`, with both numbers; at the limit it is read."""
    write(tmp_path, {"a.md": b"x" * 2048, "b.md": b"x" * 2049, "c.md": b"x" * 5000})
    assert _paths(tmp_path, max_file_bytes=2048) == ["a.md"]
    said = _refused(tmp_path, max_file_bytes=2048)
    assert said["c.md"] == Refused(
        "c.md", "skipped", "4.9 KiB; the limit is max_file_bytes = 2 KiB", "TOO_LARGE"
    )
    assert said["b.md"].reason == "2049 bytes; the limit is max_file_bytes = 2048 bytes"


def test_pipes_and_sockets_are_never_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Issue "Files": what is no regular file is skipped; opening a pipe would wait forever."""
    os.mkfifo(tmp_path / "pipe.md")
    os.mkfifo(tmp_path / ".gitignore")
    with socket.socket(socket.AF_UNIX) as server:
        monkeypatch.chdir(tmp_path)  # a socket's path must be short
        server.bind("s.md")
    said = _refused(tmp_path)
    assert said["pipe.md"].code == said["s.md"].code == "NOT_REGULAR"
    assert said[".gitignore"].state == "failed"


def test_names_that_are_not_utf8_are_skipped_and_can_be_printed(tmp_path: Path) -> None:
    """Issue "Files": such a name cannot be an id; its entry is printable."""
    root = os.fsencode(tmp_path)
    (tmp_path / "good.md").write_bytes(b"")
    os.mkdir(root + b"/d\xff")
    for name in (b"/caf\xe9.md", b"/caf\xe9.png", b"/d\xff/x.md"):
        with open(root + name, "wb"):
            pass
    listing = discover(tree(tmp_path))
    assert [found.path for found in listing.files] == ["good.md"]
    assert [(said.path, said.code) for said in listing.refused] == [
        ("caf\\xe9.md", "NAME_NOT_UTF8"),
        ("d\\xff/", "NAME_NOT_UTF8"),
    ]


def test_control_characters_in_names_are_kept(tmp_path: Path) -> None:
    """Issue "Files": a newline in a name is odd but legal."""
    names = ["a\nb.md", "tab\t.md", "bell\x07.md", " .md"]
    write(tmp_path, dict.fromkeys(names, ""))
    assert _paths(tmp_path) == sorted(names)


@pytest.mark.parametrize(
    ("path", "root", "expected"),
    [
        (PureWindowsPath(r"C:\Docs\Guide\a.md"), PureWindowsPath(r"C:\Docs"), "Guide/a.md"),
        (PureWindowsPath(r"c:\docs\Guide\A.md"), PureWindowsPath(r"C:\Docs"), "Guide/A.md"),
        (PureWindowsPath(r"D:\Docs\a.md"), PureWindowsPath(r"C:\Docs"), None),
        (PureWindowsPath(r"C:\Docs\..\a.md"), PureWindowsPath(r"C:\Docs"), None),
        (PureWindowsPath(r"\\host\share\d\a.md"), PureWindowsPath(r"\\host\share\d"), "a.md"),
        (PurePosixPath("/d/a/b.md"), PurePosixPath("/d"), "a/b.md"),
        (PurePosixPath("/dx/b.md"), PurePosixPath("/d"), None),
    ],
)
def test_paths_are_posix_on_every_system(
    path: PureWindowsPath, root: PureWindowsPath, expected: str | None
) -> None:
    """Issue "Frame": paths of Windows are written with `/`, their case is kept."""
    assert relative_posix(path, root) == expected
