"""Tests of the HTTP API: the records of the commands, errors, tags, compression, facts."""

from __future__ import annotations

import json
from collections.abc import Callable
from urllib.parse import quote

import pytest

from ra.serve.endpoints import ENDPOINTS, PREFIX
from ra.serve.guard import Policy, allowed_host, allowed_origin
from ra.serve.schemas import openapi
from tests.cli.command import Sandbox
from tests.repositories import needs_git, repository
from tests.serve.client import Client

SEARCH = f"{PREFIX}/search"


def test_a_search_answers_with_the_record_of_the_command(box: Sandbox, client: Client) -> None:
    """SPEC 11: all surfaces return the same records."""
    said = client.get(f"{SEARCH}?q=green+tea&q=harbor&limit=3").json
    assert said == box.ra("search", "green tea", "harbor", "-n", "3", "--json").json
    said = client.get(f"{SEARCH}?q=green+tea&explain=true").json
    shown = box.ra("search", "green tea", "--explain", "--json").json
    assert said.keys() == shown.keys()
    assert said["results"] == shown["results"]
    assert client.post(SEARCH, {"q": "green tea"}).json == client.get(f"{SEARCH}?q=green+tea").json


def test_other_answers_are_the_records_of_the_commands(box: Sandbox, client: Client) -> None:
    """SPEC 11: the same for documents, links, chunks and trees; without paths of the machine."""
    place = client.get(f"{PREFIX}/get?id=notes:tea.md%23green").json
    assert place == box.ra("get", "notes:tea.md#green", "--json").json
    links = client.get(f"{PREFIX}/links?id=notes:tea.md").json
    assert links == box.ra("links", "notes:tea.md", "--json").json
    chunks = client.get(f"{PREFIX}/chunks?id=notes:tea.md&limit=2").json
    assert (len(chunks["chunks"]), chunks["total"], chunks["next"]) == (2, 4, 2)
    all_chunks = box.ra("ls", "chunks", "--tree", "notes", "--json").json
    assert chunks["chunks"] == [each for each in all_chunks if each["path"] == "tea.md"][:2]
    documents = client.get(f"{PREFIX}/documents").json["documents"]
    assert documents == box.ra("ls", "docs", "--json").json
    (notes, _) = client.get(f"{PREFIX}/trees").json["trees"]
    (listed, _) = box.ra("ls", "trees", "--json").json
    assert {**notes, "path": listed["path"]} == listed
    said = client.get(f"{PREFIX}/status?tree=notes").text
    assert str(box.folder) not in said
    assert json.loads(said)["trees"][0]["states"]["indexed"] == 2


def test_a_request_sees_every_change_before_it(box: Sandbox, client: Client) -> None:
    """Issue 18: fresh at every call: written, changed, new folders, deleted."""
    assert client.get(f"{SEARCH}?q=zeppelin").json["results"] == []
    box.write({"notes/new/deep/air.md": "# Air\n\nA zeppelin.\n"})
    assert len(client.get(f"{SEARCH}?q=zeppelin").json["results"]) == 1
    box.write({"notes/new/deep/more.md": "# More\n\nThe second zeppelin.\n"})
    assert len(client.get(f"{SEARCH}?q=zeppelin").json["results"]) == 2
    (box.folder / "notes/new/deep/air.md").unlink()
    (box.folder / "notes/new/deep/more.md").write_text("# More\n\nA balloon.\n", encoding="utf-8")
    assert client.get(f"{SEARCH}?q=zeppelin").json["results"] == []


@needs_git
def test_a_request_sees_every_commit_before_it(
    box: Sandbox, serving: Callable[..., Client]
) -> None:
    """Issue 17: commits are documents, also where their repository is above the tree."""
    box.write({".ra.toml": '[tree.history]\npath = "notes"\nsource = "git"\n'})
    repo = repository(box.folder, box.env())
    repo.commit({}, "2025-01-01", "First zeppelin")
    client = serving()
    assert len(client.get(f"{SEARCH}?q=zeppelin").json["results"]) == 1
    repo.commit({"notes/more.md": "x\n"}, "2025-01-02", "Second zeppelin")
    found = client.get(f"{SEARCH}?q=zeppelin").json["results"]
    assert sorted(each["title"] for each in found) == ["First zeppelin", "Second zeppelin"]


