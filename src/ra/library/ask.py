"""Answers a question: searches, numbers the evidence, chooses the sentences that answer it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ra.answer.conversation import completed
from ra.answer.evidence import EvidenceList, begins_mid_thought, evidence, text_before
from ra.answer.extract import AskedQuestion, Similarity, extract
from ra.answer.records import Answer, AnswerKind, Cited
from ra.engine.query import Scope
from ra.errors import ModelUnavailable, QueryError
from ra.model import Chunk, shown
from ra.query import Query, parse, plain
from ra.search.results import Report
from ra.text import counter
from ra.typed import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from ra.answer.support import Closeness
    from ra.config.choices import Mode
    from ra.engine.protocol import Reader
    from ra.library.access import Access, TreeNames

    Search = Callable[..., Report]

_RESULTS = 10


class AskOptions(NamedTuple):
    """How to answer: trees, the size of the evidence in tokens, the most sentences to quote.

    Without a `mode` it is `hybrid` where trees have embeddings, else `keyword`. `llm`: write the
    answer with the language model of the settings, if they name one. `before` are the questions
    before this one.
    """

    trees: TreeNames = ()
    max_tokens: int = 3000
    sentences: int = 3
    mode: Mode | None = None
    llm: bool = True
    before: Sequence[str] = ()


class Gathered(NamedTuple):
    """The search for a question, and its results as evidence; `asked` is what was searched."""

    question: str
    asked: str
    report: Report
    evidence: EvidenceList
    notes: tuple[str, ...]


class LibraryAnswers:
    """Answers to questions, step by step: `kb.answers`."""

    def __init__(self, access: Access, search: Search) -> None:
        self._access = access
        self._search = search

    def stream(
        self, question: str, options: AskOptions | None = None
    ) -> Iterator[Gathered | Cited | Answer]:
        """What was found, each sentence as soon as it is checked, and at last the whole answer.

        If the language model fails, what was found comes once more, with a note: the sentences
        before it do not count, and quoted ones follow.
        """
        chosen = options or AskOptions()
        found = self.gather(question, chosen)
        has_model = chosen.llm and self._access.settings.llm.url
        return _stream(
            self._access, found, chosen, _reply(self._access, found) if has_model else None
        )

    def finish(
        self, found: Gathered, reply: Iterable[str] | None, options: AskOptions | None = None
    ) -> Iterator[Gathered | Cited | Answer]:
        """The same, with the parts of a model's reply to `messages`; without a reply quotes."""
        return _stream(self._access, found, options or AskOptions(), reply)

    def gather(self, question: str, options: AskOptions | None = None) -> Gathered:
        """Search for a question; everything comes from one snapshot of the index."""
        chosen = options or AskOptions()
        asked = completed(question, chosen.before)
        query, notes = searched(asked)
        scope = self._access.scope(chosen.trees)

        def work(engine: Reader) -> Gathered:
            mode = chosen.mode or ("hybrid" if _has_embeddings(engine, scope) else "keyword")
            limit = self._access.settings.search.limit  # texts are quoted, so none is in brief
            report = self._search(query, chosen.trees, mode=mode, limit=limit)
            before = _before(engine, [each.match.chunk for each in report], scope)
            found = evidence(report.results, before, chosen.max_tokens, counter.count)
            return Gathered(question, asked, report, found, (*notes, *report.notes))

        return self._access.read(scope, work)

    def request(self, question: str, options: AskOptions | None = None) -> dict[str, object]:
        """The request that would be sent to the language model; nothing is sent.

        Its URL is empty if the settings name none.
        """
        from ra.answer.llm import described
        from ra.answer.prompt import messages

        found = self.gather(question, options)
        llm = self._access.settings.llm
        return described(llm, messages(found.asked, found.evidence.pieces))


def searched(question: str) -> tuple[Query | None, tuple[str, ...]]:
    """The query of a question; a text that is not a valid query is searched as plain words."""
    try:
        return parse(question), ()
    except QueryError as error:
        note = f"searched as plain words, since the question is not a valid query: {error.problem}"
        return plain(question), (note,)


def _stream(
    access: Access, found: Gathered, options: AskOptions, reply: Iterable[str] | None
) -> Iterator[Gathered | Cited | Answer]:
    """The evidence, each sentence as soon as it is checked, and at last the whole answer."""
    yield found
    unsupported = access.settings.llm.unsupported
    if reply is not None and found.report.verdict.strength != "none":
        try:
            sentences: list[Cited] = []
            for each in _checked(access, found, reply):
                if each.supported or unsupported == "flag":
                    sentences.append(each)
                    yield each
            if sentences:
                yield _answer(found, "generated", tuple(sentences))
                return
            note = "the model gave no supported answer; the answer below is quoted instead"
        except ModelUnavailable as error:
            note = f"{error}\nthe answer below is quoted instead"
        found = found._replace(notes=(*found.notes, note))
        yield found
    answer = extracted(access, found, options)
    yield from answer.sentences
    yield answer


