"""Tests of `ra ls`."""

from __future__ import annotations

import pytest

from tests.cli.command import Sandbox

TWO_TREES = '[tree.docs]\npath = "docs"\n[tree.notes]\npath = "notes"\n'
FILES: dict[str, str | bytes] = {
    ".ra.toml": TWO_TREES,
    "docs/guide.md": (
        "---\ntags: [a, b]\naliases: [manual]\nupdated: 2024-05-01\nowner: me\n---\n"
        "# Guide\n\ntext\n\n## More\n\nand [a link](x.md)\n"
    ),
    "notes/n.txt": "plain\n",
}


@pytest.fixture
def project(box: Sandbox) -> Sandbox:
    """Two trees with a document each."""
    box.write(FILES)
    return box


def test_documents_are_listed_with_their_titles(project: Sandbox) -> None:
    """Issue 3: `ra ls docs`; the index is brought up to date first."""
    assert project.ra("ls", "docs") == (0, "docs:guide.md  Guide\nnotes:n.txt  n\n", "")


def test_chunks_are_listed_in_order_with_their_breadcrumbs(project: Sandbox) -> None:
    """Issue 3: `ra ls chunks`, in document order (SPEC 3.3)."""
    assert project.ra("ls", "chunks").out.splitlines() == [
        "docs:guide.md  > Guide",
        "docs:guide.md#guide  > Guide",
        "docs:guide.md#more  > Guide › More",
        "notes:n.txt  > n",
    ]


def test_trees_are_listed_with_their_sizes(project: Sandbox) -> None:
    """Issue 3: `ra ls trees`."""
    lines = project.ra("ls", "trees").out.splitlines()
    size = len(FILES["docs/guide.md"])
    assert lines == [
        f"docs  1 document · 3 chunks · {size} B  {project.folder / 'docs'}",
        f"notes  1 document · 1 chunk · 6 B  {project.folder / 'notes'}",
    ]


def test_json_is_an_array_with_an_object_for_each(project: Sandbox) -> None:
    """Issue 3: with --json an array; the chunks are those that `ra chunks` makes of the files."""
    trees = project.ra("ls", "trees", "--json").json
    assert [(tree["name"], tree["documents"], tree["chunks"]) for tree in trees] == [
        ("docs", 1, 3),
        ("notes", 1, 1),
    ]
    guide, note = project.ra("ls", "docs", "--json").json
    assert (guide["id"], note["id"]) == ("docs:guide.md", "notes:n.txt")
    assert (guide["tags"], guide["aliases"]) == (["a", "b"], ["manual"])
    assert guide["fields"]["owner"] == "me"
    assert guide["chunks"] == 3
    chunks = project.ra("ls", "chunks", "--json").json
    exported = project.ra("chunks", "--json").records  # which counts tokens; a list does not
    assert [{**record, "token_count": None} for record in exported] == [
        chunk
        for chunk in chunks
        if not chunk["body"].startswith("---")  # only front matter
    ]


def test_one_tree_alone(project: Sandbox) -> None:
    """`--tree` names trees; an unknown one is an error with the nearest name."""
    assert project.ra("ls", "docs", "--tree", "notes").out == "notes:n.txt  n\n"
    assert [tree["name"] for tree in project.ra("ls", "trees", "--tree=docs", "--json").json] == [
        "docs"
    ]
    wrong = project.ra("ls", "docs", "--tree", "note")
    assert (wrong.code, wrong.out) == (2, "")
    assert "did you mean 'notes'?" in wrong.err


@pytest.mark.parametrize("subject", ["docs", "chunks"])
def test_nothing_to_list_is_exit_code_1(box: Sandbox, subject: str) -> None:
    """SPEC 11: 1 is nothing found; the JSON is still an array."""
    assert box.ra("ls", subject) == (1, "", "")
    assert box.ra("ls", subject, "--json") == (1, "[]\n", "")


def test_every_change_is_seen_at_once_unless_told_not_to(box: Sandbox) -> None:
    """Issue 3: every reading command brings the index up to date first; --no-update skips it."""
    box.write({"a.md": "# A\n"})
    assert box.ra("ls", "docs").out == "project:a.md  A\n"
    box.write({"a.md": "# Other\n", "b.md": "# B\n"})
    assert box.ra("ls", "docs", "--no-update").out == "project:a.md  A\n"
    assert box.ra("ls", "docs").out == "project:a.md  Other\nproject:b.md  B\n"
    (box.folder / "a.md").unlink()
    assert box.ra("ls", "docs").out == "project:b.md  B\n"


def test_no_update_without_an_index_says_so(box: Sandbox) -> None:
    """SPEC 6.6: what was never indexed is missing, not empty."""
    box.write({"a.md": "# A\n"})
    done = box.ra("ls", "docs", "--no-update")
    assert (done.code, done.out) == (2, "")
    assert "no index for these documents yet" in done.err
    assert "ra update" in done.err


def test_a_missing_tree_is_a_warning(project: Sandbox) -> None:
    """SPEC 1.6: said on stderr, and the other trees are listed."""
    project.write({".ra.toml": TWO_TREES + '[tree.gone]\npath = "gone"\n'})
    done = project.ra("ls", "docs")
    assert done.code == 0
    assert done.out == "docs:guide.md  Guide\nnotes:n.txt  n\n"
    assert "gone" in done.err