def test_a_wrong_request_gets_a_clear_error(client: Client) -> None:
    """SPEC 12: inputs are bounded, with clear 4xx errors; malformed JSON is one of them."""
    wrong = {
        SEARCH: (400, "q: is required"),
        f"{SEARCH}?q=": (400, "q: must not be empty"),
        f"{SEARCH}?q=a&lmit=3": (400, "unknown parameter 'lmit'; did you mean 'limit'?"),
        f"{SEARCH}?q=a&limit=0": (400, "limit: must be from 1 to 100, not 0"),
        f"{SEARCH}?q=a&limit=x": (400, "limit: 'x' is not a whole number"),
        f"{SEARCH}?q=a&limit=1&limit=2": (400, "limit: give it once, not 2 times"),
        f"{SEARCH}?q=a&explain=yes": (400, "explain: 'yes' is not true or false"),
        f"{SEARCH}?q=a&match=most": (400, "match: must be one of auto, all, any"),
        f"{SEARCH}?q=%ff": (400, "the query string is not valid: UTF-8 in percent encoding"),
        f"{SEARCH}?q={'a' * 1001}": (400, "q: at most 1,000 characters, not 1,001"),
        f"{SEARCH}?{'&'.join(['q=a'] * 9)}": (400, "q: at most 8 values, not 9"),
        f"{SEARCH}?q=a&tree=nots": (404, "no tree is named 'nots'; did you mean 'notes'?"),
        f"{PREFIX}/get?id=notes:te.md": (404, "no document or section is named 'notes:te.md'"),
        "/nowhere": (404, "there is nothing at /nowhere; see /openapi.json"),
    }
    for path, (status, message) in wrong.items():
        answer = client.get(path)
        assert answer.status == status, path
        assert answer.json["error"]["message"].startswith(message), answer.text
        assert answer.json["error"]["request_id"] == answer.headers["x-request-id"]
    bodies = (b"{", b"[1]", b"\xff", b'{"q": 1}', b'{"q": "a", "x": 1}', b"", b"[" * 60_000)
    assert [client.post(SEARCH, body).status for body in bodies] == [400] * len(bodies)
    assert client.post(SEARCH, b"x" * 70_000).status == 413
    assert client.post(SEARCH, b"q=a", content_type="text/plain").status == 415
    assert client.send("DELETE", SEARCH, b"", {}).status == 405
    assert client.post(f"{PREFIX}/get", {"id": "notes:tea.md"}).status == 405


def test_a_parameter_may_repeat_so_often(client: Client) -> None:
    """Issue 18: bounds are what the document of the API says."""
    for count, status in ((8, 200), (9, 400)):
        assert client.get(f"{PREFIX}/search?q=tea{'&tag=drinks' * count}").status == status


def test_a_query_error_says_where(client: Client) -> None:
    """SPEC 7: errors name the problem and the place; with `fallback` the words are searched."""
    said = client.get(f'{SEARCH}?q=green+"tea').json["error"]
    assert (said["code"], said["offset"]) == ("QueryError", 6)
    found = client.get(f'{SEARCH}?q=green+"tea&fallback=true').json
    assert found["results"][0]["id"] == "notes:tea.md#green"
    (note,) = found["notes"]
    assert note.startswith("'green \"tea' was read as plain words: unclosed quote")


