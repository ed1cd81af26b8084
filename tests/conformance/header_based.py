"""Form `header_based`: a Markdown text, and its chunks as S3 counts them (SPEC 4.3, S3 8.3)."""

from __future__ import annotations

from typing import Any

from ra.chunking import none, signature
from ra.chunking.header_based import pieces
from ra.config.schema import DEFAULT_CHUNKING, Chunking
from ra.document import Document, Source
from ra.parse import parse
from tests.conformance.cases import Case
from tests.conformance.header_properties import Found, broken

SETTINGS = {
    "min": "min_chunk_chars",
    "max": "max_chunk_chars",
    "overlap": "overlap_chars",
}
"""How the cases abbreviate settings in a manifest."""


def check(case: Case) -> str | None:
    """What is wrong with the chunks of this case's text, or with its decision, or nothing."""
    config = case.record.get("config", {})
    if isinstance(case.input, dict) and "manifest_saved" in case.input:
        return _decision(case)
    if isinstance(case.input, dict) and "equal_inputs" in case.input:
        outputs = [run(text_of(text), config) for text in case.input["equal_inputs"]]
        return None if all(each == outputs[0] for each in outputs) else "outputs differ"
    text = text_of(case.input)
    found = run(text, config)
    wrong = _differences(case.expected or {}, found)
    for rule in case.record.get("properties", ()):
        if rule["p"] == "deterministic":
            if run(text, config) != found:
                wrong.append("deterministic: two runs differ")
        elif (reason := broken(rule, text, found)) is not None:
            wrong.append(f"{rule['p']}: {reason}")
    return "; ".join(wrong) or None


def text_of(given: Any) -> str:
    """The text of a case: as it is, as bytes in hex, or from repeated strings."""
    if isinstance(given, str):
        return given
    if "hex" in given:
        return bytes.fromhex(given["hex"]).decode()
    return "".join(
        "".join(each["s"] % number for number in range(each["range"]))
        if "range" in each
        else each["s"] * each.get("n", 1)
        for each in given["concat"]
    )


def run(text: str, config: dict[str, Any]) -> list[Found]:
    """The chunks of a text, as a case names their fields."""
    document = parse(Source("t", "d.md", text.encode(), 0, "markdown"))
    settings = _settings(config)
    doc_id = config.get("doc_id", "d")
    if settings.strategy == "none":
        return _whole(document, settings, doc_id)
    return [
        Found(
            each.chunk_id(doc_id),
            each.header_path,
            each.body,
            each.prefix + each.body,
            each.overlap,
            each.start,
            each.end,
            each.position,
        )
        for each in pieces(document, settings)
    ]


def _whole(document: Document, settings: Chunking, doc_id: str) -> list[Found]:
    data = document.source.data
    found: list[Found] = []
    for one in none.chunk(document, settings):
        for start, end in one.spans:
            places = len(data[:start].decode()), len(data[:end].decode())
            name = f"{doc_id}_chunk_{len(found)}"
            found.append(Found(name, "", one.body, one.text, "", *places, len(found)))
    return found


def _settings(config: dict[str, Any]) -> Chunking:
    """The settings of a case over the defaults; what is no setting, like `doc_id`, is left out."""
    named = {SETTINGS.get(key, key): value for key, value in config.items()}
    fields = {key: value for key, value in named.items() if key in Chunking._fields}
    return DEFAULT_CHUNKING._replace(**{"strategy": "header_based", **fields})


def _decision(case: Case) -> str | None:
    """Whether a change of settings rebuilds the index: the product compares signatures."""
    saved, current = (
        signature(_settings(case.input[name])) for name in ("manifest_saved", "manifest_current")
    )
    found = {"rebuild": saved != current}
    return None if found == case.expected else f"expected {case.expected}, got {found}"


def _differences(expected: dict[str, Any], found: list[Found]) -> list[str]:
    values: dict[str, list[object]] = {
        "ids": [one.chunk_id for one in found],
        "header_paths": [one.header_path for one in found],
        "bodies": [one.body for one in found],
        "contents": [one.content for one in found],
        "overlaps": [one.overlap for one in found],
        "starts": [one.start for one in found],
        "ends": [one.end for one in found],
        "spans": [[one.start, one.end] for one in found],
    }
    return [
        f"{name}: expected {wanted!r}, got {values[name]!r}"
        for name, wanted in expected.items()
        if values[name] != wanted
    ]
