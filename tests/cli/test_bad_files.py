"""Tests that one bad file does not stop the others: parser errors, panics, times out of range."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ra.parse import events
from tests.cli.command import SECONDS, Sandbox

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

GOOD = "# Good\n\nlantern\n"
BAD = {
    "PANIC": "PanicException: index out of bounds: the len is 3",
    "RECURSE": "RecursionError: too deep",
    "UNPACKED": "ValueError: cannot be compressed",
}


class PanicException(BaseException):
    """What a native library raises when it panics: no `Exception`."""


class _Markdown:
    """The Markdown parser, broken for texts that say so."""

    def events_with_range(self, text: str) -> object:
        """The events, or an error."""
        if "PANIC" in text:
            raise PanicException("index out of bounds:\n the len is 3")
        if "RECURSE" in text:
            raise RecursionError("too deep")
        return _MARKDOWN.events_with_range(text)


_MARKDOWN = events.PARSER


class _Compressor:
    """The compressor, broken for texts that say so."""

    FLUSH_FRAME = zstd.ZstdCompressor.FLUSH_FRAME

    def __init__(self, *words: Any, **more: Any) -> None:
        self._real = _ZSTD(*words, **more)

    def compress(self, data: bytes, mode: Any) -> bytes:
        """The bytes, or an error."""
        if b"UNPACKED" in data:
            raise ValueError("cannot be compressed")
        return self._real.compress(data, mode)


_ZSTD = zstd.ZstdCompressor


@pytest.fixture
def broken(box: Sandbox, monkeypatch: pytest.MonkeyPatch) -> Sandbox:
    """Five good files, and libraries of others that break on certain words."""
    monkeypatch.setattr(events, "PARSER", _Markdown())
    monkeypatch.setattr(zstd, "ZstdCompressor", _Compressor)
    box.write({f"{name}.md": GOOD for name in "abcde"})
    return box


def _files(box: Sandbox) -> dict[str, tuple[str, str, str]]:
    """State, code and reason of each file."""
    (tree,) = box.ra("status", "--files", "--json").json["trees"]
    return {one["path"]: (one["state"], one["code"], one["reason"]) for one in tree["files"]}


def _found(box: Sandbox, word: str) -> set[str]:
    results = box.ra("search", word, "--json", "-n", "50").json["results"]
    return {result["path"] for result in results} | {
        place["path"] for result in results for place in result.get("also", ())
    }


@pytest.mark.parametrize("word", BAD)
def test_an_unexpected_error_fails_its_file_alone(broken: Sandbox, word: str) -> None:
    """SPEC 1.6: one bad file never stops the others; its reason names the error."""
    broken.write({"c.md": f"# Bad\n\nlantern {word}\n"})
    outcome = broken.ra("update")
    assert outcome.code == 0, outcome.err
    assert "4 added" in outcome.out
    assert "1 failed" in outcome.out
    files = _files(broken)
    assert files.pop("c.md") == ("failed", "CHUNKING_FAILED", f"unexpected error: {BAD[word]}")
    assert {state for state, _, _ in files.values()} == {"indexed"}
    assert len(broken.ra("ls", "docs", "--json").json) == 4
    assert broken.ra("doctor").code == 0


@pytest.mark.parametrize("word", BAD)
def test_the_last_good_version_stays(broken: Sandbox, word: str) -> None:
    """SPEC 1.8: a known file that fails is stale, and what was good of it is found."""
    broken.write({"c.md": "# Was\n\nharbor\n"})
    assert broken.ra("update").code == 0
    broken.write({"c.md": f"# Bad\n\nhaven {word}\n", "d.md": "# New\n\nbeacon\n"})
    outcome = broken.ra("update")
    assert "1 modified" in outcome.out
    assert "1 failed" in outcome.out
    assert _files(broken)["c.md"][:2] == ("stale", "CHUNKING_FAILED")
    assert _found(broken, "harbor") == {"c.md"}
    assert _found(broken, "haven") == set()
    assert _found(broken, "beacon") == {"d.md"}
    assert broken.ra("doctor").code == 0
    broken.write({"c.md": "# Good again\n\nquay\n"})
    assert _found(broken, "quay") == {"c.md"}
    assert _found(broken, "harbor") == set()


def test_a_rebuild_keeps_the_last_good_version(broken: Sandbox) -> None:
    """SPEC 1.8, 6.4: also when its tree is built again."""
    broken.write({"c.md": "# Was\n\nharbor\n"})
    assert broken.ra("update").code == 0
    broken.write({"c.md": "# Bad\n\nPANIC\n"})
    assert broken.ra("update", "--full").code == 0
    assert _found(broken, "harbor") == {"c.md"}
    assert _files(broken)["c.md"][0] == "stale"


# Runs the command, and is interrupted where it parses a file.
_STOPPED = """
import sys
from ra.parse import events
class Markdown:
    def events_with_range(self, text):
        raise KeyboardInterrupt