def test_a_tenant_sees_only_its_own(project: Sandbox) -> None:
    """SPEC 12: a query runs inside one tenant: `default`, or the one that is named."""
    project.write({".ra.toml": TWO_TREES + 'tenant = "team"\n'})
    assert project.ra("ls", "docs").out == "docs:guide.md  Guide\n"
    assert project.ra("ls", "docs", "--tenant", "team").out == "notes:n.txt  n\n"
    assert [tree["name"] for tree in project.ra("ls", "trees", "--json").json] == ["docs"]
    foreign = project.ra("ls", "docs", "--tree", "notes")
    assert foreign.code == 2
    assert "notes" not in foreign.err.replace("'notes'", "", 1)
    wrong = project.ra("ls", "docs", "--tenant", "taem")
    assert (wrong.code, wrong.out) == (2, "")


def test_the_only_tenant_need_not_be_named(box: Sandbox) -> None:
    """SPEC 12: the default is `default`, or the only one there is."""
    box.write({".ra.toml": '[tree.a]\npath = "."\ntenant = "team"\n', "x.md": "# X\n"})
    assert box.ra("ls", "docs").out == "a:x.md  X\n"


def test_titles_cannot_steer_the_terminal(box: Sandbox) -> None:
    """Escape sequences in titles are removed for people and escaped in JSON."""
    box.write({"x.md": "# A \x1b]0;owned\x07B\x9b31m\n\ntext\n\n## C\x1b[2J\n\nx\n"})
    for subject in ("docs", "chunks"):
        assert box.ra("ls", subject).out.replace("\n", "").isprintable()
        assert "\x1b" not in box.ra("ls", subject, "--json").out


def test_tags_and_properties_are_counted(project: Sandbox) -> None:
    """Issue 15: `ra ls tags` with parents of nested tags, `ra ls properties`."""
    project.write({"notes/m.md": "---\nOwner: you\n---\n#b/c and #B\n"})
    assert project.ra("ls", "tags").out.splitlines() == [
        "b  2 documents",
        "a  1 document",
        "b/c  1 document",
    ]
    assert project.ra("ls", "properties").out.splitlines()[0] == "owner  2 documents"
    assert '{"name": "a", "documents": 1}' in project.ra("ls", "tags", "--json").out


NOTES: dict[str, str | bytes] = {
    "daily/one.md": "---\nstatus: draft\nrating: 7\n---\nGreen tea. #tea/green\n",
    "daily/two.md": "---\nstatus: done\ncreated: 2024-05-02\n---\n"
    "Black coffee.\n\n## Later\n\ntea\n",
    "three.md": "Nothing of that. #coffee\n",
}


def _listed(box: Sandbox, *words: str) -> list[str]:
    done = box.ra("ls", *words)
    assert done.code == (0 if done.out else 1), done.err
    return [line.split("  ")[0].partition(":")[2] or line for line in done.out.splitlines()]


def test_documents_are_listed_by_any_query(box: Sandbox) -> None:
    """Issue 15: `ra ls docs QUERY`: words, tags, paths, properties, dates, negations."""
    box.write(NOTES)
    assert _listed(box, "docs", "tag:tea") == ["daily/one.md"]
    assert _listed(box, "docs", "path:daily/") == ["daily/one.md", "daily/two.md"]
    assert _listed(box, "docs", "path:daily/ -[status:draft]") == ["daily/two.md"]
    assert _listed(box, "docs", "[rating:>5]") == ["daily/one.md"]
    assert _listed(box, "docs", "before:2024-06-01") == ["daily/two.md"]
    assert _listed(box, "docs", "tea") == ["daily/one.md", "daily/two.md"]
    assert _listed(box, "docs", "tag:coffee", "[status:draft]") == ["daily/one.md", "three.md"]
    assert _listed(box, "docs", "coffe") == []  # no typos: a list is exact
    assert _listed(box, "docs", "green coffee") == []  # all words, no partial matches


def test_a_query_filters_chunks_tags_and_properties(box: Sandbox) -> None:
    """The same queries for the other lists of documents' contents."""
    box.write(NOTES)
    assert _listed(box, "chunks", "tea") == ["daily/one.md", "daily/two.md#later"]
    assert box.ra("ls", "tags", "path:daily/").out.split("\n")[0].startswith("tea")
    assert "coffee" not in box.ra("ls", "tags", "path:daily/").out
    assert "rating" not in box.ra("ls", "properties", "[status:done]").out


def test_a_bad_query_of_a_list_is_an_error(box: Sandbox) -> None:
    """SPEC 7: an error that names the problem, exit code 2; trees have no query."""
    box.write(NOTES)
    for words in (["docs", 'a "b'], ["docs", ""], ["trees", "tea"]):
        done = box.ra("ls", *words)
        assert (done.code, done.out) == (2, "")
        assert done.err


def test_long_lines_have_details(box: Sandbox) -> None:
    """findings/rust-ra 1.1: `-l` shows patterns of trees, chunks and sizes of documents."""
    box.write(NOTES)
    (tree,) = box.ra("ls", "trees", "-l").out.splitlines()
    assert "include **/*.md, **/*.markdown, **/*.txt" in tree
    one, two, _ = box.ra("ls", "docs", "-l").out.splitlines()
    assert one.endswith("#tea/green") and "1 chunk · 54 B" in one
    assert "2024-05-02 · 2 chunks" in two
    assert "section · 5 B" in box.ra("ls", "chunks", "-l").out
    properties = box.ra("ls", "properties", "-l").out.splitlines()
    assert properties[0] == "status  2 documents  draft · done"
