"""Tests of `ra doctor`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import Sandbox


def project(box: Sandbox) -> Path:
    """A project with an index, whose folder is returned."""
    text = "# A\n\nsome words to find\n\n## B\n\nmore\n"
    box.write({".ra.toml": "", "a.md": text, "b.md": "# Other\n"})
    assert box.ra("update").code == 0
    return box.built


def test_a_healthy_index_is_said_to_be_so(box: Sandbox) -> None:
    """Issue 3: exit code 0, and what was checked."""
    project(box)
    done = box.ra("doctor")
    assert (done.code, done.err) == (0, "")
    assert "1 tree · 2 documents · 4 chunks" in done.out
    assert done.out.endswith("healthy\n")
    record = box.ra("doctor", "--json").json
    assert (record["healthy"], record["problems"]) == (True, [])
    assert (record["trees"], record["documents"], record["chunks"]) == (1, 2, 4)


def test_no_index_is_no_damage(box: Sandbox) -> None:
    """Nothing was built yet: that is said, and nothing is built."""
    box.write({".ra.toml": "", "a.md": "# A\n"})
    done = box.ra("doctor")
    assert (done.code, done.err) == (0, "")
    assert "`ra update`" in done.out
    assert not box.indexes.exists()
    assert box.ra("doctor", "--json").json["exists"] is False


@pytest.mark.parametrize(
    "pattern", ["gen-*/postings/*/*.term", "gen-*/postings/*/*.idx", "gen-*/catalog.sqlite"]
)
def test_damage_is_named_and_an_update_repairs_it(box: Sandbox, pattern: str) -> None:
    """Issue 3: exit code 2, what is damaged and what to do; afterwards all is well."""
    damaged = max(project(box).glob(pattern), key=lambda path: path.stat().st_size)
    data = bytearray(damaged.read_bytes())
    data[:16] = bytes(byte ^ 0xA5 for byte in data[:16])
    damaged.write_bytes(data)
    done = box.ra("doctor")
    assert (done.code, done.err) == (2, "")
    assert "damaged  " in done.out
    assert "ra update --full" in done.out
    record = box.ra("doctor", "--json")
    assert record.code == 2
    assert record.json["healthy"] is False
    assert all(problem["place"] and problem["message"] for problem in record.json["problems"])
    assert box.ra("update", "--full").code == 0
    assert box.ra("doctor").code == 0
    assert box.ra("get", "a.md#b").out == "> A › B\n\n## B\n\nmore\n"


def test_a_home_folder_has_no_index_to_check(box: Sandbox) -> None:
    """SPEC 1.3: the same error as of `ra update` there."""
    done, update = (box.ra("-C", str(box.home), word) for word in ("doctor", "update"))
    assert (done.code, done.out) == (2, "")
    assert "is not searched unless a settings file declares it" in done.err
    assert done.err == update.err
