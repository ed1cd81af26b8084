"""Tests of the page that a Confluence URL names."""

from __future__ import annotations

from base64 import b64encode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ra.links.confluence import ConfluencePage, page_anywhere, page_below, page_id, tiny_id

BASE = "https://wiki.example.com"


def tiny(number: int) -> str:
    """A page id as Confluence shortens it."""
    written = b64encode(number.to_bytes(8, "little")).decode().rstrip("=")
    return written.replace("/", "-").replace("+", "_").rstrip("A")


@given(st.integers(1, 2**64 - 1))
def test_tiny_links_come_back(number: int) -> None:
    """SPEC 5.2: `/x/CODE`; ids above 2^32 need eight bytes."""
    assert tiny_id(tiny(number)) == str(number)


@pytest.mark.parametrize("code", ["", "!!!", "é", "A" * 12, "AB CD", "%41"])
def test_what_is_no_tiny_link(code: str) -> None:
    """SPEC 5.2: a code that cannot be read is no error."""
    assert tiny_id(code) is None


@pytest.mark.parametrize(
    ("path", "page"),
    [
        ("/pages/viewpage.action?pageId=12", ConfluencePage("12")),
        ("/pages/viewpage.action?x=1&pageId=0012&y", ConfluencePage("12")),
        ("/pages/viewpage.action?spaceKey=A&title=b+c", ConfluencePage(None, "A", "b c")),
        ("/pages/edit-v2/12", ConfluencePage("12")),
        ("/spaces/A/pages/edit-v2/12", ConfluencePage("12", "A")),
        ("/spaces/A/pages/12/b%2Fc", ConfluencePage("12", "A", "b/c")),
        ("/wiki/spaces/A/pages/12", ConfluencePage("12", "A")),
        ("/display/A/b+c%2B", ConfluencePage(None, "A", "b c+")),
        ("/display/~me/b", ConfluencePage(None, "~me", "b")),
        ("/display/A", ConfluencePage(None, "A")),
        ("/x/DA", ConfluencePage("12")),
        ("/x/!", ConfluencePage()),
        ("/download/attachments/12/a%20b.pdf?v=2", ConfluencePage("12", file="a b.pdf")),
    ],
)
def test_forms(path: str, page: ConfluencePage) -> None:
    """SPEC 5.2: each form; what is named anywhere is what is named below our base."""
    assert page_below(BASE + path, BASE) == page
    assert page_below(BASE + path, BASE + "/") == page
    assert page_anywhere(BASE + path) == page
    assert page_anywhere(f"https://h.example/context{path}") == page


@pytest.mark.parametrize(
    "url",
    [
        "/",
        "/pages/viewpage.action",
        "/pages/viewpage.action?pageId=x",
        "/dashboard.action",
        "/spaces/A/overview",
        "/pages/x",
        "/downloads/attachments/1/a",
        "/nodisplay/A/b",
    ],
)
def test_what_names_no_page(url: str) -> None:
    """SPEC 5.2: everything else below the base is a URL like others."""
    assert page_below(BASE + url, BASE) is None


@pytest.mark.parametrize(
    "url", ["https://other.example.com", "https://wiki.example.com:8443", "ftp://wiki.example.com"]
)
def test_other_hosts(url: str) -> None:
    """SPEC 5.2: a URL elsewhere is external."""
    assert page_below(f"{url}/display/A/b", BASE) is None


@pytest.mark.parametrize(
    ("value", "expected"),
    [(12, "12"), ("012", "12"), (" 12 ", "12"), ("1.2", None), (None, None), (True, None),
     ([12], None), ("", None), ("9" * 21, None), ("١٢", None), (-1, None)],
)  # fmt: skip
def test_page_ids_of_front_matter(value: object, expected: str | None) -> None:
    """SPEC 5.2: `confluence_page_id` may be a number or a text."""
    assert page_id(value) == expected
