"""Tests of `ra serve --socket`: `ra search` by meaning without loading a model."""

from __future__ import annotations

import json
import os
import signal
import socket
import stat
import struct
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest

from ra.embed import english
from ra.embed.lent import asked, is_ours
from ra.embed.models import built_in
from tests.cli.command import Sandbox
from tests.cli.test_search_meaning import PAGES
from tests.serve.running import Running, running

QUERY = ("search", "defective wagon", "--mode", "hybrid")


class Done(NamedTuple):
    """What a process printed, and whether it loaded what runs a model."""

    out: str
    err: str
    loaded: bool


def _search(box: Sandbox, *words: str) -> Done:
    """A search in a process of its own; Python writes each import to stderr."""
    command = [sys.executable, "-X", "importtime", "-m", "ra", *QUERY, *words]
    done = subprocess.run(
        command, cwd=box.folder, env=box.env(), capture_output=True, encoding="utf-8", check=True
    )
    lines = done.stderr.splitlines()
    said = "\n".join(line for line in lines if not line.startswith("import time:"))
    return Done(done.stdout, said, "onnxruntime" in done.stderr)


@pytest.fixture
def project() -> Iterator[Sandbox]:
    """Embedded documents, in a folder with a short name: that of a socket has 107 bytes at most."""
    with TemporaryDirectory(prefix="ra-") as name:
        box = Sandbox(Path(name) / "project", Path(name) / "home")
        box.folder.mkdir()
        box.home.mkdir()
        box.write(PAGES)
        assert box.ra("embed").code == 0
        yield box


@contextmanager
def _serving(box: Sandbox) -> Iterator[tuple[Running, Path]]:
    with running(box, "--socket") as server:
        yield server, Path(server.url)


def _listening(place: Path) -> int:
    """The process behind a socket."""
    with socket.socket(socket.AF_UNIX) as wire:
        wire.connect(str(place))
        facts = wire.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12)
    return struct.unpack("3i", facts)[0]  # type: ignore[no-any-return]


def test_output_is_the_same_and_no_model_is_loaded(project: Sandbox) -> None:
    """Issue 18: a running server answers for the model; bytes of the output are equal."""
    forms = ((), ("--json",), ("-o", "matches"))
    alone = [_search(project, *words) for words in forms]
    assert all(each.loaded for each in alone)
    with _serving(project):
        helped = [_search(project, *words) for words in forms]
        assert not any(each.loaded for each in helped)
        project.write({"docs/new.md": "# Wheels\n\nA defective wagon is mended here.\n"})
        fresh = _search(project)
    assert [each[:2] for each in helped] == [each[:2] for each in alone]
    assert "defective wagon is mended" in fresh.out  # changes since are seen, without a model


def test_a_server_that_is_gone_changes_nothing(project: Sandbox) -> None:
    """Issue 18: falls back at once; a socket that a dead server left is no error."""
    alone = _search(project)
    with _serving(project) as (server, place):
        os.kill(_listening(place), signal.SIGKILL)
        server.process.wait(timeout=60)
        assert place.is_socket()
        after = _search(project)
    assert after == alone


def test_only_sockets_of_this_user_are_used(project: Sandbox) -> None:
    """Issue 18: the file is 0600 in a private folder; one that others can open is not used."""
    with _serving(project) as (_, place):
        assert stat.S_IMODE(place.stat().st_mode) == 0o600
        assert stat.S_IMODE(place.parent.stat().st_mode) == 0o700
        assert is_ours(place)
        place.chmod(0o666)
        assert not is_ours(place)
        assert _search(project).loaded


def test_a_file_that_is_no_socket_is_not_used(tmp_path: Path) -> None:
    """What lies at the place of the socket may be anything."""
    link, file = tmp_path / "link", tmp_path / "file"
    file.write_text("", encoding="utf-8")
    file.chmod(0o600)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "real"))
        os.chmod(tmp_path / "real", 0o600)  # noqa: PTH101
        link.symlink_to(tmp_path / "real")
        assert is_ours(tmp_path / "real")
        assert not is_ours(link)
    assert not is_ours(file)
    assert not is_ours(tmp_path / "missing")


def test_vectors_are_those_of_the_model(project: Sandbox) -> None:
    """The same bytes; another model or a wrong request is refused."""
    model = built_in(english.CARD.name, 1)
    assert model is not None
    texts = ["a garage for cars", "stars"]
    with _serving(project) as (_, place):
        assert asked(place, english.CARD.name, "document", texts) == model.embed(texts).tobytes()
        query = asked(place, english.CARD.name, "query", texts[:1])
        assert query == model.embed_query(texts[0]).tobytes()
        for name, some in (("other", texts), (english.CARD.name, ["x"] * 1_001)):
            with pytest.raises(ValueError, match="refused"):
                asked(place, name, "document", some)


def test_vectors_are_lent_by_a_socket_only(project: Sandbox) -> None:
    """A port has no `/embed`: it would let others use the processor."""
    with running(project) as server:
        command = ["curl", "-s", "-X", "POST", f"{server.url}embed", "-d", "{}"]
        said = subprocess.run(command, capture_output=True, encoding="utf-8", check=True).stdout
    assert json.loads(said)["error"]["code"] in ("MethodNotAllowed", "NotFound")
