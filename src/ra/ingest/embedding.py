"""Embeds the chunks of a tree that have no vectors yet, in batches that are kept at once.

The keyword index is complete before; searches work meanwhile. A killed run goes on where it was.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import chain

from ra.config.schema import Tree
from ra.embed.models import Models
from ra.engine.protocol import ReadWriter
from ra.engine.query import Scope
from ra.engine.vectors import ChunkVector, DocumentVectors
from ra.errors import ModelUnavailable
from ra.ingest.embedded_text import embedded_text, embedding_key, passage_keys
from ra.text.detect import language_beyond_latin
from ra.typed import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ra.engine.vectors import Vector
    from ra.model import Chunk

    Rows = Sequence[Vector]
    """The vector of a text, then those of its passages."""

BATCH = 32
"""Texts between two commits: about a second of work, which a kill may lose."""

_DOCUMENTS = 200  # whose texts are held in memory at once
_SAMPLE = 2_000  # characters of a document that show its script
_OWN_SCRIPT = ("arabic", "greek", "russian", "tamil")  # languages of trees that are not in Latin
EmbedProgress = Callable[[str, int, int], None]


class EmbedReport(NamedTuple):
    """What a run did in one tree, in chunks.

    `reused` had vectors by the same text before. `skipped` are in languages that no model knows.
    `left` have no vectors because of the `problem`.
    """

    name: str
    embedded: int = 0
    reused: int = 0
    skipped: int = 0
    left: int = 0
    problem: str | None = None


class _Text(NamedTuple):
    """What is to be embedded of one chunk, and the hash of that."""

    position: int
    key: bytes
    has_text: bool
    text: str


class _Job(NamedTuple):
    """A document whose chunks are to be embedded by a model."""

    doc_id: str
    version: int
    model: str
    texts: Sequence[_Text]


def embed(
    engine: ReadWriter, tree: Tree, models: Models, progress: EmbedProgress | None = None
) -> EmbedReport:
    """Embed what has no vectors; a model that cannot be used is the `problem`."""
    run = _EmbedRun(engine, tree, models, progress)
    try:
        return run.all()
    except ModelUnavailable as error:
        return run.report(str(error))


class _EmbedRun:
    """One run over one tree, and what it has done so far."""

    def __init__(
        self, engine: ReadWriter, tree: Tree, models: Models, progress: EmbedProgress | None
    ) -> None:
        self._engine, self._tree, self._models = engine, tree, models
        self._progress = progress
        self._scope = Scope(tree.tenant, (tree.name,))
        self._vectors, self._writer = engine.vectors(), engine.vector_writer()
        self._embedded = self._reused = self._skipped = self._before = 0

    def all(self) -> EmbedReport:
        """Every document without vectors, some at a time."""
        name, models = self._tree.name, self._models
        self._coverage()  # a missing index is an error before anything is written
        self._writer.begin(name, [models.card(choice).name for choice in models.choices])
        self._before = self._coverage()[0]
        waiting = self._vectors.unembedded(self._scope)
        for start in range(0, len(waiting), _DOCUMENTS):
            for group in _grouped(self._jobs(waiting[start : start + _DOCUMENTS])):
                self._embed(group)
        self._writer.finish(name)
        return self.report(None)

    def report(self, problem: str | None) -> EmbedReport:
        """What was done, and what is left because of a problem."""
        done, total = self._coverage()
        counts = self._embedded, self._reused, self._skipped
        return EmbedReport(self._tree.name, *counts, total - done if problem else 0, problem)

    def _coverage(self) -> tuple[int, int]:
        found = self._vectors.coverage(self._scope).get(self._tree.name)
        return (found.embedded, found.chunks) if found else (0, 0)

    def _jobs(self, doc_ids: Sequence[str]) -> Iterator[_Job]:
        """The texts of documents; one in a language that no model knows has none."""
        for record in self._engine.documents(self._scope, doc_ids):
            chunks = [one for one in self._engine.outline(record.id, self._scope) if one.hit]
            choice = self._models.choose(_language(record.language, chunks))
            if choice is None:
                self._skipped += len(chunks)
                yield _Job(record.id, record.version, "", ())
                continue
            card = self._models.card(choice)
            texts = [_text(one, card.name, card.characters) for one in chunks]
            yield _Job(record.id, record.version, choice, texts)

    def _embed(self, jobs: Sequence[_Job]) -> None:
        """Find or make the vectors of some documents, and store them together."""
        texts = {one.key: one.text for job in jobs for one in job.texts}
        models = {one.key: job.model for job in jobs for one in job.texts}
        vectors = self._known(texts)
        self._reused += len(vectors)
        missing = sorted(texts.keys() - vectors.keys(), key=lambda key: (len(texts[key]), key))
        for start in range(0, len(missing), BATCH):
            some = missing[start : start + BATCH]
            made = self._made(some, texts, models)
            if len(missing) > BATCH:
                self._writer.keep(self._tree.name, dict(_by_key(made)))
            vectors |= made
            self._embedded += len(made)
            self._tell()
        self._writer.put(self._tree.name, [self._entry(job, vectors) for job in jobs])
        self._tell()

    def _known(self, keys: Collection[bytes]) -> dict[bytes, Rows]:
        """Texts whose vectors were made before, with those of their passages."""
        passages = {key: passage_keys(key) for key in keys}
        every = [*keys, *chain.from_iterable(passages.values())]
        found = self._vectors.known(every, self._scope) if keys else {}
        return {
            key: [found[key], *(found[one] for one in passages[key] if one in found)]
            for key in keys
            if key in found
        }

    def _made(
        self, keys: Collection[bytes], texts: Mapping[bytes, str], models: Mapping[bytes, str]
    ) -> dict[bytes, Rows]:
        found: dict[bytes, Rows] = {}
        for choice in dict.fromkeys(models[key] for key in keys):
            own = [key for key in keys if models[key] == choice]
            rows = self._models.load(choice).embed_passages([texts[key] for key in own])
            found |= {key: list(some) for key, some in zip(own, rows, strict=True)}
        return found

    def _entry(self, job: _Job, vectors: Mapping[bytes, Rows]) -> DocumentVectors:
        model = self._models.card(job.model).name if job.model else ""
        chunks = [
            ChunkVector(one.position, key, one.has_text, vector)
            for one in job.texts
            for key, vector in _by_key({one.key: vectors[one.key]})
        ]
        return DocumentVectors(job.doc_id, job.version, model, chunks)

    def _tell(self) -> None:
        if self._progress is not None:
            done = self._before + self._embedded + self._reused + self._skipped
            total = self._coverage()[1]
            self._progress(self._tree.name, min(done, total), total)


def _text(chunk: Chunk, model: str, characters: int) -> _Text:
    text, has_text = embedded_text(chunk, characters)
    return _Text(chunk.position, embedding_key(model, text), has_text, text)


def _by_key(vectors: Mapping[bytes, Rows]) -> Iterator[tuple[bytes, Vector]]:
    """Every vector with its own key: of a text, then of its passages."""
    for key, rows in vectors.items():
        yield from zip((key, *passage_keys(key)), rows, strict=False)


def _language(language: str, chunks: Sequence[Chunk]) -> str:
    """The language of a document; its script decides where its tree names a language in Latin.

    A model for English would turn Thai or Chinese into vectors that are all alike.
    """
    if language in _OWN_SCRIPT:
        return language
    sample = " ".join([chunk.body[:_SAMPLE] for chunk in chunks])[:_SAMPLE]
    return language_beyond_latin(sample) or language


def _grouped(jobs: Iterator[_Job]) -> Iterator[list[_Job]]:
    """Documents that together have about as many texts as a batch."""
    group: list[_Job] = []
    count = 0
    for job in jobs:
        group.append(job)
        count += len(job.texts)
        if count >= BATCH:
            yield group
            group, count = [], 0
    if group:
        yield group
