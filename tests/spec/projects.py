"""A project that changes over time, and helpers that read all its indexes."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import ra
from ra.cli.main import main
from ra.engine.contract.store import Contents, EngineUnderTest, term
from ra.engine.open import open_engine
from ra.engine.query import Field, Scope
from ra.ingest import TreeReport, UpdateReport
from ra.library.sound_index import place_of

HERE = Scope("default", ("docs",))
START = 1_600_000_000  # long ago, so that no file is too young to be believed
FIELDS: tuple[Field, ...] = ("title", "hierarchy", "path", "tags", "aliases", "body", "text")
WORDS = "apple green pear core seed yellow running cherry plum fruit pome docs md a b c d sub red x"


class Project:
    """A folder with settings and documents, whose files are as old as they are told."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.ticks = 0

    @property
    def index(self) -> Path:
        """Where the index is."""
        with ra.open(self.folder) as kb:
            return kb.settings.index_dir

    def settings(self, text: str) -> None:
        """Write the project's settings."""
        self.write({".ra.toml": text})

    def write(self, files: dict[str, str | bytes]) -> None:
        """Write files, each a second younger than the one before."""
        for name, content in files.items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content.encode() if isinstance(content, str) else content)
            self.touch(name)

    def touch(self, name: str) -> None:
        """Give a file another time of change."""
        self.ticks += 1
        os.utime(self.folder / name, (START + self.ticks, START + self.ticks))

    def remove(self, name: str) -> None:
        """Delete a file."""
        (self.folder / name).unlink()

    def trust(self) -> None:
        """Allow what the settings name outside the folder."""
        assert main(["trust", str(self.folder), "--json"]) == 0

    def update(
        self, *, verify: bool = False, full: bool = False, tenant: str | None = None
    ) -> UpdateReport:
        """Bring the index up to date."""
        with ra.open(self.folder, tenant=tenant) as kb:
            return kb.index.update(verify=verify, full=full)

    def report(self, *, verify: bool = False, full: bool = False) -> TreeReport:
        """What an update did to the only tree."""
        (report,) = self.update(verify=verify, full=full).trees
        return report

    def store(self) -> EngineUnderTest:
        """The index, opened without looking at the files."""
        with ra.open(self.folder) as kb:
            place = place_of(kb.settings)
        return EngineUnderTest(lambda _: open_engine(place), place.folder)

    def contents(self, scope: Scope) -> tuple[Contents, object]:
        """All that stands in every index, but for what a copy of the files cannot share.

        `racy` is about the time of reading, `mark` about the place on disk.
        """
        store = self.store()
        try:
            assert store.engine.check() == []
            words = [term("text", one).word for one in WORDS.split()]
            found = store.contents(scope)
            manifest = {
                at: file._replace(racy=False, mark=0) for at, file in found.manifest.items()
            }
            return found._replace(manifest=manifest), store.postings(words, FIELDS, scope)
        finally:
            store.engine.close()

    def versions(self) -> dict[str, int]:
        """The version of each document."""
        with ra.open(self.folder) as kb:
            return {one.id: one.version for one in kb.index.documents()}


def fresh(project: Project) -> Project:
    """The same files with an index built at once."""
    copy = Project(project.folder.with_name("copy"))
    shutil.rmtree(copy.folder, ignore_errors=True)
    shutil.copytree(project.folder, copy.folder)
    shutil.rmtree(copy.index, ignore_errors=True)
    copy.update()
    return copy


def is_true(project: Project, scope: Scope = HERE) -> None:
    """Every index is what a fresh one would be: no ghost, no gap."""
    assert project.contents(scope) == fresh(project).contents(scope)
