"""`kb.files`: reads and chunks files without an index."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

from ra import config
from ra.chunking import divide
from ra.config.choices import AUTO, tree_language
from ra.config.schema import Settings, Strategy, Tree
from ra.document import Document
from ra.errors import NotFound, RaError, SourceError, TreeMissing, failure_of
from ra.library.access import Access, TreeNames
from ra.library.records import Inspection
from ra.library.select_trees import DEFAULT_TENANT
from ra.model import Chunk
from ra.parse import blocks_of, parse, slugs
from ra.sources import FoundFile, discover, relative_posix
from ra.sources.named_file import named
from ra.sources.read import read
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from ra.chunking.export import Form
    from ra.chunking.spec_v1.checklist import Checked
    from ra.context.pieces import GivenFile

T = TypeVar("T")
OnFailure = Callable[[str, RaError], None]


class LibraryFiles:
    """The files of a library as they are now: documents, chunks, and records of them."""

    def __init__(self, access: Access) -> None:
        self._access = access

    def __repr__(self) -> str:
        return f"<ra files of {self._access.settings.cwd}>"

    def inspect(self, file: str | Path, strategy: Strategy | None = None) -> Inspection:
        """One file as a document with its chunks and warnings."""
        return inspect(self._access.settings, file, strategy)

    def changed(self) -> list[GivenFile]:
        """The lines that the git working copy of the folder changes, by file, for `context`."""
        from ra.library.context import changed

        return changed(self._access)

    def chunks(
        self,
        files: Sequence[str | Path] = (),
        trees: TreeNames = (),
        on_failure: OnFailure | None = None,
        *,
        strategy: Strategy | None = None,
    ) -> Iterator[Chunk]:
        """The chunks of these files, of these trees, or of all; one document at a time.

        A file that cannot be read raises its error, or is passed to `on_failure` and skipped.
        """
        return each_document(self._walk(files, trees, on_failure), chunks_of, on_failure, strategy)

    def records(
        self,
        form: Form = "ra",
        files: Sequence[str | Path] = (),
        trees: TreeNames = (),
        on_failure: OnFailure | None = None,
        *,
        strategy: Strategy | None = None,
    ) -> Iterator[dict[str, object]]:
        """The same chunks as records for other programs, in one of the forms of SPEC 3.6."""
        from ra.chunking import export

        found = self._walk(files, trees, on_failure)
        return each_document(found, partial(export.records, form), on_failure, strategy)

    def validate(
        self,
        files: Sequence[str | Path] = (),
        trees: TreeNames = (),
        on_failure: OnFailure | None = None,
    ) -> Iterator[Checked]:
        """Chunk each document with `spec_v1`, whatever its tree's strategy, and check it
        by S1 §11.
        """
        from ra.chunking.spec_v1.checklist import checked

        return each_document(self._walk(files, trees, on_failure), checked, on_failure)

    def _walk(
        self, files: Sequence[str | Path], trees: TreeNames, on_failure: OnFailure | None
    ) -> Iterator[tuple[Tree, FoundFile]]:
        return walk(self._access.settings, self._access.select(trees), files, on_failure)


def inspect(settings: Settings, file: str | Path, strategy: Strategy | None = None) -> Inspection:
    """One file as a document with its chunks and warnings."""
    from ra.text.detect import own_language  # few commands show the language
    from ra.text.languages import stemmer_of

    tree, path = place(settings, file)
    tree = cut_by(tree, strategy)
    found = named(tree, path)
    try:
        document = parse(read(tree, found), tree.chunking.title)
        chunks, blocks = divide(document, tree.chunking), blocks_of(document)
    except BaseException as error:
        raise failure_of(path, error) from error
    warnings = (*_why_left_out(tree, path), *warnings_of(document, chunks, tree))
    content = document.source.data[document.content_start :]
    own = own_language(document.fields, path, content, tree.language)
    language = own or stemmer_of(tree.language)
    return Inspection(document, blocks, chunks, tree.chunking.strategy, warnings, language)


def cut_by(tree: Tree, strategy: Strategy | None) -> Tree:
    """The tree with this strategy, if one is given."""
    if strategy is None:
        return tree
    return tree._replace(chunking=tree.chunking._replace(strategy=strategy))


def walk(
    settings: Settings,
    trees: Sequence[Tree],
    files: Sequence[str | Path],
    on_failure: OnFailure | None,
) -> Iterator[tuple[Tree, FoundFile]]:
    """The named files, or every document of these trees."""
    if files:
        return named_files(settings, files, on_failure)
    return all_files(trees, on_failure)


def each_document(
    found: Iterable[tuple[Tree, FoundFile]],
    of: Callable[[Document, Tree], Iterable[T]],
    on_failure: OnFailure | None,
    strategy: Strategy | None = None,
) -> Iterator[T]:
    """Apply the function to each document, one document at a time."""
    for tree, file in found:
        try:
            yield from of(parse(read(tree, file), tree.chunking.title), cut_by(tree, strategy))
        except BaseException as error:
            failure = failure_of(file.path, error)
            if on_failure is None:
                raise failure from error
            on_failure(file.path, failure)


def chunks_of(document: Document, tree: Tree) -> list[Chunk]:
    """The chunks of a document, by the settings of its tree."""
    return divide(document, tree.chunking)


def named_files(
    settings: Settings, files: Sequence[str | Path], on_failure: OnFailure | None
) -> Iterator[tuple[Tree, FoundFile]]:
    """The named files."""
    for file in files:
        tree, path = place(settings, file)
        try:
            found = named(tree, path)
        except (NotFound, SourceError) as error:
            if on_failure is None:
                raise
            on_failure(str(file), error)
        else:
            yield tree, found


def all_files(
    trees: Sequence[Tree], on_failure: OnFailure | None
) -> Iterator[tuple[Tree, FoundFile]]:
    """Every document of these trees."""
    for tree in trees:
        try:
            listing = discover(tree)
        except TreeMissing as error:
            if on_failure is None:
                raise
            on_failure(tree.name, error)
            continue
        for refused in listing.refused:
            if refused.state == "failed" and on_failure is not None:
                on_failure(refused.path, SourceError(refused.path, refused.reason))
        for found in listing.files:
            yield tree, found


def place(settings: Settings, file: str | Path) -> tuple[Tree, str]:
    """The tree of a file and its path there; without a tree, its own folder is one."""
    where = _where(settings.cwd, str(file))
    trees = [tree for tree in settings.trees if tree.source == "files"]
    candidates = [(tree, relative_posix(where, tree.root)) for tree in trees]
    inside = [(tree, path) for tree, path in candidates if path is not None]
    if inside:
        return max(inside, key=lambda found: len(found[0].root.parts))
    name = config.folder_tree_name(where.parent.name, slugs.slugify)
    return _bare(settings, name, where.parent), where.name


def _bare(settings: Settings, name: str, folder: Path) -> Tree:
    """A folder as an undeclared tree."""
    return Tree(
        name=name,
        root=folder,
        local=True,
        include=("*",),
        exclude=(),
        tenant=DEFAULT_TENANT,
        language=tree_language(AUTO, settings.search.stemmer),
        respect_gitignore=settings.respect_gitignore,
        max_file_bytes=settings.max_file_bytes,
        chunking=settings.chunking,
        parsers=settings.parsers,
    )


def _where(cwd: Path, file: str) -> Path:
    """The path as typed, unless only its unescaped form exists."""
    if "\\" not in file:
        return Path(os.path.normpath(cwd / file))
    from ra.names import spellings  # few names need it

    places = [Path(os.path.normpath(cwd / typed)) for typed in spellings(file)]
    return next((place for place in places if os.path.lexists(place)), places[0])


def warnings_of(document: Document, chunks: Sequence[Chunk], tree: Tree) -> tuple[str, ...]:
    """Warnings about a document for `ra status`."""
    return (*document.warnings, *large_chunks(chunks, tree))


def large_chunks(chunks: Sequence[Chunk], tree: Tree) -> Iterator[str]:
    """Chunks with more bytes than `max_chunk_size` (SPEC 4.1)."""
    limit = tree.chunking.max_chunk_size
    for chunk in chunks:
        size = sum(end - start for start, end in chunk.spans)
        if size > limit:
            yield f"{chunk.id} has {size:,} bytes, more than max_chunk_size = {limit:,}"


def _why_left_out(tree: Tree, path: str) -> tuple[str, ...]:
    try:
        listing = discover(tree)
    except TreeMissing as error:
        return (str(error),)
    if any(found.path == path for found in listing.files):
        return ()
    for refused in listing.refused:
        if path == refused.path or (refused.path.endswith("/") and path.startswith(refused.path)):
            return (f"not a document of tree '{tree.name}': {refused.reason}",)
    return (f"not a document of tree '{tree.name}': no include pattern matches it",)
