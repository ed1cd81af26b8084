"""Tests of the pages: generated parts are up to date, links resolve, nothing private is shown."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ra.cli.commands import NAMES
from ra.document import Document, Source
from ra.parse import parse
from tools.reference import GENERATED, ROOT, made, outputs, pages

# Folders of one machine, and hosts of packages: neither helps a reader anywhere else.
FORBIDDEN = re.compile(
    r"(?<![\w.$~])/(?:work|tmp|root)\b|/Users/\w|\bpypi\b|pythonhosted|npmjs|Traceback \(most",
    re.IGNORECASE,
)
TEXTS = (
    *("*.md", "Makefile", "pyproject.toml", "requirements/*", "LICENSES/*"),
    *("docs/**/*", "src/**/*.py", "tools/**/*"),
)


def document(path: Path) -> Document:
    """A page as ra reads it."""
    return parse(Source("docs", path.name, path.read_bytes(), 0, "markdown"))


def anchors(path: Path) -> set[str]:
    """The slugs of a page's headings."""
    return {section.slug for section in document(path).sections if section.slug}


@pytest.mark.parametrize("name", outputs())
def test_a_page_is_as_the_code_would_write_it_now(name: str, bash: str) -> None:
    """SPEC 1.5, decision 0008: what a program writes is fresh, outputs of examples included."""
    assert (ROOT / name).read_text(encoding="utf-8") == made(name), "run `make docs`"


@pytest.mark.torture
def test_the_generated_pages_are_the_same_twice(bash: str) -> None:
    """Decision 0008: the same code gives the same pages."""
    assert {name: made(name) for name in GENERATED} == {name: made(name) for name in GENERATED}


@pytest.mark.parametrize("name", pages())
def test_every_link_leads_to_a_file_and_a_heading(name: str) -> None:
    """A reader who follows a link arrives; links are found by our own parser."""
    page = ROOT / name
    for link in document(page).links:
        if "://" in link.url:
            continue
        target = (page.parent / link.url.partition("#")[0]).resolve()
        assert target.exists(), f"{name}: {link.url} leads nowhere"
        assert target.is_relative_to(ROOT), f"{name}: {link.url} leaves the project"
        if link.fragment:
            assert link.fragment in anchors(target), f"{name}: no heading for {link.url}"


@pytest.mark.parametrize("name", pages())
def test_every_anchor_on_the_same_page_exists(name: str) -> None:
    """SPEC 5.1 counts a link inside one document as none, so these are looked for by their form."""
    text = (ROOT / name).read_text(encoding="utf-8")
    wanted = set(re.findall(r"\]\(#([^)]+)\)", text))
    assert wanted <= anchors(ROOT / name)


def test_every_page_can_be_reached_from_the_index() -> None:
    """A page that nothing leads to is not found by those who need it."""
    seen: set[Path] = set()
    todo = [ROOT / "README.md"]
    while todo:
        page = todo.pop()
        if page in seen or page.suffix != ".md":
            continue
        seen.add(page)
        links = [link.url.partition("#")[0] for link in document(page).links]
        todo += [(page.parent / url).resolve() for url in links if "://" not in url]
    sample = ROOT / "docs" / "sample"
    assert {ROOT / name for name in pages()} - seen - set(sample.glob("*.md")) == set()


def test_every_module_stands_in_the_architecture() -> None:
    """The house plan names each module; commands and shells are named by their rule."""
    rooms = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8").partition("## Who may")[0]
    words = set(re.findall(r"[a-z_\d]+", rooms)) | set(NAMES)
    found = [path for path in (ROOT / "src" / "ra").rglob("*.py") if path.parent.name != "shells"]
    assert {path.stem for path in found if not path.stem.startswith("__")} <= words


def _is_text(path: Path) -> bool:
    return path.is_file() and path.suffix not in (".png", ".woff2", ".ico")


def test_no_text_names_this_machine_or_a_host_of_packages() -> None:
    """What readers get holds for every machine."""
    found = []
    for pattern in TEXTS:
        for path in sorted(ROOT.glob(pattern)):
            if _is_text(path) and not {"__pycache__", ".ra"} & set(path.parts):
                text = path.read_text(encoding="utf-8")
                found += [f"{path.relative_to(ROOT)}: {hit[0]}" for hit in FORBIDDEN.finditer(text)]
    assert found == []
