"""Tests of the contract itself: an engine with one fault fails the test for it."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from ra.engine.contract import EngineContract
from ra.engine.contract.store import DOCS, MTIME, EngineUnderTest
from ra.engine.manifest import FileRecord, Settled, TreeSpec
from ra.engine.query import BoolQuery, Field, Hit, Node, Query, Scope
from ra.engine.records import Batch, DocumentRecord, StoredLink, Usage
from ra.model import Chunk
from tests.engines.faulty import READING_FAULTS, UNFINISHED_FAULTS, NearByStart
from tests.engines.memory import MemoryEngine


class KeepsDropped(MemoryEngine):
    """A dropped document stays."""

    def apply(self, batch: Batch) -> None:
        """Everything but the drops."""
        super().apply(batch._replace(drop=()))


class LosesNotes(MemoryEngine):
    """A stale file leaves the index."""

    def apply(self, batch: Batch) -> None:
        """A note takes the document with it."""
        super().apply(batch._replace(drop=[*batch.drop, *(file.path for file in batch.note)]))


class BlindToTenants(MemoryEngine):
    """Everybody sees everything."""

    def documents(self, scope: Scope, doc_ids: Sequence[str] = ()) -> list[DocumentRecord]:
        """The documents of all tenants."""
        tenants = {tree.spec.tenant for tree in self._shared.trees}
        own = super().documents
        return [record for one in tenants for record in own(Scope(one, scope.trees))]


class CountsOthers(MemoryEngine):
    """What belongs to others is counted."""

    def stats(
        self, fields: Sequence[Field], words: Iterable[str], scope: Scope
    ) -> dict[Field, dict[str, int]]:
        """Counts of all trees of all tenants."""
        every = {tree.spec.tenant for tree in self._shared.trees}
        own, asked = super().stats, list(words)
        counts = [own(fields, asked, Scope(one, ("a", "b", "c"))) for one in every]
        return {
            field: {one: sum(count[field][one] for count in counts) for one in asked}
            for field in fields
        }


class OneLimit(MemoryEngine):
    """The limit counts for all trees together."""

    def lexical(self, query: Query, limit: int, scope: Scope) -> list[Hit]:
        """The best of all."""
        return super().lexical(query, limit, scope)[:limit]


class Unsorted(MemoryEngine):
    """Hits come worst first."""

    def lexical(self, query: Query, limit: int, scope: Scope) -> list[Hit]:
        """The best ones, in the wrong order."""
        return super().lexical(query, limit, scope)[::-1]


class NoVersions(MemoryEngine):
    """Every document is the first of its kind."""

    def documents(self, scope: Scope, doc_ids: Sequence[str] = ()) -> list[DocumentRecord]:
        """All of version 1."""
        return [one._replace(version=1) for one in super().documents(scope, doc_ids)]


class NeverBuiltAgain(MemoryEngine):
    """A new fingerprint goes unnoticed."""

    def declare(
        self,
        trees: Sequence[TreeSpec],
        again: Collection[str] = (),
        keep: Iterable[Batch] = (),
        expected: Mapping[str, int] | None = None,
    ) -> list[str]:
        """As if it were the first one again."""
        first = [tree._replace(chunks="first") for tree in trees]
        return super().declare(first, again, keep, expected)


class BeginsEmpty(MemoryEngine):
    """What was to be kept is lost."""

    def declare(
        self,
        trees: Sequence[TreeSpec],
        again: Collection[str] = (),
        keep: Iterable[Batch] = (),
        expected: Mapping[str, int] | None = None,
    ) -> list[str]:
        """Without anything to begin with."""
        return super().declare(trees, again, (), expected)


class DropsFirst(MemoryEngine):
    """The old trees go before it is known what to keep."""

    def declare(
        self,
        trees: Sequence[TreeSpec],
        again: Collection[str] = (),
        keep: Iterable[Batch] = (),
        expected: Mapping[str, int] | None = None,
    ) -> list[str]:
        """One after the other."""
        changed = super().declare(trees, again, (), expected)
        for batch in keep:
            self.apply(batch)
        return changed


class NeverOutdated(MemoryEngine):
    """Every tree has the right form."""

    def outdated(self, trees: Sequence[TreeSpec]) -> list[str]:
        """None."""
        return []


class OldTimes(MemoryEngine):
    """A document is as old as its first reading."""

    def apply(self, batch: Batch) -> None:
        """Notes change no time."""
        note = [file._replace(mtime=MTIME) for file in batch.note]
        super().apply(batch._replace(note=note))


class PlainNewlines(MemoryEngine):
    """Texts are tidied up."""

    def texts(self, doc_ids: Iterable[str], scope: Scope) -> dict[str, bytes]:
        """Without carriage returns."""
        found = super().texts(doc_ids, scope)
        return {one: text.replace(b"\r\n", b"\n") for one, text in found.items()}


class LinksOfAll(MemoryEngine):
    """The links come in another order."""

    def links(self, scope: Scope, doc_ids: Sequence[str] = ()) -> list[StoredLink]:
        """Last first."""
        return super().links(scope, doc_ids)[::-1]


class NamesWithCase(MemoryEngine):
    """Only what is written in small letters has a name."""

    def named(self, keys: Iterable[str], scope: Scope) -> list[DocumentRecord]:
        """Documents whose path has capital letters are not found."""
        return [one for one in super().named(keys, scope) if one.path.islower()]


class OwnKeys(MemoryEngine):
    """Keys are made from paths, whatever the entry brings."""

    def named(self, keys: Iterable[str], scope: Scope) -> list[DocumentRecord]:
        """Documents by the names of their files."""
        wanted = set(keys)
        return [one for one in self.documents(scope) if Path(one.path).stem.lower() in wanted]


class OneLinkEach(MemoryEngine):
    """Of each document only the first link is found by its name."""

    def linking(self, keys: Iterable[str], scope: Scope) -> list[StoredLink]:
        """The first of each."""
        found = super().linking(keys, scope)
        return list({link.doc_id: link for link in found[::-1]}.values())[::-1]


class NamesOfAll(MemoryEngine):
    """Everybody's documents have names."""

    def named(self, keys: Iterable[str], scope: Scope) -> list[DocumentRecord]:
        """The documents of all trees."""
        tenants = {tree.spec.tenant for tree in self._shared.trees}
        wanted, trees = list(keys), tuple(tree.spec.name for tree in self._shared.trees)
        own = super().named
        return [record for one in sorted(tenants) for record in own(wanted, Scope(one, trees))]


