"""Tests of links in the documents of sites: URLs, prefixes and the habits of generators."""

from __future__ import annotations

import pytest

from tests.cli.command import Sandbox

Files = dict[str, str | bytes]


def targets(box: Sandbox, files: Files, settings: str = "") -> dict[str, str | None]:
    """Where each link of `from.md` (or the first file) leads, by its text."""
    box.write({**files, ".ra.toml": f"[tree.site]\npath = '.'\n{settings}"})
    source = next(iter(files))
    found = box.ra("links", source, "--json").json
    links = found["outgoing"] + found["broken"]
    return {
        link["original_url"]: (link["target_document"] or "").partition(":")[2] or None
        for link in links
    }


def page(**fields: str) -> str:
    """A page with this front matter."""
    lines = "".join(f"{name}: {value}\n" for name, value in fields.items())
    return f"---\n{lines}---\nText.\n"


def test_mdn_links_resolve_by_slug_without_settings(box: Sandbox) -> None:
    """Findings S12: `/en-US/docs/Web/API/X` is `files/en-us/web/api/x/index.md`."""
    assert targets(
        box,
        {
            "files/en-us/web/api/window/index.md": "[a](/en-US/docs/Web/CSS/:hover) "
            "[b](/en-US/docs/Web) [c](/en-US/docs/Web/CSS/:gone) [d](/fr/docs/Web) "
            "[e](/en-US/docs/Web/API/Window/open_event#x)",
            "files/en-us/web/css/_colon_hover/index.md": page(slug="Web/CSS/:hover"),
            "files/en-us/web/index.md": page(slug="Web"),
            "files/en-us/web/api/window/open_event/index.md": "# Open\n\n## x\n\ny\n",
        },
    ) == {
        "/en-US/docs/Web/CSS/:hover": "files/en-us/web/css/_colon_hover/index.md",
        "/en-US/docs/Web": "files/en-us/web/index.md",
        "/en-US/docs/Web/CSS/:gone": None,
        "/fr/docs/Web": None,  # another language is another page
        "/en-US/docs/Web/API/Window/open_event#x": "files/en-us/web/api/window/open_event/index.md",
    }


def test_a_link_leads_to_the_page_of_its_language(box: Sandbox) -> None:
    """A URL names its language; pages of all have the same slug."""
    files: Files = {
        "from.md": "[a](/fr/docs/Web/X) [b](/en-US/docs/Web/X)",
        "files/en-us/x/index.md": page(slug="Web/X"),
        "files/fr/x/index.md": page(slug="Web/X"),
    }
    assert targets(box, files) == {
        "/fr/docs/Web/X": "files/fr/x/index.md",
        "/en-US/docs/Web/X": "files/en-us/x/index.md",
    }


def test_permalinks_redirects_and_aliases_are_urls(box: Sandbox) -> None:
    """Issue 15: front matter `slug`, `permalink`, `url`, `redirect_from` and `aliases`."""
    files: Files = {
        "from.md": "[a](/about/) [b](/team.html) [c](/old/path) [d](/older) [e](/start) [f](/x/y)",
        "pages/a.md": page(permalink="/about/"),
        "pages/b.md": page(url="/team.html"),
        "pages/c.md": page(redirect_from="[/old/path, /older/]"),
        "pages/d.md": page(slug="/start"),
        "pages/e.md": page(aliases="[/x/y, Other]"),
    }
    assert targets(box, files) == {
        "/about/": "pages/a.md",
        "/team.html": "pages/b.md",
        "/old/path": "pages/c.md",
        "/older": "pages/c.md",
        "/start": "pages/d.md",
        "/x/y": "pages/e.md",
    }


def test_docusaurus_numbers_ids_and_slugs(box: Sandbox) -> None:
    """Numbers order files and are no part of URLs; `id` and `slug` replace the last name."""
    files: Files = {
        "docs/01-start/02-first.md": "[a](/docs/start/install) [b](./install) [c](/docs/more/own) "
        "[d](../02-more/01-x.md) [e](/docs/more/named) [f](@site/docs/01-start/01-install.md) "
        "[g](/docs/start/)",
        "docs/01-start/01-install.md": "# Install\n",
        "docs/01-start/index.md": "# Start\n",
        "docs/02-more/01-x.md": page(slug="own"),
        "docs/02-more/02-y.md": page(id="named"),
    }
    assert targets(box, files) == {
        "/docs/start/install": "docs/01-start/01-install.md",
        "./install": "docs/01-start/01-install.md",
        "/docs/more/own": "docs/02-more/01-x.md",
        "../02-more/01-x.md": "docs/02-more/01-x.md",
        "/docs/more/named": "docs/02-more/02-y.md",
        "@site/docs/01-start/01-install.md": "docs/01-start/01-install.md",
        "/docs/start/": "docs/01-start/index.md",
    }


