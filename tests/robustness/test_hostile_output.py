"""Tests that no text, name, setting or argument controls the terminal, on both streams."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.robustness.hostile.sandbox import Sandbox

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no such names there")
MARKS = "\u202e\u2066\u2028\u200f\u061c"  # no control characters: settings may not hold those
STEER = f"\x1b[31m\x9b\x07{MARKS}"
NEEDED = {"\u061c", "\u200e", "\u200f"}  # by Arabic and Hebrew text: bodies keep these
UNSAFE = {
    *map(chr, (*range(9), *range(11, 32), *range(127, 160), *range(0x2028, 0x202F))),
    *map(chr, range(0x2066, 0x206A)),
    *NEEDED,
}
SETTINGS = f"""
[tree.t]
path = "."
tenant = "ten{MARKS}"
exclude = ["x{MARKS}"]
include = ["**/*.md", "**/*.txt", "y{MARKS}"]
confluence_base = "https://wiki.example.com/{MARKS}"
[tree.outside]
path = "../out{MARKS}"
[parsers]
"p{MARKS}*" = "text"
"""
TEXT = f"""---
title: T{MARKS}
tags: [tag{MARKS}]
aliases: [al{MARKS}]
---
# H{MARKS}

lantern {STEER} [l{MARKS}](gone{MARKS}.md) [[w{MARKS}]] https://x{MARKS}.y

## Sub{MARKS}

```py{MARKS}
lantern {STEER}
```
"""
DOC = f"doc{MARKS}.md"
BODIES = [
    ["search", "lantern"], ["search", "-v", "lantern"], ["search", "lantern", "-o", "list"],
    ["search", "lantern", "-o", "matches"], ["search", "lantern", "-o", "full"],
    ["search", f"tag:tag{MARKS}"], ["get", DOC], ["chunks", DOC], ["chunks"],
]  # fmt: skip
OTHERS = [
    ["search", "--json", "-v", "lantern"], ["search", f'"unclosed {STEER}'],
    ["search", f"after:{STEER}"], ["search", "--limit", STEER, "x"], ["search", f"--x{STEER}"],
    ["search", "--tenant", STEER, "x"], ["search", "--tree", STEER, "x"], ["get", f"x{STEER}"],
    ["get", DOC, "--json"], ["ls", "trees"], ["ls", "docs"], ["ls", "chunks"], ["ls", STEER],
    ["ls", "chunks", "--json"], ["links"], ["links", "--json"], ["links", "--broken"],
    ["links", "--orphans"], ["links", DOC], ["links", STEER], ["update"], ["update", f"t{STEER}"],
    ["update", "--json"], ["status"], ["status", "--files"], ["status", "--files", "--json"],
    ["doctor"], ["doctor", "--json"], ["chunks", "--json"], ["chunks", f"no{STEER}"],
    ["chunks", "--format", "ragdocs", "--json"], ["inspect", "doc", DOC],
    ["inspect", "doc", f"no{STEER}"], ["inspect", "query", f"a{STEER} OR b"],
    ["inspect", "query", "--json", f"a{STEER}"], ["inspect", STEER, "x"], ["config"],
    ["config", "--origins"], ["config", "--json"], ["trust"], ["trust", STEER], ["trust", "--list"],
    ["trust", "--list", "--json"], ["trust", "--revoke"], ["trust", "--revoke"],
    ["completion", "--trees"], ["completion", STEER], ["eval", STEER], ["eval", "."],
    ["-C", STEER, "status"], [STEER], [f"--x{STEER}"], ["help", STEER], ["init"],
    ["init", "--force"], ["trust"],
]  # fmt: skip


def test_no_command_prints_what_steers_a_terminal(tmp_path: Path) -> None:
    """F15: C0, C1, ESC and marks of direction are shown as escapes or left out."""
    box = Sandbox(tmp_path, f"clone{MARKS}")
    box.write({".ra.toml": SETTINGS, DOC: TEXT, f"p{MARKS}q.txt": "lantern", "bad.md": b"\xff"})
    done = {tuple(one.words): one for one in box.run(*BODIES, *OTHERS)}
    found = {words: UNSAFE & set(one.said) for words, one in done.items()}
    for words in BODIES:
        found[tuple(words)] -= NEEDED
    assert {words: marks for words, marks in found.items() if marks} == {}
    assert {one.words: one.err for one in done.values() if "unexpected error" in one.err} == {}
    for words in (*BODIES[:5], OTHERS[0]):
        assert "lantern" in done[tuple(words)].out