class ShortOutline(MemoryEngine):
    """Only what has text is kept."""

    def outline(self, doc_id: str, scope: Scope) -> list[Chunk]:
        """Without chunks that are titles only."""
        return [chunk for chunk in super().outline(doc_id, scope) if chunk.body]


class ForgetsOnClose(MemoryEngine):
    """Nothing lasts."""

    def close(self) -> None:
        """Throw it all away."""
        self._shared.trees = ()


class ManyWriters(MemoryEngine):
    """Everybody may write at once."""

    @contextmanager
    def writing(self, waiting: Callable[[str], None] | None) -> Iterator[bool]:
        """Never another one."""
        with super().writing(waiting):
            yield True


class CountsWrong(MemoryEngine):
    """The size of a tree is made up."""

    def usage(self, scope: Scope) -> dict[str, Usage]:
        """One document more."""
        every = super().usage(scope)
        return {name: one._replace(documents=one.documents + 1) for name, one in every.items()}


class ShortManifest(MemoryEngine):
    """Only documents are files."""

    def manifest(
        self, scope: Scope, paths: Sequence[str] = (), *, unfinished: bool = False
    ) -> dict[tuple[str, str], FileRecord]:
        """Without those that failed."""
        found = super().manifest(scope, paths, unfinished=unfinished)
        return {at: file for at, file in found.items() if file.version}


class NodesAlone(MemoryEngine):
    """Nobody has ancestors."""

    def nodes(self, ids: Iterable[str], scope: Scope) -> dict[str, Node]:
        """Only the places asked for."""
        wanted = list(ids)
        return {one: node for one, node in super().nodes(wanted, scope).items() if one in wanted}


class Nameless(MemoryEngine):
    """Hits are ids and scores only."""

    def lexical(self, query: Query, limit: int, scope: Scope) -> list[Hit]:
        """Without path and title."""
        return [hit._replace(path="", title="") for hit in super().lexical(query, limit, scope)]


class CountsAllChunks(MemoryEngine):
    """The chunks of all trees are counted."""

    def chunk_count(self, scope: Scope) -> int:
        """As if every tree of the tenant were meant."""
        return super().chunk_count(scope._replace(trees=("one", "two")))


class FilterScores(MemoryEngine):
    """A filter counts as a match."""

    def lexical(self, query: Query, limit: int, scope: Scope) -> list[Hit]:
        """Every filter makes a hit better."""
        more = 1.0 if isinstance(query, BoolQuery) and len(query.must) > 1 else 0.0
        return [
            hit._replace(score=hit.score + more) for hit in super().lexical(query, limit, scope)
        ]


class AlwaysTheSame(MemoryEngine):
    """Nothing ever changes."""

    def revision(self) -> int:
        """The first number."""
        return 1


class HoldsForever(MemoryEngine):
    """Who has read once sees nothing new."""

    _texts: dict[str, bytes] | None = None

    def texts(self, doc_ids: Iterable[str], scope: Scope) -> dict[str, bytes]:
        """Those that were asked for first."""
        self._texts = self._texts or super().texts(doc_ids, scope)
        return self._texts


