"""Tests of patterns beyond git: in the settings, and hostile ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from ra.sources import discover
from ra.sources.patterns import PatternRules, ignore_rules, setting_rules
from tests.unit.sources.trees import tree, write

FILES = {
    "read.md": "",
    "guide/intro.md": "",
    "guide/deep/more.md": "",
    "guide/deep/pic.png": "",
    "notes/todo.txt": "",
    "notes/第一章.md": "",
    "x.md/inside.md": "",
    "x.md/pic.png": "",
}


@pytest.mark.parametrize(
    ("include", "expected"),
    [
        (["*.md"], ["guide/deep/more.md", "guide/intro.md", "notes/第一章.md", "read.md",
                    "x.md/inside.md"]),
        (["guide/*.md"], ["guide/intro.md"]),
        (["guide/**/*.md"], ["guide/deep/more.md", "guide/intro.md"]),
        (["deep/"], ["guide/deep/more.md", "guide/deep/pic.png"]),
        (["guide"], ["guide/deep/more.md", "guide/deep/pic.png", "guide/intro.md"]),
        (["guide/", "!*.png"], ["guide/deep/more.md", "guide/intro.md"]),
        (["guide/", "!deep/"], ["guide/intro.md"]),
        (["!deep/", "guide/"], ["guide/deep/more.md", "guide/deep/pic.png", "guide/intro.md"]),
        (["/*.md"], ["read.md"]),
        (["./read.md"], ["read.md"]),
        (["第?章.md"], ["notes/第一章.md"]),
        (["todo.*"], ["notes/todo.txt"]),
        (["nothing"], []),
    ],
)  # fmt: skip
def test_include_is_written_like_a_gitignore(
    tmp_path: Path, include: list[str], expected: list[str]
) -> None:
    """SPEC 1.4: include; a folder's pattern means all below it, the last pattern decides."""
    write(tmp_path, FILES)
    listing = discover(tree(tmp_path, include=tuple(include)))
    assert [found.path for found in listing.files] == expected


@pytest.mark.parametrize(
    ("exclude", "left"),
    [
        (["guide"], ["notes/第一章.md", "read.md", "x.md/inside.md"]),
        (["/guide/*", "!/guide/intro.md"],
         ["guide/intro.md", "notes/第一章.md", "read.md", "x.md/inside.md"]),
        (["guide/", "!guide/intro.md"], ["notes/第一章.md", "read.md", "x.md/inside.md"]),
        (["**/deep/**", "?.md"], ["guide/intro.md", "notes/第一章.md", "read.md"]),
    ],
)  # fmt: skip
def test_exclude_is_written_like_a_gitignore(
    tmp_path: Path, exclude: list[str], left: list[str]
) -> None:
    """SPEC 1.4: exclude; below a folder that is left out nothing comes back."""
    write(tmp_path, FILES)
    listing = discover(tree(tmp_path, include=("*.md",), exclude=tuple(exclude)))
    assert [found.path for found in listing.files] == left


@pytest.mark.parametrize(
    "pattern",
    [
        "*a" * 40 + "*b",
        "**/a/" * 40 + "b",
        "*" * 3000 + "b",
        "[a" * 2000,
        "?" * 200 + "*" * 50 + "b",
    ],
)
def test_no_pattern_takes_forever(pattern: str) -> None:
    """Issue "Files": a hostile ignore file ends quickly; backtracking would take years here."""
    rules = PatternRules(ignore_rules(pattern.encode()), bytewise=True)
    assert rules.last("a/" * 500, "a" * 250, False) is None


def test_many_rules_are_one_lookup() -> None:
    """Issue "Files": the last rule that matches decides, also among thousands."""
    lines = [f"name{n}.md" for n in range(5000)] + ["!name7.md"]
    rules = PatternRules(ignore_rules("\n".join(lines).encode()), bytewise=True)
    kept, dropped = rules.last("a/", "name7.md", False), rules.last("a/", "name8.md", False)
    assert kept is not None and kept.negated and kept.order == 5001
    assert dropped is not None and not dropped.negated and dropped.order == 9


def test_a_pattern_without_meaning_matches_nothing() -> None:
    """SPEC 1.4: an empty, unfinished or impossible pattern leaves nothing out."""
    rules = PatternRules(setting_rules(["", "!", "/", "//", "[a", "a\\", "[[:nope:]]"]))
    assert all(rules.last("", name, False) is None for name in ("a", "[a", "a\\", "/", "n"))


def test_a_number_sign_in_the_settings_is_a_name() -> None:
    """SPEC 1.4: the settings have comments of their own, so `#x` is a pattern there."""
    assert PatternRules(setting_rules(["#x"])).last("", "#x", False) is not None
    assert ignore_rules(b"#x\n") == []
