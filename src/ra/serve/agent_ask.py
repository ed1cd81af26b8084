"""Answers to the questions of agents. The host's own model may write them: MCP sampling.

What a model writes is checked like everywhere else: a sentence without support is left out.
"""

from __future__ import annotations

from collections.abc import Sequence

from ra.answer.prompt import messages
from ra.answer.records import Answer
from ra.library import Library
from ra.library.ask import AskOptions, Gathered, last
from ra.model import digest
from ra.present.json import Record, encode
from ra.serve.parameters import Given, Parameter
from ra.serve.tools import UNTRUSTED, ToolAnswer, mark, strength, wrapped
from ra.typed import NamedTuple

HOST = "host"
WRITER = Parameter(
    "writer",
    "choice",
    "Who writes the answer: `quotes` of the documents; the model of the user's `settings`, if they "
    "name one, else quotes; or the model of the `host` (sampling), every sentence checked.",
    choices=("settings", "quotes", HOST),
    default="settings",
)
NO_SAMPLING = "the host offers no model (sampling); the answer below is quoted instead"
SOURCE_FIELDS = ("number", "id", "tree", "path", "breadcrumb", "line_start", "line_end")


class Draft(NamedTuple):
    """What a model is asked: instructions, and a text with the question and untrusted documents.

    `state` changes with the evidence.
    """

    instructions: str
    text: str
    most_tokens: int
    state: str


def options_of(given: Given) -> AskOptions:
    """How to answer, from the arguments of a call."""
    return AskOptions(
        tuple(given["trees"]),
        given["max_tokens"],
        given["sentences"],
        given["mode"],
        given["writer"] == "settings",
    )


def ask(kb: Library, given: Given, local: bool) -> ToolAnswer:
    """The answer, quoted or by the model of the settings."""
    answer = last(kb.answers.stream(given["question"], options_of(given)))
    if given["writer"] == HOST:
        answer = answer._replace(notes=(*answer.notes, NO_SAMPLING))
    return shown(answer)


def draft(kb: Library, given: Given) -> tuple[Gathered, Draft | None]:
    """What was found, and what to ask a model; None if nothing was found that could answer."""
    found = kb.answers.gather(given["question"], options_of(given))
    if found.report.verdict.strength == "none":
        return found, None
    system, user = messages(found.asked, found.evidence.pieces)
    text = user["content"]
    most = kb.settings.llm.max_answer_tokens
    return found, Draft(system["content"], text, most, digest(text.encode(), 16))


def finished(
    kb: Library, found: Gathered, given: Given, reply: Sequence[str] | None, note: str = ""
) -> ToolAnswer:
    """The answer that a model wrote, checked; quotes with a note if there is none."""
    if note:
        found = found._replace(notes=(*found.notes, note))
    return shown(last(kb.answers.finish(found, reply, options_of(given))))


def shown(answer: Answer) -> ToolAnswer:
    """An answer as text and as a record; the texts of the evidence can be read with `get`."""
    sources = [{name: piece.to_dict()[name] for name in SOURCE_FIELDS} for piece in answer.cited]
    whole = answer.to_dict()
    record: Record = {
        "untrusted_content": True,
        **{name: whole[name] for name in ("question", "asked", "kind", "answer", "sentences")},
        "sources": sources,
        "verdict": whole["verdict"],
        "notes": whole["notes"],
    }
    return ToolAnswer("\n".join(_lines(answer, sources)), record)


def _lines(answer: Answer, sources: Sequence[Record]) -> list[str]:
    lines = [f"{answer.kind} answer, {strength(answer.verdict)}."]
    lines += [f"Note: {note}" for note in answer.notes]
    if answer.asked != answer.question:
        lines.append(f"Asked: {encode(answer.asked)}")
    if not answer.sentences:
        return [*lines, "No answer found. Try `search` with other words."]
    if answer.verdict.strength == "weak":
        lines.append("Weak match: the documents may not answer this question.")
    lines += [f"{UNTRUSTED} Read more with get(id).", *wrapped(answer.text, mark())]
    for each in sources:
        place = f"{each['id']} (lines {each['line_start']}-{each['line_end']})"
        lines.append(f"[{each['number']}] {place}")
    return lines
