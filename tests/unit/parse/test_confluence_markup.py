"""Tests of links in Confluence markup."""

from __future__ import annotations

import re

import pytest

from ra.parse.markdown import read as read_markdown
from tests.shared import shared
from tests.unit.parse.reading import read

PAGE = "<ac:link><ri:page ri:content-title=\"A &amp; B\" ri:space-key='S'/></ac:link>"


def test_places_are_bytes_of_the_file() -> None:
    """SPEC 1.8: offsets refer to the bytes of the file, after any letters."""
    text = f"---\ntitle: é\n---\n[é](a.md) {PAGE} [[b]] é {PAGE}\n"
    document = read(text)
    data = document.source.data
    assert [link.url for link in document.links] == ["a.md", "page:S/A & B", "b", "page:S/A & B"]
    assert [data[link.start : link.end].decode() for link in document.links] == [
        "[é](a.md)", PAGE, "[[b]]", PAGE
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "urls"),
    [
        (f"<div>\n{PAGE}\n</div>", ["page:S/A & B"]),
        (f"> {PAGE}", ["page:S/A & B"]),
        ('<ac:image><ri:url ri:value="https://x.y/z.png"/></ac:image>', ["https://x.y/z.png"]),
        ('<ac:link><ri:user ri:userkey="u"/></ac:link>', []),
        ("<ac:link></ac:link> <ri:page/>", []),
        ('<ac:link><ri:page ri:content-title=""/></ac:link>', []),
        ('<ac:link-body><ri:page ri:content-title="X"/></ac:link-body>', []),
        (f'<ac:link><ri:attachment ri:filename="f"/>{PAGE}</ac:link>',
         ["attachment:f", "page:S/A & B"]),
        ("<ac:link> [a](b) <ri:x>", ["b"]),
        (f"~~~\n{PAGE}\n~~~\n\n`` {PAGE} ``\n\n    {PAGE}\n", []),
    ],
)  # fmt: skip
def test_forms(text: str, urls: list[str]) -> None:
    """SPEC 5.2: `ac:link`, `ri:page`, `ri:attachment`, not in code, and no tag by itself."""
    assert [link.url for link in read(text + "\n").links] == urls


def test_text_without_markup_is_read_once() -> None:
    """Markdown's own links are the same with and without markup beside them."""
    text = "# [h](1)\n\n[![i](3)](2) <https://x.y> [[w]]\n"
    plain = read_markdown(text).links
    marked = read(f"{text}\n{PAGE}\n").links
    assert [link for link in marked if link.syntax != "markup"] == plain


@pytest.mark.parametrize("name", ["basic", "images", "missing", "anchors", "toc", "macro"])
def test_pages_of_confluence(name: str) -> None:
    """Conformance, confluence: every attachment that a page names is a link of it."""
    text = shared("conformance", "confluence", "target", f"{name}.xml").read_text(encoding="utf-8")
    document = read(text)
    named = re.findall(r'<ri:attachment ri:filename="([^"]+)"', text)
    found = [link.url for link in document.links if link.syntax == "markup"]
    assert [url for url in found if url.startswith("attachment:")] == [
        f"attachment:{one}" for one in named
    ]
