"""SPEC 7: `name:` and properties select whole documents."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.worlds import World, world

NOTES = {
    "RSA.md": "---\nstatus: Draft\nrating: 7\ndue: 2026-11-02\n---\n# Terms\n\nkeys\n\n# Use\n"
    "\nmore\n",
    "ssh.md": "---\ntitle: Secure shell\naliases: [rsa keys]\nstatus: in progress\n---\nkeys\n",
    "guides/tls/index.md": "---\nrating: 4\nstatus: [done, Draft]\ndue: 2027-01-01\n---\n"
    "# A\n\nrsa\n",
    "other.md": "---\ntitle: Other\nstatus:\ndone: true\n---\n# RSA\n\nrsa keys here\n\n# B\n\nx\n",
}


@pytest.fixture(name="notes", scope="module")
def _notes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with world(tmp_path_factory.mktemp("notes"), {"notes": NOTES}) as there:
        yield there


@pytest.mark.parametrize(
    ("query", "paths"),
    [
        ("name:rsa", {"RSA.md", "ssh.md"}),
        ("name:SSH", {"ssh.md"}),
        ("name:shell", {"ssh.md"}),
        ("name:tls", {"guides/tls/index.md"}),
        ('name:"rsa keys"', {"ssh.md"}),
        ('name:"keys rsa"', set()),
        ("name:sec*", {"ssh.md"}),
        ("name:index", set()),
        ("name:rsa -name:ssh", {"RSA.md"}),
        ("name:rsa more", {"RSA.md"}),
        ("name:(tls OR shell)", {"ssh.md", "guides/tls/index.md"}),
        ("[status:draft]", {"RSA.md", "guides/tls/index.md"}),
        ("[Status:DRAFT] keys", {"RSA.md"}),
        ('[status:"in progress"]', {"ssh.md"}),
        ("[status:progress]", {"ssh.md"}),
        ("[status:prog*]", {"ssh.md"}),
        ("[status]", set(NOTES)),
        ("[rating]", {"RSA.md", "guides/tls/index.md"}),
        ("[rating:>5]", {"RSA.md"}),
        ("[rating:<=4]", {"guides/tls/index.md"}),
        ("[rating:7]", {"RSA.md"}),
        ("[due:<2026-12-01]", {"RSA.md"}),
        ("[due:>2026-12-01]", {"guides/tls/index.md"}),
        ("[due:2026-11]", {"RSA.md"}),
        ("[done:true]", {"other.md"}),
        ("[status:null]", {"other.md"}),
        ("-[rating] keys", {"ssh.md", "other.md"}),
        ("[rating] -[status:done] rsa", {"RSA.md"}),
        ("[nothing]", set()),
    ],
)
def test_documents_are_selected(notes: World, query: str, paths: set[str]) -> None:
    """SPEC 7: names are title, file name and aliases; properties are those of front matter."""
    assert {one.match.chunk.path for one in notes.search(query).results} == paths


def test_a_named_document_comes_before_its_sections(notes: World) -> None:
    """SPEC 8.2: a page that is the thing comes first."""
    first = notes.search("name:rsa").results[0].match.chunk
    assert (first.path, first.depth) == ("RSA.md", 0)
