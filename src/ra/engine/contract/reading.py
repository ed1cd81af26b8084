"""Tests reading: documents, chunks, links and texts come back exactly as they were stored."""

from __future__ import annotations

from datetime import date

import pytest

from ra.config.schema import STRATEGIES, Strategy
from ra.engine.contract.store import HERE, Case, EngineUnderTest, entries, entry, phrase, term
from ra.engine.query import Everything, day_of
from ra.engine.records import DocumentRecord, Entry, StoredLink

RICH = """---
title: Orchard Manual
tags: [fruit, tree care]
aliases: [Pomology Handbook, Äpfel]
date: 2024-05-01
---
Before the first heading, see [the index](index.md#top "title").

# Grafting Season
![picture](p.png) and <https://example.org/?a=1&b=2> and [[Note|label]].
## Winter Pruning
secateurs [ref][r] ![[embed#part]]
# Grafting Season
again, with emoji 🍏 and é
## Empty

[r]: other.md
"""
KINDS = "\n# Kinds\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n> said\n\n```\nx  y\n```\n"
ODD_PATHS = (
    "plain.md",
    "with space.md",
    "with#hash.md",
    "a.md",
    "a.md#b.md",
    "tilde~1.md",
    "colon:docs:x.md",
    "percent%20%2e%2e.md",
    "quotes'\"`.md",
    "new\nline.md",
    "tab\t.md",
    "back\\slash.md",
    "-dash.md",
    "$(x);&|<>*?[].md",
    "emoji 🍏/deep/ünï.md",
    "e\u0301.md",
    "\u00e9.md",
    "UPPER.md",
    "upper.md",
    "日本語/ไทย.md",
    "x" * 200 + "/" + "y" * 200 + ".md",
    "no suffix",
    ".hidden.md",
    "%.md",
    "_.md",
)
FRONT = {
    "scalars": "a: 1\nb: -2.5\nc: true\nd: null\ne: ''\nf: '007'\n",
    "large": "a: 123456789012345678901234567890\nb: 1e300\nc: .inf\nd: .nan\n",
    "dates": "a: 2024-05-01\nb: 2024-05-01T10:11:12Z\nc: 10:11\n",
    "nested": "a:\n  b: [1, [2, {c: d}], []]\n  e: {}\n",
    "keys": "1: one\ntrue: yes\n'a.b': x\n",
    "unicode": "ключ: значение\n🍏: '\\u2028'\nx: \"\\0\\t\\\\\"\n",
}


def _record(taken: Entry, version: int = 1) -> DocumentRecord:
    document = taken.document
    return DocumentRecord(
        document.id,
        document.source.tree,
        document.source.path,
        version,
        document.source.mtime,
        document.title,
        document.tags,
        document.aliases,
        document.updated,
        document.fields,
        document.warnings,
        sum(chunk.hit for chunk in taken.chunks),
        len(document.source.data),
        document.blocks,
        document.hidden,
        "english",
    )


def _links(taken: Entry) -> list[StoredLink]:
    return [
        StoredLink(chunk.doc_id, chunk.id, link) for chunk in taken.chunks for link in chunk.links
    ]


