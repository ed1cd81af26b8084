"""Generates `docs/reference/json.md`: every field of the JSON output."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tools.pages.answer_records import ANSWER, PIECE, SENTENCE
from tools.pages.index_records import (
    CHECKUP,
    CONFIG,
    DOCUMENT,
    FILE,
    FORGOTTEN,
    FORGOTTEN_INDEX,
    KNOWN_INDEX,
    LISTED_TREE,
    PLACE,
    PROBLEM,
    STATUS,
    TREE,
    TRUST,
    TRUSTED_VALUE,
    UPDATE,
    UPDATED_TREE,
)
from tools.sessions import refreshed

CHUNK: Mapping[str, str] = {
    "id": "The id, unique in all trees: `tree:path` for a document, `tree:path#slug` for a "
    "section, with `~1`, `~2`, … appended for a part.",
    "doc_id": "The id of the document.",
    "parent_id": "The id of the parent chunk; null for a document.",
    "tree": "The name of the tree.",
    "path": "The file, relative to the tree, with `/` on every system.",
    "depth": "0 for a document, 1 to 6 for the level of a heading; one more for a part.",
    "position": "The position among the chunks of the document, from 0, without gaps.",
    "title": "The title of the document, or the text of the heading.",
    "slug": "The slug of the heading; null for a document.",
    "breadcrumb": "The titles from the document down to this chunk.",
    "byte_start": "Start of the byte range in the file, subsections included.",
    "byte_end": "End of the byte range, exclusive.",
    "sibling_count": "Number of children of the parent that a search can find or that contain "
    "such chunks.",
    "body": "The text of the chunk itself, without its subsections.",
    "kind": "`document` or `section`. For parts, and for all text with `spec_v1`, the type of "
    "block: `paragraph`, `list`, `table`, `code` or `quote`.",
    "part": "The number of the part, from 1; 0 for a chunk that is not a part.",
    "prefix": "Context put before the body: parent headings, the header of a table, the end of "
    "the previous part.",
    "text": "The prefix followed by the body.",
    "tags": "The tags of the document.",
    "links": "The links in this chunk, as records.",
    "token_count": "Number of tokens of `text` (cl100k_base); null if not counted. `ra search` "
    "and `ra ls` have it for `spec_v1` only.",
    "mtime": "When the document last changed, in UTC: the last commit of an unmodified file, "
    "else the modification time of the file.",
    "digest": "Hash of the body with white space collapsed.",
    "hit": "True if a search can find the chunk; false for bare structure.",
    "heading_start": "Byte offset of the heading line; `byte_start` for a document, a part, and "
    "text before the first heading.",
}
LINK: Mapping[str, str] = {
    "url": "The target as written; for a wikilink without label and heading.",
    "fragment": "The part after `#`; null if there is none.",
    "syntax": "`inline`, `reference`, `autolink`, `wikilink` or `markup` (Confluence).",
    "embed": "True for an image or `![[…]]`.",
    "byte_start": "Start of the link in the file, in bytes.",
    "byte_end": "End, exclusive.",
}
LINK_FOUND: Mapping[str, str] = {
    "source_document": "The document that contains the link.",
    "source_chunk": "The chunk that contains the link.",
    "line": "The line number in the file.",
    "original_url": "The target as written; for a wikilink without label and heading.",
    "fragment": "The part after `#`; null if there is none.",
    "link_type": "`DOCUMENT_LINK`, `WIKILINK`, `CONFLUENCE_PAGE_LINK`, `ATTACHMENT_LINK` or "
    "`EXTERNAL_URL`.",
    "syntax": "`inline`, `reference`, `autolink`, `wikilink` or `markup` (Confluence).",
    "embed": "True for an embedded target.",
    "state": "`document`, `external` or `file`; for a broken link `no_document` or `no_section`.",
    "target_document": "The target document; null if there is none.",
    "target_chunk": "The section that the fragment names, else the document.",
    "cross_link": "True if the target is another document.",
    "how": "How the document was resolved: `path`, `name`, `title`, `alias`, `page id`, `page "
    "title` or `attachment`; null without a document.",
    "note": "Why the link is broken, or a remark; else empty.",
}
DOC_LINKS: Mapping[str, str] = {
    "document": "The id of the document.",
    "outgoing": "Its links that are not broken, as records.",
    "incoming": "Links from other documents to it.",
    "broken": "Its broken links.",
}
SPEC_V1: Mapping[str, str] = {
    "chunk_id": "Hash of the three ids, the ordinal and the text; the same in every run.",
    "tenant_id": "The tenant of the tree.",
    "document_id": "The id of the document, `tree:path`.",
    "source_version_id": "Hash of the normalized text of the document.",
    "ordinal": "The position among the chunks with text, from 0.",
    "chunk_path": "The parent headings joined with `/`, and `#list:n`, `#table:n` or `#code:n`.",
    "headings_path": "The parent headings in order.",
    "token_count": "Number of tokens of `chunk_text`.",
    "chunk_text": "The prefix followed by the body.",
    "byte_start": "Start of the body in the file, in bytes.",
    "byte_end": "End, exclusive.",
    "kind": "`paragraph`, `list`, `table`, `code` or `quote`.",
}
RAGDOCS: Mapping[str, str] = {
    "chunk_id": "`{doc_id}_chunk_{i}`, with `_sub_{n}` appended for what `header_based` split.",
    "doc_id": "The id of the document, `tree:path`.",
    "content": "The prefix followed by the body.",
    "metadata": "The front matter, `tags` and `aliases` of the document, and of this chunk the "
    "link targets (`links`), `chunk_id`, `doc_id`, `chunk_index` and `header_path`.",
    "chunk_index": "The position among the chunks with text, from 0.",
    "header_path": "The parent headings joined with ` > `.",
    "start_pos": "Start of the body in the file, in characters.",
    "end_pos": "End, exclusive.",
    "file_path": "The absolute path of the file.",
    "modified_time": "Modification time of the file, in UTC.",
}
SEARCH: Mapping[str, str] = {
    "query": "The query as a [syntax tree](query.md#tree); null for an empty query.",
    "verdict": "The `strength` of the best result (`strong`, `weak` or `none`), the `share` of "
    "the query that it covers, and the share `needed` to be strong; by meaning also its `cosine`, "
    "else null. See [Match confidence](../guides/match-confidence.md).",
    "partial": "True if no chunk contains all words, and these contain some of them.",
    "trees": "The searched trees.",
    "corrections": "For each typed word that no searched tree contains, the words that were "
    "searched instead.",
    "notes": "Trees that could not be searched completely: incomplete or missing ones.",
    "results": "One record for each result, best first; with several queries, interleaved by rank.",
    "topics": "Only with several queries: one record for each.",
    "stages": "With `--explain`: the result of every stage; with several queries only `limit`, "
    "`budget` and `shown`, the others are in `topics`.",
    "seconds": "With `--explain`: time in seconds, `retrieve`, `rank` and `show`.",
}
TOPIC: Mapping[str, str] = {
    "topic": "The query as typed.",
    "query": "The query as a [syntax tree](query.md#tree).",
    "verdict": "As above, for this query.",
    "partial": "As above, for this query.",
    "results": "The ids of the results of this query alone, best first.",
    "stages": "With `--explain`: the result of every stage.",
    "seconds": "With `--explain`: time in seconds, `retrieve`, `rank` and `show`.",
}
RESULT: Mapping[str, str] = {
    "score": "The score after normalization and locality; higher is better.",
    "line_start": "First line of the section in the file, from 1, heading included, as in `ra get "
    "--json`.",
    "line_end": "Last line of the section, inclusive.",
    "line": "The line of the first match in the text, or of the heading if there is none.",
    "match_ranges": "The matches as half-open byte ranges of `body`; an aggregated result has "
    "none of its own, the ranges of its constituents are bytes of its `body`.",
    "snippet": "About 150 characters around the matches as HTML, with matches in `<b>`; not in an "
    "aggregated result.",
    "missing": "For a partial match, the query words that the section, its breadcrumb, path, tags "
    "and aliases do not contain.",
    "why": "With `--explain`: the reasons for the result; null for an aggregated section whose own "
    "text does not match.",
    "aggregated": "True if several matches were merged into this section.",
    "constituents": "The merged matches, best first: `id`, `title`, `score`, the lines, "
    "`match_ranges` and `missing`. Their text is in the `body` of the result.",
    "shown_though_excluded": "Parts that the query excludes but the text of the section contains; "
    "only if there are any.",
    "passages": "The first and last line of each passage that `body` consists of, if the text is "
    "longer than `search.max_result_tokens` or shown in brief; empty if it is whole.",
    "brief": "True if only a sentence or two of the text are in `body`: a result after the limit, "
    "or one that is not worth its text.",
    "cut": "True if `--max-tokens` cut the text.",
    "also_in": "The ids of other chunks with the same text, or nearly the same.",
}
WHY: Mapping[str, str] = {
    "legs": "The retrieval legs (`keyword`, `semantic`, `graph`) that found it, with `rank` and "
    "`score` in its tree.",
    "terms": "The words, phrases and prefixes of the query that matched.",
    "near": "The indexed terms that matched a query word by fuzzy matching.",
    "factors": "The divisor (`tree_best`) and the multiplier (`local_boost`) of the score.",
}
STAGES: Mapping[str, str] = {
    "retrieve": "One record for each leg and tree.",
    "recency": "The number of hits `raised` because they are recent; only if there are any.",
    "normalize": "The `best` score of each tree, used as divisor; empty with one tree.",
    "locality": "The local trees that were `boosted`.",
    "elbow": "Number of hits `kept` and `dropped` at a steep drop of the scores, and the `reason`.",
    "floor": "Number of hits `kept` and `dropped` by the `least` score; null means no floor.",
    "complete": "Number of hits of a lookup that are `complete` and come first, number of "
    "`partial` ones after them, and the `factor` of their scores; null for other queries.",
    "aggregate": "Number of `results`, the hits `covered` by a parent section that matched "
    "itself, and the sections `refused` with the reason.",
    "duplicates": "Number of results `kept`, and the `repeated` ones with the result that has the "
    "same text.",
    "economy": "Number of results `kept` and `dropped` because they add more text than relevance, "
    "the `tokens` of those kept, the `target`, and how many are in `brief`; null if it is off.",
    "limit": "Number of results `kept` and `dropped` by `--limit`.",
    "budget": "The token `limit`, the `tokens` used, and the number of results `dropped`; null "
    "without `--max-tokens`.",
    "shown": "Number of results after limit and budget.",
}
RETRIEVED: Mapping[str, str] = {
    "leg": "The retrieval leg: `keyword`, `semantic` or `graph`.",
    "tree": "The name of the tree.",
    "language": "The language of the query; `english+german` is German in a tree whose stemmer is "
    "English.",
    "hits": "Number of matching chunks, up to `candidate_limit`.",
    "all_words": "True if all bare words were required.",
    "partial": "True if that matched nothing, and any of the words was searched.",
    "reached": "The best score before bonuses.",
    "ideal": "The best score that the query could reach.",
    "expansions": "For each query term, the fuzzy expansions: the `word` and its `factor`.",
    "model": "Of the semantic leg: the model.",
    "weight": "What a cosine counts beside a keyword score.",
    "mean": "The average cosine of the hits.",
    "nearest": "Number of hits that were found by meaning alone.",
    "embedded": "Number of chunks of the tree with vectors.",
    "chunks": "Number of chunks of the tree.",
    "feedback": "What likeness to the best hits counts beside likeness to the query.",
}
TABLES = (
    (
        "Chunk",
        "`ra chunks --json` prints one record a line. `ra ls chunks --json` and "
        "`ra inspect doc FILE --json` print an array.",
        CHUNK,
    ),
    ("Link", "An element of `links` in a chunk.", LINK),
    (
        "Chunk in the form spec-v1",
        "`ra chunks --format spec-v1 --json` prints one record a line, for chunks with text only.",
        SPEC_V1,
    ),
    (
        "Chunk in the form ragdocs",
        "`ra chunks --format ragdocs --json` prints one record a line, for chunks with text only.",
        RAGDOCS,
    ),
    (
        "Search",
        "`ra search QUERY --json` prints one object. Its JSON Schema is "
        "[search-schema.json](search-schema.json).",
        SEARCH,
    ),
    (
        "Result",
        "An element of `results` in a search: the fields of a [chunk](#chunk), then these. For an "
        "aggregated result, `body` and `text` contain the subsections.",
        RESULT,
    ),
    ("Topic", "An element of `topics` in a search for several queries.", TOPIC),
    ("Why", "`why` in a result or constituent.", WHY),
    ("Stages", "`stages` in a search.", STAGES),
    ("Retrieved", "An element of `retrieve` in the stages.", RETRIEVED),
    ("Listed tree", "`ra ls trees --json` prints an array of these.", LISTED_TREE),
    ("Document", "`ra ls docs --json` prints an array of these.", DOCUMENT),
    ("Place", "`ra get ID --json` prints one object.", PLACE),
    (
        "Answer",
        "`ra ask QUESTION --json` prints one object. See [Answers](../guides/answers.md).",
        ANSWER,
    ),
    ("Sentence", "An element of `sentences` in an answer.", SENTENCE),
    ("Piece of evidence", "An element of `evidence` in an answer.", PIECE),
    (
        "Resolved link",
        "`ra links --json` prints an array of all links, with `--broken` of the broken ones. "
        "See [Links](../guides/links.md#json-and-python).",
        LINK_FOUND,
    ),
    ("Links of a document", "`ra links DOC --json` prints one object.", DOC_LINKS),
    ("Update", "`ra update --json` prints one object.", UPDATE),
    ("Updated tree", "An element of `trees` in an update.", UPDATED_TREE),
    ("Checkup", "`ra doctor --json` prints one object.", CHECKUP),
    ("Problem", "An element of `problems` in a checkup.", PROBLEM),
    ("Status", "`ra status --json` prints one object.", STATUS),
    ("Tree", "An element of `trees` in the status.", TREE),
    ("File", "An element of `files` in a tree, with `ra status --files --json`.", FILE),
    ("Index", "`ra status --indexes --json` prints an array of these.", KNOWN_INDEX),
    ("Forgotten", "`ra forget --json` prints one object.", FORGOTTEN),
    (
        "Forgotten index",
        "An element of `indexes` in the output of `ra forget`: the fields of an [index](#index), "
        "then these.",
        FORGOTTEN_INDEX,
    ),
    ("Config", "`ra config --json` prints one object.", CONFIG),
    (
        "Trust",
        "`ra trust --json` and `ra trust --revoke --json` print one object, "
        "`ra trust --list --json` an array.",
        TRUST,
    ),
    ("Trusted value", "An element of `values` in a trust record.", TRUSTED_VALUE),
)
NOTE = "---\ntags: [kitchen]\n---\n# Pot\n\nWarm it, see [[tea#Green]].\n"
WORLD: Mapping[str, str | bytes] = {
    "notes/.ra.toml": 'root = true\n\n[tree.notes]\npath = "."\n',
    "notes/pot.md": NOTE,
}
COMMANDS = ("touch -t 202611010000 pot.md", "ra inspect doc pot.md --json")

_INTRO = """\
# JSON output

The output of commands with `--json`. Offsets are bytes of the file, half-open: the byte at
`byte_end` is the first one after the range. `make docs` generates this page. A test compares its
fields with the output of the commands."""


def page() -> str:
    """The whole page; the example at its end is real."""
    console = "\n".join(["```console", *(f"$ {command}" for command in COMMANDS), "```", ""])
    lines = [_INTRO, "", *(line for row in TABLES for line in _table(*row))]
    lines += [
        "## Example",
        "",
        "The content of `pot.md`:",
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