events.PARSER = Markdown()
from ra.cli.main import main
sys.exit(main(sys.argv[1:]))
"""


def test_a_key_that_was_pressed_is_no_bad_file(box: Sandbox) -> None:
    """Ctrl-C stops everything, also in the middle of a file."""
    box.write({"a.md": GOOD})
    words = [sys.executable, "-c", _STOPPED, "update"]
    done = subprocess.run(words, cwd=box.folder, env=box.env(), timeout=SECONDS, check=False)
    assert done.returncode == 130


def test_chunks_goes_on_behind_a_bad_file(broken: Sandbox) -> None:
    """SPEC 1.6: the error is said for its file, the others are cut."""
    broken.write({"c.md": "# Bad\n\nPANIC\n"})
    outcome = broken.ra("chunks", "--json")
    assert outcome.code == 2
    assert {record["path"] for record in outcome.records} == {"a.md", "b.md", "d.md", "e.md"}
    assert outcome.err == f"ra: c.md: unexpected error: {BAD['PANIC']}\n"


def test_inspect_names_the_file(broken: Sandbox) -> None:
    """SPEC 1.6: a sentence with the file, not a traceback."""
    broken.write({"c.md": "# Bad\n\nPANIC\n"})
    outcome = broken.ra("inspect", "doc", "c.md")
    assert outcome.code == 2
    assert outcome.err == f"ra: c.md: unexpected error: {BAD['PANIC']}\n"


TIMES = {  # seconds since 1970
    "2300": 10_413_792_000,
    "2446": 15_026_515_200,
    "1800": -5_364_662_400,
    "1600": -11_676_096_000,
    "9999": 253_402_300_799,
}


def _with_time(path: Path, seconds: int) -> None:
    """Give a file this time; a file system may store the nearest that it can."""
    try:
        os.utime(path, ns=(seconds * 10**9, seconds * 10**9))
    except OverflowError:
        pytest.skip("no such time on this system")


@pytest.mark.parametrize("year", TIMES)
def test_a_strange_time_stops_nothing(box: Sandbox, year: str) -> None:
    """SPEC 1.6: archives and broken clocks give files times that no index can store."""
    box.write({"odd.md": "# Odd\n\nlantern\n", "good.md": GOOD})
    _with_time(box.folder / "odd.md", TIMES[year])
    assert box.ra("update").code == 0
    again = box.ra("update", "--json").json["trees"][0]
    assert again["unchanged"] + again["touched"] == 2  # a time to come is never believed
    assert {state for state, _, _ in _files(box).values()} == {"indexed"}
    for words in (
        ("search", "lantern"),
        ("search", "lantern after:2020-01-01 before:2999-01-01", "--json"),
        ("search", "lantern before:1900-01-01"),
        ("get", "odd.md", "--json"),
        ("ls", "docs", "--json"),
        ("chunks", "odd.md", "--json"),
        ("chunks", "--json", "--format", "ragdocs"),
        ("inspect", "doc", "odd.md"),
        ("status", "--files"),
        ("links", "odd.md"),
        ("doctor",),
    ):
        outcome = box.ra(*words)
        assert outcome.code in (0, 1), (words, outcome.err)
        assert "unexpected" not in outcome.err
    assert "odd.md" in box.ra("search", "lantern", "--json").out
