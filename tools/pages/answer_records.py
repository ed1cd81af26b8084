"""The fields of the records of an answer."""

from __future__ import annotations

from collections.abc import Mapping

ANSWER: Mapping[str, str] = {
    "question": "The question as given.",
    "asked": "The question that was searched; a follow-up is completed from those before it.",
    "kind": "`extractive` (quoted), `generated` (by a language model) or `refusal` (no answer).",
    "answer": "The sentences with their citations, as one text.",
    "sentences": "The sentences, lists and code blocks of the answer.",
    "evidence": "All pieces that the answer may cite.",
    "verdict": "How well the evidence matches, see [Match confidence]"
    "(../guides/match-confidence.md).",
    "tokens": "Number of tokens of the evidence.",
    "notes": "What else to know, for example why no language model wrote the answer.",
}
SENTENCE: Mapping[str, str] = {
    "text": "The text, as Markdown.",
    "kind": "`sentence`, `steps` (a list) or `code`.",
    "citations": "The numbers of the pieces of evidence that it cites.",
    "id": "The id of the section that it is quoted from; empty if it is generated.",
    "line_start": "First line in the file, from 1; 0 if it is generated.",
    "line_end": "Last line in the file, inclusive; 0 if it is generated.",
    "supported": "Whether the cited pieces say what it says; always true of a quoted one.",
}
PIECE: Mapping[str, str] = {
    "number": "What a citation `[n]` names.",
    "id": "The id of the section.",
    "tree": "The name of the tree.",
    "path": "The file, relative to the tree, with `/` on every system.",
    "breadcrumb": "The headings above the section, and its own.",
    "line_start": "First line in the file, from 1.",
    "line_end": "Last line in the file, inclusive.",
    "before": "The end of the text above, if the section begins in mid-thought.",
    "text": "The text of the section, or as much of it as fits.",
    "cut": "Whether the token budget left some of the text out.",
}
