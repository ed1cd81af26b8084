"""Answers to questions over HTTP: one record, or events as they come.

The events are `evidence` (what was found), `sentence` (each as soon as it is checked) and `answer`
(the whole record, as without streaming). A second `evidence` starts the answer over: the language
model failed, and quotes follow.
"""

from __future__ import annotations

from collections.abc import Generator

from ra.answer.records import Answer, Cited
from ra.library import Library
from ra.library.ask import AskOptions, Gathered, last
from ra.present.json import Record
from ra.serve.event_stream import event
from ra.serve.markdown import rendered
from ra.serve.parameters import Given
from ra.typed import Any


def options_of(given: Given) -> AskOptions:
    """How to answer, from the parameters of a request."""
    return AskOptions(
        tuple(given["tree"]),
        given["max_tokens"],
        given["sentences"],
        given["mode"],
        given["llm"],
        tuple(given["before"]),
    )


def ask(kb: Library, given: Given) -> Record:
    """The whole answer, as `ra ask --json` prints it."""
    return _answer(last(kb.answers.stream(given["q"], options_of(given))), given)


def events(kb: Library, given: Given) -> Generator[bytes, None, None]:
    """The answer as events."""
    for each in kb.answers.stream(given["q"], options_of(given)):
        if isinstance(each, Gathered):
            yield event("evidence", gathered_record(each))
        elif isinstance(each, Cited):
            yield event("sentence", _sentence(each, given))
        else:
            yield event("answer", _answer(each, given))


def gathered_record(found: Gathered) -> Record:
    """What is known before the first sentence: the fields that an answer has then."""
    return {
        "question": found.question,
        "asked": found.asked,
        "evidence": [piece.to_dict() for piece in found.evidence.pieces],
        "verdict": found.report.verdict._asdict(),
        "tokens": found.evidence.tokens,
        "notes": list(found.notes),
    }


def _answer(answer: Answer, given: Given) -> Record:
    return {
        **answer.to_dict(),
        "sentences": [_sentence(each, given) for each in answer.sentences],
    }


def _sentence(each: Cited, given: Given) -> dict[str, Any]:
    html = {"html": rendered(each.text)} if given["html"] else {}
    return {**each.to_dict(), **html}