def test_tags_and_compression(client: Client) -> None:
    """Issue 18: ETag and If-None-Match on documents, gzip where it is accepted."""
    first = client.get(f"{PREFIX}/get?id=notes:tea.md")
    assert client.get(f"{PREFIX}/get?id=notes:tea.md", if_none_match="*").status == 304
    again = client.get(f"{PREFIX}/get?id=notes:tea.md", if_none_match=first.headers["etag"])
    assert (again.status, again.body) == (304, b"")
    packed = client.get(f"{SEARCH}?q=tea&explain=true", accept_encoding="br, gzip;q=0.5")
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.headers["etag"].startswith("W/")
    tag = packed.headers["etag"]
    assert client.get("/openapi.json", if_none_match=tag).status == 200
    plain = client.get(f"{SEARCH}?q=tea&explain=true", accept_encoding="gzip;q=0")
    assert "content-encoding" not in plain.headers


def test_facts_of_the_server(client: Client) -> None:
    """Issue 18: health, readiness, metrics of Prometheus, request ids, an audit line."""
    assert client.get("/health").json == {"status": "ok"}
    assert client.get("/ready").status == 503
    client.app.is_ready = True
    assert client.get("/ready").status == 200
    answer = client.get(f"{SEARCH}?q=tea", x_request_id="my-id.1")
    assert answer.headers["x-request-id"] == "my-id.1"
    assert client.get("/health", x_request_id="bad id\r\n").headers["x-request-id"] != "bad id"
    metrics = client.get("/metrics").text
    assert 'ra_requests_total{route="search",status="200"} 1\n' in metrics
    assert 'ra_request_seconds_count{route="search"} 1\n' in metrics
    (line,) = [each for each in client.log if each["request_id"] == "my-id.1"]
    assert (line["path"], line["status"], line["tenant"]) == (SEARCH, 200, "default")
    assert client.get(f"{SEARCH}?q=tea").headers["x-content-type-options"] == "nosniff"


def test_the_document_of_the_api_lists_every_endpoint(client: Client) -> None:
    """Issue 18: OpenAPI comes from the same table."""
    assert client.get("/openapi.json").json == openapi()
    assert set(openapi()["paths"]) == {f"{PREFIX}/{each.name}" for each in ENDPOINTS}


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example", ""])
def test_a_foreign_host_is_refused(client: Client, host: str) -> None:
    """SPEC 12: Host is checked, against DNS rebinding."""
    assert client.get("/health", host=host).status == 421
    assert client.get("/", host=host).status == 421


def test_a_foreign_origin_is_refused(client: Client) -> None:
    """SPEC 12: Origin is checked; without a header no site may read an answer."""
    for origin in ("https://evil.example", "null", "http://localhost:1", "http://localhost.evil"):
        assert client.get(f"{SEARCH}?q=tea", origin=origin).status == 403, origin
    assert client.get(f"{SEARCH}?q=tea", sec_fetch_site="cross-site").status == 403
    own = client.get(f"{SEARCH}?q=tea", origin="http://localhost:8321", host="localhost:8321")
    assert own.status == 200
    assert "access-control-allow-origin" not in own.headers


def test_an_allowed_origin_and_host(serving: Callable[..., Client]) -> None:
    """Issue 18: no CORS unless set."""
    client = serving(Policy("127.0.0.1", ("wiki.example",), ("https://wiki.example",), 0))
    answer = client.get("/health", origin="https://wiki.example", host="wiki.example")
    assert answer.headers["access-control-allow-origin"] == "https://wiki.example"
    asked = {"origin": "https://wiki.example", "access-control-request-method": "POST"}
    assert client.send("OPTIONS", SEARCH, b"", asked).status == 204
    assert client.send("OPTIONS", SEARCH, b"", {"origin": "https://evil.example"}).status == 403


def test_hosts_and_origins_are_checked_when_the_server_starts(box: Sandbox) -> None:
    """Own choice: one that no browser sends would never be allowed, and nobody would know."""
    for wrong in (
        "evil",
        "*",
        "ftp://a.example",
        "https://",
        "https://a.example/page",
        "https://a b",
    ):
        done = box.ra("serve", "--port", "0", "--allow-origin", wrong)
        assert (done.code, "is not the address of a site" in done.err) == (2, True), wrong
    for wrong in ("a b", "https://a.example", "*"):
        done = box.ra("serve", "--port", "0", "--allow-host", wrong)
        assert (done.code, "is not the name of a host" in done.err) == (2, True), wrong
    assert "--host is empty" in box.ra("serve", "--host", "").err
    assert allowed_origin("https://Wiki.example:8443/") == "https://wiki.example:8443"
    assert allowed_origin("http://[::1]:80") == "http://[::1]:80"
    assert (allowed_host("Wiki.Example"), allowed_host("::1")) == ("wiki.example", "::1")


