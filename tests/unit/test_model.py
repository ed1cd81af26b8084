"""Tests that the keys of values depend on exactly the right fields."""

from __future__ import annotations

from ra.engine.contract.store import entry
from ra.model import Chunk, embedded_text, embedding_key


def _section(path: str, text: str) -> Chunk:
    """The last chunk of a file."""
    return entry(path, text).chunks[-1]


def test_a_vector_has_the_key_of_what_is_embedded() -> None:
    """SPEC 8.3: breadcrumb + body; a heading that is renamed has another vector, a file none."""
    one = _section("a.md", "# Tea\n## Oolong\nSteep it.\n")
    renamed = _section("a.md", "# Tea\n## Sencha\nSteep it.\n")
    above = _section("a.md", "# Coffee\n## Oolong\nSteep it.\n")
    longer = _section("a.md", "# Tea\n## Oolong\nSteep it twice.\n")
    keys = [embedding_key(each) for each in (one, renamed, above, longer)]
    assert len(set(keys)) == 4
    assert one.digest == renamed.digest == above.digest
    moved = _section("sub/b.md", "before\n\n# Tea\n## Oolong\nSteep it.\n")
    assert moved.breadcrumb == one.breadcrumb
    assert embedding_key(moved) == keys[0]


def test_what_is_embedded_holds_breadcrumb_and_body() -> None:
    """SPEC 8.3: all of both, and not the prefix that repeats a part of other chunks."""
    chunk = _section("a.md", "# Tea\n## Oolong\nSteep it.\n")
    text = embedded_text(chunk)
    assert text.splitlines() == ["Tea", "Oolong", "Steep it."]
    assert embedded_text(chunk._replace(prefix="before")) == text
