"""The files of the web page, read once from the package."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from ra.serve.exchange import HttpResponse

_FOLDER = Path(__file__).parent / "page"
_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}


def page_file(path: str) -> HttpResponse | None:
    """The file at a path of the server; None if there is none."""
    return _files().get(path)


@cache
def _files() -> dict[str, HttpResponse]:
    found = {
        f"/{file.name}": HttpResponse(200, file.read_bytes(), _TYPES[file.suffix])
        for file in sorted(_FOLDER.iterdir())
        if file.suffix in _TYPES
    }
    return {"/": found["/index.html"], **found} if "/index.html" in found else found
