"""Defines the values of an answer: numbered evidence, sentences with citations, the answer."""

from __future__ import annotations

from ra.search.results import Lines
from ra.search.verdict import Verdict
from ra.typed import Literal, NamedTuple

UnitKind = Literal["sentence", "steps", "code"]
AnswerKind = Literal["extractive", "generated", "refusal"]


class QuotedSection(NamedTuple):
    """A section inside a piece of evidence: its own text with its lines."""

    id: str
    title: str
    text: str
    lines: Lines


class EvidencePiece(NamedTuple):
    """A numbered piece of evidence: a section, or several as their common parent.

    `number` is what a citation `[n]` names. `score` is relative to the best piece. `before` is the
    end of the text above a section that begins in mid-thought. `cut`: the token budget left some of
    the text out.
    """

    number: int
    id: str
    tree: str
    path: str
    breadcrumb: tuple[str, ...]
    line_start: int
    line_end: int
    score: float
    text: str
    parts: tuple[QuotedSection, ...]
    before: str = ""
    cut: bool = False

    def to_dict(self) -> dict[str, object]:
        """The piece as JSON has it."""
        return {
            "number": self.number,
            "id": self.id,
            "tree": self.tree,
            "path": self.path,
            "breadcrumb": list(self.breadcrumb),
            "line_start": self.line_start,
            "line_end": self.line_end,
            "before": self.before,
            "text": self.text,
            "cut": self.cut,
        }


class Cited(NamedTuple):
    """A sentence, list or code block of an answer.

    `citations` are the numbers of its pieces. An extracted one also has the id of its section and
    its lines. `supported`: the cited pieces contain what it says; always true of an extracted one.
    """

    text: str
    kind: UnitKind
    citations: tuple[int, ...]
    id: str = ""
    line_start: int = 0
    line_end: int = 0
    supported: bool = True

    def to_dict(self) -> dict[str, object]:
        """The sentence as JSON has it."""
        return {
            "text": self.text,
            "kind": self.kind,
            "citations": list(self.citations),
            "id": self.id,
            "line_start": self.line_start,
            "line_end": self.line_end,
            "supported": self.supported,
        }


class Answer(NamedTuple):
    """The answer to a question.

    `asked` is the question that was searched: a follow-up is completed from the questions before
    it. A `refusal` has no sentences. `evidence` is all that the answer may cite, `tokens` its size.
    """

    question: str
    asked: str
    kind: AnswerKind
    sentences: tuple[Cited, ...]
    evidence: tuple[EvidencePiece, ...]
    verdict: Verdict
    tokens: int
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"<Answer {self.kind}, {len(self.sentences)} sentences, {self.verdict.strength}>"

    @property
    def text(self) -> str:
        """The sentences with their citations, as one text."""
        return "\n\n".join(
            f"{each.text} {marks(each.citations)}".strip() for each in self.sentences
        )

    @property
    def cited(self) -> tuple[EvidencePiece, ...]:
        """The pieces that the sentences cite, by number."""
        numbers = {number for each in self.sentences for number in each.citations}
        return tuple(piece for piece in self.evidence if piece.number in numbers)

    def to_dict(self) -> dict[str, object]:
        """The answer as `ra ask --json` has it."""
        return {
            "question": self.question,
            "asked": self.asked,
            "kind": self.kind,
            "answer": self.text,
            "sentences": [each.to_dict() for each in self.sentences],
            "evidence": [piece.to_dict() for piece in self.evidence],
            "verdict": self.verdict._asdict(),
            "tokens": self.tokens,
            "notes": list(self.notes),
        }


def marks(citations: tuple[int, ...]) -> str:
    """`[1] [3]`."""
    return " ".join(f"[{number}]" for number in citations)