def test_too_many_requests_are_refused(serving: Callable[..., Client]) -> None:
    """Issue 18: a rate limit, twice the rate at once."""
    client = serving(Policy("127.0.0.1", rate=2))
    codes = [client.get("/health").status for _ in range(8)]
    assert codes[:4] == [200] * 4
    assert 429 in codes


_OUTSIDE = (
    "../../etc/passwd",
    "notes:../secret.md",
    "notes:../../project/secret.md",
    "notes/../secret.md",
    "..%2fsecret.md",
    "notes:..\\secret.md",
    "/etc/passwd",
    "file:///etc/passwd",
    "notes:/etc/passwd",
    "notes:%2e%2e/secret.md",
    "secret.md",
    "notes:link.md",
    "notes:tea.md\x00",
    "~/secret.md",
)


def test_nothing_outside_the_trees_is_read(box: Sandbox, client: Client) -> None:
    """SPEC 12: paths are contained by real path, in every spelling."""
    box.write({"secret.md": "# Secret\n\nxyzzy\n"})
    (box.folder / "notes" / "link.md").symlink_to(box.folder / "secret.md")
    for wanted in _OUTSIDE:
        for name in ("get", "links", "chunks"):
            answer = client.get(f"{PREFIX}/{name}?id={quote(wanted, safe='')}")
            assert answer.status in (400, 404), wanted
            assert "xyzzy" not in answer.text
    for path in (
        "/../secret.md",
        "/%2e%2e/secret.md",
        "/page/../app.py",
        "/app.py",
        "//etc/passwd",
    ):
        assert client.get(path).status == 404, path
    assert client.get(f"{SEARCH}?q=xyzzy").json["results"] == []


def test_context_and_similar_sections(box: Sandbox, client: Client) -> None:
    """SPEC 9: the records of `ra context` and `ra likethis`; no file outside the index is read."""
    found = client.get(f"{PREFIX}/context?id=notes:pot.md&limit=3").json
    assert found["results"]
    assert {each["doc_id"] for each in found["results"]}.isdisjoint({"notes:pot.md"})
    text = {"text": "Steep black tea in the iron pot", "path": "work/kettle.py"}
    assert client.post(f"{PREFIX}/context", text).json["results"]
    assert client.get(f"{PREFIX}/context").status == 400
    alike = client.get(f"{PREFIX}/likethis?id=notes:tea.md%23green").json
    shown = box.ra("likethis", "notes:tea.md#green", "--json").json
    assert alike["results"] == shown["results"]
    box.write({"secret.md": "# Green tea\n\nSteep green tea.\n"})
    for name in ("context", "likethis"):
        for wanted in ("secret.md", "../project/secret.md", str(box.folder / "secret.md")):
            assert client.get(f"{PREFIX}/{name}?id={wanted}").status == 404


def test_filters(client: Client) -> None:
    """The facets of the page: tree, tag, path, property and date restrict the documents."""
    for asked, count in (
        ("tag=kitchen", True),
        ("tag=drinks", True),
        ("tag=garden", False),
        ("tree=plans", False),
        ("path=tea.md", True),
        ("property=status:draft", True),
        ("property=status:done", False),
        ("property=status", True),
        ("property=rating", False),
        ("after=2026-10-01&before=2026-11-30", True),
        ("before=2020", False),
    ):
        found = client.get(f"{SEARCH}?q=steep&{asked}").json["results"]
        assert bool(found) == count, asked
    assert client.get(f"{SEARCH}?q=tea&after=soon").status == 400
    curve = client.get(f"{SEARCH}?q=tea&curve=true").json["curve"]
    assert curve["kept"] <= len(curve["scores"])
