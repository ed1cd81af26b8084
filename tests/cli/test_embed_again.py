"""Tests that `ra embed` asks a model for nothing twice: after a kill, a rename, another model."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event

import pytest

from tests.cli.command import COMMAND, SECONDS, Sandbox
from tests.unit.embed.test_http import Answer, Server, serving

PAGE = "# Guide\n\nStart.\n\n## Install\n\nRun it.\n\n### Linux\n\nApt.\n\n## Use\n\nCall.\n"
LONG = "".join(
    f"# Part {number}\n\ntext {number}\n\n" for number in range(100)
)  # and the page: 101 sections
KILLED_AT = 3  # requests; the two before it are answered


def vectors(texts: list[str]) -> Answer:
    """A vector for each text."""
    rows = [{"index": index, "embedding": [len(text), 1]} for index, text in enumerate(texts)]
    return 200, {}, json.dumps({"data": rows}).encode()


def asked(server: Server, start: int = 0) -> list[str]:
    """The texts of all requests from one on."""
    found: list[str] = []
    for _, _, body in server.requests[start:]:
        texts = body["input"]
        assert isinstance(texts, list)
        found += texts
    return found


@contextmanager
def endpoint(box: Sandbox) -> Iterator[Server]:
    """A project whose sections are embedded by a server that keeps what it is asked."""
    with serving(lambda _, texts: vectors(texts)) as server:
        settle(box, server)
        yield server


def settle(box: Sandbox, server: Server, name: str = "m") -> None:
    """Let the settings of the project name a server and a model of it."""
    url = server.settings.url
    box.write({".ra.toml": f'embed.url = "{url}"\nembed.name = "{name}"\n[tree.docs]\npath="docs"'})
    assert box.ra("trust").code == 0


def postings(box: Sandbox) -> dict[str, bytes]:
    """The files of the keyword index."""
    return {
        str(path.relative_to(box.built)): path.read_bytes()
        for path in box.built.rglob("*")
        if path.is_file() and path.suffix in (".idx", ".term", ".pos", ".fast", ".store", ".json")
    }


def test_a_renamed_heading_embeds_what_is_under_it(box: Sandbox) -> None:
    """SPEC 8.3: exactly the sections whose breadcrumb changed."""
    box.write({"docs/guide.md": PAGE})
    with endpoint(box) as server:
        assert box.ra("embed").code == 0
        before = len(server.requests)
        box.write({"docs/guide.md": PAGE.replace("## Install", "## Set up")})
        assert box.ra("update").code == 0
        assert sorted(asked(server, before)) == [
            "Guide > Set up\nRun it.",
            "Guide > Set up > Linux\nApt.",
        ]


def test_another_model_leaves_the_keyword_index_alone(box: Sandbox) -> None:
    """SPEC 8.3: everything is embedded again, and no file of the postings changes."""
    box.write({"docs/guide.md": PAGE})
    with endpoint(box) as server:
        assert box.ra("embed").code == 0
        first, kept = asked(server), postings(box)
        assert kept
        settle(box, server, "other")
        done = len(server.requests)
        assert box.ra("embed").code == 0
        assert sorted(asked(server, done)) == sorted(first)
        assert postings(box) == kept
        assert box.ra("embed").out == "docs  up to date\n"


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="the system has no such signal")
def test_a_killed_run_does_no_batch_twice(box: Sandbox) -> None:
    """SPEC 6.5: what was answered is kept, also of a document that is not complete."""
    box.write({"docs/long.md": LONG})
    started, pids = Event(), list[int]()

    def answers(number: int, texts: list[str]) -> Answer:
        if number == KILLED_AT:
            assert started.wait(SECONDS)
            os.kill(pids[0], signal.SIGKILL)
        return vectors(texts)

    with serving(answers) as server:
        settle(box, server)
        with subprocess.Popen(
            [*COMMAND, "embed"],
            cwd=box.folder,
            env=box.env(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as process:
            pids.append(process.pid)
            started.set()
            assert process.wait(SECONDS) == -signal.SIGKILL
        answered = [text for text in asked(server) if text not in asked(server, KILLED_AT - 1)]
        before = len(server.requests)
        assert box.ra("embed").code == 0
        again = asked(server, before)
        assert answered
        assert set(answered).isdisjoint(again)
        assert len(answered) + len(again) == len(set(answered + again)) == 101
        assert box.ra("embed").out == "docs  up to date\n"
