"""Where is all wired together? Settings to trees, files to documents, documents to chunks."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Literal, NamedTuple, Self

from ra import config
from ra.chunk import STRATEGIES
from ra.config.places import here
from ra.config.schema import Settings, Strategy, Tree
from ra.errors import NotFound, RaError, SourceError, TreeMissing, UnknownTree, did_you_mean
from ra.model import Block, Chunk, Document
from ra.parse import blocks_of, parse, slugs
from ra.sources import Found, discover, named, read, relative_posix

FileState = Literal["ok", "ignored", "skipped", "failed"]
OnFailure = Callable[[str, RaError], None]


class FileStatus(NamedTuple):
    """What became of one file, and why."""

    path: str
    state: FileState
    reason: str
    code: str
    chunks: int
    size: int
    warnings: tuple[str, ...]


class TreeStatus(NamedTuple):
    """What one tree holds; `problem` says why it could not be looked at."""

    name: str
    root: Path
    local: bool
    documents: int
    chunks: int
    size: int
    files: tuple[FileStatus, ...]
    problem: str | None


class Status(NamedTuple):
    """The settings files in force, where the index goes, and every tree."""

    files: tuple[Path, ...]
    index_dir: Path
    trees: tuple[TreeStatus, ...]


class Inspection(NamedTuple):
    """One document as ra sees it."""

    document: Document
    blocks: tuple[Block, ...]
    chunks: list[Chunk]
    strategy: Strategy
    warnings: tuple[str, ...]


def open(folder: str | Path | None = None) -> Library:
    """The library for work in `folder`, by default the current one."""
    cwd = Path.cwd() if folder is None else Path(folder)
    if not cwd.is_dir():
        raise NotFound(f"{cwd}: no such folder")
    home, cache = here()
    return Library(config.load(cwd, home=home, cache=cache, tree_name=slugs.slugify))


class Library:
    """Folders of documents, ready to be asked."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of what is held open."""

    def trees(self, names: Sequence[str] = ()) -> tuple[Tree, ...]:
        """The trees of these names, or all."""
        known = {tree.name: tree for tree in self.settings.trees}
        for name in names:
            if name not in known:
                raise UnknownTree(
                    f"no tree is named '{name}'{did_you_mean(name, known)}"
                    f" (there are: {', '.join(known)})"
                )
        return (
            tuple(known[name] for name in dict.fromkeys(names)) if names else tuple(known.values())
        )

    def inspect(self, file: str | Path) -> Inspection:
        """One file as a document with its chunks and all that is odd about it."""
        tree, path = self._place(file)
        document = parse(read(tree, named(tree, path)))
        chunks = STRATEGIES[tree.chunking.strategy](document)
        warnings = (*_why_left_out(tree, path), *_warnings(document, chunks, tree))
        return Inspection(document, blocks_of(document), chunks, tree.chunking.strategy, warnings)

    def chunks(
        self,
        files: Sequence[str | Path] = (),
        trees: Sequence[str] = (),
        on_failure: OnFailure | None = None,
    ) -> Iterator[Chunk]:
        """The chunks of these files, of these trees, or of all; one document at a time.

        A file that cannot be read raises its error, or is handed to `on_failure` and passed over.
        """
        chosen = self.trees(trees)
        walk = self._named(files, on_failure) if files else _all_files(chosen, on_failure)
        for tree, found in walk:
            try:
                yield from STRATEGIES[tree.chunking.strategy](parse(read(tree, found)))
            except SourceError as error:
                if on_failure is None:
                    raise
                on_failure(found.path, error)

    def status(self, trees: Sequence[str] = ()) -> Status:
        """What each tree holds and what was left out."""
        statuses = tuple(_tree_status(tree) for tree in self.trees(trees))
        return Status(self.settings.files, self.settings.index_dir, statuses)

    def _named(
        self, files: Sequence[str | Path], on_failure: OnFailure | None
    ) -> Iterator[tuple[Tree, Found]]:
        for file in files:
            tree, path = self._place(file)
            try:
                found = named(tree, path)
            except NotFound as error:
                if on_failure is None:
                    raise
                on_failure(str(file), error)
            else:
                yield tree, found

    def _place(self, file: str | Path) -> tuple[Tree, str]:
        """The tree a file belongs to and its path there; its own folder if it is in none."""
        place = Path(os.path.normpath(self.settings.cwd / file))
        candidates = [(tree, relative_posix(place, tree.root)) for tree in self.settings.trees]
        inside = [(tree, path) for tree, path in candidates if path is not None]
        if inside:
            return max(inside, key=lambda found: len(found[0].root.parts))
        name = config.folder_tree_name(place.parent.name, slugs.slugify)
        bare = self.settings.trees[0]._replace(name=name, root=place.parent, include=("*",))
        return bare._replace(exclude=(), chunking=self.settings.chunking), place.name


def _all_files(trees: Sequence[Tree], on_failure: OnFailure | None) -> Iterator[tuple[Tree, Found]]:
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


def _warnings(document: Document, chunks: Sequence[Chunk], tree: Tree) -> tuple[str, ...]:
    limit = tree.chunking.max_chunk_size
    sizes = ((chunk.id, sum(end - start for start, end in chunk.spans)) for chunk in chunks)
    large = (
        f"{chunk_id} has {size:,} bytes, more than max_chunk_size = {limit:,}"
        for chunk_id, size in sizes
        if size > limit
    )
    return (*document.warnings, *large)


def _tree_status(tree: Tree) -> TreeStatus:
    try:
        listing = discover(tree)
    except TreeMissing as error:
        return TreeStatus(tree.name, tree.root, tree.local, 0, 0, 0, (), str(error))
    files = sorted(
        [
            *(_file_status(tree, found) for found in listing.files),
            *(
                FileStatus(path, state, reason, code, 0, 0, ())
                for path, state, reason, code in listing.refused
            ),
        ]
    )
    taken = [file for file in files if file.state == "ok"]
    return TreeStatus(
        tree.name,
        tree.root,
        tree.local,
        len(taken),
        sum(file.chunks for file in taken),
        sum(file.size for file in taken),
        tuple(files),
        None,
    )


def _file_status(tree: Tree, found: Found) -> FileStatus:
    try:
        document = parse(read(tree, found))
    except SourceError as error:
        return FileStatus(found.path, error.state, error.reason, error.code, 0, found.size, ())
    chunks = STRATEGIES[tree.chunking.strategy](document)
    warnings = _warnings(document, chunks, tree)
    return FileStatus(found.path, "ok", "", "", len(chunks), found.size, warnings)
