"""What does each field of the JSON say? The page `docs/reference/json.md`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tools.sessions import refreshed

CHUNK: Mapping[str, str] = {
    "id": "Its name, unique over all trees: `tree:path` for a document, `tree:path#slug` for a "
    "section, and `~1`, `~2`, … behind that for its parts.",
    "doc_id": "The id of its document.",
    "parent_id": "The id of the chunk above it; null for a document.",
    "tree": "The name of the tree.",
    "path": "The file, relative to the tree, with `/` on every system.",
    "depth": "0 for a document, 1 to 6 for the level of a heading; one more for a part.",
    "position": "Its place among the chunks of the document, from 0, without gaps.",
    "title": "The document's title or the heading's text.",
    "slug": "The heading as it stands in a URL; null for a document.",
    "breadcrumb": "The titles from the document down to this chunk.",
    "byte_start": "Where what it covers begins in the file, in bytes.",
    "byte_end": "Where what it covers ends, exclusive.",
    "sibling_count": "How many chunks that can be found, or have such below them, its parent has.",
    "body": "Its own text, without that of the chunks below it.",
    "kind": "`document` or `section`; of a part, and with `spec_v1` of every text, what it "
    "consists of: `paragraph`, `list`, `table`, `code` or `quote`.",
    "part": "0; from 1 on, which part of the section or document it is.",
    "prefix": "Text put before the body to give it context: headings above it, the head of a "
    "table, the end of the part before.",
    "text": "The prefix, then the body.",
    "tags": "The tags of the document.",
    "links": "The links in this chunk, each a record.",
    "token_count": "The tokens of `text`, counted with cl100k_base; null where they were not "
    "counted: `ra search` and `ra ls` tell those of `spec_v1` alone.",
    "mtime": "When the file was last changed, in UTC.",
    "digest": "A hash of the body with its white space collapsed.",
}
LINK: Mapping[str, str] = {
    "url": "The target as it is written; of a wikilink without label and heading.",
    "fragment": "What follows `#`; null without one.",
    "syntax": "`inline`, `reference`, `autolink`, `wikilink` or `markup` (of Confluence).",
    "embed": "Whether it shows its target in place: an image or `![[…]]`.",
    "byte_start": "Where the link begins in the file.",
    "byte_end": "Where it ends, exclusive.",
}
LINK_FOUND: Mapping[str, str] = {
    "source_document": "The document in which the link stands.",
    "source_chunk": "The chunk of it.",
    "line": "The line of the file.",
    "original_url": "The target as it is written; of a wikilink without label and heading.",
    "fragment": "What follows `#`; null without one.",
    "link_type": "`DOCUMENT_LINK`, `WIKILINK`, `CONFLUENCE_PAGE_LINK`, `ATTACHMENT_LINK` or "
    "`EXTERNAL_URL`.",
    "syntax": "`inline`, `reference`, `autolink`, `wikilink` or `markup` (of Confluence).",
    "embed": "Whether it shows its target in place.",
    "state": "`document`, `external` or `file`; broken ones are `no_document` or `no_section`.",
    "target_document": "The document it leads to; null if there is none.",
    "target_chunk": "The section of it that the fragment names, else the document.",
    "cross_link": "Whether it leads to another document.",
    "how": "By what the document was found: `path`, `name`, `title`, `alias`, `page id`, "
    "`page title` or `attachment`; null without a document.",
    "note": "Why it leads to no document or section, or what is odd; else empty.",
}
DOC_LINKS: Mapping[str, str] = {
    "document": "The id of the document.",
    "outgoing": "Its links that are not broken, each a record.",
    "incoming": "The links of other documents that lead to it.",
    "broken": "Its links that are broken.",
}
SPEC_V1: Mapping[str, str] = {
    "chunk_id": "A hash of the three ids, the ordinal and the text; equal in every run.",
    "tenant_id": "The tenant of the tree.",
    "document_id": "The id of the document, `tree:path`.",
    "source_version_id": "A hash of the normalized text of the document.",
    "ordinal": "Its place among the chunks with text, from 0.",
    "chunk_path": "The headings above it, joined with `/`, and `#list:n`, `#table:n` or `#code:n`.",
    "headings_path": "The headings above it, in order.",
    "token_count": "The tokens of `chunk_text`.",
    "chunk_text": "The prefix, then the body.",
    "byte_start": "Where the body begins in the file.",
    "byte_end": "Where it ends, exclusive.",
    "kind": "`paragraph`, `list`, `table`, `code` or `quote`.",
}
RAGDOCS: Mapping[str, str] = {
    "chunk_id": "`{doc_id}_chunk_{i}`, and `_sub_{n}` behind that for what `header_based` split.",
    "doc_id": "The id of the document, `tree:path`.",
    "content": "The prefix, then the body.",
    "metadata": "The front matter of the document, its `tags` and `aliases`; then of this chunk "
    "the targets of its `links`, `chunk_id`, `doc_id`, `chunk_index` and `header_path`.",
    "chunk_index": "Its place among the chunks with text, from 0.",
    "header_path": "The headings above it, joined with ` > `.",
    "start_pos": "Where the body begins in the file, in characters.",
    "end_pos": "Where it ends, exclusive.",
    "file_path": "The file, absolute.",
    "modified_time": "When the file was last changed, in UTC.",
}
STATUS: Mapping[str, str] = {
    "files": "The settings files in force, nearest first.",
    "index": "The folder where the index of these trees belongs.",
    "index_bytes": "How much room the index takes on the disk.",
    "updated": "When the index was last changed, in UTC; null when there is none.",
    "trees": "One record for each tree.",
}
TREE: Mapping[str, str] = {
    "name": "The name of the tree.",
    "path": "Its folder.",
    "local": "False when the settings file in the home folder declares it.",
    "tenant": "The tenant it belongs to.",
    "language": "The language whose stems its words have.",
    "problem": "Why the tree could not be looked at; null if all is well.",
    "documents": "How many documents of it the index has.",
    "chunks": "How many chunks they have.",
    "bytes": "How large they are together, as files.",
    "segments": "In how many parts its postings stand.",
    "changes": "How many files differ from the index now: `added`, `modified`, `removed`.",
    "states": "How many files are in each state, see [States](../guides/files.md#states).",
    "warnings": "What is odd about a document: its `path` and a `message`.",
    "files": "With `--files`: one record for each file.",
}
FILE: Mapping[str, str] = {
    "path": "The file; a folder that was left out ends with `/`.",
    "state": "`indexed`, `new`, `changed`, `stale`, `ignored`, `skipped` or `failed`.",
    "reason": "Why it is no document, or not as it is now; empty if it is.",
    "code": "The same as one word, see [Codes of files](errors.md#codes-of-files).",
    "chunks": "How many chunks it has.",
    "bytes": "How large it is; 0 when it was not looked at.",
}
LISTED_TREE: Mapping[str, str] = {
    "name": "The name of the tree.",
    "path": "Its folder.",
    "local": "False when the settings file in the home folder declares it.",
    "tenant": "The tenant it belongs to.",
    "language": "The language whose stems its words have.",
    "documents": "How many documents of it the index has.",
    "chunks": "How many chunks they have.",
    "bytes": "How large they are together, as files.",
}
DOCUMENT: Mapping[str, str] = {
    "id": "Its name, unique over all trees: `tree:path`.",
    "tree": "The name of the tree.",
    "path": "The file, relative to the tree, with `/` on every system.",
    "title": "Its title.",
    "tags": "Its tags.",
    "aliases": "Its other names.",
    "updated": "The date that its front matter gives, in ISO form; null without one.",
    "fields": "All of its front matter.",
    "chunks": "How many chunks it has.",
    "bytes": "How large the file was when it was read.",
    "mtime": "When the file was last changed, in UTC.",
    "version": "How often its content was taken in, from 1.",
    "warnings": "What is odd about it, each a sentence.",
}
PLACE: Mapping[str, str] = {
    "id": "The id of the document or section; of the document with `--lines`.",
    "doc_id": "The id of the document.",
    "tree": "The name of the tree.",
    "path": "The file, relative to the tree, with `/` on every system.",
    "title": "The document's title or the heading's text.",
    "breadcrumb": "The titles from the document down to this place.",
    "line_start": "The first line of the text in the file, from 1.",
    "line_end": "The last line, inclusive.",
    "text": "The text exactly as it stands in the file, the heading's line included.",
    "tags": "The tags of the document.",
    "mtime": "When the file was last changed, in UTC.",
    "stale": "True when the file cannot be read now and this is its last good version.",
}
UPDATE: Mapping[str, str] = {
    "trees": "One record for each tree.",
    "recovered": "How many documents an earlier, interrupted update had left to finish.",
    "notes": "What deserves a look, each a sentence.",
}
UPDATED_TREE: Mapping[str, str] = {
    "name": "The name of the tree.",
    "added": "How many files were taken in for the first time.",
    "modified": "How many were taken in again because their content changed.",
    "removed": "How many left the index.",
    "touched": "How many have another time but the same content.",
    "unchanged": "How many have the same time and size.",
    "failed": "How many could not be taken in: skipped, failed or stale.",
    "rebuilt": "Whether the tree was built from nothing.",
    "problem": "Why the tree could not be looked at; null if all is well.",
}
CHECKUP: Mapping[str, str] = {
    "index": "The folder of the index.",
    "exists": "False when there is no index yet.",
    "healthy": "Whether no damage was found.",
    "trees": "How many trees were checked.",
    "documents": "How many documents were checked.",
    "chunks": "How many chunks were checked.",
    "bytes": "How much room the index takes on the disk.",
    "problems": "One record for each damage.",
}
PROBLEM: Mapping[str, str] = {
    "place": "What is damaged: a file of the index, or something in it.",
    "message": "What is wrong with it.",
}
SEARCH: Mapping[str, str] = {
    "query": "The query as a [tree](query.md#tree); null for an empty one.",
    "verdict": "The `strength` of the best result, `strong`, `weak` or `none`, the `share` "
    "that it has of what the words of the query tell, and the share `needed` to be "
    "strong; see [Is the answer in here?](../guides/verdict.md).",
    "partial": "Whether no chunk has all words, so that these have only some.",
    "trees": "The trees that were searched.",
    "results": "One record for each result, best first.",
    "stages": "What every stage did.",
    "seconds": "How long it took: `retrieve`, `rank` and `show`.",
}
RESULT: Mapping[str, str] = {
    "score": "How well it matches, after normalization and locality; higher is better.",
    "line_start": "The line in the file, from 1, where what it covers begins.",
    "line_end": "The line where that ends, inclusive.",
    "match_ranges": "The matches as pairs of bytes of `body`, from and to, half-open; a result "
    "that stands for others has none, its constituents have them.",
    "snippet": "About 150 characters around the matches as HTML, with the matches in `<b>`.",
    "missing": "Of a partial match, the words that neither it nor its names have.",
    "why": "What speaks for it; null when it is shown only for its constituents. A section that "
    "stands for others and has one matched by itself too.",
    "aggregated": "Whether it stands for other chunks.",
    "constituents": "The chunks it stands for, best first, each with the fields up to `why`; with "
    "`--max-tokens` only `id`, `score` and lines.",
    "shown_though_excluded": "What the query excludes, yet the text of the section has.",
    "cut": "Whether `--max-tokens` left some of its text out.",
}
WHY: Mapping[str, str] = {
    "legs": "The way it was found: `keyword`, with its `rank` in its tree and its `score` there.",
    "terms": "The words, phrases and prefixes of the query that it or its names have.",
    "near": "The words of the index, as they are stored, that stood for a typed word.",
    "factors": "What the score was divided by, `tree_best`, and multiplied by, `local_boost`.",
}
STAGES: Mapping[str, str] = {
    "retrieve": "One record for each tree.",
    "normalize": "By which `best` score each tree's scores were divided; empty with one tree.",
    "locality": "Which trees were `boosted` because they are local.",
    "elbow": "How many were `kept` and `dropped` at a steep drop of the scores, and the `reason`.",
    "floor": "How many were `kept` and `dropped` because of the `least` score; null is no floor.",
    "aggregate": "How many `results` there are, which hits are `covered` by a section above them "
    "that matched by itself, and which sections were `refused` and why.",
    "limit": "How many results were `kept` and `dropped` because of the number that is wanted.",
    "budget": "Of how many tokens, the `limit`, the results that are left take how many `tokens`, "
    "and how many results were `dropped`; null without `--max-tokens`.",
    "shown": "How many results are left after the limit and the budget.",
}
RETRIEVED: Mapping[str, str] = {
    "tree": "The name of the tree.",
    "language": "The language whose stems its words have.",
    "hits": "How many chunks matched, up to `candidate_limit`.",
    "all_words": "Whether every bare word had to be found.",
    "partial": "Whether that found nothing here, so that any of the words was asked for.",
    "reached": "The best score before any bonus.",
    "ideal": "The best score that the words could reach.",
    "expansions": "For each word, as it is stored, the words that differ by a letter: the `word`, "
    "and the `factor` by which it counts.",
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
        "`ra chunks --json` prints one such record a line, `ra ls chunks --json` and "
        "`ra inspect doc FILE --json` an array.",
        CHUNK,
    ),
    ("Link", "An element of `links` in a chunk.", LINK),
    (
        "Chunk in the form spec-v1",
        "`ra chunks --format spec-v1 --json` prints one such record a line; only chunks with text.",
        SPEC_V1,
    ),
    (
        "Chunk in the form ragdocs",
        "`ra chunks --format ragdocs --json` prints one such record a line; only chunks with text.",
        RAGDOCS,
    ),
    (
        "Search",
        "`ra search QUERY --json` prints one such object. Its form as a JSON Schema: "
        "[search-schema.json](search-schema.json).",
        SEARCH,
    ),
    (
        "Result",
        "An element of `results` in a search: a [chunk](#chunk), then these fields. The `body` of "
        "one that stands for others is all text under it, and `text` with it.",
        RESULT,
    ),
    ("Why", "`why` in a result or constituent.", WHY),
    ("Stages", "`stages` in a search.", STAGES),
    ("Retrieved", "An element of `retrieve` in the stages.", RETRIEVED),
    ("Listed tree", "`ra ls trees --json` prints an array of these.", LISTED_TREE),
    ("Document", "`ra ls docs --json` prints an array of these.", DOCUMENT),
    ("Place", "`ra get ID --json` prints one such object.", PLACE),
    (
        "Resolved link",
        "`ra links --json` prints an array of all links, with `--broken` of those that are "
        "broken. It is the view `document_links` of the [links](../guides/links.md#two-views).",
        LINK_FOUND,
    ),
    ("Links of a document", "`ra links DOC --json` prints one such object.", DOC_LINKS),
    ("Update", "`ra update --json` prints one such object.", UPDATE),
    ("Updated tree", "An element of `trees` in an update.", UPDATED_TREE),
    ("Checkup", "`ra doctor --json` prints one such object.", CHECKUP),
    ("Problem", "An element of `problems` in a checkup.", PROBLEM),
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