class ReadingContract(Case):
    """SPEC 2.1, 3.1, 5.1: documents, chunks, links and text survive storage."""

    @pytest.mark.parametrize("strategy", STRATEGIES)
    def test_chunks_come_back_equal(self, store: EngineUnderTest, strategy: Strategy) -> None:
        """SPEC 3.1: every field of every chunk, in document order, whatever the strategy."""
        taken = entry("guides/a.md", RICH + KINDS, strategy=strategy)
        assert len(taken.chunks) > 3
        store.apply([taken])
        for _ in range(2):
            outline = store.engine.outline("docs:guides/a.md", HERE)
            assert outline == list(taken.chunks)
            assert [chunk.position for chunk in outline] == list(range(len(outline)))
            found = store.engine.chunks([chunk.id for chunk in taken.chunks], HERE)
            assert found == {chunk.id: chunk for chunk in taken.chunks}
            store.reopen()

    def test_what_a_strategy_adds_comes_back(self, store: EngineUnderTest) -> None:
        """SPEC 3.1, 4.4: parts, prefixes, counted tokens, and bodies that are not the file's."""
        taken = entry("a.md", "# A\n\nsome  words\n")
        section = taken.chunks[1]._replace(part=2, prefix="A > ", token_count=2)
        normal = section._replace(id=f"{section.id}~2", body="some words", spans=())
        store.apply([taken._replace(chunks=[taken.chunks[0], normal])])
        store.reopen()
        assert store.engine.chunks([normal.id], HERE) == {normal.id: normal}
        assert store.find(phrase("body", "some words")) == [normal.id]

    def test_bare_structure_is_known_but_never_found(self, store: EngineUnderTest) -> None:
        """SPEC 3.3, 3.5: a node outside the search has a place and a title, and never matches."""
        taken = entry("a.md", "# Pears\n\nripe\n\n## Quinces\n\nhard\n", strategy="none")
        document, pears, quinces = taken.chunks
        store.apply([taken])
        for _ in range(2):
            assert store.find(term("text", "quinces")) == [document.id]
            assert store.find(term("title", "quinces")) == []
            assert store.find(Everything()) == [document.id]
            assert store.engine.chunks([quinces.id], HERE) == {quinces.id: quinces}
            assert store.engine.nodes([quinces.id], HERE)[quinces.id].parent_id == pears.id
            assert store.engine.usage(HERE)["docs"].chunks == store.engine.chunk_count(HERE) == 1
            assert store.engine.check() == []
            store.reopen()

    def test_documents_come_back_equal(self, store: EngineUnderTest) -> None:
        """SPEC 2.1: title, tags, aliases, dates, other fields and warnings, by id."""
        taken = [
            entry("z.md", RICH),
            entry("a.txt", "plain\n", mtime=5),
            entry("m.md", "---\na: [\n---\nbroken front matter\n"),
        ]
        assert taken[2].document.warnings
        store.apply(taken)
        expected = sorted(_record(one) for one in taken)
        assert store.engine.documents(HERE) == expected
        store.reopen()
        assert store.engine.documents(HERE) == expected

    @pytest.mark.parametrize("name", FRONT)
    def test_any_front_matter_value_survives(self, store: EngineUnderTest, name: str) -> None:
        """SPEC 2.1: any YAML value must survive storage, dates included."""
        taken = entry("a.md", f"---\n{FRONT[name]}---\nx\n")
        assert taken.document.fields
        store.apply([taken])
        store.reopen()
        (kept,) = store.engine.documents(HERE)
        assert repr(dict(kept.fields)) == repr(dict(taken.document.fields))  # `nan` is not itself

    def test_toml_front_matter_survives(self, store: EngineUnderTest) -> None:
        """SPEC 2.1: TOML front matter has dates and times of its own."""
        front = "day = 2024-05-01\nat = 2024-05-01T10:11:12+02:00\nclock = 10:11:12\n[t]\nn = [1]\n"
        taken = entry("a.md", f"+++\n{front}+++\nx\n")
        assert set(taken.document.fields) == {"day", "at", "clock", "t"}
        store.apply([taken])
        store.reopen()
        assert store.engine.documents(HERE) == [_record(taken)]

    @pytest.mark.parametrize(
        "data",
        [
            b"\xef\xbb\xbf# BOM\nx\n",
            b"# CRLF\r\nx\r\n\r\n## B\r\ny",
            b"# CR\rx\r",
            b"# NUL\0\nx\0y\n\0",
            "# 🍏 𝔘𝔫𝔦\n𐍈 e\u0301 \u2028 \u0085 \ufffd\n".encode(),
            b"no newline at the end",
            b"\n\n \n# A\n\n\n  x  \n\n",
            "ا ब 日 ไ\n".encode() * 3000,
            bytes(range(1, 128)),
        ],
    )
    def test_text_is_the_bytes_that_were_read(self, store: EngineUnderTest, data: bytes) -> None:
        """Protocol `text`: the bytes exactly, and bodies cut from them."""
        taken = entry("a.md", data)
        store.apply([taken])
        for _ in range(2):
            assert store.engine.texts(["docs:a.md"], HERE) == {"docs:a.md": data}
            assert store.engine.outline("docs:a.md", HERE) == list(taken.chunks)
            store.reopen()

    def test_links_in_order_with_their_chunks(self, store: EngineUnderTest) -> None:
        """SPEC 5.1: every link once, with its document and chunk, in order."""
        files = {"b.md": RICH, "a.md": "[one](x.md) [two](y.md) [one](x.md)\n", "c.md": "none\n"}
        b, a, _ = store.put(files)
        assert len(_links(b)) >= 6
        assert store.engine.links(HERE) == [*_links(a), *_links(b)]
        assert store.engine.links(HERE, ["docs:b.md"]) == _links(b)
        assert store.engine.links(HERE, ["docs:c.md", "docs:unknown.md", ""]) == []
        both = store.engine.links(HERE, ["docs:b.md", "docs:a.md", "docs:b.md"])
        assert sorted(both) == sorted([*_links(a), *_links(b)])
        store.reopen()
        assert store.engine.links(HERE) == [*_links(a), *_links(b)]

    def test_unknown_ids_give_nothing(self, store: EngineUnderTest) -> None:
        """Protocol `chunks`, `outline`, `text`: unknown ids are left out without an error."""
        store.put({"a.md": "# One\nx\n# Two\ny\n"})
        unknown = [
            *("", ":", "#", "~", "docs", "docs:", "docs:#one", ":a.md", "a.md", "a.md#one"),
            *("docs:a.md#", "docs:a.md#three", "docs:a.md~1", "docs:a.md#one~1", "docs:A.md"),
            *("docs:a.md ", "docs:./a.md", "docs:../a.md", "docs:/a.md", "other:a.md", "docs:%"),
            *("docs:a.md#ONE", "docs:a_md", "docs:a.md#one\0", "\ud800", "docs:" + "x" * 100_000),
        ]
        known = ["docs:a.md#two", "docs:a.md", "docs:a.md#two"]
        assert set(store.engine.chunks(iter([*unknown, *known]), HERE)) == set(known)
        assert store.engine.chunks([], HERE) == {}
        assert store.engine.links(HERE, unknown) == []
        for one in (*unknown, "docs:a.md#one"):
            assert store.engine.outline(one, HERE) == []
            assert store.engine.texts([one], HERE) == {}

    def test_only_the_documents_asked_for(self, store: EngineUnderTest) -> None:
        """Protocol `documents`: these, or all, by id, each once."""
        store.put({path: f"{path}\n" for path in ("c.md", "a.md", "b.md")})
        every = store.engine.documents(HERE)
        assert [one.path for one in every] == ["a.md", "b.md", "c.md"]
        asked = ["docs:c.md", "docs:a.md", "docs:c.md", "docs:unknown.md", "a.md", ""]
        assert store.engine.documents(HERE, asked) == [every[0], every[2]]
        assert store.engine.documents(HERE, ["docs:unknown.md"]) == []
        many = [f"docs:{number}.md" for number in range(40_000)]
        assert store.engine.documents(HERE, [*many, "docs:b.md"]) == [every[1]]

    def test_days_are_those_of_the_documents(self, store: EngineUnderTest) -> None:
        """Protocol `days`: the date in the front matter, else the mtime."""
        store.put({"a.md": "---\nupdated: 2024-05-06\n---\nold\n", "b.md": "new\n"})
        asked = ["docs:a.md", "docs:b.md", "docs:unknown.md"]
        records = {one.id: one for one in store.engine.documents(HERE)}
        days = store.engine.days(asked, HERE)
        assert days == {
            "docs:a.md": date(2024, 5, 6).toordinal(),
            "docs:b.md": day_of(None, records["docs:b.md"].mtime),
        }
        assert store.engine.days(["docs:a.md"], HERE) == {"docs:a.md": days["docs:a.md"]}
        assert store.engine.days([], HERE) == {}

    def test_only_the_files_asked_for(self, store: EngineUnderTest) -> None:
        """Protocol `manifest`: the entries of these paths, or of all."""
        store.put({path: f"{path}\n" for path in ("c.md", "a.md", "b.md")})
        every = store.engine.manifest(HERE)
        for paths in (["a.md"], ["c.md", "a.md", "c.md"], ["unknown.md", "b.md", "docs:a.md", ""]):
            expected = {at: file for at, file in every.items() if at[1] in paths}
            assert store.engine.manifest(HERE, paths) == expected
        assert store.engine.manifest(HERE, ["unknown.md"]) == {}
        many = [f"{number}.md" for number in range(40_000)]
        assert set(store.engine.manifest(HERE, [*many, "b.md"])) == {("docs", "b.md")}

    def test_odd_paths(self, store: EngineUnderTest) -> None:
        """SPEC 3.2: facts are never read back out of ids, so a path may hold any character."""
        taken = store.put(
            {path: f"# b\nlantern{n} common\n## c\n" for n, path in enumerate(ODD_PATHS)}
        )
        store.reopen()
        assert [one.path for one in store.engine.documents(HERE)] == [
            one.document.source.path for one in sorted(taken, key=lambda one: one.document.id)
        ]
        assert {path for _, path in store.engine.manifest(HERE)} == set(ODD_PATHS)
        assert len(store.find(term("text", "common"))) == len(ODD_PATHS)
        for number, one in enumerate(taken):
            assert store.engine.outline(one.document.id, HERE) == list(one.chunks)
            assert store.engine.documents(HERE, [one.document.id]) == [_record(one)]
            assert len(store.engine.manifest(HERE, [one.file.path])) == 1
            found = store.engine.texts([one.document.id], HERE)
            assert found == {one.document.id: one.document.source.data}
            assert store.find(term("text", f"lantern{number}")) == [one.chunks[1].id]
        ids = [chunk.id for one in taken for chunk in one.chunks]
        assert set(store.engine.chunks(ids, HERE)) == set(ids)
        assert store.engine.check() == []

    def test_odd_paths_are_dropped_one_by_one(self, store: EngineUnderTest) -> None:
        """Dropping one path leaves the others."""
        store.put(dict.fromkeys(ODD_PATHS, "common\n"))
        left = set(ODD_PATHS)
        for path in ODD_PATHS:
            store.apply(drop=[path])
            left.remove(path)
            assert {at for _, at in store.engine.manifest(HERE)} == left
            assert len(store.find(term("text", "common"))) == len(left)

    def test_many_ids_at_once(self, store: EngineUnderTest) -> None:
        """Protocol `chunks`: any number of ids."""
        text = "".join(f"# h{number}\nx\n" for number in range(1000))
        (taken,) = entries({"a.md": text})
        store.apply([taken])
        ids = [chunk.id for chunk in taken.chunks]
        assert len(store.engine.chunks([*ids, *(f"{one}-" for one in ids)], HERE)) == len(ids)

    def test_usage_counts(self, store: EngineUnderTest) -> None:
        """Protocol `usage`: documents, chunks and the bytes of their texts."""
        store.put({"a.md": RICH, "b.md": "", "c.md": "é\n"})
        store.put({"c.md": "# é\nx\n"})
        (usage,) = store.engine.usage(HERE).values()
        contents = store.contents()
        assert usage.documents == 3
        assert usage.chunks == sum(len(outline) for outline in contents.outlines.values())
        assert usage.text_bytes == sum(len(text or b"") for text in contents.texts.values())
        assert usage.segments >= 1
