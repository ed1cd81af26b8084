"""What does each field of the JSON say? The page `docs/reference/json.md`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tools.sessions import refreshed

CHUNK: Mapping[str, str] = {
    "id": "Its name, unique over all trees: `tree:path` for a document, `tree:path#slug` for a "
    "section.",
    "doc_id": "The id of its document.",
    "parent_id": "The id of the chunk above it; null for a document.",
    "tree": "The name of the tree.",
    "path": "The file, relative to the tree, with `/` on every system.",
    "depth": "0 for a document, 1 to 6 for the level of a heading.",
    "position": "Its place among the chunks of the document, from 0, without gaps.",
    "title": "The document's title or the heading's text.",
    "slug": "The heading as it stands in a URL; null for a document.",
    "breadcrumb": "The titles from the document down to this chunk.",
    "byte_start": "Where what it covers begins in the file, in bytes.",
    "byte_end": "Where what it covers ends, exclusive.",
    "sibling_count": "How many chunks have the same parent, itself included.",
    "body": "Its own text, without that of the chunks below it.",
    "kind": "`document` or `section`.",
    "part": "0; greater when a section was split, which no strategy does yet.",
    "prefix": "Text put before the body to give it context; empty so far.",
    "text": "The prefix, then the body.",
    "tags": "The tags of the document.",
    "links": "The links in this chunk, each a record.",
    "mtime": "When the file was last changed, in UTC.",
    "digest": "A hash of the body with its white space collapsed.",
}
LINK: Mapping[str, str] = {
    "url": "The target as it is written; of a wikilink without label and heading.",
    "fragment": "What follows `#`; null without one.",
    "syntax": "`inline`, `reference`, `autolink` or `wikilink`.",
    "embed": "Whether it shows its target in place: an image or `![[…]]`.",
    "byte_start": "Where the link begins in the file.",
    "byte_end": "Where it ends, exclusive.",
}
STATUS: Mapping[str, str] = {
    "files": "The settings files in force, nearest first.",
    "index": "The folder where the index of these trees belongs.",
    "trees": "One record for each tree.",
}
TREE: Mapping[str, str] = {
    "name": "The name of the tree.",
    "path": "Its folder.",
    "local": "False when the settings file in the home folder declares it.",
    "problem": "Why the tree could not be looked at; null if all is well.",
    "documents": "How many files are documents.",
    "chunks": "How many chunks they have.",
    "bytes": "How large the documents are together.",
    "states": "How many files are in each state: ok, ignored, skipped, failed.",
    "warnings": "What is odd about a document: its `path` and a `message`.",
    "files": "With `--files`: one record for each file.",
}
FILE: Mapping[str, str] = {
    "path": "The file; a folder that was left out ends with `/`.",
    "state": "`ok`, `ignored`, `skipped` or `failed`.",
    "reason": "Why it is not a document; empty if it is.",
    "code": "The same as one word, see [Codes of files](errors.md#codes-of-files).",
    "chunks": "How many chunks it has.",
    "bytes": "How large it is; 0 when it was not looked at.",
}
CONFIG: Mapping[str, str] = {
    "files": "The settings files in force, nearest first.",
    "index": "The folder where the index of these trees belongs.",
    "settings": "Every key with its value.",
    "origins": "With `--origins`: every key with the file that set it; null is the default.",
}
TABLES = (
    (
        "Chunk",
        "`ra chunks --json` prints one such record a line, `ra inspect doc FILE --json` an array.",
        CHUNK,
    ),
    ("Link", "An element of `links` in a chunk.", LINK),
    ("Status", "`ra status --json` prints one such object.", STATUS),
    ("Tree", "An element of `trees` in the status.", TREE),
    ("File", "An element of `files` in a tree, with `ra status --files --json`.", FILE),
    ("Config", "`ra config --json` prints one such object.", CONFIG),
)
NOTE = "---\ntags: [kitchen]\n---\n# Pot\n\nWarm it, see [[tea#Green]].\n"
WORLD: Mapping[str, str | bytes] = {
    "notes/.ra.toml": 'root = true\n\n[tree.notes]\npath = "."\n',
    "notes/pot.md": NOTE,
}
COMMANDS = ("touch -t 202611010000 pot.md", "ra inspect doc pot.md --json")

_INTRO = """\
# JSON records

What the commands print with `--json`. Offsets are bytes of the file, half-open: the byte at
`byte_end` is the first that does not belong. This page is written by `make docs`; a test holds
its fields equal to those that the commands print."""


def page() -> str:
    """The whole page; the example at its end is real."""
    console = "\n".join(["```console", *(f"$ {command}" for command in COMMANDS), "```", ""])
    lines = [_INTRO, "", *(line for row in TABLES for line in _table(*row))]
    lines += [
        "## An example",
        "",
        "`pot.md` holds:",
        "",
        "````markdown",
        NOTE + "````",
        "",
        console,
    ]
    return refreshed("\n".join(lines), WORLD, "notes")


def _table(title: str, what: str, fields: Mapping[str, str]) -> Iterator[str]:
    yield from (f"## {title}", "", what, "", "| Field | Meaning |", "|---|---|")
    yield from (f"| `{name}` | {meaning} |" for name, meaning in fields.items())
    yield ""
