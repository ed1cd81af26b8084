"""Tests of answers over HTTP: one record, and server-sent events in the order of the work."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Callable, Iterator
from threading import Event
from typing import Any
from urllib.parse import quote

import pytest

from ra.serve.endpoints import PREFIX
from tests.cli.chat import Reply, chatting
from tests.cli.command import Sandbox
from tests.serve.client import Answer, Client
from tests.serve.documents import FILES
from tests.serve.running import Running, running

QUESTION = "How hot should green tea be?"
ASK = f"{PREFIX}/ask?q={quote(QUESTION)}"
WAIT = 60  # seconds; only a failing test waits so long


def events_of(lines: Iterator[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The events of a stream, as its lines come."""
    name = ""
    for line in lines:
        key, _, value = line.strip().partition(": ")
        if key == "event":
            name = value
        elif key == "data":
            yield name, json.loads(value)


def _events(answer: Answer) -> list[tuple[str, dict[str, Any]]]:
    assert answer.headers["content-type"].startswith("text/event-stream")
    return [*events_of(iter(answer.text.splitlines()))]


def _model(box: Sandbox, url: str) -> None:
    text = f'[llm]\nurl = "{url}"\nname = "m"\ntimeout = {WAIT}.0\n'
    (box.home / ".ra.toml").write_text(text, encoding="utf-8")
    trees = str(FILES[".ra.toml"]).removeprefix("root = true\n")  # with the settings of the user
    box.write({".ra.toml": trees})


def test_an_answer_is_the_record_of_the_command(box: Sandbox, client: Client) -> None:
    """SPEC 11: all surfaces return the same records; POST answers as GET does."""
    said = client.get(ASK).json
    assert said == box.ra("ask", QUESTION, "--json").json
    assert "80 degrees" in said["answer"]
    assert said["sentences"][0]["id"] == "notes:tea.md#green"
    assert client.post(f"{PREFIX}/ask", {"q": QUESTION}).json == said
    shown = client.get(f"{ASK}&html=true").json["sentences"][0]
    assert shown["html"].startswith("<p>Steep green tea")
    refused = client.get(f"{PREFIX}/ask?q=zebra+giraffe").json
    assert (refused["kind"], refused["sentences"]) == ("refusal", [])
    followed = client.get(f"{PREFIX}/ask?q=and+black+tea%3F&before={quote(QUESTION)}").json
    assert followed["asked"] != followed["question"]


def test_wrong_questions_get_clear_errors(client: Client) -> None:
    """SPEC 12: bounded inputs; an error before the first event has its status, streamed or not."""
    unknown = "no tree is named 'nots'; did you mean 'notes'? (known: notes, plans)"
    wrong = {
        f"{PREFIX}/ask": (400, "q: is required"),
        f"{PREFIX}/ask?q={'a' * 1001}": (400, "q: at most 1,000 characters, not 1,001"),
        f"{ASK}&max_tokens=0": (400, "max_tokens: must be from 1 to 20000, not 0"),
        f"{ASK}&sentences=21": (400, "sentences: must be from 1 to 20, not 21"),
        f"{ASK}&tree=nots": (404, unknown),
        f"{ASK}&tree=nots&stream=true": (404, unknown),
    }
    for path, (status, message) in wrong.items():
        answer = client.get(path)
        assert (answer.status, answer.json["error"]["message"]) == (status, message), path


def test_a_quoted_answer_is_streamed(client: Client) -> None:
    """Issue 19: evidence first, then each sentence, then the whole answer, as without stream."""
    answer = client.get(f"{ASK}&stream=true")
    (first, evidence), *sentences, (final, whole) = _events(answer)
    assert (first, final) == ("evidence", "answer")
    assert [name for name, _ in sentences] == ["sentence"] * len(whole["sentences"])
    assert [record for _, record in sentences] == whole["sentences"]
    assert whole == client.get(ASK).json
    assert evidence == {name: whole[name] for name in evidence}
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert client.log[0]["bytes"] == len(answer.body)
    assert client.send("HEAD", f"{ASK}&stream=true", b"", {}).body == b""


def test_a_generated_answer_is_streamed_as_it_comes(box: Sandbox) -> None:
    """Issue 19: the first byte comes before the endpoint's own, each sentence before the next."""
    said, more = Event(), Event()

    def replies(number: int, body: dict[str, Any]) -> Reply:
        return Reply(_parts(body, said, more))  # type: ignore[arg-type]

    with chatting(replies) as chat:
        _model(box, chat.url)
        with running(box) as server, _opened(server) as stream:
            events = events_of(line.decode() for line in stream)
            name, evidence = next(events)
            assert (name, evidence["asked"]) == ("evidence", QUESTION)
            said.set()  # only now does the endpoint write its first word
            name, sentence = next(events)
            assert (name, sentence["text"]) == ("sentence", "Steep green tea at 80 degrees.")
            more.set()
            assert [name for name, _ in events] == ["sentence", "answer"]


def _parts(body: dict[str, Any], said: Event, more: Event) -> Iterator[str]:
    content = body["messages"][1]["content"].split("\n", 1)[1].rpartition("\n\nQuestion:")[0]
    piece = next(each["number"] for each in json.loads(content) if "80 deg" in each["text"])
    assert said.wait(WAIT)
    yield f"Steep green tea at 80 degrees. [{piece}] Steep"
    assert more.wait(WAIT)
    yield f" it for two minutes [{piece}]."


def _opened(server: Running) -> Any:
    return urllib.request.urlopen(f"{server.url.rstrip('/')}{ASK}&stream=true", timeout=WAIT)


def test_a_model_that_fails_starts_the_answer_over(
    box: Sandbox, serving: Callable[..., Client]
) -> None:
    """Issue 19: a second `evidence` has the reason, and quotes follow."""
    with chatting(lambda *_: Reply(status=400)) as chat:
        _model(box, chat.url)
        names, records = zip(*_events(serving().get(f"{ASK}&stream=true")), strict=True)
    assert names == ("evidence", "evidence", "sentence", "answer")
    assert records[0]["notes"] == []
    assert "it answered 400" in records[1]["notes"][0]
    assert (records[3]["kind"], records[3]["notes"]) == ("extractive", records[1]["notes"])


def test_slow_models_keep_no_search_waiting(box: Sandbox) -> None:
    """SPEC 12: questions have threads of their own; a client that leaves frees one."""
    end = Event()

    def slow() -> Iterator[str]:
        assert end.wait(WAIT)
        yield "NO ANSWER"

    with chatting(lambda *_: Reply(slow())) as chat:  # type: ignore[arg-type]
        _model(box, chat.url)
        with running(box, "--rate", "0") as server:
            streams = [_opened(server) for _ in range(6)]
            try:
                assert server.json(f"{PREFIX}/search?q=tea")["results"]
            finally:
                end.set()
                for stream in streams:
                    stream.close()


@pytest.mark.parametrize("path", [ASK, f"{ASK}&stream=true"])
def test_answers_need_a_token_where_others_do(serving: Callable[..., Client], path: str) -> None:
    """SPEC 12: a token sees one tenant; without one there is no answer."""
    assert serving(tokens=True).get(path).status == 401
