"""The part of a library that reads files without an index: documents, chunks and their records."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from ra.config.schema import Settings, Strategy, Tree
from ra.errors import UnknownTenant
from ra.library.select_trees import select_trees, tenant_of
from ra.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from ra.chunk.export import Form
    from ra.chunk.spec_v1.checklist import Checked
    from ra.library.files import OnFailure
    from ra.library.records import Inspection
    from ra.model import Chunk


class Unindexed:
    """The trees of one tenant, and the present contents of their files."""

    def __init__(self, settings: Settings, tenant: str | None) -> None:
        self.settings = settings
        self.tenant = tenant_of(settings.trees, tenant)

    def trees(self, names: Sequence[str] = ()) -> tuple[Tree, ...]:
        """The trees of this tenant with these names, or all."""
        own = [tree for tree in self.settings.trees if tree.tenant == self.tenant]
        if not own and self.settings.trees:  # several tenants, none chosen, and no default
            known = dict.fromkeys(tree.tenant for tree in self.settings.trees)
            raise UnknownTenant(f"several tenants ({', '.join(known)}): choose one with --tenant")
        return select_trees(own, names)

    def inspect(self, file: str | Path, strategy: Strategy | None = None) -> Inspection:
        """One file as a document with its chunks and warnings."""
        from ra.library import files

        return files.inspect(self.settings, file, strategy)

    def chunks(
        self,
        files: Sequence[str | Path] = (),
        trees: Sequence[str] = (),
        on_failure: OnFailure | None = None,
        *,
        strategy: Strategy | None = None,
    ) -> Iterator[Chunk]:
        """The chunks of these files, of these trees, or of all; one document at a time.

        They come from the files. A file that cannot be read raises its error, or is passed to
        `on_failure` and skipped.
        """
        from ra.library import files as reading

        found = reading.walk(self.settings, self.trees(trees), files, on_failure)
        return reading.each_document(found, reading.chunks_of, on_failure, strategy)

    def records(
        self,
        form: Form = "ra",
        files: Sequence[str | Path] = (),
        trees: Sequence[str] = (),
        on_failure: OnFailure | None = None,
        *,
        strategy: Strategy | None = None,
    ) -> Iterator[dict[str, object]]:
        """The same chunks as records for other programs, in one of the forms of SPEC 3.6."""
        from ra.chunk import export
        from ra.library import files as reading

        found = reading.walk(self.settings, self.trees(trees), files, on_failure)
        return reading.each_document(found, partial(export.records, form), on_failure, strategy)

    def validate(
        self,
        files: Sequence[str | Path] = (),
        trees: Sequence[str] = (),
        on_failure: OnFailure | None = None,
    ) -> Iterator[Checked]:
        """Chunk each document with `spec_v1`, whatever its tree's strategy, and check it
        by S1 §11.
        """
        from ra.chunk.spec_v1.checklist import checked
        from ra.library import files as reading

        found = reading.walk(self.settings, self.trees(trees), files, on_failure)
        return reading.each_document(found, checked, on_failure)
