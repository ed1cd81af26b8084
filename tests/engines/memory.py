"""A minimal engine in memory: dictionaries that each flush replaces as a whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import RLock, get_ident, local

from ra.engine.manifest import FileRecord, Settled, TreeSpec
from ra.engine.place import About, Building
from ra.engine.query import Field, Hit, Node, Query, Scope, TermQuery, day_of
from ra.engine.records import Batch, DocumentRecord, Problem, StoredLink, Usage
from ra.errors import IndexDamaged, IndexMissing
from ra.model import Chunk
from ra.text.edit_distance import within_one_edit, within_two_edits
from ra.text.languages import document_analysis, stemmer_of
from tests.engines.matching import Kept, Tree, matching, touched, whole_words_of, words_of
from tests.engines.memory_vectors import MemoryVectors, Shelf


class _Shared:
    """What all engines of one folder see."""

    def __init__(self) -> None:
        self.trees: Sequence[Tree] = ()
        self.exists = False
        self.revision = 0
        self.lock = RLock()
        self.writer: tuple[object, int] | None = None
        self.vectors = Shelf({}, {})


_FOLDERS: dict[Path, _Shared] = {}


class MemoryEngine:
    """The protocol, as plainly as it can be kept."""

    def __init__(self, folder: Path) -> None:
        self._shared = _FOLDERS.setdefault(folder, _Shared())
        self._next: list[Tree] = []
        self._held = local()

    @contextmanager
    def writing(self, waiting: Callable[[str], None] | None) -> Iterator[bool]:
        """Be the only writer; what was applied is dropped when the block fails."""
        shared, me = self._shared, (self, get_ident())
        if shared.writer == me:
            yield True
            return
        if shared.writer is not None:
            if waiting is None:
                yield False
                return
            waiting("another writer is at work")
        with shared.lock:
            shared.writer, self._next, shared.exists = me, list(shared.trees), True
            try:
                yield True
                self.flush()
            finally:
                shared.writer = None

    @contextmanager
    def reading(self, scope: Scope) -> Iterator[None]:
        """Hold what there is now: it is replaced by others, never changed."""
        self._held.trees = self._seen()
        try:
            yield
        finally:
            self._held.trees = None

    def is_held(self) -> bool:
        """Whether this thread reads or writes."""
        is_writing = self._shared.writer == (self, get_ident())
        return is_writing or getattr(self._held, "trees", None) is not None

    def revision(self) -> int:
        """How often anything was made visible."""
        return self._shared.revision

    def is_declared(self, trees: Sequence[TreeSpec], wanted: Collection[str] | None = None) -> bool:
        """Whether these are the trees there are, and those that are wanted whole."""
        known = self._shared.trees
        asked = [one for one in known if wanted is None or one.spec.name in wanted]
        return all(one.is_whole for one in asked) and {one.spec for one in known} == set(trees)

    def outdated(self, trees: Sequence[TreeSpec]) -> list[str]:
        """Those that are known in another form."""
        known = [tree.spec.without_vectors for tree in self._shared.trees]
        owners = {(spec.name, spec.tenant) for spec in known}
        changed = [spec for spec in trees if spec.without_vectors not in known]
        return [spec.name for spec in changed if (spec.name, spec.tenant) in owners]

    def declare(
        self,
        trees: Sequence[TreeSpec],
        again: Collection[str] = (),
        keep: Iterable[Batch] = (),
        expected: Mapping[str, int] | None = None,
    ) -> list[str]:
        """Make these the trees there are."""
        counts = expected or {}
        owners = {(spec.name, spec.tenant) for spec in trees}
        with self.writing(_silent):
            forms = {spec.without_vectors: spec for spec in trees}
            stay = [
                one._replace(spec=forms.get(one.spec.without_vectors, one.spec))
                for one in self._next
                if (one.spec.name, one.spec.tenant) in owners
                and (one.is_whole or one.spec.without_vectors in forms)
            ]
            known = {one.spec for one in stay if not (one.is_whole and one.spec.name in again)}
            new = [Tree(one, expected=counts.get(one.name, 0)) for one in trees if one not in known]
            self._next = [*stay, *new]
            for batch in keep:
                if batch.tree in {one.spec.name for one in new}:
                    self.apply(batch)
            built = {one.spec.name for one in self._next if not one.is_whole} & set(again)
        return list(dict.fromkeys([*(one.spec.name for one in new), *built]))

    def publish(self, tree: str) -> None:
        """Let a tree take the place of its older form."""
        with self.writing(_silent):
            if any(one.spec.name == tree and not one.is_whole for one in self._next):
                target = self._target(tree)
                others = [one for one in self._next if one.spec.name != tree]
                self._next = [*others, target._replace(is_whole=True, expected=0)]
            self.flush()

    def building(self, scope: Scope) -> list[Building]:
        """The trees that are not whole."""
        seen = {tree.spec.name: tree for tree in self._trees(scope)}
        return [
            Building(name, len(tree.kept) if tree else 0, tree.expected if tree else 0)
            for name, tree in ((name, seen.get(name)) for name in scope.trees)
            if tree is None or not tree.is_whole
        ]

    def languages(self, scope: Scope) -> dict[str, tuple[str, ...]]:
        """The analyses of the documents of the trees that are seen."""
        return {tree.spec.name: _languages(tree) for tree in self._trees(scope)}

    def _target(self, name: str) -> Tree:
        found = sorted(
            (one for one in self._next if one.spec.name == name), key=lambda one: one.is_whole
        )
        return found[0]

    def apply(self, batch: Batch) -> None:
        """Take in changes."""
        with self.writing(_silent):
            tree = self._target(batch.tree)
            files, kept = dict(tree.files), dict(tree.kept)
            for path in batch.drop:
                files.pop(path, None)
                kept.pop(path, None)
            for entry in batch.put:
                path = entry.file.path
                version = kept[path].version + 1 if path in kept else 1
                files[path] = entry.file._replace(version=version)
                analysis = document_analysis(tree.spec.language, entry.document.language)
                words = words_of(entry, analysis)
                kept[path] = Kept(entry, version, words, whole_words_of(entry, analysis))
            for file in batch.note:
                version = kept[file.path].version if file.path in kept else 0
                files[file.path] = file._replace(version=version)
                if version and file.state == "indexed":
                    kept[file.path] = touched(
                        kept[file.path], batch.dates.get(file.path, file.mtime)
                    )
            self._next[self._next.index(tree)] = tree._replace(files=files, kept=kept)

    def flush(self) -> None:
        """Make everything applied so far visible."""
        with self.writing(_silent):
            self._shared.trees = tuple(self._next)
            self._shared.revision += 1

    def lexical(self, query: Query, limit: int, scope: Scope) -> list[Hit]:
        """The best chunks of each tree."""
        hits: list[Hit] = []
        for tree in self._trees(scope):
            names = {one.id: one for kept in tree.kept.values() for one in kept.entry.chunks}
            found = [
                Hit(one, score, names[one].path, names[one].title)
                for one, score in matching(query, tree).items()
            ]
            hits += sorted(found, key=_rank)[:limit]
        return sorted(hits, key=_rank)

    def prepare(self, fields: Collection[Field], scope: Scope) -> None:
        """Every field is there."""

    def stats(
        self, fields: Sequence[Field], words: Iterable[str], scope: Scope
    ) -> dict[Field, dict[str, int]]:
        """For each field in how many chunks each word occurs."""
        asked, trees = list(words), self._trees(scope)
        return {
            field: {
                one: sum(len(matching(TermQuery(field, one), tree)) for tree in trees)
                for one in asked
            }
            for field in fields
        }

    def near(
        self, words: Sequence[str], scope: Scope, distance: int = 1
    ) -> dict[str, dict[str, int]]:
        """The whole words so many edits away: every one is compared."""
        counts = Counter(whole for kept in self._kept(scope) for whole in kept.whole)
        is_near = within_one_edit if distance == 1 else within_two_edits
        return {
            word: {
                other: count
                for other, count in counts.items()
                if other != word and is_near(word, other)
            }
            for word in words
        }

    def chunk_count(self, scope: Scope) -> int:
        """How many chunks there are."""
        return sum(chunk.hit for kept in self._kept(scope) for chunk in kept.entry.chunks)

    def nodes(self, ids: Iterable[str], scope: Scope) -> dict[str, Node]:
        """The places of these chunks and of those above them."""
        every = {chunk.id: chunk for kept in self._kept(scope) for chunk in kept.entry.chunks}
        found: dict[str, Node] = {}
        for one in ids:
            chunk = every.get(one)
            while chunk is not None:
                size = chunk.byte_end - chunk.byte_start
                found[chunk.id] = Node(chunk.parent_id, chunk.depth, chunk.sibling_count, size)
                chunk = every.get(chunk.parent_id or "")
        return found

    def chunks(self, ids: Iterable[str], scope: Scope) -> dict[str, Chunk]:
        """The chunks of these ids."""
        wanted = set(ids)
        every = (chunk for kept in self._kept(scope) for chunk in kept.entry.chunks)
        return {chunk.id: chunk for chunk in every if chunk.id in wanted}

    def outline(self, doc_id: str, scope: Scope) -> list[Chunk]:
        """All chunks of a document."""
        kept = self._kept(scope)
        return [chunk for one in kept for chunk in one.entry.chunks if chunk.doc_id == doc_id]

    def documents(self, scope: Scope, doc_ids: Sequence[str] = ()) -> list[DocumentRecord]:
        """These documents of the scope, or all."""
        records = self._records(scope)
        return [record for record in records if not doc_ids or record.id in doc_ids]

    def days(self, doc_ids: Collection[str], scope: Scope) -> dict[str, int]:
        """The days of documents."""
        records = self._records(scope)
        return {one.id: day_of(one.updated, one.mtime) for one in records if one.id in doc_ids}

    def texts(self, doc_ids: Iterable[str], scope: Scope) -> dict[str, bytes]:
        """The bytes of documents."""
        wanted = set(doc_ids)
        documents = [kept.entry.document for kept in self._kept(scope)]
        return {one.id: one.source.data for one in documents if one.id in wanted}

    def links(self, scope: Scope, doc_ids: Sequence[str] = ()) -> list[StoredLink]:
        """The links of these documents, or of all."""
        return [
            StoredLink(chunk.doc_id, chunk.id, link)
            for kept in self._kept(scope)
            for chunk in kept.entry.chunks
            for link in chunk.links
            if not doc_ids or chunk.doc_id in doc_ids
        ]

    def named(self, keys: Iterable[str], scope: Scope) -> list[DocumentRecord]:
        """The documents that have one of these keys."""
        wanted = frozenset(keys)
        named = {kept.entry.document.id for kept in self._kept(scope) if wanted & kept.entry.names}
        return [record for record in self._records(scope) if record.id in named]

    def linking(self, keys: Iterable[str], scope: Scope) -> list[StoredLink]:
        """The links of the documents that mention one of these keys."""
        wanted = frozenset(keys)
        found = [
            kept.entry.document.id for kept in self._kept(scope) if wanted & kept.entry.mentions
        ]
        return self.links(scope, found) if found else []

    def manifest(
        self, scope: Scope, paths: Sequence[str] = (), *, unfinished: bool = False
    ) -> dict[tuple[str, str], FileRecord]:
        """What is known of these files, or of all."""
        return {
            (tree.spec.name, path): file
            for tree in self._trees(scope, prefer_whole=not unfinished)
            for path, file in tree.files.items()
            if not paths or path in paths
        }

    def settled(self, scope: Scope, lasting: Collection[str]) -> list[Settled]:
        """The files of the manifest, with all that a walk can tell of them."""
        files = [file for _, file in sorted(self.manifest(scope).items())]
        open_ = {file for file in files if file.racy or file.code not in lasting}
        return [(f.path, f.size, None if f in open_ else f.mtime, f.parser, f.mark) for f in files]

    def usage(self, scope: Scope) -> dict[str, Usage]:
        """The size of each tree."""
        return {tree.spec.name: _usage(tree, self._shared.vectors) for tree in self._trees(scope)}

    def vectors(self) -> MemoryVectors:
        """The vectors of what is seen."""
        return MemoryVectors(self._trees, self._shared.vectors, self.lexical)

    vector_writer = vectors

    def recovered(self) -> int:
        """Memory is gone with its process."""
        return 0

    def about(self) -> About:
        """Memory has no place."""
        return About(Path(), self._shared.exists, 0, None, (), 0)

    def check(self) -> list[Problem]:
        """Memory is never damaged."""
        return []

    def set_aside(self, error: IndexDamaged, *, is_sure: bool) -> bool:
        """Memory is never damaged."""
        return False

    def close(self) -> None:
        """Nothing is held open."""

    def _seen(self) -> Sequence[Tree]:
        if not self._shared.exists:
            raise IndexMissing("nothing was declared yet")
        held: Sequence[Tree] | None = getattr(self._held, "trees", None)
        return self._shared.trees if held is None else held

    def _trees(self, scope: Scope, *, prefer_whole: bool = True) -> list[Tree]:
        """One form of each tree of the scope."""
        found = {
            tree.spec.name: tree
            for tree in sorted(self._seen(), key=lambda tree: tree.is_whole == prefer_whole)
            if tree.spec.tenant == scope.tenant and tree.spec.name in scope.trees
        }
        return list(found.values())

    def _records(self, scope: Scope) -> list[DocumentRecord]:
        trees = self._trees(scope)
        records = [_record(kept, tree) for tree in trees for kept in tree.kept.values()]
        return sorted(records, key=lambda record: record.id)

    def _kept(self, scope: Scope) -> list[Kept]:
        every = [kept for tree in self._trees(scope) for kept in tree.kept.values()]
        return sorted(every, key=lambda kept: kept.entry.document.id)


def _silent(_: str) -> None:
    """Nobody wants to know who is waited for."""


def _rank(hit: Hit) -> tuple[float, str]:
    return -hit.score, hit.chunk_id


def _languages(tree: Tree) -> tuple[str, ...]:
    own = stemmer_of(tree.spec.language)
    found = {
        document_analysis(tree.spec.language, kept.entry.document.language)
        for kept in tree.kept.values()
        if any(chunk.hit for chunk in kept.entry.chunks)
    }
    return (own, *sorted(found - {own}))


def _usage(tree: Tree, shelf: Shelf) -> Usage:
    entries = [kept.entry for kept in tree.kept.values()]
    chunks = sum(chunk.hit for entry in entries for chunk in entry.chunks)
    size = sum(len(one.document.source.data) for one in entries)
    was_embedded = any(name == tree.spec.name for name, _ in shelf.documents)
    return Usage(len(entries), chunks, size, 1, was_embedded=was_embedded)


def _record(kept: Kept, tree: Tree) -> DocumentRecord:
    document, chunks = kept.entry.document, sum(chunk.hit for chunk in kept.entry.chunks)
    source, usual = document.source, stemmer_of(tree.spec.language)
    return DocumentRecord(
        *(document.id, source.tree, source.path, kept.version, source.mtime, document.title),
        *(document.tags, document.aliases, document.updated, document.fields, document.warnings),
        *(chunks, len(source.data), document.blocks, document.hidden, document.language or usual),
    )
