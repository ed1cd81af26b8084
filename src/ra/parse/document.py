"""Turns a file into a document: decode, split off front matter, parse, build the outline."""

from __future__ import annotations

import codecs
from collections.abc import Mapping, Sequence

from ra.document import Block, Document, Heading, Source
from ra.errors import ChunkingFailed, FileRefused
from ra.model import Link, Span, TitleRule
from ra.names import is_index_file, stem
from ra.parse import blocks, frontmatter, markdown, note_marks, outline
from ra.parse.events import TooManyEvents
from ra.parse.frontmatter import FrontMatter
from ra.typed import NamedTuple


def parse(source: Source, title_rule: TitleRule = "auto") -> Document:
    """Parse one file's bytes as a document; raises `ChunkingFailed` when they are not UTF-8.

    A file with millions of marks is rejected: its outline would exhaust memory.
    """
    source = readable(source)
    data = source.data
    text = _decode(source)
    start = len(codecs.BOM_UTF8) if data.startswith(codecs.BOM_UTF8) else 0
    if source.parser == "text":
        title = stem(source.path)
        sections = outline.build((), title, data)
        return Document(source, text, start, title, (), (), None, {}, sections, (), ())
    front = frontmatter.read(data, start)
    fields = frontmatter.folded(front.fields)
    headings, links, marks = _structure(source, text, front)
    if front.end > start and (own := frontmatter.links(data, front.end)):
        links = [*own, *links]
    named = () if note_marks.is_drawing(fields) else headings  # its headings are the plugin's
    title = frontmatter.title(fields) or _heading_title(named, source.path, title_rule)
    return Document(
        source,
        text,
        front.end,
        title,
        _tags(fields, marks.tags),
        frontmatter.aliases(fields),
        frontmatter.updated(fields),
        front.fields,
        outline.build(headings, title, data),
        tuple(links),
        () if front.warning is None else (front.warning,),
        marks.hidden,
        marks.blocks,
    )


def readable(source: Source) -> Source:
    """The source itself, or the Markdown of a file that is JSON: a notebook or a canvas."""
    if source.parser not in ("notebook", "canvas"):
        return source
    from ra.parse.json_notes import as_markdown  # few folders have such files

    return as_markdown(source)


def blocks_of(document: Document) -> tuple[Block, ...]:
    """The top-level blocks of a document, in order; headings are its sections."""
    if document.source.parser == "text":
        return ()
    text = _blanked(document.text, document.source.data, document.content_start)
    return tuple(blocks.read(text))


def layout_of(document: Document) -> blocks.Layout:
    """The top-level blocks of a document, and all its code and tables."""
    if document.source.parser == "text":
        return blocks.Layout((), ())
    return blocks.layout(_blanked(document.text, document.source.data, document.content_start))


def _decode(source: Source) -> str:
    try:
        return source.data.decode()
    except UnicodeDecodeError as error:
        line = source.data.count(b"\n", 0, error.start) + 1
        byte = source.data[error.start]
        raise ChunkingFailed(
            source.path,
            f"not UTF-8: byte 0x{byte:02x} at offset {error.start} (line {line}); "
            "save the file as UTF-8",
        ) from None


class _Marks(NamedTuple):
    """The marks of a document beside its headings and links, and what they hide."""

    tags: tuple[str, ...]
    blocks: tuple[str, ...]
    hidden: tuple[Span, ...]


def _structure(
    source: Source, text: str, front: FrontMatter
) -> tuple[list[Heading], list[Link], _Marks]:
    try:
        if source.parser != "mdx":
            return _read(source.data, text, front)
        from ra.parse.mdx import code_spans  # few folders have such files

        code = code_spans(source.data, front.end)
        data = note_marks.blanked(source.data, code)
        headings, links, marks = _read(data, data.decode(), front)
        return headings, links, marks._replace(hidden=note_marks.merged([*marks.hidden, *code]))
    except TooManyEvents as error:
        raise FileRefused(source.path, str(error), state="skipped", code="TOO_COMPLEX") from None


def _read(data: bytes, text: str, front: FrontMatter) -> tuple[list[Heading], list[Link], _Marks]:
    """Headings, links and marks; text in comments has none."""
    content = _blanked(text, data, front.end)
    maybe = note_marks.candidates(data, front.end)
    has_shortcodes = _may_have_shortcodes(content)
    headings, links, literals = markdown.read(content, literals=maybe.are_any or has_shortcodes)
    hidden = [Span(0, front.end)] if front.end else []
    if literals is not None and maybe.comments:
        comments = note_marks.comments(data, front.end, literals)
        if comments:
            data = note_marks.blanked(data, comments)
            content = _blanked(data.decode(), data, front.end)
            maybe = note_marks.candidates(data, front.end)
            headings, links, literals = markdown.read(content, literals=True)
        hidden += [*comments, *note_marks.html_comments(data, literals or ())]
        hidden += note_marks.drawings(data, front.fields, literals or ())
    if "<ac:" in content:
        from ra.parse.confluence_markup import with_markup  # few documents have Confluence markup

        links = with_markup(content, links)
    if has_shortcodes:
        from ra.parse.shortcodes import with_shortcodes  # few documents have such links

        links = with_shortcodes(content, links, literals or ())
    if literals is None:
        return headings, links, _Marks((), (), tuple(hidden))
    tags = tuple(note_marks.tags(data, maybe.tags, literals))
    blocks = tuple(name for name, _ in note_marks.block_ids(data, maybe.blocks, literals))
    return headings, links, _Marks(tags, blocks, note_marks.merged(hidden))


def _may_have_shortcodes(text: str) -> bool:
    if 'ref "' in text:
        return True
    # One character is found much faster than several.
    return "%" in text and ("{% link " in text or "{% post_url " in text)


def _tags(fields: Mapping[str, object], inline: Sequence[str]) -> tuple[str, ...]:
    """The tags in the front matter and in the text, each once; case does not matter."""
    tags = frontmatter.tags(fields)
    if not inline:
        return tags
    found: dict[str, str] = {}
    for tag in (*tags, *inline):
        found.setdefault(tag.casefold(), tag)
    return tuple(found.values())


def _blanked(text: str, data: bytes, start: int) -> str:
    """The text with one blank line in place of everything before `start`, so that offsets stay."""
    if not start:
        return text
    rest = text[start:] if data[:start].isascii() else data[start:].decode()
    return " " * (start - 1) + "\n" + rest


def _heading_title(headings: Sequence[Heading], path: str, rule: TitleRule) -> str:
    """The first h1, or the name of the file if other h1 follow it: then they are sections.

    An index file is named by its role, so any h1 says more than its name.
    """
    top = [heading.text for heading in headings if heading.level == 1 and heading.text]
    counts = len(top) == 1 or rule == "first-h1" or is_index_file(path)
    return top[0] if top and counts else stem(path).removesuffix(".excalidraw")
