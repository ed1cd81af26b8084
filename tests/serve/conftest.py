"""Fixtures: a project, and the application that serves it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ra.serve.guard import Policy
from tests.cli.command import Sandbox
from tests.serve.client import Client, client_of
from tests.serve.documents import FILES


@pytest.fixture
def box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Sandbox:
    """A project with documents, in which this process lives."""
    folder, home = tmp_path / "project", tmp_path / "home"
    folder.mkdir()
    home.mkdir()
    box = Sandbox(folder, home)
    box.write(dict(FILES))
    box.enter(monkeypatch)
    monkeypatch.chdir(folder)
    return box


@pytest.fixture
def serving(box: Sandbox) -> Iterator[Callable[..., Client]]:
    """Start applications with a policy; all end with the test."""
    clients: list[Client] = []

    def start(policy: Policy | None = None, *, tokens: bool = False) -> Client:
        clients.append(client_of(box.folder, policy or Policy("127.0.0.1", rate=0), tokens=tokens))
        return clients[-1]

    yield start
    for client in clients:
        client.close()


@pytest.fixture
def client(serving: Callable[..., Client]) -> Client:
    """A client of an application on the loopback address."""
    return serving()
