"""Tests that a tenant sees nothing of another, over every surface of a server."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ra.errors import UsageError
from ra.serve.endpoints import PREFIX
from ra.serve.guard import Policy
from ra.serve.run import ServeOptions, run
from ra.serve.toolbox import TOOLS
from tests.cli.command import Sandbox
from tests.serve.client import Client, client_of

SETTINGS = """root = true
[tree.ours]
path = "ours"
tenant = "us"
[tree.theirs]
path = "theirs"
tenant = "them"
"""
OURS = {
    "ours/tea.md": (
        "---\ntags: [kitchen]\n---\n# Tea\n\nTea, see [[secret]] and [x](../theirs/secret.md).\n"
    ),
    "ours/pot.md": "# Pot\n\nWarm the pot for tea.\n",
}
WORDS = ("tea", "pot", "secret", "zeppelin", "harbor", "warm", "teapots")
TEXTS = st.lists(st.sampled_from(WORDS), min_size=1, max_size=12).map(" ".join)
NAMES = st.sampled_from(("secret", "tea", "pot", "zeppelin"))
THEIRS = st.dictionaries(NAMES, st.tuples(NAMES, TEXTS), min_size=1, max_size=3)


def _requests() -> list[str]:
    """One or more requests to each endpoint, some of them for what only the other tenant has."""
    ids = ("ours:tea.md", "theirs:secret.md", "secret", "zeppelin")
    paths = [f"{name}?id={quote(each)}" for name in ("get", "links", "chunks") for each in ids]
    paths += [f"{name}?id={quote(each)}" for name in ("likethis", "context") for each in ids]
    queries = ("tea", "zeppelin", "zepelin", "tree:theirs tea", "tag:secret")
    paths += [f"search?q={quote(each)}&explain=true" for each in queries]
    paths += ["search?q=tea&tree=theirs", "trees", "trees?tree=theirs", "documents", "facets"]
    return [*paths, "status", "documents?tree=theirs"]


def _answers(client: Client, token: str) -> dict[str, tuple[int, str]]:
    """The status and body of each request; times and random ids are left out."""
    found = {}
    for path in _requests():
        answer = client.get(
            f"{PREFIX}/{path}", authorization=f"Bearer {token}", x_request_id="same"
        )
        record = answer.json
        record.pop("seconds", None)
        found[path] = (answer.status, json.dumps(_timeless(record), sort_keys=True))
    return found


def _timeless(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _timeless(each) for name, each in value.items() if name != "mtime"}
    return [_timeless(each) for each in value] if isinstance(value, list) else value


def _box(folder: Path, theirs: Mapping[str, tuple[str, str]]) -> Sandbox:
    box = Sandbox(folder / "project", folder / "home")
    box.folder.mkdir(parents=True)
    box.home.mkdir()
    box.write({".ra.toml": SETTINGS, **OURS, "theirs/empty.md": "# Empty\n"})
    box.write(
        {
            f"theirs/{name}.md": f"---\ntags: [{tag}]\n---\n# {tag}\n\n{text} [[tea]]\n"
            for name, (tag, text) in theirs.items()
        }
    )
    return box


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=3)
@given(theirs=THEIRS)
def test_a_tenant_sees_nothing_of_another(
    theirs: dict[str, tuple[str, str]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    """SPEC 12: no id, count, suggestion, error or link of one tenant is visible to the other.

    Every answer to one tenant is the same, whatever documents the other has.
    """
    seen = []
    for other in ({}, theirs):
        box = _box(tmp_path_factory.mktemp("tenants"), other)
        with pytest.MonkeyPatch.context() as patch:
            box.enter(patch)
            patch.chdir(box.folder)
            token = box.ra("token", "new", "--tenant", "us").out.strip()
            client = client_of(box.folder, Policy("127.0.0.1", rate=0), tokens=True)
            try:
                answers = _answers(client, token)
                metrics = client.get("/metrics", authorization=f"Bearer {token}").text
            finally:
                client.close()
            tools = {tool.name: _tool(tool, box) for tool in TOOLS}
        counted = [line for line in metrics.splitlines() if "_seconds" not in line]
        seen.append((answers, counted, tools))
    assert seen[0] == seen[1]


def _tool(tool: Any, box: Sandbox) -> list[Any]:
    """What each tool of agents answers to our tenant."""
    import ra.library
    from ra.errors import RaError
    from ra.serve.parameters import from_object

    asked: dict[str, list[dict[str, Any]]] = {
        "search": [{"queries": each} for each in WORDS],
        "context": [{"text": "warm tea secret zeppelin"}],
        "list_sources": [{}],
    }
    found: list[Any] = []
    with ra.library.open(box.folder, tenant="us") as kb:
        for given_ in asked.get(tool.name, [{"id": "tea"}, {"id": "secret"}]):
            try:
                answer = tool.answer(kb, from_object(tool.parameters, given_), False)
                found.append(_timeless(answer.record))
            except RaError as error:
                found.append(str(error))
    return found


def test_tokens_open_one_tenant_each(box: Sandbox, serving: Callable[..., Client]) -> None:
    """SPEC 12: a token maps to one tenant; without one, or with a revoked one, nothing opens."""
    box.write({".ra.toml": SETTINGS, **OURS, "theirs/secret.md": "# Secret\n\nzeppelin\n"})
    us = box.ra("token", "new", "--tenant", "us", "--name", "us").out.strip()
    them = box.ra("token", "new", "--tenant", "them", "--json").json
    client = serving(tokens=True)

    def count(token: str) -> int:
        path = f"{PREFIX}/search?q=zeppelin"
        return len(client.get(path, authorization=f"Bearer {token}").json["results"])

    assert (count(us), count(them["token"])) == (0, 1)
    for wrong in ({}, {"authorization": "Bearer x"}, {"authorization": us}):
        answer = client.get(f"{PREFIX}/search?q=zeppelin", **wrong)
        assert (answer.status, answer.headers["www-authenticate"][:6]) == (401, "Bearer")
    assert client.get("/metrics").status == 401
    assert client.post("/mcp", {}).status == 401
    assert client.get("/health").status == 200
    assert client.get("/").status == 200
    assert box.ra("token", "revoke", them["id"]).code == 0
    assert client.get(f"{PREFIX}/trees", authorization=f"Bearer {them['token']}").status == 401
    assert count(us) == 0


def test_tokens_are_stored_as_hashes(box: Sandbox) -> None:
    """SPEC 12: hashed tokens in the user's state folder, for this user alone."""
    token = box.ra("token", "new", "--name", "laptop").out.strip()
    (file,) = box.home.rglob("tokens.json")
    assert token not in file.read_text(encoding="utf-8")
    assert file.stat().st_mode & 0o077 == 0
    assert "laptop" in box.ra("token", "list").out
    assert box.ra("token", "revoke", "laptop").code == 0
    assert box.ra("token", "list").code == 1
    assert box.ra("token", "revoke", "laptop").code == 1
    assert box.ra("token", "revoke").code == 2
    assert box.ra("token", "new", "--tenant", "nobody").code == 2
    file.write_text("{", encoding="utf-8")
    assert box.ra("token", "list").code == 2


def test_a_token_of_another_project_opens_nothing(box: Sandbox, tmp_path: Path) -> None:
    """A token belongs to the project in which it was made."""
    other = box._replace(folder=tmp_path / "other")
    other.write({".ra.toml": 'root = true\n[tree.a]\npath = "."\n', "a.md": "# A\n"})
    token = other.ra("token", "new").out.strip()
    assert box.ra("token", "new").code == 0
    client = client_of(box.folder, Policy("127.0.0.1", rate=0), tokens=True)
    try:
        assert client.get(f"{PREFIX}/trees", authorization=f"Bearer {token}").status == 401
    finally:
        client.close()


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1", "example.org"])
def test_an_open_address_needs_tokens(box: Sandbox, host: str) -> None:
    """SPEC 12: loopback without tokens; any other bind refuses to start without them."""
    options = ServeOptions(host, 0, False, False, (), (), 0, 10, None)
    with pytest.raises(UsageError, match="can be reached from other machines"):
        run(options, None, print, print)
