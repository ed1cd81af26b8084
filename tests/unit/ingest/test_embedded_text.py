"""Tests that the keys of values depend on exactly the right fields."""

from __future__ import annotations

from ra.engine.contract.store import entry
from ra.ingest.embedded_text import embedded_text, embedding_key
from ra.model import Chunk


def _section(path: str, text: str) -> Chunk:
    """The last chunk of a file."""
    return entry(path, text).chunks[-1]


def test_a_vector_has_the_key_of_what_is_embedded() -> None:
    """SPEC 8.3: breadcrumb + body; a heading that is renamed has another vector, a file none."""
    one = _section("a.md", "# Tea\n## Oolong\nSteep it.\n")
    renamed = _section("a.md", "# Tea\n## Sencha\nSteep it.\n")
    above = _section("a.md", "# Coffee\n## Oolong\nSteep it.\n")
    longer = _section("a.md", "# Tea\n## Oolong\nSteep it twice.\n")
    keys = [_key(each) for each in (one, renamed, above, longer)]
    assert len(set(keys)) == 4
    assert one.digest == renamed.digest == above.digest
    moved = _section("sub/b.md", "before\n\n# Tea\n## Oolong\nSteep it.\n")
    assert moved.breadcrumb == one.breadcrumb
    assert _key(moved) == keys[0]


def test_what_is_embedded_holds_breadcrumb_and_body() -> None:
    """SPEC 8.3: all of both up to the limit, and not the prefix that repeats other chunks."""
    chunk = _section("a.md", "# Tea\n## Oolong\nSteep it.\n")
    text, has_text = embedded_text(chunk, 99)
    assert (text, has_text) == ("Tea > Oolong\nSteep it.", True)
    assert embedded_text(chunk._replace(prefix="before"), 99) == (text, True)
    assert embedded_text(chunk, 8) == ("Tea > Oo", True)


def test_an_edit_beyond_the_limit_keeps_the_vector() -> None:
    """SPEC 8.3: the key is a hash of exactly what is embedded, by that model."""
    short, long = (_section("a.md", f"# Tea\n{'x ' * n}\n") for n in (50, 60))
    assert embedded_text(short, 40) == embedded_text(long, 40)
    assert embedding_key("m", "tea") != embedding_key("n", "tea")


def test_front_matter_is_not_embedded() -> None:
    """SPEC 2.1: a document of front matter alone has no text."""
    page = "---\ntitle: Tea\nsecret: yes\n---\nSteep it.\n"
    assert embedded_text(_section("a.md", page), 99) == ("Tea\nSteep it.", True)
    assert embedded_text(_section("a.md", page.replace("Steep it.\n", "")), 99) == ("Tea\n", False)


def _key(chunk: Chunk) -> bytes:
    return embedding_key("m", embedded_text(chunk, 2048)[0])
