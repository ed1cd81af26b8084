"""Tests of trees with odd, hostile or very many files."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ra.errors import FileRefused
from ra.sources import Refused, discover
from ra.sources.read import read
from tests.unit.sources.trees import tree, write

NOBODY = 65534


def _paths(root: Path) -> list[str]:
    return [found.path for found in discover(tree(root)).files]


def _refused(root: Path) -> dict[str, Refused]:
    return {refused.path: refused for refused in discover(tree(root)).refused}


def test_links_inside_the_tree_are_followed_under_their_own_name(tmp_path: Path) -> None:
    """SPEC 1.7: a link to a file or folder of the tree is a second name for it."""
    write(tmp_path, {"real/a.md": "abc", "real/data": "text"})
    (tmp_path / "file.md").symlink_to("real/a.md")
    (tmp_path / "named.txt").symlink_to("real/data")
    (tmp_path / "folder").symlink_to("real")
    (tmp_path / "chain.md").symlink_to("file.md")
    found = {found.path: found for found in discover(tree(tmp_path)).files}
    assert list(found) == ["chain.md", "file.md", "folder/a.md", "named.txt", "real/a.md"]
    assert found["chain.md"].size == 3
    assert found["named.txt"].parser == "text"
    assert read(tree(tmp_path), found["folder/a.md"]).data == b"abc"


def test_links_that_leave_the_tree_are_refused(tmp_path: Path) -> None:
    """SPEC 1.7: a link out is refused; also to a folder whose name only starts alike."""
    write(tmp_path, {"tree/a.md": "", "tree2/b.md": "", "out.md": ""})
    root = tmp_path / "tree"
    (root / "up.md").symlink_to("../out.md")
    (root / "absolute.md").symlink_to(tmp_path / "out.md")
    (root / "alike").symlink_to(tmp_path / "tree2")
    (root / "parent").symlink_to("..")
    (root / "picture.png").symlink_to("../out.md")
    assert _paths(root) == ["a.md"]
    said = _refused(root)
    assert sorted(said) == ["absolute.md", "alike/", "parent/", "up.md"]
    assert {(refused.state, refused.code) for refused in said.values()} == {
        ("skipped", "OUTSIDE_TREE")
    }


def test_links_into_git_or_the_index_are_refused(tmp_path: Path) -> None:
    """SPEC 1.3: `.git` and `.ra` are never walked, by no way in."""
    write(tmp_path, {".git/x.md": "", "sub/.ra/y.md": ""})
    (tmp_path / "a").symlink_to(".git")
    (tmp_path / "b.md").symlink_to("sub/.ra/y.md")
    assert _paths(tmp_path) == []
    assert sorted(_refused(tmp_path)) == ["a/", "b.md"]


def test_broken_links_and_links_to_themselves_are_refused(tmp_path: Path) -> None:
    """SPEC 1.7: loops end, with a reason."""
    (tmp_path / "gone.md").symlink_to("nothing.md")
    (tmp_path / "self.md").symlink_to("self.md")
    (tmp_path / "gone").symlink_to("nothing")
    said = _refused(tmp_path)
    assert sorted(said) == ["gone.md", "self.md"]
    assert {refused.code for refused in said.values()} == {"BROKEN_LINK"}


def test_folder_loops_end(tmp_path: Path) -> None:
    """SPEC 1.7: a link to a folder that contains it, directly or round a corner, ends."""
    write(tmp_path, {"a/x.md": "", "b/y.md": ""})
    (tmp_path / "a/here").symlink_to(".")
    (tmp_path / "a/root").symlink_to(tmp_path)
    (tmp_path / "a/to_b").symlink_to("../b")
    (tmp_path / "b/to_a").symlink_to("../a")
    assert _paths(tmp_path) == ["a/to_b/y.md", "a/x.md", "b/to_a/x.md", "b/y.md"]
    codes = {refused.path: refused.code for refused in discover(tree(tmp_path)).refused}
    assert codes == {
        "a/here/": "LINK_LOOP",
        "a/root/": "LINK_LOOP",
        "a/to_b/to_a/": "LINK_LOOP",
        "b/to_a/here/": "LINK_LOOP",
        "b/to_a/root/": "LINK_LOOP",
        "b/to_a/to_b/": "LINK_LOOP",
    }


def test_links_cannot_multiply_a_tree(tmp_path: Path) -> None:
    """SPEC 1.7: twenty folders that each link twice to the next would be a million paths."""
    for level in range(20):
        write(tmp_path, {f"n{level}/x.md": ""})
        for name in ("p", "q"):
            (tmp_path / f"n{level}" / name).symlink_to(f"../n{level + 1}")
    write(tmp_path, {"n20/x.md": ""})
    listing = discover(tree(tmp_path))
    assert len(listing.files) == 41
    assert {refused.code for refused in listing.refused} == {"LINK_REPEATED"}
    assert listing == discover(tree(tmp_path))


def test_the_root_may_be_a_link(tmp_path: Path) -> None:
    """SPEC 1.7: what is inside is measured from the real root."""
    write(tmp_path, {"real/a.md": "", "real/sub/b.md": ""})
    (tmp_path / "real/again.md").symlink_to(tmp_path / "real/sub/b.md")
    (tmp_path / "link").symlink_to("real")
    assert _paths(tmp_path / "link") == ["a.md", "again.md", "sub/b.md"]


def test_a_linked_ignore_file_is_not_followed(tmp_path: Path) -> None:
    """SPEC 1.4: as in git, a `.gitignore` that is a link does not count, and that is said."""
    write(tmp_path, {"rules": "*.md", "tree/a.md": ""})
    (tmp_path / "tree/.gitignore").symlink_to("../rules")
    assert _paths(tmp_path / "tree") == ["a.md"]
    assert _refused(tmp_path / "tree")[".gitignore"].state == "failed"


_AS_NOBODY = """
import json, os, sys
from pathlib import Path
from ra.errors import FileRefused
from ra.sources import FoundFile, discover
from ra.sources.read import read
from tests.unit.sources.trees import tree
os.setgid({nobody}); os.setuid({nobody})
here = tree(Path(sys.argv[1]))
listing = discover(here)
errors = []
for found in listing.files:
    try:
        read(here, found)
    except FileRefused as error:
        errors.append([error.path, error.state, error.code, error.reason])
