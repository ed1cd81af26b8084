"""Takes the pictures of the web page for the documentation, with the Chromium of the system.

`python -m tools.screenshots` serves this project's own pages and writes `docs/images/page-*.png`.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tools.playground import playground

ROOT = Path(__file__).parents[1]
IMAGES = ROOT / "docs" / "images"
QUERY = "#q=chunking+strategy"
QUESTION = "#q=How+are+the+sentences+of+an+answer+chosen%3F"


def main() -> None:
    """Write every picture."""
    with playground(_world(), "ra") as shell:
        command = [sys.executable, "-m", "ra", "serve", "--port", "0", "--log", "/dev/null"]
        with subprocess.Popen(
            command, cwd=shell.folder, env=shell.env(), stdout=subprocess.PIPE, encoding="utf-8"
        ) as server:
            assert server.stdout is not None
            url = server.stdout.readline().split()[2]
            try:
                _take(url)
            finally:
                server.terminate()


def _world() -> dict[str, str | bytes]:
    pages = (ROOT / "docs").rglob("*.md")
    files = {f"ra/docs/{path.relative_to(ROOT / 'docs')}": path.read_bytes() for path in pages}
    settings = 'root = true\n[tree.guides]\npath = "docs/guides"\n[tree.decisions]\n'
    return {**files, "ra/.ra.toml": f'{settings}path = "docs/decisions"\n'}


def _take(url: str) -> None:
    with sync_playwright() as playwright:
        chromium = shutil.which("chromium") or "chromium"
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        _picture(browser, url, "page-search", (1280, 800), _open_first)
        _picture(browser, f"{url}{QUERY}&explain=1", "page-explain", (1080, 800), None)
        _picture(browser, url, "page-dark", (1280, 800), _open_map, dark=True)
        _picture(browser, f"{url}{QUERY}", "page-phone", (390, 780), None)
        _picture(browser, f"{url}{QUESTION}", "page-answer", (1080, 800), _answered)
        browser.close()


def _picture(
    browser: Browser,
    url: str,
    name: str,
    size: tuple[int, int],
    act: Callable[[Page], None] | None,
    *,
    dark: bool = False,
) -> None:
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, color_scheme="dark" if dark else "light"
    )
    page = context.new_page()
    page.goto(url if "#" in url else f"{url}{QUERY}")
    page.locator(".result").first.wait_for()
    page.locator("#facets button").first.wait_for(state="attached")
    if act is not None:
        act(page)
    page.screenshot(path=IMAGES / f"{name}.png")
    print(f"wrote docs/images/{name}.png")
    context.close()


def _open_first(page: Page) -> None:
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.locator("#panel .prose").wait_for()
    page.locator("#panel .close").blur()


def _answered(page: Page) -> None:
    page.locator("#answer .sources").wait_for()


def _open_map(page: Page) -> None:
    _open_first(page)
    page.locator("#tab-Map").click()
    page.locator("#panel svg").wait_for()


if __name__ == "__main__":
    main()
