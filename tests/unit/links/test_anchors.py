"""Tests of fragments: the section that a link leads to."""

from __future__ import annotations

import pytest

from ra.links.anchors import anchors_of, has_mark, section_of
from ra.model import LinkType
from tests.unit.parse.reading import read

TEXT = """# Guide

## Set up: Linux & Mac

x

### Notes

x

## Use

### Notes

x

## Empty

## Größe `a_b`

<a id="here"></a> and {#there}
"""
DOCUMENT = read(TEXT)


def found(fragment: str, kind: LinkType) -> str | None:
    """The slug of the section that a fragment leads to."""
    chunk = section_of(fragment, kind, anchors_of(DOCUMENT), DOCUMENT.title)
    return None if chunk is None else chunk.removeprefix(DOCUMENT.id)


@pytest.mark.parametrize(
    ("fragment", "slug"),
    [
        ("set-up-linux-mac", "#set-up-linux-mac"),
        ("Set-Up-Linux-Mac", "#set-up-linux-mac"),
        ("set-up-linux--mac", "#set-up-linux-mac"),
        ("set-up:-linux-&-mac", "#set-up-linux-mac"),
        ("setup_linux-mac", "#set-up-linux-mac"),
        ("notes-1", "#notes-1"),
        ("gr%C3%B6%C3%9Fe-a_b", "#größe-a_b"),
        ("empty", "#guide"),
        ("nothing", None),
        ("notes-2", None),
        ("notes_2", "#notes-1"),  # MDN counts repeated headings from 2
        ("notes_3", None),
    ],
)
def test_slugs(fragment: str, slug: str | None) -> None:
    """SPEC 2.4, 5.1: slugs as we, as GitHub and as sites write them; an empty heading's place."""
    assert found(fragment, "DOCUMENT_LINK") == slug


@pytest.mark.parametrize(
    ("fragment", "slug"),
    [
        ("Use", "#use"),
        ("use", "#use"),
        ("Set up: Linux & Mac", "#set-up-linux-mac"),
        ("Set up Linux Mac", "#set-up-linux-mac"),
        ("Notes", "#notes"),
        ("Use#Notes", "#notes-1"),
        ("Guide#Use#Notes", "#notes-1"),
        ("Größe a_b", "#größe-a_b"),
        ("Use#Größe a_b", None),
        ("Notes#Use", None),
        ("nothing", None),
    ],
)
def test_headings_of_wikilinks(fragment: str, slug: str | None) -> None:
    """Obsidian's rule: the text of a heading, and headings below it after another `#`."""
    assert found(fragment, "WIKILINK") == slug


@pytest.mark.parametrize(
    ("fragment", "slug"),
    [("Guide-Setup:Linux&Mac", "#set-up-linux-mac"), ("Use", "#use"), ("c9", None)],
)
def test_anchors_of_confluence(fragment: str, slug: str | None) -> None:
    """SPEC 5.2: Confluence joins the titles of page and heading without white space."""
    assert found(fragment, "CONFLUENCE_PAGE_LINK") == slug


def test_marks_in_the_text() -> None:
    """A mark that somebody set by hand is no section, and yet the link is not broken."""
    assert has_mark(DOCUMENT, "here")
    assert has_mark(DOCUMENT, "there")
    assert not has_mark(DOCUMENT, "her")
    assert not has_mark(DOCUMENT, "nowhere")
    assert not has_mark(DOCUMENT, ".*")