print(json.dumps([[f.path for f in listing.files], listing.refused, errors]))
"""


def _as_nobody(root: Path) -> tuple[list[str], list[list[str]], list[list[str]]]:
    """List and read a tree as a user who owns nothing."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        script = _AS_NOBODY.replace("os.setgid({nobody}); os.setuid({nobody})", "")
    else:
        script = _AS_NOBODY.format(nobody=NOBODY)
        for folder in root.parents:  # pytest's own folders are closed to others
            if folder.stat().st_mode & 0o005 != 0o005:
                folder.chmod(folder.stat().st_mode | 0o005)
    path = os.pathsep.join(entry or str(Path.cwd()) for entry in sys.path)
    done = subprocess.run(
        [sys.executable, "-c", script, str(root)],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    if "PermissionError" in done.stderr:
        pytest.skip(f"cannot drop to an unprivileged user: {done.stderr[-200:]}")
    assert done.returncode == 0, done.stderr
    files, refused, errors = json.loads(done.stdout)
    return files, refused, errors


def test_unreadable_files_and_folders_stop_nothing(tmp_path: Path) -> None:
    """SPEC 1.6: each fails alone, with the reason; the others are read."""
    root = tmp_path / "tree"
    write(root, {"a.md": "a", "closed.md": "", "closed/b.md": "", "blind/c.md": "", "z.md": ""})
    write(root, {"sub/.gitignore": "*.md", "sub/d.md": ""})
    modes = {"closed.md": 0o000, "closed": 0o000, "blind": 0o744, "sub/.gitignore": 0o000}
    for name, mode in modes.items():
        (root / name).chmod(mode)
    files, refused, errors = _as_nobody(root)
    assert files == ["a.md", "closed.md", "sub/d.md", "z.md"]
    assert [entry[:2] + entry[3:] for entry in refused] == [
        ["blind/c.md", "failed", "UNREADABLE"],
        ["closed/", "failed", "UNREADABLE"],
        ["sub/.gitignore", "failed", "UNREADABLE"],
    ]
    assert errors == [["closed.md", "failed", "UNREADABLE", "permission denied"]]


def test_a_root_that_cannot_be_listed_is_said(tmp_path: Path) -> None:
    """SPEC 1.6: an unreadable tree is not an empty one."""
    write(tmp_path, {"tree/a.md": ""})
    (tmp_path / "tree").chmod(0o000)
    files, refused, _ = _as_nobody(tmp_path / "tree")
    assert files == []
    assert [entry[:2] for entry in refused] == [["./", "failed"]]


@pytest.fixture
def deep(tmp_path: Path) -> Iterator[Path]:
    """A folder in a folder, 1500 times: no path can name the last ones.

    It goes with the test: pytest's own cleaning recurses and would fail on it.
    """
    handles = [os.open(tmp_path, os.O_RDONLY)]
    for _ in range(1500):
        os.mkdir("deep", dir_fd=handles[-1])
        handles.append(os.open("deep", os.O_RDONLY, dir_fd=handles[-1]))
        if len(handles) > 2:
            os.close(handles.pop(0))
    yield tmp_path
    last, handle = handles
    os.close(handle)
    for _ in range(1500):
        os.rmdir("deep", dir_fd=last)
        above = os.open("..", os.O_RDONLY, dir_fd=last)
        os.close(last)
        last = above
    os.close(last)


def test_very_deep_folders_end(deep: Path) -> None:
    """Issue "Files": a path longer than the system allows fails alone, without recursion."""
    write(deep, {"a.md": ""})
    listing = discover(tree(deep))
    assert [found.path for found in listing.files] == ["a.md"]
    assert [refused.state for refused in listing.refused] == ["failed"]
    assert listing.refused[0].reason == "the folder cannot be listed: file name too long"


def test_twenty_thousand_files(tmp_path: Path) -> None:
    """Issue "Files": very many files in many folders, all found, in order, and none twice."""
    names = [f"d{n % 100}/e{n % 7}/f{n}.md" for n in range(20_000)]
    for folder in {name.rpartition("/")[0] for name in names}:
        (tmp_path / folder).mkdir(parents=True)
    for name in names:
        os.close(os.open(tmp_path / name, os.O_CREAT | os.O_WRONLY))
    write(tmp_path, {".gitignore": "f1*9.md\n"})
    listing = discover(tree(tmp_path))
    ignored = {name for name in names if name.split("/f")[1][0] == "1" and name.endswith("9.md")}
    assert [found.path for found in listing.files] == sorted(set(names) - ignored)
    assert [refused.path for refused in listing.refused] == sorted(ignored)
    shutil.rmtree(tmp_path)  # pytest would keep them for three runs


def test_every_refusal_of_reading_can_be_shown(tmp_path: Path) -> None:
    """SPEC 1.6: one bad file never stops the others: each is read or refused with a reason."""
    write(tmp_path, {"a.md": "text", "b.md": b"\0\xff\0", "c.md": b"\xff\xfea\0", "d.md": b"\xe9"})
    here = tree(tmp_path)
    said = {}
    for found in discover(here).files:
        try:
            said[found.path] = str(len(read(here, found).data))
        except FileRefused as error:
            said[found.path] = error.code
    assert said == {"a.md": "4", "b.md": "BINARY", "c.md": "BINARY", "d.md": "1"}