class TrustsAll(MemoryEngine):
    """A look never tells more than the manifest."""

    def settled(self, scope: Scope, lasting: Collection[str]) -> list[Settled]:
        """Racy files too have a time to rely on."""
        files = sorted(self.manifest(scope).items())
        return [(file.path, file.size, file.mtime, file.parser, file.mark) for _, file in files]


FAULTS: list[tuple[type[MemoryEngine], str]] = [
    (KeepsDropped, "test_a_dropped_document_leaves_every_index"),
    (KeepsDropped, "test_a_renamed_document_keeps_its_digests"),
    (LosesNotes, "test_a_stale_document_stays_as_it_was"),
    (LosesNotes, "test_a_touched_file_is_only_noted"),
    (BlindToTenants, "test_only_the_trees_asked_for"),
    (CountsOthers, "test_several_trees_together"),
    (OneLimit, "test_limit_is_per_tree"),
    (Unsorted, "test_equal_chunks_stand_by_id"),
    (NoVersions, "test_versions_count"),
    (NeverBuiltAgain, "test_another_fingerprint_builds_only_that_tree"),
    (BeginsEmpty, "test_a_tree_can_begin_with_documents"),
    (DropsFirst, "test_trees_change_together_or_not_at_all"),
    (NeverBuiltAgain, "test_a_tree_can_begin_with_documents"),
    (NeverOutdated, "test_trees_of_another_form_are_told"),
    *UNFINISHED_FAULTS,
    *READING_FAULTS,
    (OldTimes, "test_a_touched_file_makes_its_document_younger"),
    (OldTimes, "test_a_file_touched_before_it_is_seen"),
    (LinksOfAll, "test_links_in_order_with_their_chunks"),
    (NamesWithCase, "test_a_document_is_found_by_each_of_its_names"),
    (OwnKeys, "test_keys_are_those_of_the_entry"),
    (OneLinkEach, "test_links_are_found_by_the_names_their_document_mentions"),
    (NamesOfAll, "test_names_of_others_are_not_seen"),
    (KeepsDropped, "test_names_follow_changes"),
    (KeepsDropped, "test_links_follow_changes"),
    (ShortOutline, "test_a_document_of_many_sections"),
    (ForgetsOnClose, "test_flush_makes_visible_and_lasting"),
    (ManyWriters, "test_one_writer_at_a_time"),
    (CountsWrong, "test_usage_counts"),
    (NodesAlone, "test_nodes_come_with_all_ancestors"),
    (Nameless, "test_a_hit_says_path_and_title"),
    (CountsAllChunks, "test_chunks_are_counted"),
    (FilterScores, "test_among_adds_nothing_to_a_score"),
    (AlwaysTheSame, "test_a_revision_tells_what_others_did"),
    (TrustsAll, "test_settled_files_are_those_that_no_look_can_tell_more_of"),
    (HoldsForever, "test_what_is_new_is_seen_after_reading"),
    (ShortManifest, "test_a_file_that_never_was_a_document"),
]


@pytest.mark.parametrize(("engine", "name"), FAULTS)
def test_a_fault_is_found(tmp_path: Path, engine: type[MemoryEngine], name: str) -> None:
    """STYLE 10: tests must be able to fail; the same test passes without the fault."""
    _run(MemoryEngine, tmp_path / "sound", name)
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        _run(engine, tmp_path / "faulty", name)


def test_changed_bytes_are_found(tmp_path: Path) -> None:
    """STYLE 10: a text that is not what was read."""
    store = EngineUnderTest(PlainNewlines, tmp_path)
    store.declare([DOCS])
    with pytest.raises(AssertionError):
        EngineContract().test_text_is_the_bytes_that_were_read(store, b"# A\r\nx\r\n")


def test_a_near_term_that_is_missing_is_found(tmp_path: Path) -> None:
    """STYLE 10: an engine that looks only at terms with the same first letter."""
    store = EngineUnderTest(NearByStart, tmp_path)
    store.declare([DOCS])
    with pytest.raises(AssertionError):
        EngineContract().test_near_terms_are_one_edit_away(store, "lamp")


def test_an_engine_must_say_how_it_is_opened(tmp_path: Path) -> None:
    """STYLE 7: the message says what to do."""
    with pytest.raises(NotImplementedError, match="override open_engine"):
        EngineContract().open_engine(tmp_path)


def _run(engine: type[MemoryEngine], folder: Path, name: str) -> None:
    """Run one test of the contract on stores that are made as its fixtures make them."""
    test = getattr(EngineContract(), name)
    stores = {
        one: EngineUnderTest(engine, folder / one) for one in inspect.signature(test).parameters
    }
    for kind, store in stores.items():
        if kind != "bare":
            store.declare([DOCS])
    test(**stores)
