"""Writes the generated files: `make docs` writes them, and a test keeps them up to date.

Six pages, two schemas and three pictures are generated whole. On all other pages only the output
below the commands of their `console` fences is (see `tools.sessions`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from tools import picture
from tools.pages import commands, errors, openapi, python, query, records, search_schema, settings
from tools.playground import playground
from tools.sessions import refreshed

ROOT = Path(__file__).parents[1]
SAMPLE = ROOT / "docs" / "sample"
PICTURED = "ra -C docs/sample inspect doc tea.md"
VAULT = ROOT / "tests" / "golden" / "corpora" / "vault"
SEARCHED = "ra search 'water beans'"


def outline_picture() -> str:
    """The outline of the sample document, as a terminal shows it."""
    with playground(_checkout(), "ra") as shell:
        return picture.draw(PICTURED, shell.run(f"{PICTURED} --color always").out)


def search_picture() -> str:
    """A search in a small vault, as a terminal of 80 columns shows it."""
    with playground(_vault(), "garden") as shell:
        shown = shell.run(f"COLUMNS=80 LINES=40 {SEARCHED} -o list --color always")
        return picture.draw(SEARCHED, shown.out)


def links_picture() -> str:
    """The links of that vault."""
    with playground(_vault(), "garden") as shell:
        done = shell.run("ra links --graph links.svg")
        assert done.code == 0, done.out
        return (shell.folder / "links.svg").read_text(encoding="utf-8")


def _vault() -> dict[str, str | bytes]:
    files = [path for path in VAULT.rglob("*") if path.is_file()]
    return {f"garden/{path.relative_to(VAULT).as_posix()}": path.read_bytes() for path in files}


GENERATED: Mapping[str, Callable[[], str]] = {
    "docs/reference/settings.md": settings.page,
    "docs/reference/commands.md": commands.page,
    "docs/reference/errors.md": errors.page,
    "docs/reference/json.md": records.page,
    "docs/reference/python.md": python.page,
    "docs/reference/query.md": query.page,
    "docs/reference/search-schema.json": search_schema.page,
    "src/ra/serve/openapi.json": openapi.page,
    "docs/images/links.svg": links_picture,
    "docs/images/outline.svg": outline_picture,
    "docs/images/search.svg": search_picture,
}


def pages() -> list[str]:
    """Every page for readers, as a path relative to the project."""
    found = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    return sorted(path.relative_to(ROOT).as_posix() for path in found)


def outputs() -> list[str]:
    """Every file that a program writes, wholly or in part."""
    return sorted({*GENERATED, *pages()})


def made(name: str) -> str:
    """The text that a file should have now."""
    if name in GENERATED:
        return GENERATED[name]()
    text = (ROOT / name).read_text(encoding="utf-8")
    if name == "README.md":
        return refreshed(text, _checkout(), "ra")
    return refreshed(text)


def main() -> None:
    """Write what is not fresh, and say what was written."""
    for name in outputs():
        path, text = ROOT / name, made(name)
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
            print(f"wrote {name}")


def _checkout() -> dict[str, str | bytes]:
    """The part of this project that samples need, in a folder `ra` of the home folder."""
    files = [path for path in SAMPLE.rglob("*") if path.is_file() and ".ra" not in path.parts]
    return {f"ra/{path.relative_to(ROOT).as_posix()}": path.read_bytes() for path in files}


if __name__ == "__main__":
    main()
