"""Tests of the web page in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from tests.cli.command import Sandbox
from tests.robustness.marks import sampled
from tests.serve.browser import Watched, chromium
from tests.serve.documents import HOSTILE
from tests.serve.running import Running, project, running

MANY = {
    "notes/harvest.md": (
        "# Harvest\n\n## Apples\n\nPick ripe apples in September.\n\n## Pears\n\nPick ripe pears, "
        "they bruise.\n\n## Storage\n\nKeep ripe fruit cool.\n"
    ),
    "notes/hostile.md": HOSTILE,
}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests of this file."""
    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Running]:
    """A server of the documents, a hostile one among them."""
    box = project(tmp_path_factory.mktemp("page"))
    box.write(dict(MANY))
    with running(box, "--rate", "0") as started:
        yield started


@pytest.fixture
def watched(browser: Browser, server: Running) -> Iterator[Watched]:
    """A page; at its end nothing foreign may have happened."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = Watched(context.new_page(), server.url)
    yield page
    context.close()
    assert (page.dialogs, page.errors, page.foreign) == ([], [], [])


def test_search_as_you_type_by_keys_alone(watched: Watched) -> None:
    """Issue 18: `/`, arrows, Enter and Esc; breadcrumbs; highlighted Markdown."""
    page = watched.open()
    expect(page.get_by_text("What are you looking for?")).to_be_visible()
    page.locator("body").click(position={"x": 700, "y": 700})
    page.keyboard.press("/")
    expect(page.locator("#q")).to_be_focused()
    page.keyboard.type("two minutes")
    first = page.locator(".result").first
    expect(first.locator("h3")).to_have_text("Green")
    expect(first.locator(".crumbs")).to_have_text("Tea")
    expect(first.locator("mark").first).to_have_text("two")
    expect(page.locator("#status")).to_contain_text("strong match")
    page.keyboard.press("ArrowDown")
    expect(first).to_have_class("result chosen")
    page.keyboard.press("Enter")
    expect(page.locator("#panel")).to_contain_text("80 degrees")
    page.keyboard.press("Escape")
    expect(page.locator("#panel")).to_be_hidden()
    expect(page.locator("#q")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(".result")).to_have_count(0)


def test_the_panel_shows_document_outline_links_and_map(watched: Watched) -> None:
    """Issue 18: a side panel with the document and its outline, links in and out, a map."""
    page = watched.open("#q=black")
    page.get_by_role("button", name="Black").click()
    panel = page.locator("#panel")
    expect(panel).to_contain_text("boiling water")
    panel.get_by_role("link", name="pot").click()  # a link of the text
    expect(panel).to_contain_text("keeps the heat")
    panel.get_by_role("tab", name="Links").click()
    expect(panel).to_contain_text("notes:tea.md#black")
    panel.get_by_role("tab", name="Outline").click()
    expect(panel.locator(".outline button").first).to_have_text("The pot")
    panel.get_by_role("tab", name="Map").click()
    panel.get_by_role("button", name="Open tea").click()
    expect(panel.locator(".center")).to_contain_text("tea")
    panel.get_by_role("tab", name="Text").click()
    expect(panel.get_by_role("heading", name="Green")).to_be_visible()


def test_filters_and_sections_that_unfold(watched: Watched) -> None:
    """Issue 18: facets of tree, tag, date and property; aggregated results unfold."""
    page = watched.open("#q=ripe")
    result = page.locator(".result").first
    expect(result.locator(".parts")).to_be_hidden()
    result.get_by_role("button", name="matching sections").click()
    expect(result.locator(".parts")).to_contain_text("Apples")
    page.locator("#q").fill("steep")
    expect(page.locator(".result")).not_to_have_count(0)
    for name in ("#kitchen", "status", "notes"):
        page.locator("#facets").get_by_role("button", name=name).click()
        expect(page.locator(".result").first).to_contain_text("Steep")
    page.locator("#facets").get_by_role("button", name="plans").click()
    page.locator("#facets").get_by_role("button", name="notes").click()
    expect(page.get_by_text("Nothing found")).to_be_visible()
    page.get_by_role("button", name="Remove the filters").click()
    expect(page.locator(".result").first).to_contain_text("Steep")
    page.locator("#facets").get_by_role("button", name="Past year").click()
    expect(page.locator(".result").first).to_contain_text("Steep")
    assert "after=1y" in page.url


def test_the_explanation_has_a_picture(watched: Watched) -> None:
    """Issue 18: an explain view with the score curve and the elbow."""
    page = watched.open("#q=tea")
    page.get_by_role("button", name="Explain").click()
    expect(page.locator("#curve svg")).to_be_visible()
    expect(page.locator("#curve")).to_contain_text("candidates by score")
    expect(page.locator(".why").first).to_contain_text("Matched")


def test_a_question_is_answered_with_citations(watched: Watched) -> None:
    """Issue 19: an answer box; a citation opens the document at its section; keys alone."""
    page = watched.open()
    page.keyboard.type("How hot should green tea be?")
    answer = page.get_by_role("region", name="Answer")
    expect(answer.locator(".said")).to_contain_text("Steep green tea at 80 degrees")
    expect(answer.locator(".sources")).to_contain_text("notes:tea.md:12")
    expect(page.locator(".result").first).to_be_visible()  # the results stay below
    citation = answer.get_by_role("button", name="Source 1: Tea")
    citation.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#panel h2")).to_have_text("Green")
    page.keyboard.press("Escape")
    expect(citation).to_be_focused()
    page.locator("#q").fill("How hot should green tea be")
    expect(answer).to_be_hidden()
    page.locator("#q").press("Shift+Enter")
    expect(answer.locator(".said")).to_contain_text("80 degrees")
    assert "ask=1" in page.url
    page.reload()
    expect(answer.locator(".said")).to_contain_text("80 degrees")


def test_an_answer_may_be_weak_or_missing(watched: Watched) -> None:
    """Issue 19: honest refusal, and a caveat when the match is weak."""
    page = watched.open("#q=zebra+giraffe&ask=1")
    answer = page.get_by_role("region", name="Answer")
    expect(answer).to_contain_text("The documents do not answer this question.")
    page.locator("#q").fill("Who steeps green elephants quickly at midnight?")
    expect(answer.locator(".caveat")).to_contain_text("Weak match")
    page.route("**/api/v1/ask?*", lambda route: route.abort())
    page.locator("#q").fill("Who keeps the heat?")
    expect(answer.locator(".caveat")).to_contain_text("The server does not answer")
    watched.errors.clear()  # the browser itself reports the request that failed


def test_a_hostile_document_does_nothing(watched: Watched) -> None:
    """Issue 18: scripts, `javascript:` links, SVG handlers and hostile front matter are text."""
    page = watched.open("#q=harmless+words&ask=1")
    expect(page.locator("#answer .said")).to_contain_text("harmless words")
    page.locator(".result h3 button").first.click()
    panel = page.locator("#panel")
    expect(panel).to_contain_text("harmless words")
    for tab in ("Outline", "Links", "Map", "Text"):
        panel.get_by_role("tab", name=tab).click()
    panel.get_by_role("tab", name="Text").click()
    panel.get_by_role("button", name="Read the whole document").click()
    expect(panel).to_contain_text("block")
    for link in panel.locator("a").all():
        href = link.get_attribute("href")
        assert href is None or href.startswith(("https://", "#")), href
        if not (href or "").startswith("https://"):
            link.dispatch_event("click")
    found = page.evaluate(
        "() => [...document.querySelectorAll('*')].flatMap((each) => each.getAttributeNames()"
        ".filter((name) => name.startsWith('on') || name === 'style'))"
    )
    assert found == []
    counts = page.evaluate(
        "() => ['script', 'iframe', 'object', 'img', 'style'].map("
        "(name) => document.querySelectorAll(name).length)"
    )
    assert counts == [1, 0, 0, 1, 0]  # those of the page itself


_SCREENS = [(scheme, width) for scheme in ("light", "dark") for width in (1280, 390)]


@pytest.mark.parametrize(("scheme", "width"), sampled(_SCREENS, ("dark", 390)))
def test_axe_finds_nothing_serious(
    browser: Browser, server: Running, scheme: str, width: int
) -> None:
    """Issue 18: accessible, in light and dark, on a screen and on a phone."""
    context = browser.new_context(
        viewport={"width": width, "height": 800},
        color_scheme=scheme,  # type: ignore[arg-type]
    )
    page = context.new_page()
    for place in ("", "#q=tea", "#q=tea&explain=1", "#q=zzzz", "#q=hot+green+tea%3F"):
        page.goto("about:blank")
        page.goto(f"{server.url}{place}")
        expect(page.locator("#facets button").first).to_be_attached()
        expect(page.locator(".result, #blank h2").first).to_be_visible()
        if "%3F" in place:
            expect(page.locator("#answer .sources")).to_be_visible()
        _check(page)
    page.goto("about:blank")
    page.goto(f"{server.url}#q=tea")
    expect(page.locator(".result").first).to_be_visible()
    page.get_by_role("searchbox").press("Enter")  # opens the first result
    for tab in ("Outline", "Links", "Map", "Text"):
        page.locator("#panel").get_by_role("tab", name=tab).click()
        _check(page)
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    context.close()


def _check(page: object) -> None:
    found = Axe().run(page).response["violations"]
    serious = [each for each in found if each["impact"] in ("serious", "critical")]
    assert [(each["id"], each["nodes"][0]["html"]) for each in serious] == []


def test_a_server_with_tokens_asks_for_one(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Issue 18: the page works with tokens too, and keeps one for its tab only."""
    box: Sandbox = project(tmp_path)
    token = box.ra("token", "new").out.strip()
    with running(box, "--tokens") as server:
        context = browser.new_context()
        page = context.new_page()
        page.goto(f"{server.url}#q=green+tea")
        page.get_by_role("textbox", name="Token").fill(token)
        page.get_by_role("button", name="Continue").click()
        expect(page.locator(".result").first).to_contain_text("80 degrees")
        context.close()
