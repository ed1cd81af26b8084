"""Tests writing: a document is stored, replaced and removed as a whole."""

from __future__ import annotations

from ra.engine.contract.store import (
    HERE,
    MTIME,
    Case,
    EngineUnderTest,
    chunk_ids,
    entries,
    entry,
    record,
    term,
)
from ra.engine.query import Dated, Everything, Scope, Under, day_of
from ra.engine.records import Batch
from ra.model import Chunk

OLD = "# Lantern\nold [light](b.md)\n## Wick\nold cotton\n"
NEW = "# Candle\nnew [wax](c.md)\n"
DAY = 86_400_000_000_000


def _digests(chunks: list[Chunk]) -> list[str]:
    return [chunk.digest for chunk in chunks]


class WritingContract(Case):
    """SPEC 6.3, 6.5: what `apply` and `flush` promise."""

    def test_flush_makes_visible_and_lasting(self, store: EngineUnderTest) -> None:
        """Protocol `flush`: changes are visible at once, and after reopening."""
        (taken,) = store.put({"a.md": OLD})
        before = store.contents()
        assert store.engine.outline("docs:a.md", HERE) == list(taken.chunks)
        assert store.find(term("text", "cotton")) == ["docs:a.md#wick"]
        store.reopen()
        assert store.contents() == before
        assert store.find(term("text", "cotton")) == ["docs:a.md#wick"]

    def test_flush_of_nothing(self, store: EngineUnderTest) -> None:
        """A flush without changes changes nothing."""
        store.put({"a.md": OLD})
        before = store.contents()
        store.engine.flush()
        store.engine.apply(Batch("docs"))
        store.engine.flush()
        assert store.contents() == before

    def test_versions_count(self, store: EngineUnderTest) -> None:
        """Protocol `FileRecord.version`: 1 at first, one more with each change of content."""
        for number, text in enumerate(("one", "two", "three"), start=1):
            store.put({"a.md": text})
            assert [one.version for one in store.engine.documents(HERE)] == [number]
            assert store.engine.manifest(HERE)["docs", "a.md"].version == number
        store.reopen()
        assert [one.version for one in store.engine.documents(HERE)] == [3]

    def test_a_new_version_replaces_all_of_the_old(
        self, store: EngineUnderTest, fresh: EngineUnderTest
    ) -> None:
        """SPEC 6.5: no ghost chunk, posting, link or text of the version before."""
        store.put({"a.md": OLD, "b.md": "other\n"})
        store.put({"a.md": NEW})
        fresh.put({"a.md": NEW, "b.md": "other\n"})
        assert store.contents() == fresh.contents()
        for text in ("lantern", "light", "wick", "old", "cotton"):
            for field in ("title", "hierarchy", "body", "text"):
                assert store.find(term(field, text)) == []
        assert set(store.find(term("title", "candle"))) == {"docs:a.md", "docs:a.md#candle"}
        assert store.engine.chunks(["docs:a.md#wick", "docs:a.md#lantern"], HERE) == {}

    def test_two_versions_in_one_flush(
        self, store: EngineUnderTest, fresh: EngineUnderTest
    ) -> None:
        """The last one counts, and nothing of the first remains."""
        store.engine.apply(Batch("docs", entries({"a.md": OLD})))
        store.engine.apply(Batch("docs", entries({"a.md": NEW})))
        store.engine.flush()
        fresh.put({"a.md": NEW})
        assert store.contents() == fresh.contents()
        assert store.find(term("text", "cotton")) == []
        assert len(store.find(term("text", "wax"))) == 1

    def test_dropped_in_the_same_flush(self, store: EngineUnderTest) -> None:
        """A document that is added and dropped before the flush never existed."""
        store.engine.apply(Batch("docs", entries({"a.md": OLD})))
        store.engine.apply(Batch("docs", drop=["a.md"]))
        store.engine.flush()
        assert store.contents()[:6] == ([], {}, {}, {}, [], {})
        assert store.find(Everything()) == []

    def test_applying_again_changes_nothing(self, store: EngineUnderTest) -> None:
        """Protocol `close`: changes may have to be applied again, so applying is idempotent."""
        batch = Batch("docs", entries({"a.md": OLD, "b.md": NEW}), drop=["gone.md"])
        store.engine.apply(batch)
        store.engine.flush()
        before = store.contents()
        store.engine.apply(batch)
        store.engine.apply(batch)
        store.engine.flush()
        assert store.contents() == before
        assert store.find(term("text", "cotton")) == ["docs:a.md#wick"]
        assert store.engine.stats(("text",), [term("text", "cotton").word], HERE)["text"] == {
            "cotton": 1
        }

    def test_a_dropped_document_leaves_every_index(
        self, store: EngineUnderTest, fresh: EngineUnderTest
    ) -> None:
        """SPEC 1.8: a removed file leaves the index."""
        store.put({"a.md": OLD, "b.md": "other\n"})
        store.apply(drop=["a.md"])
        fresh.put({"b.md": "other\n"})
        assert store.contents() == fresh.contents()
        assert store.find(term("text", "old")) == []
        assert store.engine.texts(["docs:a.md"], HERE) == {}
        assert store.engine.outline("docs:a.md", HERE) == []
        assert store.engine.links(HERE, ["docs:a.md"]) == []

    def test_dropping_the_unknown_is_no_error(self, store: EngineUnderTest) -> None:
        """A path that never existed can be dropped."""
        store.put({"a.md": OLD})
        before = store.contents()
        store.apply(drop=["never.md", ""])
        assert store.contents() == before

    def test_a_renamed_document_keeps_its_digests(
        self, store: EngineUnderTest, fresh: EngineUnderTest
    ) -> None:
        """A rename is a drop and a put in one batch; digests stay, ids change."""
        store.put({"a.md": OLD})
        before = _digests(store.engine.outline("docs:a.md", HERE))
        store.apply(entries({"b/c.md": OLD}), drop=["a.md"])
        fresh.put({"b/c.md": OLD})
        assert store.contents() == fresh.contents()
        assert _digests(store.engine.outline("docs:b/c.md", HERE)) == before
        assert store.find(term("text", "cotton")) == ["docs:b/c.md#wick"]

    def test_a_document_without_chunks_is_kept(self, store: EngineUnderTest) -> None:
        """SPEC 2.6: an empty file gives no chunks, but it is a known file."""
        store.put({"empty.md": "", "blank.txt": " \n\t\n"})
        assert {file.state for file in store.engine.manifest(HERE).values()} == {"indexed"}
        assert set(store.engine.manifest(HERE)) == {("docs", "empty.md"), ("docs", "blank.txt")}
        assert store.engine.outline("docs:empty.md", HERE) == []
        assert store.engine.texts(["docs:empty.md"], HERE) == {"docs:empty.md": b""}
        assert store.engine.texts(["docs:blank.txt"], HERE) == {"docs:blank.txt": b" \n\t\n"}
        assert [one.chunks for one in store.engine.documents(HERE)] == [0, 0]
        assert store.find(Everything()) == []
        assert store.engine.check() == []

    def test_a_document_that_becomes_empty_and_full_again(self, store: EngineUnderTest) -> None:
        """SPEC 2.6: its chunks go and come back."""
        store.put({"a.md": OLD})
        store.put({"a.md": "\n"})
        assert store.find(Everything()) == []
        (taken,) = store.put({"a.md": OLD})
        assert sorted(store.find(Everything())) == sorted(chunk_ids(taken))

    def test_a_stale_document_stays_as_it_was(self, store: EngineUnderTest) -> None:
        """SPEC 1.8: the last good version stays searchable and is reported as stale."""
        store.put({"a.md": OLD})
        before = store.contents()
        stale = record("a.md", b"\xff", mtime=9, state="stale", reason="not UTF-8")
        store.apply(note=[stale])
        for _ in range(2):
            assert store.contents()[1:5] == before[1:5]
            assert store.find(term("text", "cotton")) == ["docs:a.md#wick"]
            assert store.engine.manifest(HERE)["docs", "a.md"] == stale._replace(version=1)
            store.reopen()

    def test_a_stale_document_recovers(self, store: EngineUnderTest) -> None:
        """SPEC 1.8: good bytes make it indexed again, as its next version."""
        store.put({"a.md": OLD})
        store.apply(note=[record("a.md", b"\xff", state="stale", reason="not UTF-8")])
        (taken,) = store.put({"a.md": NEW})
        assert store.engine.manifest(HERE)["docs", "a.md"] == taken.file._replace(version=2)
        assert store.find(term("text", "cotton")) == []

    def test_a_file_that_never_was_a_document(self, store: EngineUnderTest) -> None:
        """SPEC 1.6: failed and skipped files are known with their reason, as version 0."""
        failed = record("bad.md", b"\xff", state="failed", reason="not UTF-8")
        skipped = record("bin.md", b"\0" * 9, state="skipped", reason="binary")
        store.apply(entries({"a.md": OLD}), note=[failed, skipped])
        manifest = store.engine.manifest(HERE)
        assert manifest.get(("docs", "bad.md")) == failed
        assert manifest.get(("docs", "bin.md")) == skipped
        assert [one.path for one in store.engine.documents(HERE)] == ["a.md"]
        assert store.engine.texts(["docs:bad.md"], HERE) == {}
        assert store.engine.outline("docs:bad.md", HERE) == []
        assert store.engine.check() == []

    def test_a_failed_file_becomes_a_document(self, store: EngineUnderTest) -> None:
        """SPEC 1.6: once it can be read it is version 1."""
        store.apply(note=[record("a.md", b"\xff", state="failed", reason="not UTF-8")])
        (taken,) = store.put({"a.md": NEW})
        assert store.engine.manifest(HERE)["docs", "a.md"] == taken.file._replace(version=1)
        assert len(store.find(term("text", "wax"))) == 1

    def test_a_noted_file_can_be_dropped(self, store: EngineUnderTest) -> None:
        """SPEC 1.8: a removed file leaves the index, whatever its state was."""
        store.put({"a.md": OLD})
        store.apply(
            note=[record("a.md", b"\xff", state="stale"), record("b.md", b"", state="failed")]
        )
        store.apply(drop=["a.md", "b.md"])
        assert store.contents()[:6] == ([], {}, {}, {}, [], {})

    def test_a_touched_file_is_only_noted(self, store: EngineUnderTest) -> None:
        """SPEC 6.3: another mtime with the same hash changes the manifest and no version."""
        (taken,) = store.put({"a.md": OLD})
        before = store.contents()
        touched = taken.file._replace(mtime=taken.file.mtime + 5, racy=True)
        store.apply(note=[touched])
        assert store.engine.manifest(HERE) == {("docs", "a.md"): touched._replace(version=1)}
        assert store.engine.texts(["docs:a.md"], HERE) == {"docs:a.md": before.texts["docs:a.md"]}
        assert store.find(term("text", "cotton")) == ["docs:a.md#wick"]
        assert [one.version for one in store.engine.documents(HERE)] == [1]

    def test_a_touched_file_makes_its_document_younger(
        self, store: EngineUnderTest, fresh: EngineUnderTest
    ) -> None:
        """SPEC 3.1, 8.5: documents, chunks and days have the mtime of the file."""
        (dated, plain) = store.put({"dated.md": "---\ndate: 2020-02-03\n---\nx\n", "a.md": OLD})
        later = MTIME + 3 * DAY
        touched = [one.file._replace(mtime=later) for one in (dated, plain)]
        store.apply(note=touched)
        texts = {one.file.path: one.document.source.data for one in (dated, plain)}
        fresh.apply([entry(path, text, mtime=later) for path, text in texts.items()])
        for _ in range(2):
            assert store.contents() == fresh.contents()
            assert {one.mtime for one in store.engine.documents(HERE)} == {later}
            assert {one.mtime for one in store.engine.outline("docs:a.md", HERE)} == {later}
            assert store.engine.days(["docs:a.md"], HERE) == {"docs:a.md": day_of(None, later)}
            assert store.find(Dated(day_of(None, later), None)) == store.find(Under("a.md"))
            assert store.find(Dated(None, day_of(None, later))) == ["docs:dated.md"]
            assert store.engine.check() == []
            store.reopen()
        store.apply(note=[record("a.md", b"\xff", mtime=later + DAY, state="stale")])
        assert {one.mtime for one in store.engine.documents(HERE)} == {later}

    def test_a_note_may_date_its_document(self, store: EngineUnderTest) -> None:
        """Protocol `Batch`: the time of a document may differ from that of its file."""
        (taken,) = store.put({"a.md": OLD})
        dated = MTIME - 400 * DAY
        with store.engine.writing(None):
            store.engine.apply(Batch("docs", note=[taken.file], dates={"a.md": dated}))
        assert [one.mtime for one in store.engine.documents(HERE)] == [dated]
        assert store.engine.manifest(HERE)["docs", "a.md"].mtime == taken.file.mtime
        assert store.find(Dated(None, day_of(None, MTIME))) == store.find(Under("a.md"))
        assert store.engine.check() == []

    def test_a_file_touched_before_it_is_seen(self, store: EngineUnderTest) -> None:
        """SPEC 3.1: a pending version also has the mtime of its file."""
        store.put({"a.md": NEW})
        (taken,) = entries({"a.md": OLD})
        with store.engine.writing(None):
            store.engine.apply(Batch("docs", [taken]))
            store.engine.apply(Batch("docs", note=[taken.file._replace(mtime=MTIME + 9)]))
        assert [one.mtime for one in store.engine.documents(HERE)] == [MTIME + 9]
        assert store.find(term("text", "cotton")) == ["docs:a.md#wick"]
        assert store.engine.check() == []

    def test_all_of_a_batch_at_once(self, store: EngineUnderTest, fresh: EngineUnderTest) -> None:
        """Protocol `Batch`: documents to put, files to note, paths to drop."""
        store.put({"a.md": OLD, "b.md": OLD, "c.md": OLD})
        stale = record("c.md", b"\xff", state="stale")
        store.apply(entries({"a.md": NEW, "d.md": NEW}), note=[stale], drop=["b.md"])
        fresh.put({"a.md": NEW, "c.md": OLD, "d.md": NEW})
        fresh.apply(note=[stale])
        assert store.contents() == fresh.contents()
        assert store.find(term("text", "cotton")) == ["docs:c.md#wick"]

    def test_manifest_keeps_every_fact(self, store: EngineUnderTest) -> None:
        """SPEC 6.3: mtime in ns, size, hash, parser, state; also at the ends of their ranges."""
        odd = entry("a.txt", "text", mtime=-(2**63))
        late = entry("b.md", "text", mtime=2**63 - 1)
        racy = entry("c.md", "text")
        racy = racy._replace(file=racy.file._replace(racy=True, size=2**40, mark=2**63 - 1))
        store.apply([odd, late, racy])
        expected = {
            ("docs", one.file.path): one.file._replace(version=1) for one in (odd, late, racy)
        }
        assert store.engine.manifest(HERE) == expected
        store.reopen()
        assert store.engine.manifest(HERE) == expected

    def test_settled_files_are_those_that_no_look_can_tell_more_of(
        self, store: EngineUnderTest
    ) -> None:
        """SPEC 6.3: same mtime and size, unless racy or failed for a reason that may pass."""
        known = entry("b.md", "text")
        known = known._replace(file=known.file._replace(mark=7))
        racy = entry("c.md", "text")
        racy = racy._replace(file=racy.file._replace(racy=True))
        notes = [
            record("é.md", b"x", state="failed", reason="lasting"),
            record("a.txt", b"xy", state="skipped", reason="passing"),
        ]
        store.apply([racy, known], note=notes)
        expected = [
            ("a.txt", 2, None, "text", 0),
            ("b.md", known.file.size, MTIME, "markdown", 7),
            ("c.md", racy.file.size, None, "markdown", 0),
            ("é.md", 1, MTIME, "markdown", 0),
        ]
        assert store.engine.settled(HERE, {"", "LASTING"}) == expected
        assert store.engine.settled(Scope(HERE.tenant, ("other",)), {"", "LASTING"}) == []