def last(events: Iterable[Gathered | Cited | Answer]) -> Answer:
    """The whole answer, which comes last."""
    answer = [event for event in events if isinstance(event, Answer)]
    return answer[-1]


def _reply(access: Access, found: Gathered) -> Iterator[str]:
    """The reply of the language model of the settings; it is asked for the first part."""
    from ra.answer.llm import ChatEndpoint  # only with a language model
    from ra.answer.prompt import messages

    pieces = found.evidence.pieces
    yield from ChatEndpoint(access.settings.llm).reply(messages(found.asked, pieces))


def _checked(access: Access, found: Gathered, reply: Iterable[str]) -> Iterator[Cited]:
    from ra.answer.generate import Checks, checked  # only with a language model

    asked = _asked(found.asked, found.report)
    pieces, languages = found.evidence.pieces, asked.languages
    closeness = _closeness(access, languages)
    return checked(reply, Checks(pieces, lambda tree: languages.get(tree, "english"), closeness))


def extracted(access: Access, found: Gathered, options: AskOptions) -> Answer:
    """The answer made of sentences of the evidence; a refusal if nothing matches."""
    if found.report.verdict.strength == "none":
        return _answer(found, "refusal", ())
    asked = _asked(found.asked, found.report)
    similarity = _similarity(access, found.asked, asked.languages)
    sentences = extract(asked, found.evidence.pieces, options.sentences, similarity)
    return _answer(found, "extractive" if sentences else "refusal", sentences)


def _answer(found: Gathered, kind: AnswerKind, sentences: tuple[Cited, ...]) -> Answer:
    return Answer(
        found.question,
        found.asked,
        kind,
        sentences,
        found.evidence.pieces,
        found.report.verdict,
        found.evidence.tokens,
        found.notes,
    )


def _asked(question: str, report: Report) -> AskedQuestion:
    """The question with the weights of its terms in each tree."""
    facts = {leg.tree: leg.facts for leg in report.trace.legs}
    weights = {tree: each.weights for tree, each in facts.items()}
    return AskedQuestion(
        question, weights, {tree: each.query.language for tree, each in facts.items()}
    )


def _similarity(access: Access, question: str, languages: Mapping[str, str]) -> Similarity | None:
    """Cosines with the question, in trees that have embeddings; None where none has some."""
    trees = _embedded(access, languages)
    if not trees:
        return None
    from ra.library.similarity import Comparison  # only trees with embeddings need a model

    compare = Comparison(access.settings.embed, question)

    def cosines(tree: str, texts: Sequence[str]) -> Sequence[float]:
        return compare(languages[tree], texts) if tree in trees else [0.0] * len(texts)

    return cosines


def _closeness(access: Access, languages: Mapping[str, str]) -> Closeness | None:
    """The largest cosine of a sentence with some texts, where the first tree has embeddings."""
    trees = _embedded(access, languages)
    if not trees:
        return None
    from ra.library.similarity import Comparison

    language = languages[sorted(trees)[0]]

    def closest(sentence: str, texts: Sequence[str]) -> float:
        return max(Comparison(access.settings.embed, sentence)(language, texts), default=0.0)

    return closest


def _embedded(access: Access, languages: Mapping[str, str]) -> set[str]:
    """The trees that have embeddings."""
    scope = access.scope(tuple(languages))
    usage = access.read(scope, lambda engine: engine.usage(scope))
    return {name for name, each in usage.items() if each.embedded}


def _has_embeddings(engine: Reader, scope: Scope) -> bool:
    return any(each.embedded for each in engine.usage(scope).values())


def _before(engine: Reader, chunks: Sequence[Chunk], scope: Scope) -> dict[str, str]:
    """For each chunk that begins in mid-thought the end of the text before it."""
    found = {}
    for chunk in chunks:
        if not begins_mid_thought(chunk.body):
            continue
        above = [each for each in engine.outline(chunk.doc_id, scope) if _precedes(each, chunk)]
        texts = [text for each in above if (text := shown(each).body.strip())]
        if texts:
            found[chunk.id] = text_before(texts[-1])
    return found


def _precedes(other: Chunk, chunk: Chunk) -> bool:
    """Whether a chunk comes before another one in the same section, or is that section."""
    is_before = other.position < chunk.position
    return is_before and (other.parent_id == chunk.parent_id or other.id == chunk.parent_id)