def test_hugo_and_jekyll_paths(box: Sandbox) -> None:
    """Pages below `content/en` have no such prefix; a dated post has its date as folders."""
    files: Files = {
        "content/en/docs/a.md": "[a](/docs/b/) [b](/en/docs/b) [c](/2020/05/17/my-post.html) "
        "[d](/v1.2/docs/b/) [e](../b/) [f](/docs/nothing/)",
        "content/en/docs/b.md": "# B\n",
        "_posts/2020-05-17-my-post.md": "# Post\n",
    }
    assert targets(box, files) == {
        "/docs/b/": "content/en/docs/b.md",
        "/en/docs/b": "content/en/docs/b.md",
        "/2020/05/17/my-post.html": "_posts/2020-05-17-my-post.md",
        "/v1.2/docs/b/": "content/en/docs/b.md",
        "../b/": "content/en/docs/b.md",  # seen from the page `docs/a/`
        "/docs/nothing/": None,
    }


def test_a_prefix_that_is_no_habit_leads_nowhere(box: Sandbox) -> None:
    """A broken link stays broken: only languages, versions and `docs` may be left out."""
    files: Files = {
        "from.md": "[a](/blog/x/install) [b](/shop/guide) [c](/docs/deep/guide)",
        "docs/install.md": "# Install\n",
        "docs/guide.md": "# Guide\n",
    }
    assert set(targets(box, files).values()) == {None}


def test_roots_map_url_prefixes_to_folders(box: Sandbox) -> None:
    """Issue 15: `[tree.X.links] roots`; incoming links too, and no rebuild is needed."""
    files: Files = {
        "from.md": "[a](/Handbook/Pay/) [b](/handbook/gone) [c](/handbook/) [d](/handbook/old/x)",
        "people/hr/pay.md": "# Pay\n",
        "people/hr/index.md": "# People\n",
        "archive/x.md": "# X\n",
    }
    broken = targets(box, files)
    assert broken["/Handbook/Pay/"] is None
    roots = 'links.roots = {"/handbook/" = "people/hr", "/handbook/old/" = "/archive/"}\n'
    assert targets(box, files, roots) == {
        "/Handbook/Pay/": "people/hr/pay.md",
        "/handbook/gone": None,
        "/handbook/": "people/hr/index.md",
        "/handbook/old/x": "archive/x.md",
    }
    for name in ("people/hr/pay.md", "people/hr/index.md", "archive/x.md"):
        incoming = box.ra("links", name, "--json").json["incoming"]
        assert [link["source_document"] for link in incoming] == ["site:from.md"]


@pytest.mark.parametrize(
    ("roots", "message"),
    [
        ('{"docs/" = "x"}', "begin it with a slash"),
        ('{"/docs/" = "../x"}', "must be a folder inside the tree"),
        ('{"/docs/" = 3}', "must be a string"),
    ],
)
def test_bad_roots_are_errors(box: Sandbox, roots: str, message: str) -> None:
    """SPEC 1.5: an impossible value is an error that names file and key."""
    box.write({".ra.toml": f"[tree.a]\npath = '.'\nlinks.roots = {roots}\n"})
    done = box.ra("links")
    assert done.code == 2
    assert message in done.err and "links.roots" in done.err


def test_defined_terms_repeated_headings_and_text_are_places(box: Sandbox) -> None:
    """Generators make anchors of terms, count repeated headings from 2, and browsers find text."""
    box.write(
        {
            "a.md": "[a](b.md#type) [b](b.md#notes_2) [c](b.md#:~:text=y) [d](b.md#href) "
            "[e](b.md#term) [f](b.md#gone) [g](b.md#notes_3)",
            "b.md": "# B\n\n- `type` {{optional_inline}}\n  - : The type.\n"
            "- [`href`](x)\n  - : y\n\nterm\n: text\n\n## Notes\n\nx\n\n## Notes\n\ny\n",
        }
    )
    found = box.ra("links", "a.md", "--json").json
    assert [link["original_url"] for link in found["broken"]] == ["b.md#gone", "b.md#notes_3"]
    chunks = {link["fragment"]: link["target_chunk"] for link in found["outgoing"]}
    assert chunks["notes_2"] == "project:b.md#notes-1"
    assert chunks["type"] == "project:b.md"


def test_shortcodes_of_hugo_and_jekyll_are_links(box: Sandbox) -> None:
    """Issue 15: `ref` and `relref` name a page by its path or name; in code they are text."""
    text = (
        '[ä]({{< ref "posts/one.md" >}}) [b]({{% relref "two#part" %}}) {{< ref "/gone.md" >}} '
        '`{{< ref "code.md" >}}` [c]({% link about.md %}) [d]({% post_url 2024-05-06-new %})\n\n'
        '    {{< ref "indented.md" >}}\n'
    )
    files: Files = {
        "content/_index.md": text,
        "content/posts/one.md": "1",
        "content/posts/two.md": "# Part\n\n2",
        "about.md": "3",
        "_posts/2024-05-06-new.md": "4",
    }
    assert targets(box, files) == {
        "posts/one.md": "content/posts/one.md",
        "two#part": "content/posts/two.md",
        "/gone.md": None,
        "about.md": "about.md",
        "2024-05-06-new": "_posts/2024-05-06-new.md",
    }
    assert "{{< ref" not in box.ra("search", "part", "-o", "list").out
    (broken,) = box.ra("links", "--broken", "--json").json
    assert broken["original_url"] == "/gone.md"
