"""Finds the Chromium of this system, and opens pages in it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Dialog, Page, sync_playwright

REQUIRED = "RA_REQUIRE_CHROMIUM"  # set by `.ci/run`: without Chromium the tests fail
_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


@contextmanager
def chromium() -> Iterator[Browser]:
    """A running Chromium; the test is skipped, or fails, where there is none."""
    found = next(filter(None, map(shutil.which, _NAMES)), None)
    if found is None:
        if os.environ.get(REQUIRED):
            pytest.fail("Chromium is not installed; `apt install chromium`")
        pytest.skip("Chromium is not installed, so the web page is not tested in a browser")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        try:
            yield browser
        finally:
            browser.close()


class Watched:
    """A page that remembers what must not happen: dialogs, errors, requests to other places."""

    def __init__(self, page: Page, url: str) -> None:
        self.page, self.url = page, url
        self.dialogs: list[str] = []
        self.errors: list[str] = []
        self.foreign: list[str] = []
        page.on("dialog", self._dialog)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", self._console)
        page.on("request", lambda request: self._request(request.url))

    def open(self, place: str = "") -> Page:
        """Load the page at a place."""
        self.page.goto(f"{self.url}{place}")
        return self.page

    def _dialog(self, dialog: Dialog) -> None:
        self.dialogs.append(dialog.message)
        dialog.dismiss()

    def _console(self, message: object) -> None:
        if getattr(message, "type", "") == "error":
            self.errors.append(str(getattr(message, "text", "")))

    def _request(self, url: str) -> None:
        if not url.startswith((self.url, "data:")):
            self.foreign.append(url)
