"""Tests of the slugs of headings, each unique (SPEC 2.4)."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ra.parse import slugs


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        ("Getting Started", "getting-started"),
        ("OAuth 2.0 (beta)", "oauth-20-beta"),
        ("snake_case kebab-case", "snake_case-kebab-case"),
        ("a -- b", "a-b"),
        ("-a-", "a"),
        ("tab\tand\u00a0space", "tab-and-space"),
        ("हिन्दी में", "हिन्दी-में"),
        ("ÀÉ ß", "àé-ß"),
        ("İstanbul", "i\u0307stanbul"),
        ("²½Ⅷ", "²½ⅷ"),
        ("🎉", "heading"),
        ("", "heading"),
    ],
)
def test_slug_of_one_heading(text: str, slug: str) -> None:
    """SPEC 2.4: lowercase; letters, marks, numbers, hyphens, underscores; spaces to hyphens."""
    assert slugs.slugify(text) == slug


@given(st.text())
def test_slug_holds_only_what_is_kept(text: str) -> None:
    """SPEC 2.4: categories L, M and N, hyphens and underscores; no hyphen at an edge or twice."""
    slug = slugs.slugify(text)
    assert slug
    assert slug.strip("-") == slug
    assert "--" not in slug
    assert all(one in "-_" or unicodedata.category(one)[0] in "LMN" for one in slug)


@given(st.lists(st.sampled_from(["a", "a 1", "a 2", "A!", "a-1-1", "heading", "?", "heading 1"])))
def test_slugs_of_a_document_are_unique(texts: list[str]) -> None:
    """SPEC 2.4: repeats always yield an unused slug; the first of each name keeps it if it can."""
    found = slugs.assign(texts)
    assert len(set(found)) == len(texts)
    for text, slug in zip(texts, found, strict=True):
        assert slug.startswith(slugs.slugify(text))


def test_repeats_take_the_lowest_free_number() -> None:
    """SPEC 2.4: -1, -2, … and numbers that real headings took are passed over."""
    assert slugs.assign(["a", "a", "a 2", "a", "a 1"]) == ["a", "a-1", "a-2", "a-3", "a-1-1"]
