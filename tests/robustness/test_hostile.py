"""Tests of hostile repositories: whole commands in a sandbox, compared before and after."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tests.robustness.hostile import file_tricks, index_tricks, settings_tricks
from tests.robustness.hostile.sandbox import SECRET, Sandbox, attacked, record
from tests.robustness.hostile.trick import Trick
from tests.robustness.marks import sampled

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="links, pipes, owners, fork")
TRICKS = {**settings_tricks.TRICKS, **index_tricks.TRICKS, **file_tricks.TRICKS}
COMMANDS = [line.split() for line in f"""
status
search lantern
search --json lantern
search {SECRET}
get good.md
ls chunks --json
links --json
status --files
status --files --json
doctor
chunks
inspect doc good.md
config --origins
trust --list
completion --trees
update --full
search --no-update lantern
search --json lantern
status --indexes
forget
forget --unused 1d
search --json lantern
""".split("\n") if line]  # fmt: skip


# One trick of each kind, and every sixteenth of all; `make torture` has the others.
_KINDS = {name.partition(":")[0]: name for name in TRICKS if ":" in name}


@pytest.mark.parametrize("name", sampled(TRICKS, *{*_KINDS.values(), *list(TRICKS)[::16]}))
def test_a_trick_changes_nothing_and_reads_nothing(name: str, tmp_path: Path) -> None:
    """SPEC 1.9; F1, F3, F12: nothing outside is opened, listed or changed; the rest works."""
    trick: Trick = TRICKS[name]
    if trick.needs_root and os.geteuid() != 0:
        pytest.skip("only root can give a file to another user")
    box = Sandbox(tmp_path, trick.name)
    trick.build(box)
    harm = attacked(box, [*COMMANDS, *(words.split() for words in trick.more)])
    assert harm.found == []
    searches = [done for done in harm.outcomes if done.words == ("search", "--json", "lantern")]
    for done in searches:
        if trick.finds:
            results = record(done)["results"]
            assert "good.md" in {result["path"] for result in results}, done.err
        else:
            assert done.code in (1, 2)
    assert trick.says in "".join(done.err for done in harm.outcomes)
